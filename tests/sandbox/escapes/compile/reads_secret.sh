# A compiler that reads a file of the judge and puts it into the program.
#
# promise: listed-files bounded-compilers
# expect: CE
# holds: cgroup2 cgroup1 namespaces landlock
# victim: secret
cp "@secret@" "$1" && chmod 755 "$1"
