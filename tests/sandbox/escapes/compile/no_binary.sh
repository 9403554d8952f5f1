# A compiler that exits with 0 but leaves no program: that is the machine's fault, and must not
# become the verdict of a run.
#
# promise: bounded-compilers fails-closed
# expect: JE CE
# holds: all
exit 0
