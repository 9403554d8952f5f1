"""Statements: reading their sources and samples, typesetting them with pandoc and typst."""
