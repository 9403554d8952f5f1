"""Make small wrong programs of an accepted one, and measure how many of them the tests kill.

submission --operators--> mutants --build--> those that compile to a new program
    --tests--> killed, or survived --hunt--> a hole in the tests, or likely equivalent
"""
