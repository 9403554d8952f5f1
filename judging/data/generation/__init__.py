"""Make test data from recipes: run generators, and the model solution for answers.

Nothing here writes into the package. Files go to the store under a key of the program
and its arguments, so each is made once; `judge generate` copies them into the package.
"""
