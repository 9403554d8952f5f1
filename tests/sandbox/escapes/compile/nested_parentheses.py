# Nests so deep that the compiler's own stack is the question.
#
# expect: CE RTE
# holds: all
# needs: python3
# time: 1
value = 1
# @nest@
