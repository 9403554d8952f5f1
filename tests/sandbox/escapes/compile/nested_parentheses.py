# Nests so deep that it may overflow the compiler's own stack.
#
# promise: bounded-compilers
# expect: CE RTE
# holds: all
# needs: python3
# time: 1
value = 1
# @nest@
