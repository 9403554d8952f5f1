"""`judge mutate`: small wrong variants of right programs, and which tests kill them."""
