# An interactor in Bash.
#
# expect: AC
cat "$1" > /dev/stdout
read -r word < /dev/stdin
echo "the submission says $word" > /dev/stderr
[ "$word" = "$(cat "$2")" ] && exit 42
exit 43
