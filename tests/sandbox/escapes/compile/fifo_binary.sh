# A compiler whose result is a named pipe: opening it would wait for ever.
#
# expect: JE CE
# holds: all
# within: 5
mkfifo "$1"
