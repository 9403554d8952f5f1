"""The checkers that come with testlib, and the arguments of the default comparison that are
closest to each. Source: the folder `checkers` of testlib."""

from collections.abc import Mapping, Sequence

# rcmp and its kin take one number or several; the comparison takes any number of them.
CLOSEST: Mapping[str, tuple[str, ...]] = {
    "wcmp": ("case_sensitive",),
    "lcmp": ("case_sensitive",),
    "fcmp": ("case_sensitive", "space_change_sensitive"),
    "hcmp": (),
    "icmp": (),
    "ncmp": (),
    "uncmp": (),
    "yesno": (),
    "nyesno": (),
    "acmp": ("float_absolute_tolerance", "1.5e-6"),
    "dcmp": ("float_tolerance", "1e-6"),
    "rcmp": ("float_absolute_tolerance", "1.5e-6"),
    "rcmp4": ("float_tolerance", "1e-4"),
    "rcmp6": ("float_tolerance", "1e-6"),
    "rcmp9": ("float_tolerance", "1e-9"),
    "rncmp": ("float_absolute_tolerance", "1.5e-5"),
    "caseicmp": (),
    "casencmp": (),
    "casewcmp": ("case_sensitive",),
}
# Those that the default comparison equals.
EXACT = frozenset({"wcmp", "rcmp4", "rcmp6", "rcmp9", "fcmp"})


def standard_name(name: str) -> str:
    """Return the name of a standard checker: `wcmp` for `std::wcmp.cpp`. Return "" if the
    comparison has no arguments that are close to it."""
    plain = name.removeprefix("std::").partition(".")[0]
    return plain if plain in CLOSEST else ""


def advice(args: Sequence[str]) -> str:
    """Return what to write in place of a standard checker among arguments of the default
    comparison, to follow the message about them; "" if there is none."""
    for word in args:
        name = standard_name(word)
        if name:
            words = " ".join(CLOSEST[name]) or "no argument"
            how = "the same as" if name in EXACT else "closest to"
            return f"; {how} testlib's checker {name}: {words}"
    return ""
