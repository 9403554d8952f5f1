# A validator in awk, which writes to a command and to the name of the error stream.
#
# expect: AC
NR == 1 && /^[1-9][0-9]?[0-9]?$/ { n = $1; next }
NR == 2 && NF == n && /^[0-9 ]+$/ {
    for (i = 1; i <= NF; i++) if ($i < 1 || $i > 1000) bad = 1
    next
}
{ bad = 1 }
END {
    if (bad || NR != 2) {
        print "line " NR " is wrong" > "/dev/stderr"
        print "the same by a command" | "cat 1>&2"
        exit 43
    }
    exit 42
}
