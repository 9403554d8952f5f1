"""Grammars for tests: the idioms of contests, and everything that the language has."""

from __future__ import annotations

import contextlib
import importlib
import io
import random
import re
import sys
from pathlib import Path

import pytest

_digits = sys.get_int_max_str_digits()
other_parse = importlib.import_module("checktestdata.parser").parse
tokenize = importlib.import_module("checktestdata.tokenizer").tokenize
VarType = importlib.import_module("checktestdata.lib").VarType
ValidationError = importlib.import_module("checktestdata.lib").ValidationError
sys.set_int_max_str_digits(_digits)  # that package lifts the limit of the whole process

IDIOMS = {
    "array": "INT(1,200000,n) NEWLINE REPI(i,n,SPACE) INT(1,10^9,a[i]) END NEWLINE",
    "length": 'INT(1,1000,n) NEWLINE REP(2) REGEX("[a-z]+",s) NEWLINE ASSERT(STRLEN(s)==n) END',
    "at most": 'INT(1,50,n) NEWLINE REP(n,SPACE) REGEX("[a-z]*",s) ASSERT(STRLEN(s)<=9) END'
    " NEWLINE",
    "increasing": "INT(1,200000,n) NEWLINE SET(last=0) REP(n,SPACE) INT(1,1000000,cur)"
    " ASSERT(last<cur) SET(last=cur) END NEWLINE",
    "falling": "INT(1,100,n) NEWLINE REPI(i,n,SPACE) INT(1,200,a[i])"
    " IF(i>0) ASSERT(a[i-1]>=a[i]) END END NEWLINE",
    "product": "INT(1,10^5,h) SPACE INT(1,10^5,w) NEWLINE ASSERT(h*w<=10^5)\n"
    'REP(h) REGEX("[.#]+",g) NEWLINE ASSERT(STRLEN(g)==w) END',
    "budget": "INT(1,10^5,t) NEWLINE SET(s=0) REP(t) INT(1,200000,n) NEWLINE SET(s=s+n)\n"
    "ASSERT(s<=200000) REP(n,SPACE) INT(0,9) END NEWLINE END",
    "permutation": "INT(1,100000,n) NEWLINE REPI(i,n,SPACE) INT(1,n,p[i]) END NEWLINE"
    " ASSERT(UNIQUE(p))",
    "points": "INT(1,200,n) NEWLINE REPI(i,n) INT(0,20,x[i]) SPACE INT(0,20,y[i]) NEWLINE END"
    " ASSERT(UNIQUE(x,y))",
    "names": 'INT(1,99,n) NEWLINE REPI(i,n) REGEX("[a-z]{1,5}",s[i]) NEWLINE END ASSERT(UNIQUE(s))',
    "different": "INT(2,20000,n) SPACE INT(0,50000,m) NEWLINE REP(m) INT(1,n,a) SPACE INT(1,n,b)"
    " ASSERT(a!=b) NEWLINE END",
    "tree": "INT(1,200000,n) NEWLINE REPI(i,n-1) INT(1,n,u[i]) SPACE INT(1,n,v[i]) NEWLINE END"
    "  #@ tree u v",
    "graph": "INT(2,1000,n) SPACE INT(1,5000,m) NEWLINE ASSERT(m>=n-1) ASSERT(m<=n*(n-1)/2)\n"
    "REPI(i,m) INT(1,n,u[i]) SPACE INT(1,n,v[i]) SPACE INT(1,10^9) NEWLINE END"
    "  #@ graph u v connected",
    "ordered edges": "INT(2,1000,n) SPACE INT(0,5000,m) NEWLINE ASSERT(2*m<=n*(n-1))\n"
    "REPI(i,m) INT(1,n,u[i]) SPACE INT(1,n,v[i]) ASSERT(u[i]<v[i]) NEWLINE END"
    " ASSERT(UNIQUE(u,v))  #@ graph u v",
    "given sum": "INT(1,1000,n) SPACE INT(1,10^6,m) NEWLINE ASSERT(n<=m) SET(s=0)\n"
    "REP(n) INT(1,9,c) SPACE INT(1,10^6,k) NEWLINE SET(s=s+k) END ASSERT(s==m)",
    "kinds": 'INT(1,1000,q) NEWLINE REP(q) IF(MATCH("+")) STRING("+ ") INT(1,9) ELSE STRING("?")'
    " END NEWLINE END",
    "to the end": "SET(c=0) WHILE(!ISEOF) INT(0,10^15) SPACE INT(0,10^15) NEWLINE SET(c=c+1) END"
    " ASSERT(1<=c && c<=40)",
    "floats": "INT(1,9,n) NEWLINE REP(n) FLOATP(-1,1,0,3) SPACE FLOAT(0,1e3,x) SPACE"
    " FLOATP(0.5,10,2,2,y,SCIENTIFIC) SPACE FLOAT(x,1e4,z,FIXED) NEWLINE END",
}
"""By what is hard to draw."""

