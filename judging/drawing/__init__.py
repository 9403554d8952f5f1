"""Where inputs are drawn from: a grammar, or a strategies.py, by a Python in the sandbox."""
