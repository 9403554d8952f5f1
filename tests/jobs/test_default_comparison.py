"""The default comparison, compared with a naive implementation of the format; and float traps."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.operations import operations

from judging.core.verdicts import Verdict
from judging.jobs.checkers.default import compare, parse_args, repeated_tolerance

WHITE = bytes([0x20, 0x0C, 0x0A, 0x0D, 0x09, 0x0B])  # the format names these six
MEGABYTES = 4 * 2**20


def accepts(output: bytes, answer: bytes, *args: str) -> bool:
    verdict = compare(output, answer, args).verdict
    assert verdict in (Verdict.AC, Verdict.WA)
    return verdict is Verdict.AC


def message(output: bytes, answer: bytes, *args: str) -> str:
    return compare(output, answer, args).message


# ---- a second, naive implementation


def pieces(text: bytes, with_space: bool) -> list[bytes]:
    """Split byte by byte into runs of white space and runs of other bytes."""
    found: list[bytearray] = []
    for byte in text:
        if found and (found[-1][-1] in WHITE) == (byte in WHITE):
            found[-1].append(byte)
        else:
            found.append(bytearray([byte]))
    return [bytes(piece) for piece in found if with_space or piece[0] not in WHITE]


def number(token: bytes) -> Fraction | None:
    """Return the exact value of a decimal number in the format's syntax, or None if it is too
    large for a double."""
    digit = "[0123456789]"
    significand = rf"({digit}*\.{digit}+|{digit}+\.|{digit}+)"
    text = token.decode("latin-1")
    match = re.fullmatch(rf"([+-]?){significand}([Ee][+-]?{digit}+)?", text)
    if match is None:
        return None
    whole, _, part = match[2].partition(".")
    value = Fraction(int(whole + part or "0"), 10 ** len(part))
    value *= Fraction(10) ** int((match[3] or "e0")[1:])
    if value < Fraction(1, 2**1075):
        value = Fraction(0)
    return None if value >= 2**1024 else -value if match[1] == "-" else value


def naive(output: bytes, answer: bytes, args: Sequence[str]) -> bool:
    case = "case_sensitive" in args
    space = "space_change_sensitive" in args
    tolerance = {
        args[i]: Fraction(args[i + 1])
        for i in range(len(args) - 1)
        if "float" in args[i]
    }
    both = tolerance.get("float_tolerance")
    absolute = tolerance.get("float_absolute_tolerance", both)
    relative = tolerance.get("float_relative_tolerance", both)
    got, expected = pieces(output, space), pieces(answer, space)
    if len(got) != len(expected):
        return False
    for ours, theirs in zip(got, expected, strict=True):
        right, left = number(theirs), number(ours)
        right_one = ours == theirs if case else ours.lower() == theirs.lower()
        if tolerance and right is not None:
            gap = None if left is None else abs(right - left)
            right_one = gap is not None and (
                (absolute is not None and gap <= absolute)
                or (relative is not None and gap <= relative * abs(right))
            )
        if not right_one:
            return False
    return True


TEXT_WORDS = [b"yes", b"YES", b"Yes", b"no", b"\x00", b"\xff", b"\xc3\x84", b"1_0"]
NUMBERS = b"1 1.0 01 -1 +1 +5 1e0 1.5 1.25 0 -0 .5 5. 1e1 10 100 1000 1e400 1e-400 -1E+400".split()
NEARLY = b"nan NAN inf -inf Infinity 0x1 0x1p0 0X1P0 1_000 1e . e1 +-1 1f .e1 +".split()
NEARLY += ["\u0661".encode(), "\uff11".encode(), b"1\x00", b"\x1c1", b"1\xa0"]
WORDS = st.sampled_from([*TEXT_WORDS, *NUMBERS, *NEARLY])
GAPS = st.text(st.sampled_from(WHITE.decode("latin-1")), min_size=1, max_size=3).map(
    lambda text: text.encode("latin-1")
)
TEXTS = st.lists(st.tuples(WORDS, GAPS), max_size=5).map(
    lambda parts: b"".join(word + gap for word, gap in parts)
)
# Powers of two, so that the comparison in floating point is exact too.
EPSILONS = st.sampled_from(["0", "0.25", "0.5", "2"])
ARGS = st.lists(
    st.just(["case_sensitive"])
    | st.just(["space_change_sensitive"])
    | st.tuples(
        st.sampled_from(["float_absolute_tolerance", "float_relative_tolerance"]),
        EPSILONS,
    ).map(list),
    unique_by=lambda words: words[0],
    max_size=4,
).map(lambda parts: [word for part in parts for word in part])


@given(TEXTS, TEXTS, ARGS)
def test_agrees_with_the_naive_definition(
    output: bytes, answer: bytes, args: list[str]
) -> None:
    assert accepts(output, answer, *args) == naive(output, answer, args)


@given(TEXTS, st.data(), ARGS)
def test_agrees_with_the_naive_definition_on_near_misses(
    answer: bytes, data: st.DataObject, args: list[str]
) -> None:
    """Change one piece of the answer, because two independent texts rarely have the same shape."""
    parts = pieces(answer, with_space=True)
    assume(parts)
    place = data.draw(st.integers(0, len(parts) - 1))
    parts[place] = data.draw(GAPS if parts[place][0] in WHITE else WORDS)
    output = b"".join(parts)
    assert accepts(output, answer, *args) == naive(output, answer, args)


@given(st.binary(), st.binary(), ARGS)
def test_any_bytes_agree_with_the_naive_definition(
    output: bytes, answer: bytes, args: list[str]
) -> None:
    assert accepts(output, answer, *args) == naive(output, answer, args)


@given(st.binary(), ARGS)
def test_every_answer_matches_itself(text: bytes, args: list[str]) -> None:
    assert accepts(text, text, *args)


# ---- white space and case


@pytest.mark.parametrize("byte", range(256))
def test_exactly_six_bytes_separate_tokens(byte: int) -> None:
    between = b"a" + bytes([byte]) + b"b"
    assert accepts(between, b"a b") == (byte in WHITE)
    assert accepts(between, between)


def test_white_space_around_and_between_tokens_does_not_count() -> None:
    assert accepts(b"\r\n 1\t\v2\f\n\n", b"1 2\n")
    assert accepts(b"1 2", b"1\n2\n")
    assert not accepts(b"12", b"1 2")


def test_space_change_sensitive_compares_every_byte_of_white_space() -> None:
    for output in (b"1 2", b"1  2\n", b"1\n2\n", b" 1 2\n", b"1 2\n\n", b"1 2\r\n"):
        assert not accepts(output, b"1 2\n", "space_change_sensitive")
        assert accepts(output, b"1 2\n")
    assert accepts(b"A b\n", b"a B\n", "space_change_sensitive")


def test_case_counts_only_with_case_sensitive() -> None:
    assert accepts(b"YES", b"yes")
    assert not accepts(b"YES", b"yes", "case_sensitive")
    # Only ASCII letters have case, because bytes are compared.
    assert not accepts("\u00c4".encode(), "\u00e4".encode())


# ---- floats


def test_the_tokens_of_the_answer_decide_what_is_a_float() -> None:
    assert not accepts(b"1.0", b"1")
    assert accepts(b"1.0", b"1", "float_tolerance", "0")
    assert not accepts(b"1.0", b"one", "float_tolerance", "9")
    assert not accepts(b"one", b"1.0", "float_tolerance", "9")


def test_either_tolerance_is_enough() -> None:
    both = ("float_absolute_tolerance", "0.1", "float_relative_tolerance", "0.01")
    assert accepts(b"0.09", b"0.0", *both)  # absolute alone
    assert accepts(b"1009", b"1000", *both)  # relative alone
    assert not accepts(b"1011", b"1000", *both)
    assert not accepts(b"1009", b"1000", "float_absolute_tolerance", "0.1")
    assert not accepts(b"0.09", b"0.0", "float_relative_tolerance", "0.01")
    assert accepts(b"1.09", b"1.0", "float_tolerance", "0.1")


def test_relative_is_relative_to_the_answer() -> None:
    assert accepts(b"50", b"100", "float_relative_tolerance", "0.5")
    assert not accepts(b"100", b"50", "float_relative_tolerance", "0.5")
    assert accepts(b"-150", b"-100", "float_relative_tolerance", "0.5")


NO_NUMBERS = b"nan NaN -nan inf -Infinity 1e999 0x1p0 0x1 1_0 1__0 1,0 1.0.0 --1 1e 1e+ 1f".split()


@pytest.mark.parametrize("token", [*NO_NUMBERS, b"", b"1\x00", "\u0661".encode()])
def test_a_token_that_is_not_a_finite_decimal_number_is_close_to_no_number(
    token: bytes,
) -> None:
    for answer in (b"1", b"10", b"1e308", b"-0.0"):
        assert not accepts(token, answer, "float_tolerance", "1e300")


@pytest.mark.parametrize(
    "answer", [b"nan", b"inf", b"-inf", b"1e999", b"-1e400", b"0x1p0"]
)
def test_an_answer_that_is_not_a_finite_number_is_compared_as_text(
    answer: bytes,
) -> None:
    tolerance = ("float_tolerance", "1e-6")
    assert accepts(answer.upper(), answer, *tolerance)
    for output in (b"1", b"0", b"-5e300", b"1e308", b"infinity", b"1e998"):
        assert not accepts(output, answer, *tolerance)


def test_different_spellings_of_one_number_are_equal() -> None:
    for form in (
        b"100",
        b"100.",
        b"+100",
        b"1e2",
        b"1E+2",
        b".1e3",
        b"0100.000",
        b"1000e-1",
    ):
        assert accepts(form, b"100", "float_tolerance", "0")
        assert accepts(b"100", form, "float_tolerance", "0")
    assert accepts(b"-0", b"0", "float_tolerance", "0")


@given(
    st.decimals(-1000, 1000, places=4),
    st.decimals(-1000, 1000, places=4),
    st.sampled_from(["0.001", "0.5", "100"]),
)
def test_tolerance_is_symmetric_in_sign_and_grows(
    a: object, b: object, epsilon: str
) -> None:
    left, right = str(a).encode(), str(b).encode()
    close = accepts(left, right, "float_absolute_tolerance", epsilon)
    gap = abs(Fraction(str(a)) - Fraction(str(b)))
    if abs(gap - Fraction(epsilon)) > Fraction(1, 10**6):
        assert close == (gap <= Fraction(epsilon))
    if close:
        assert accepts(left, right, "float_absolute_tolerance", str(float(epsilon) * 2))


# ---- the arguments


@pytest.mark.parametrize(
    "args",
    [
        ["case-sensitive"],
        ["float_tolerance"],
        ["float_tolerance", "case_sensitive"],
        ["float_tolerance", "-1"],
        ["float_tolerance", "nan"],
        ["float_tolerance", "inf"],
        ["float_tolerance", "1_0"],
        ["float_tolerance", "0x1p-3"],
        ["float_tolerance", "\u0661"],
        ["float_tolerance", "1e999"],
        ["float_relative_tolerance", "1e-6", "1e-6"],
        [""],
    ],
)
def test_invalid_arguments_are_rejected(args: list[str]) -> None:
    with pytest.raises(ValueError, match=r"'|needs"):
        parse_args(args)
    with pytest.raises(ValueError, match=r"'|needs"):
        compare(b"1", b"2", args)


@pytest.mark.parametrize(
    ("args", "word"),
    [
        ("float_tolerance 1 float_tolerance 1", "float_tolerance"),
        ("float_tolerance 1 float_absolute_tolerance 1", "float_absolute_tolerance"),
        (
            "float_relative_tolerance 1 case_sensitive float_tolerance 1",
            "float_tolerance",
        ),
        ("float_relative_tolerance 1 float_absolute_tolerance 2", None),
        ("case_sensitive case_sensitive float_tolerance 1", None),
    ],
)
def test_a_repeated_tolerance_is_found(args: str, word: str | None) -> None:
    assert repeated_tolerance(args.split()) == word


def test_arguments_may_have_any_order_and_the_last_one_wins() -> None:
    one = parse_args(
        ["float_tolerance", "1", "float_absolute_tolerance", "2", "case_sensitive"]
    )
    two = parse_args(
        ["case_sensitive", "float_relative_tolerance", "1", "float_tolerance", "2"]
    )
    assert (one.relative, one.absolute, one.case_sensitive) == (1, 2, True)
    assert (two.relative, two.absolute, two.space_sensitive) == (2, 2, False)


# ---- messages


def test_messages_name_the_place_and_both_tokens() -> None:
    assert (
        message(b"1 2\n3 5\n", b"1 2\n3 4\n")
        == "line 2: token 4: expected '4', read '5'"
    )
    early = message(b"1 2\n", b"1 2 3\n")
    assert "early" in early
    assert "'3'" in early
    extra = message(b"1\n2\n3\n", b"1 2")
    assert "extra" in extra
    assert "line 3" in extra
    assert "'3'" in extra


@pytest.mark.parametrize("nothing", [b"", b"\n", b" \t\r\n"])
def test_the_message_on_empty_output_says_no_output(nothing: bytes) -> None:
    assert message(nothing, b"42\n").startswith("no output")
    assert accepts(nothing, b"")
    assert "extra" in message(b"42", nothing)


@given(st.binary(max_size=300), st.binary(max_size=300))
def test_a_message_is_one_short_printable_line(output: bytes, answer: bytes) -> None:
    said = message(output, answer)
    assert said.isprintable()
    assert len(said) < 300
    assert bool(said) == (not accepts(output, answer))


def test_unprintable_bytes_are_escaped() -> None:
    said = message(b"a\x00\x1b[31m\xff", b"b")
    assert "\\x00" in said
    assert "\x1b" not in said


# ---- sizes


@pytest.mark.slow
@settings(max_examples=8)
@given(
    st.lists(st.sampled_from([b"a", b"BC", b"1.5", b"x" * 40]), min_size=1, max_size=4),
    st.integers(20_000, 40_000),
    st.lists(GAPS, min_size=2, max_size=5),
    st.integers(0, 2**30),
    st.booleans(),
)
def test_texts_longer_than_one_block_are_compared_to_the_token(
    words: list[bytes], count: int, gaps: list[bytes], place: int, floats: bool
) -> None:
    """Some hundred kilobytes that differ in their white space, and then also in one token."""
    tokens = [words[i % len(words)] for i in range(count)]
    args = ("float_tolerance", "0.25") if floats else ()
    answer = b" ".join(tokens)
    number = place % count
    output = [token + gaps[i % len(gaps)] for i, token in enumerate(tokens)]
    assert accepts(b"".join(output), answer, *args)
    line = 1 + b"".join(output[:number]).count(b"\n")
    output[number] = b"other" + gaps[0]
    said = message(b"".join(output), answer, *args)
    assert said.startswith(
        f"line {line}: token {number + 1}: expected '{tokens[number].decode()}'"
    )
    assert (
        "ends early" in message(b"".join(output[:number]), answer, *args) or number == 0
    )
    assert "extra" in message(answer, b" ".join(tokens[:number]), *args)
    strict = (*args, "space_change_sensitive")
    assert accepts(answer, answer[:-1] + b"c", *strict) == (answer[-1:] == b"C")
    assert not accepts(answer + b" ", answer, *strict)


@pytest.mark.parametrize(
    "start",
    [
        pytest.param(b" " * 2**21, id="space"),
        pytest.param(b"x" * 2**21 + b" ", id="token", marks=pytest.mark.slow),
    ],
)
def test_many_tokens_after_a_long_part_are_not_held_at_once(start: bytes) -> None:
    count = 400_000
    answer = start + b"77 " * count
    tracemalloc.start()
    said = message(answer + b"8", answer + b"9")
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    number = count + len(start.split()) + 1
    assert said == f"line 1: token {number}: expected '9', read '8'"
    # Lists of all tokens would take 42 bytes for each token of both texts.
    assert peak_bytes < 36 * 2**20


@pytest.mark.parametrize(
    ("pair", "args"),
    [
        (lambda n: (b"1 " * (n // 2), b"1\n" * (n // 2) + b"2"), ()),
        (lambda n: (b"7" * n, b"7" * n + b"8"), ()),
        (lambda n: (b"7" * n, b"7" * n + b"8"), ("float_tolerance", "1e-9")),
        (
            lambda n: (b"0." + b"7" * n, b"0." + b"7" * n + b"x"),
            ("float_tolerance", "1e-9"),
        ),
        (lambda n: (b"1e-" + b"7" * n, b"1e" + b"7" * n), ("float_tolerance", "1e-9")),
        (lambda n: (b"\n" * n, b" " * n + b"x"), ("space_change_sensitive",)),
        (lambda n: (b"\x00" * n, b"\xff" * n), ()),
    ],
    ids=[
        "tokens",
        "one token",
        "one float",
        "nearly a float",
        "exponent",
        "space",
        "nul",
    ],
)
def test_comparing_takes_linear_time(
    pair: Callable[[int], tuple[bytes, bytes]], args: tuple[str, ...]
) -> None:
    def compared(size: int) -> int:
        output, answer = pair(size)
        return operations(lambda: compare(output, answer, args))

    assert compared(2**17) < 2.5 * compared(2**16)
    # Operations in C code are not counted; if they were quadratic, this test would take hours.
    assert compare(*pair(MEGABYTES), args).verdict is Verdict.WA
