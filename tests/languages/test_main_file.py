"""Which of a program's files is started, by the rule of each package format."""

from __future__ import annotations

import pytest

from judging.core.problem import Source
from judging.languages import Language, UnclearSource, languages, mainfile_of

HAVE_ONE = [each for each in languages().values() if each.has_main_file and each.files]
# Source: the Kattis problem package format, appendix "Languages", "Default entry point".
TABLE = {
    "java": "Main.java",
    "javascript": "main.js",
    "kotlin": "Main.kt",
    "php": "main.php",
    "python2": "__main__.py",
    "python3": "__main__.py",
    "pypy3": "__main__.py",
}


def ending_of(language: Language) -> str:
    return language.files[0].removeprefix("*")


def main_of(
    language: Language, names: list[str], *, legacy: bool, text: bytes = b""
) -> str:
    files = tuple((name, text) for name in names)
    source = Source("parts", files, first_is_main=legacy)
    return mainfile_of(source, language, files)


def test_the_languages_of_the_table() -> None:
    stated = {each.id: each.entry_point for each in languages().values()}
    assert {key: name for key, name in stated.items() if name} == TABLE


@pytest.mark.parametrize("language", HAVE_ONE, ids=lambda each: each.id)
def test_a_legacy_program_starts_with_main_in_any_case(language: Language) -> None:
    ending = ending_of(language)
    for name in ("Main", "MAIN", "main"):
        names = [f"helper{ending}", f"{name}{ending}", f"aaa{ending}", f"mainly{ending}"]
        assert main_of(language, names, legacy=True) == f"{name}{ending}"


@pytest.mark.parametrize("language", HAVE_ONE, ids=lambda each: each.id)
def test_a_legacy_program_without_main_starts_with_its_first_file(
    language: Language,
) -> None:
    ending = ending_of(language)
    names = [f"zz{ending}", f"aa{ending}", f"mm{ending}"]
    assert main_of(language, names, legacy=True) == f"aa{ending}"


@pytest.mark.parametrize("language", sorted(TABLE))
@pytest.mark.parametrize("legacy", [False, True], ids=["2025-09", "legacy"])
def test_the_table_goes_before_the_order(language: str, *, legacy: bool) -> None:
    found = languages()[language]
    if found.has_main_file:
        names = [f"Alpha{ending_of(found)}", TABLE[language]]
        assert main_of(found, names, legacy=legacy) == TABLE[language]


def test_two_usual_names_in_python() -> None:
    """The table of 2025-09 names the second one; in a legacy package `main` goes first."""
    python = languages()["python3"]
    names = ["main.py", "__main__.py"]
    assert main_of(python, names, legacy=False) == "__main__.py"
    assert main_of(python, names, legacy=True) == "main.py"


@pytest.mark.parametrize("language", HAVE_ONE, ids=lambda each: each.id)
def test_main_in_another_case_is_found_in_every_format(language: Language) -> None:
    ending = ending_of(language)
    names = [f"helper{ending}", f"MAIN{ending}"]
    assert main_of(language, names, legacy=False) == f"MAIN{ending}"


def test_a_guard_says_nothing_in_a_legacy_package() -> None:
    guard = b"if __name__ == '__main__':\n    pass\n"
    files = (("aa.py", b"print(1)\n"), ("zz.py", guard))
    python = languages()["python3"]
    legacy = Source("parts", files, first_is_main=True)
    assert mainfile_of(legacy, python, files) == "aa.py"
    assert mainfile_of(Source("parts", files), python, files) == "zz.py"


@pytest.mark.parametrize(
    ("language", "main"),
    [
        ("java", b"class B { public static void main(String[] a) {} }\n"),
        ("rust", b"mod a;\nfn main() {}\n"),
        ("scala", b"object B { def main(a: Array[String]): Unit = () }\n"),
    ],
)
def test_a_file_without_a_main_function_cannot_be_first(
    language: str, main: bytes
) -> None:
    found = languages()[language]
    ending = ending_of(found)
    files = ((f"a{ending}", b""), (f"b{ending}", main), (f"c{ending}", main))
    source = Source("parts", files, first_is_main=True)
    assert mainfile_of(source, found, files) == f"b{ending}"


@pytest.mark.parametrize("legacy", [False, True], ids=["2025-09", "legacy"])
@pytest.mark.parametrize("language", ["c", "cpp", "go", "haskell", "kotlin", "ocaml"])
def test_files_that_are_built_together_need_no_main_file(
    language: str, *, legacy: bool
) -> None:
    found = languages()[language]
    ending = ending_of(found)
    names = [f"aa{ending}", f"zz{ending}"]
    assert main_of(found, names, legacy=legacy) in names


def test_the_entrypoint_goes_before_every_rule() -> None:
    files = (("main.py", b""), ("other.py", b""))
    source = Source("parts", files, entrypoint="other.py", first_is_main=True)
    assert mainfile_of(source, languages()["python3"], files) == "other.py"


def test_a_program_without_a_main_file_names_what_is_usual() -> None:
    with pytest.raises(
        UnclearSource, match=r"named __main__\.py or main\.py, or an .entrypoint"
    ):
        main_of(languages()["python3"], ["a.py", "b.py"], legacy=False)
