# A compiler whose result is a pipe: who opens it waits for ever.
#
# expect: JE CE
# holds: all
# within: 5
mkfifo "$1"
