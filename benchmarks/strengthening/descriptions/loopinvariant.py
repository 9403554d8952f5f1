from shapes import sequences


def brackets(rng, known):
    some = sequences.brackets(rng.between(1, rng.choice((2, 9, 99, 9999))), rng)
    twice, nested, level = some * 2, "(" + some + ")", "()" * len(some)
    parts = rng.choice((some, twice, nested, level, some * rng.between(1, 9)))
    return parts * rng.choice((1, 1, 1, 10**6 // len(parts)))


overrides = {"s": brackets}
