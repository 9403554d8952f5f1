"""`judge try`: one run of a submission, a dialogue by hand, a dialogue shown again."""
