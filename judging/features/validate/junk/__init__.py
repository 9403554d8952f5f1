"""Test how strict the validators and how tolerant the checker are.

Input validators get inputs that are almost valid, the checker gets reformatted answers.
Then the package's output validators and answer validators get outputs that attack them,
and what its wrong submissions print. Programs that must do the same again run twice.
The name of a test is the seed of its junk, so every machine tries the same. The store
keeps the results.
"""
