# A checker that compares with diff and says why at the name of the error stream and in the feedback folder.
#
# expect: AC
input=$1 answer=$2 feedback=$3
n=$(head -1 "$input")
cat /dev/stdin | tr -s ' ' '\n' | grep -v '^$' > given.txt
if diff given.txt "$answer" > difference.txt; then
    echo "right, of $n numbers" > "$feedback/judgemessage.txt"
    exit 42
fi
tee "$feedback/judgemessage.txt" < difference.txt > /dev/stderr
exit 43
