"""Names of files, most of them with letters added to the first one."""

LETTERS = "abcdefghijklmnopqrstuvwxyz."
LONGEST = 32


def second_name(rng, known):
    """Return the first name with letters added; now and then two of its letters change
    places, or it has nothing to do with the first one."""
    name = list(known["f"].decode())
    kind = rng.below(4)
    if kind == 0:
        length = rng.between(len(name), LONGEST)
        return "".join(rng.choice(LETTERS) for _ in range(length))
    if kind == 1 and len(name) > 1:
        place = rng.below(len(name) - 1)
        name[place], name[place + 1] = name[place + 1], name[place]
    for _ in range(rng.between(0, LONGEST - len(name))):
        name.insert(rng.below(len(name) + 1), rng.choice(LETTERS))
    return "".join(name)


overrides = {"h": second_name}
