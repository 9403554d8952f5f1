# The same, with the stream open on which the judge reads the compiler's messages.
#
# expect: AC
# holds: all
# within: 6
(trap '' HUP TERM INT; exec sleep 20) &
printf 'int puts(const char *); int main(void) { puts("held"); }' | gcc -xc -static -o "$1" -
