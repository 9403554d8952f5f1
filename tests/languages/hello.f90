program hello
  character(64) :: name
  read (*, '(a)') name
  write (*, '(a, a)') 'Hello ', trim(name)
end program
