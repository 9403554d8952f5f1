# A generator of seq, sort and paste, with what it says on the way at the name of the error stream.
#
# expect: AC
n=$1
echo "$n numbers" > /dev/stderr
{
    echo "$n"
    seq 1 "$n" | sort -rn | paste -sd' '
} > /dev/stdout
