# A compiler that leaves files outside its folder.
#
# promise: own-box bounded-compilers
# expect: AC
# holds: cgroup2 cgroup1 namespaces landlock
for folder in /tmp /var/tmp /dev/shm .. /run/lock; do
    (: > "$folder/@token@") 2> /dev/null
done
printf 'int puts(const char *); int main(void) { puts("held"); }' | gcc -xc -static -o "$1" -
