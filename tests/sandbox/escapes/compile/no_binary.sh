# A compiler that says that all is well and leaves nothing: that is the machine's fault, and must
# not become the verdict of a run.
#
# expect: JE CE
# holds: all
exit 0
