"""The seed and the arguments of a generator command. Pure."""

import functools
import hashlib
import re
import shlex

from judging.core.problem import Recipe

# The name that generators.yaml gives a test in `{name}` and in the files that a
# generator writes.
TEST_NAME = "testcase"
_SEED = re.compile(r"\{seed(:[0-9]+)?\}")
_SEEDS = 2**31  # as in BAPCtools, whose tests of the same recipe are the same bytes


def seed_of(recipe: Recipe) -> int:
    """Return the seed of a recipe: int(sha512(salt + command), 16) mod 2^31.

    Insert `:{count-1}` before the command when count > 1. In the command `{count}` is
    already replaced. Source: BAPCtools' documentation of generators.yaml and its code.
    """
    number = "" if recipe.count == 1 else f":{recipe.count - 1}"
    text = f"{recipe.salt}{number}{recipe.command}"
    digest = hashlib.sha512(text.encode("utf-8", "surrogatepass")).hexdigest()
    return int(digest, 16) % _SEEDS


def uses_seed(recipe: Recipe) -> bool:
    """True when the command of a recipe contains `{seed}`."""
    return _SEED.search(recipe.command or "") is not None


def generator_arguments(recipe: Recipe, attempt: int = 0) -> tuple[str, ...]:
    """Return the words of a generator command with name and seed filled in.

    attempt: how many seeds were tried before this one; each attempt adds 1 to the seed.
    """
    seed = str((seed_of(recipe) + attempt) % _SEEDS)
    words = _words(recipe.command or "")
    return tuple(_SEED.sub(seed, word.replace("{name}", TEST_NAME)) for word in words)


# Cached: each step of a test asks for the words of its command, and shlex is slow.
@functools.lru_cache(maxsize=10_000)
def _words(command: str) -> tuple[str, ...]:
    return tuple(shlex.split(command))
