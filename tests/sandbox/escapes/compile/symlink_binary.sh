# A compiler whose result is a link to a file of the judge: running or keeping it would reveal the
# file.
#
# promise: collected-files bounded-compilers
# expect: JE CE
# holds: all
# victim: secret
ln -s "@secret@" "$1"
