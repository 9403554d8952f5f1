"""What a run costs, without a clock: the number of basic blocks that it executes.

A basic block is a piece of code without a branch inside. A program of C or C++ that is
compiled for it counts them, and the count of a run that ends by itself is the same every
time, on a busy machine too. Counts compare inputs of one program. They say nothing about
two programs, because blocks differ in length, and decide no verdict: measured time does.

    build_counting(sources, session) -> programs that count     building.py
    count_blocks(program, inputs, limits, session) -> counts    counting.py
"""

from judging.cost.building import build_counting as build_counting
from judging.cost.counting import BlockCount as BlockCount
from judging.cost.counting import count_blocks as count_blocks
