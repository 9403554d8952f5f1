# A validator of a few pipes, a here-document and a message by the name of the error stream.
#
# expect: AC
# smoke: yes
complain() {
    echo "validator: $1" > /dev/stderr
    exit 43
}

exec 3< <(cat /dev/stdin)
read -r n <&3 || complain "no first line"
grep -Eqx '[1-9][0-9]{0,2}' <<< "$n" || complain "the first line is no number"
read -r line <&3
mapfile -t values < <(echo "$line" | tr ' ' '\n' | sort -n)
[ "${#values[@]}" -eq "$n" ] || complain "$n numbers were announced, ${#values[@]} are there"
cat <<END > bounds.txt
1
1000
END
for value in "${values[0]}" "${values[n - 1]}"; do
    [ "$(cat bounds.txt <(echo "$value") | sort -n | sed -n 2p)" = "$value" ] || complain "$value"
done
[ -z "$(cat <&3)" ] || complain "more follows"
exit 42
