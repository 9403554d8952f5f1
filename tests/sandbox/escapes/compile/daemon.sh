# A compiler that leaves a process behind. Few people can make a compiler do so, but it works on
# what a stranger wrote.
#
# promise: nothing-left bounded-compilers
# expect: AC
# holds: all
(trap '' HUP TERM INT; sleep 3) > /dev/null 2>&1 < /dev/null &
printf 'int puts(const char *); int main(void) { puts("held"); }' | gcc -xc -static -o "$1" -
