# A compiler that leaves a process behind, which keeps the compiler's stderr open.
#
# promise: nothing-left bounded-compilers
# expect: AC
# holds: all
# within: 6
(trap '' HUP TERM INT; exec sleep 20) &
printf 'int puts(const char *); int main(void) { puts("held"); }' | gcc -xc -static -o "$1" -