WHOLE = r"""
# Comments, "and strings"
SET(x = 1.50, y[1, 2] = 4/3.0 + 1E-12, s = "a\"b\\c\101\
d") STRING(s) NEWLINE
REGEX("(foo|[^a-z]{2,3})?.\\[", word) UNSET(x, y)
WHILEI(i, !(ISEOF || MATCH("\n")) && i < 2^10, SPACE) INT(-i, i % 7 - -2, a[i + 1]) END
IF(!i == 3 || INARRAY(i * 2, a) && UNIQUE(a, b)) FLOAT(-1, 1, f, FIXED) ELSE EOF END
ASSERT(STRLEN(word) + 1 != (007 - 2) / 3 && "a" < "b" || 1.5 >= f)
"""
_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"|[A-Z]+|[a-z][a-z0-9]*|[0-9.]+|\s+|#[^\n]*|.', re.DOTALL
)


def mutant(source: str, draw: random.Random) -> str:
    """Return a grammar with one or two tokens changed; most are wrong, some are right."""
    tokens = _TOKEN.findall(source)
    words = [
        *_TOKEN.findall(WHOLE),
        '"\\777"',
        "@",
        "FLOATP",
        "REP",
        "STRLEN",
        "#@ tree u\n",
    ]
    for _ in range(draw.choice((1, 1, 2))):
        place = draw.randrange(len(tokens))
        other = draw.randrange(len(tokens))
        kind = draw.randrange(5)
        if kind == 0:
            tokens[place : place + 1] = []
        elif kind == 1:
            tokens.insert(place, draw.choice([*words, *tokens]))
        elif kind == 2:
            tokens[place], tokens[other] = tokens[other], tokens[place]
        else:
            first = tokens[place][0]
            like = [
                w
                for w in words + tokens
                if (w[0].isupper(), w[0].isalnum()) == (first.isupper(), first.isalnum())
            ]
            tokens[place] = draw.choice(like)
        if not tokens:
            break
    return "".join(tokens)


class Validator:
    """The package's own program of a grammar."""

    def __init__(self, source: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
        parser = other_parse(tokenize(source.encode()))
        self._code = compile(parser.python_code(), "grammar", "exec")
        self._globals = parser.python_globals()
        self._file = folder / "input"
        patch.setattr(sys, "argv", ["grammar", str(self._file)])

    def accepts(self, text: bytes) -> bool:
        """Return whether the program says that the input is valid; it may raise if not."""
        self._file.write_bytes(text)
        for value in self._globals.values():
            if isinstance(value, VarType):
                value.reset()
        with contextlib.redirect_stdout(io.StringIO()) as output:
            exec(self._code, dict(self._globals))  # raises if the input is invalid
        return "ok" in output.getvalue()

    def permits(self, text: bytes) -> bool:
        """Return whether the input is valid."""
        try:
            return self.accepts(text)
        except (ValidationError, TypeError):
            return False
