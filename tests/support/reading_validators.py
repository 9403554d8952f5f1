"""Headers that stand in for libraries of validators, and inputs for what was read from them.

The stand-ins have as much of testlib and BAPCtools' validation.h as the validators of
tests use: the same names, order of arguments and exit codes. A read is as strict.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from judging.features.describe.tree import Description
from judging.features.describe.writing import grammar
from judging.shapes.grammar import Drawer

_TOKENS = r"""
#pragma once
#include <bits/stdc++.h>
inline void reject(const std::string &reason) {
    std::cerr << reason << '\n';
    std::exit(REJECTED);
}
inline std::string token() {
    std::string word;
    while (std::cin.peek() > ' ') word += char(std::cin.get());
    if (word.empty()) reject("expected a word");
    return word;
}
inline void letter(char wanted) {
    if (std::cin.get() != wanted) reject("expected another letter");
}
inline long long whole(long long low, long long high) {
    std::string word = token();
    long long value = std::atoll(word.c_str());
    if (std::to_string(value) != word) reject("expected an integer");
    if (value < low || value > high) reject("an integer is out of its bounds");
    return value;
}
inline double decimal(double low, double high) {
    double value = std::stod(token());
    if (value < low || value > high) reject("a number is out of its bounds");
    return value;
}
inline void at_end() {
    if (std::cin.get() != EOF) reject("expected the end");
}
"""

TESTLIB = (
    "#define REJECTED 3\n"
    + _TOKENS
    + r"""
using std::string;
struct InStream {
    int readInt(int low, int high, string = "") { return int(whole(low, high)); }
    long long readLong(long long low, long long high, string = "") { return whole(low, high); }
    std::vector<int> readInts(int count, int low, int high, string = "", int = 1) {
        std::vector<int> values;
        for (int i = 0; i < count; i++) {
            if (i) readSpace();
            values.push_back(readInt(low, high));
        }
        return values;
    }
    string readToken(string pattern, string = "") {
        string word = token();
        if (!std::regex_match(word, std::regex(pattern))) reject("a word has another form");
        return word;
    }
    string readWord(string pattern, string = "") { return readToken(pattern); }
    string readLine(string pattern, string = "") {
        string line;
        std::getline(std::cin, line);
        if (!std::regex_match(line, std::regex(pattern))) reject("a line has another form");
        return line;
    }
    double readStrictDouble(double low, double high, int, int, string = "") {
        return decimal(low, high);
    }
    void readSpace() { letter(' '); }
    void readEoln() { letter('\n'); }
    void readEof() { at_end(); }
} inf;
inline void registerValidation(int, char **) {}
inline void setTestCase(int) {}
#define ensure(condition) ensuref(condition, "")
template <class... Rest> void ensuref(bool condition, const char *reason, Rest...) {
    if (!condition) reject(reason);
}
"""
)

VALIDATION = (
    "#define REJECTED 43\n"
    + _TOKENS
    + r"""
enum Separator { Space, Newline };
struct Tag { bool unique, increasing, strict; };
const Tag Arbitrary{0, 0, 0}, Unique{1, 0, 0}, Increasing{0, 1, 0}, StrictlyIncreasing{1, 1, 1};
inline Tag operator|(Tag a, Tag b) {
    return {a.unique || b.unique, a.increasing || b.increasing, a.strict || b.strict};
}
struct InputValidator {
    std::map<std::string, std::vector<long long>> seen;
    InputValidator(int, char **) {}
    ~InputValidator() {
        at_end();
        std::exit(42);
    }
    long long read_integer(std::string name, long long low, long long high, Tag tag = Arbitrary) {
        long long value = whole(low, high);
        auto &before = seen[name];
        if (tag.unique && std::count(before.begin(), before.end(), value)) WA("not unique");
        if (tag.increasing && !before.empty() && before.back() > value) WA("not increasing");
        before.push_back(value);
        return value;
    }
    std::vector<long long> read_integers(std::string name, int count, long long low,
                                         long long high, Tag tag = Arbitrary,
                                         Separator between = Space) {
        std::vector<long long> values;
        for (int i = 0; i < count; i++) {
            if (i) letter(between == Space ? ' ' : '\n');
            values.push_back(read_integer(name, low, high, tag));
        }
        newline();
        return values;
    }
    std::string read_string(std::string, size_t low, size_t high, std::string letters = "") {
        std::string word = token();
        if (word.size() < low || word.size() > high) WA("wrong length");
        for (char c : word)
            if (!letters.empty() && letters.find(c) == letters.npos) WA("wrong letter");
        return word;
    }
    std::string test_strings(std::vector<std::string> wanted) {
        std::string word = token();
        if (!std::count(wanted.begin(), wanted.end(), word)) WA("another word");
        return word;
    }
    void space() { letter(' '); }
    void newline() { letter('\n'); }
    void WA(std::string reason) { reject(reason); }
    void check(bool condition, std::string reason = "") {
        if (!condition) WA(reason);
    }
};
"""
)


def drawn(description: Description, count: int) -> list[bytes]:
    """Return inputs that are drawn from a description."""
    drawer = Drawer(grammar(description), {})
    return [found.content for found in drawer.inputs("uniform", "a seed", count)]


def compiled(folder: Path, source: str, header: str, name: str) -> list[str]:
    """Return the command of a C++ validator with its header."""
    (folder / name).write_text(header)
    (folder / "validate.cpp").write_text(source)
    program = folder / "validate"
    command = ["g++", "-std=c++20", "-o", str(program), str(folder / "validate.cpp")]
    subprocess.run(command, check=True)
    return [str(program)]


def python(folder: Path, source: str) -> list[str]:
    """Return the command of a Python validator."""
    (folder / "validate.py").write_text(source)
    return [sys.executable, "-W", "ignore", str(folder / "validate.py")]


def refusals(command: list[str], inputs: list[bytes], accepted: int) -> list[str]:
    """Return the inputs that a validator does not accept, each with what it said."""
    found = []
    for text in inputs:
        run = subprocess.run(
            command, input=text, capture_output=True, timeout=60, check=False
        )
        if run.returncode != accepted:
            found.append(f"{text[:200]!r}: {run.stderr[-300:]!r}")
    return found
