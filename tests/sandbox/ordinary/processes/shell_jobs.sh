# Pipes, a here-document, process substitution, jobs in the background and wait.
#
# expect: AC
read -r n
read -r line
sort -n <<END | head -1 > smallest.txt
$(tr ' ' '\n' <<< "$line")
END
comm -12 <(tr ' ' '\n' <<< "$line" | sort) smallest.txt > /dev/null
for value in $line; do (echo "$value" > "part.$value") & done
wait
mkfifo channel
cat part.* > channel &
awk '{ sum += $1 } END { print sum }' channel
