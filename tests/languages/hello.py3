#!/usr/bin/env pypy3
import sys

sys.stdout.write("Hello %s\n" % sys.stdin.readline().strip())
