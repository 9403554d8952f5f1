"""Input formats as grammars: read checktestdata, and draw inputs from it. Pure, standard library.

Packages carry copies of these modules in one file, so they import nothing else.
"""
