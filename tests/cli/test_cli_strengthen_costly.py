"""`judge strengthen` finds inputs on which a submission is slow that random ones do not show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.command import Package, sound

LARGEST_C = """\
#include <stdio.h>
int main(void) {
    int n, value, most = 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1)
        if (value > most) most = value;
    printf("%d\\n", most);
}
"""
# Sorts with the first value as the pivot, and takes much time for each comparison: 2 million
# comparisons of 2000 sorted values, and some 30,000 of random ones.
FIRST_PIVOT_C = """\
#include <stdio.h>
static int values[2000];
static volatile int spin;
static int before(int a, int b) {
    for (int i = 0; i < 1500; i++) spin++;
    return a < b;
}
static void sort(int low, int high) {
    while (low < high) {
        int pivot = values[low], less = low, next = low + 1, more = high;
        while (next <= more) {
            int value = values[next];
            if (before(value, pivot)) {
                values[next++] = values[less];
                values[less++] = value;
            } else if (before(pivot, value)) {
                values[next] = values[more];
                values[more--] = value;
            } else {
                next++;
            }
        }
        sort(low, less - 1);
        low = more + 1;
    }
}
int main(void) {
    int n;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) scanf("%d", &values[i]);
    sort(0, n - 1);
    printf("%d\\n", values[n - 1]);
}
"""
# Each of the first eight values that is as this program fears makes it five times as slow, up
# to the first one that is not.
FEARS_C = """\
#include <stdio.h>
static volatile int spin;
int main(void) {
    int n, value, most = 0, level = 0, alike = 1;
    scanf("%d", &n);
    for (int i = 0; i < n && scanf("%d", &value) == 1; i++) {
        alike = alike && value % 3 == (i * i + i / 2) % 3;
        if (alike && level < 8) level++;
        if (value > most) most = value;
    }
    int steps = 8000;
    while (level-- > 0) steps *= 5;
    for (int i = 0; i < steps; i++) spin++;
    printf("%d\\n", most);
}
"""
VALIDATOR_C = """\
#include <stdio.h>
#include <string.h>
static char text[20000], again[20000];
int main(void) {
    int n, value;
    text[fread(text, 1, sizeof text - 1, stdin)] = 0;
    FILE *in = fmemopen(text, strlen(text) + 1, "r");
    if (fscanf(in, "%d", &n) != 1 || n < LEAST || n > MOST) return 43;
    int used = sprintf(again, "%d\\n", n);
    for (int i = 0; i < n; i++) {
        if (fscanf(in, "%d", &value) != 1 || value < 1 || value > 1000000) return 43;
        used += sprintf(again + used, i ? " %d" : "%d", value);
    }
    sprintf(again + used, "\\n");
    return strcmp(text, again) ? 43 : 42;
}
"""
GRAMMAR = """\
INT(8,9,n) NEWLINE
REPI(i, n, SPACE)
  INT(1,1000000,v[i])
END
NEWLINE
EOF
"""
GENERATOR = """\
import random, sys
draw = random.Random(sys.argv[2])
n = int(sys.argv[1])
print(n)
print(*(draw.randint(1, 1000000) for _ in range(n)))
"""
RULES = """\
solution: /solutions/accepted/largest.c
data:
  sample:
    data:
      one: {generate: "row.py 8 {seed}"}
  secret:
    data:
      large: {generate: "row.py MOST {seed}"}
"""


def rows(tmp_path: Path, least: int, most: int, slow: str) -> Package:
    """A package whose inputs are rows of integers, and whose answer is the largest of them. One
    submission is slow on few of the inputs, and on no test."""
    package = sound(tmp_path)
    package.remove("solutions", "validators", "problem/data")
    package.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: 0.3")
    package.write("solutions/accepted/largest.c", LARGEST_C)
    package.write("solutions/time_limit_exceeded/slow.c", slow)
    validator = VALIDATOR_C.replace("LEAST", str(least)).replace("MOST", str(most))
    package.write("validators/check.c", validator)
    package.write("generators/row.py", GENERATOR)
    package.write("generators/generators.yaml", RULES.replace("MOST", str(most)))
    assert package.judge("generate").code == 0
    return package


@pytest.mark.slow
# Both take a minute. Grammars can do more than texts here, so one of them is enough.
@pytest.mark.parametrize(
    "source", [pytest.param("text", marks=pytest.mark.long), "grammar"]
)
def test_an_input_is_found_that_makes_a_submission_slow(
    source: str, tmp_path: Path
) -> None:
    """Text is sorted; draws from a grammar change at a few places, again and again."""
    if source == "text":
        package = rows(tmp_path, 1, 2000, FIRST_PIVOT_C)
    else:
        package = rows(tmp_path, 8, 9, FEARS_C)
        package.write("validators/rows.ctd", GRAMMAR)
    done = package.judge("strengthen", "--tries", 20, "--limit", 0, "--write")
    assert done.code == 0
    assert re.search(r"killed by the \d existing tests: 0 of 1", done.out)
    assert re.search(r"killed with \d more tests?: 1 of 1", done.out)
    # Only the search by cost kills it, and what it found is among the tests to add.
    origin = "costly for solutions/time_limit_exceeded/slow.c"
    by_source = rf"^  {origin}: \d inputs?, 1 victim killed, 1 by no other input, \d+\.\d s of CPU$"
    assert re.search(by_source, done.out, re.MULTILINE)
    added = rf"^  secret/stronger-\w+: {origin}, [\d,]+ bytes$"
    assert re.search(added, done.out, re.MULTILINE)
    assert package.run().code == 0
