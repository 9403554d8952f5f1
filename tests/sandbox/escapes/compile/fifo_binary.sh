# A compiler whose result is a named pipe: opening it would wait for ever.
#
# promise: collected-files bounded-compilers fails-closed
# expect: JE CE
# holds: all
# within: 5
mkfifo "$1"
