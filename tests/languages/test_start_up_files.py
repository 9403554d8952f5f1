"""Submissions of several files: a module beside the main file is found, and what a runtime or a
compiler reads by itself neither reads the machine, nor writes to it, nor runs outside of the box.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from support.command import sound

from judging.sandbox import missing
from judging.store import Store

SECRET = "a secret of the machine: 61803398"

# In every text: SECRET_FILE and MARK are paths of the machine. Each program adds two numbers.
ADD_JS = 'const [a, b] = require("fs").readFileSync(0, "utf8").split(" ").map(Number);'
EVIL_JS = 'require("fs").writeFileSync("MARK", "js")'
FOLDERS: Mapping[str, Mapping[str, str]] = {
    "accepted/python": {
        "main.py": "import part\nprint(part.add(input()))\n",
        "part.py": "def add(text):\n    return sum(map(int, text.split()))\n",
        "sitecustomize.py": 'open("MARK", "w")\n',
        "usercustomize.py": 'open("MARK", "w")\n',
        "start.pth": 'import os; os.system("cp SECRET_FILE MARK")\n',
        "traceback.py": 'print(open("SECRET_FILE").read())\n',
    },
    "accepted/perl": {
        "main.pm": "BEGIN { open(F, '>', 'MARK'); open(S, '<', 'SECRET_FILE') and print <S>; }\n"
        "use Part;\nprint Part::add(split ' ', <STDIN>), qq(\\n);\n",
        "Part.pm": "package Part;\nsub add { $_[0] + $_[1] }\n1;\n",
        "sitecustomize.pl": "die;\n",
    },
    "accepted/ruby": {
        "main.rb": 'require_relative "part"\nputs add(gets)\n',
        "part.rb": "def add(text) = text.split.sum(&:to_i)\n",
        "rubygems.rb": 'abort File.read("SECRET_FILE")\n',
    },
    "accepted/lua": {
        "main.lua": 'local add = require("part")\nprint(add(io.read("n", "n")))\n',
        "part.lua": "return function(a, b) return a + b end\n",
        "init.lua": "os.exit(1)\n",
    },
    "accepted/javascript": {
        "main.js": f'{ADD_JS}\nconsole.log(require("./part")(a, b));\n',
        "part.js": "module.exports = (a, b) => a + b;\n",
        "package.json": '{"type": "commonjs", "main": "evil.js"}\n',
        "node.config.json": '{"nodeOptions": {"require": "./evil.js"}}\n',
        "evil.js": EVIL_JS,
    },
    "accepted/php": {
        "main.php": '<?php require __DIR__ . "/part.php"; echo add(fgets(STDIN)), "\\n";\n',
        "part.php": "<?php function add($line) { return array_sum(explode(' ', trim($line))); }\n",
        "php.ini": "auto_prepend_file = evil.php\n",
        "evil.php": '<?php file_put_contents("MARK", "php"); exit(1);\n',
    },
    "accepted/r": {
        "main.R": 'cat(sum(scan(file("stdin"), quiet = TRUE)), "\\n")\n',
        "start.Rprofile": 'writeLines("r", "MARK"); quit()\n',
    },
    "accepted/rust": {
        "src/main.rs": "use std::io::*;\nfn main() {\n    let mut s = String::new();\n"
        "    stdin().read_to_string(&mut s).unwrap();\n"
        '    println!("{}", s.split_whitespace().map(|x| x.parse::<i64>().unwrap()).sum::<i64>());'
        "\n}\n",
        "build.rs": 'fn main() { std::fs::write("MARK", "rust").unwrap(); }\n',
        "Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\nbuild = "build.rs"\n',
    },
    "rejected/c": {"main.c": '#include "SECRET_FILE"\nint main(void) { return 0; }\n'},
    "rejected/rust": {
        "main.rs": 'fn main() { print!("{}", include_str!("SECRET_FILE")); }\n'
    },
    "rejected/rust_module": {
        "main.rs": '#[path = "SECRET_FILE"]\nmod part;\nfn main() {}\n'
    },
    "rejected/go": {
        "main.go": 'package main\n/*\n#include "SECRET_FILE"\n*/\nimport "C"\nfunc main() {}\n',
        "go.mod": "module x\ntoolchain go9.9.9\n",
    },
    "rejected/java": {
        "Main.java": "public class Main { public static void main(String[] words) {} }\n",
        "META-INF/services/com.sun.source.util.Plugin": "Evil\n",
    },
    "rejected/haskell": {
        "Main.hs": "{-# LANGUAGE TemplateHaskell #-}\nimport Language.Haskell.TH.Syntax\n"
        'main :: IO ()\nmain = putStr $(runIO (readFile "SECRET_FILE") >>= lift)\n',
    },
}
QUICK = {"accepted/python", "accepted/perl", "accepted/lua", "rejected/c"}


@pytest.mark.parametrize(
    ("tier", "names"),
    [
        pytest.param("auto", QUICK, id="strongest"),
        pytest.param(
            "auto", set(FOLDERS) - QUICK, id="strongest-more", marks=pytest.mark.slow
        ),
        pytest.param("landlock", set(FOLDERS), id="landlock", marks=pytest.mark.slow),
    ],
)
def test_start_up_files(
    tier: str, names: set[str], tmp_path: Path, store: Store
) -> None:
    if tier != "auto" and (reason := missing(tier, store)) is not None:
        pytest.skip(f"sandbox tier {tier}: {reason}")
    secret = tmp_path / "secret"
    marks = tmp_path / "marks"
    package = sound(tmp_path)
    secret.write_text(SECRET)
    marks.mkdir()
    for name in names:
        for file, text in FOLDERS[name].items():
            mark = str(marks / name.replace("/", "-"))
            code = text.replace("SECRET_FILE", str(secret)).replace("MARK", mark)
            package.write(f"solutions/{name}/{file}", code)
    words = ("--sandbox", tier, "--allow-missing-language", "--until", "all")
    report = package.run(*words)
    assert SECRET not in report.done.text + json.dumps(report.json)
    assert list(marks.iterdir()) == []
    assert secret.read_text() == SECRET
    for name in names:
        entry = report.submission(name)
        verdict = "AC" if name.startswith("accepted/") else "CE"
        assert entry["verdict"] in (verdict, None), entry[
            "why"
        ]  # None: no such compiler here
