"""`judge statement`: statements, from sources and samples to PDF and HTML, with pandoc and
typst in the sandbox.
"""
