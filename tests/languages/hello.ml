let () = print_endline ("Hello " ^ read_line ())
