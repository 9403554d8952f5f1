# The shell's own ways to its input: read, a redirection from /dev/stdin, cat with a dash.
#
# expect: AC
read -r n
read -r -a values < <(cat -)
again=$(sed -n 2p /dev/stdin)
[ "$again" = "${values[*]}" ] || { echo "'$again' is not '${values[*]}'" > /dev/stderr; exit 1; }
sum=0
for value in "${values[@]:0:n}"; do ((sum += value)); done
printf '%d\n' "$sum" > /dev/stdout
