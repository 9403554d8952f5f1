# Reads by getline from the names that awk knows, and writes to those that it knows.
#
# expect: AC
BEGIN {
    getline n < "/dev/stdin"
    getline line < "/dev/stdin"
    count = split(line, values, " ")
    for (i = 1; i <= n; i++) sum += values[i]
    print "read " count " numbers" > "/dev/stderr"
    print sum + 0 | "cat"
    close("cat")
}
