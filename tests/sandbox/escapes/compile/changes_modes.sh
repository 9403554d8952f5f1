# A compiler that makes a file of the judge executable with the rights of its owner. Tools may ask
# for modes, since linkers do.
#
# promise: read-only bounded-compilers
# expect: AC CE
# holds: cgroup2 cgroup1 namespaces landlock
# victim: secret
chmod 6755 "@secret@"
touch -t 200001010000 "@secret@"
printf 'int puts(const char *); int main(void) { puts("held"); }' | gcc -xc -static -o "$1" -
