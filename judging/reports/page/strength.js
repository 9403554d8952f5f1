// The strength of the tests: the kill matrix, what is caught by little, what is superfluous.
SECTIONS.strength = (section, [judged]) => {
  const run = runOf(judged);
  const submissions = new Map(run.submissions.map((s) => [s.path, s]));
  const tests = new Map(run.tests.map((t) => [t.name, t]));
  const shown = { tests: run.tests };
  const turn = (s, t) => (step) => {
    const next = shown.tests[shown.tests.indexOf(t) + step];
    if (next) open.cell(s, next);
  };
  const open = {
    cell: (s, t) => showCell(run, s, t, turn(s, t)),
    submission: (s) => showSubmission(run, s, open),
    test: (t) => showTest(run, t, open),
  };
  const submission = (path) => link(path, () => open.submission(submissions.get(path)));
  const test = (name) => link(name, () => open.test(tests.get(name)));
  const wrong = section.wrong
    .map(({ path }) => submissions.get(path))
    .sort((a, b) => a.failing - b.failing || (a.path < b.path ? -1 : 1));
  const idle = new Set(section.kill_nobody);
  const fewest = new Set(section.smallest.tests);
  const rate = ({ right, of, rate: part }) =>
    `${right} of ${of}${part === null ? "" : ` = ${(100 * part).toFixed(1)} %`}`;

  const picture = matrix(run, open);
  const sets = {
    "": () => true,
    fewest: (t) => fewest.has(t.name),
    idle: (t) => idle.has(t.name),
    kills: (t) => !idle.has(t.name),
  };
  const apply = (key) => {
    shown.tests = run.tests.filter(sets[key]);
    picture.show({
      submissions: wrong,
      tests: shown.tests,
      grouped: false,
      byFamily: true,
    });
  };
  apply("");
  const kills = card(
    "Kills",
    el(
      "p.soft",
      {},
      "Wrong submissions, those with the fewest kills first; every letter is a test that kills one.",
    ),
    el(
      "div.tools",
      {},
      choice(
        "Tests to show",
        [
          ["", "all"],
          ["fewest", "the fewest that keep every kill"],
          ["kills", "that kill some"],
          ["idle", "that kill nothing"],
        ],
        apply,
      ),
    ),
    picture.node,
    legend(run),
  );

  const one = section.killed_by_one_test.map(({ path, test: name }) => [
    submission(path),
    test(name),
  ]);
  const family = section.killed_by_one_family.map(
    ({ path, family: name, tests: names }) => [
      submission(path),
      `${name}, ${counted(names.length, "test")}`,
    ],
  );
  const weak =
    !one.length && !family.length
      ? ""
      : card(
          "Killed by few tests",
          one.length
            ? [
                el(
                  "p.soft",
                  {},
                  "Without this one test these submissions would pass: add a second test for each that fails it for the same reason.",
                ),
                table(
                  "Killed by one test only",
                  [
                    ["submission", "wraps"],
                    ["by this test only", "wraps"],
                  ],
                  one,
                ),
              ]
            : "",
          family.length
            ? table(
                "Killed by one family only",
                [
                  ["submission", "wraps"],
                  ["by tests of this family only", "wraps"],
                ],
                family,
              )
            : "",
        );

  const { smallest, smallest_with_samples: reduced } = section;
  const same = section.same_kills.map((names) => [
    [several(names.map(test))],
    wrong.filter((s) => s.verdicts[tests.get(names[0]).index] !== "A").length,
  ]);
  const spare = section.kill_nobody.filter((name) => !name.startsWith("sample/"));
  const redundancy = card(
    "Tests that could be removed",
    smallest.tests.length
      ? [
          el(
            "h3",
            {},
            `The fewest tests that keep every kill: ${smallest.tests.length} of ${run.tests.length}`,
            el("small", {}, ` ${share(smallest.accepted_cpu_share)} of the run time`),
          ),
          el(
            "p.soft",
            {},
            `${smallest.exact ? "No smaller set does." : "Found greedily: a smaller set may exist."} With the samples: ${counted(reduced.tests.length, "test")}, which \`judge strength --minimize DIR\` writes.`,
          ),
          several(smallest.tests.map(test)),
        ]
      : "",
    spare.length
      ? [
          el("h3", {}, `Secret tests that kill nothing: ${spare.length}`),
          el(
            "p.soft",
            {},
            "They may guard against faults that no submission has yet: keep each one whose fault you can name.",
          ),
          several(spare.map(test)),
        ]
      : "",
    same.length
      ? [
          el("h3", {}, "Tests with the same kills"),
          table(
            "Tests with the same kills",
            [
              ["tests", "wraps"],
              ["kills", "number"],
            ],
            same,
          ),
        ]
      : el("p", {}, "No two tests kill the same submissions."),
  );

  const reached = (met, seen) =>
    el(`b.${met ? "good" : "bad"}`, {}, met ? "reached" : `not reached${seen}`);
  // Validators for testlib report no values, and no bound that is not the same throughout an input.
  const seen = (what, value) => (value === null ? "" : `: ${what} value ${value}`);
  const bounds = card(
    "Bounds of the input",
    section.bounds.length
      ? table(
          "Bounds of the input",
          [
            ["quantity", "name"],
            ["least", "number"],
            ["in the tests", ""],
            ["greatest", "number"],
            ["in the tests", ""],
          ],
          section.bounds.map((b) => [
            foreign(b.name),
            b.low ?? (b.least === null ? "?" : "none"),
            [reached(b.low_reached, seen("smallest", b.least))],
            b.high ?? (b.greatest === null ? "?" : "none"),
            [reached(b.high_reached, seen("largest", b.greatest))],
          ]),
        )
      : el(
          "p.soft",
          {},
          "No input validator names any: let one write them with --constraints_file FILE.",
        ),
  );
  const equal = section.equal_answers.length
    ? card(
        "Groups whose answers are all equal",
        table(
          "Groups with equal answers",
          [
            ["group", "name"],
            ["tests", "number"],
            ["answer", "wraps"],
          ],
          section.equal_answers.map((e) => [
            foreign(e.group),
            e.tests,
            foreign(e.answer),
          ]),
        ),
      )
    : "";

  const groups = section.groups.length
    ? card(
        "Groups with scores",
        el(
          "p.soft",
          {},
          "A submission must fail a group if it would get more points than expected by passing it.",
        ),
        table(
          "Groups with scores",
          [
            ["group", "name"],
            ["points", "number"],
            ["must stop", "wraps"],
            ["lets pass", "wraps"],
          ],
          section.groups.map((g) => [
            foreign(g.group),
            g.max_score ?? "unbounded",
            g.must_fail.length ? [several(g.must_fail.map(submission))] : "nobody",
            g.lets_pass.length
              ? [el("b.bad", {}, several(g.lets_pass.map(submission)))]
              : "nobody",
          ]),
        ),
      )
    : "";

  const head = top(
    section.problem,
    section.exit_code,
    section.summary,
    [
      ["Right submissions accepted", rate(section.true_positives)],
      ["Wrong submissions rejected", rate(section.true_negatives)],
      ["Tests", run.tests.length],
      ["Families", new Set(section.tests.map((t) => t.family)).size],
      ["Different sets of kills", section.patterns],
      ["Rank of the matrix", section.rank],
    ],
    [
      [
        "Survivors: wrong submissions that no test fails",
        section.survivors.map(submission),
        "bad",
      ],
      [
        "Expectations not met",
        section.unmet
          .filter(({ path }) => !section.survivors.includes(path))
          .map(({ path, why }) => [submission(path), ` ${why}`]),
        "bad",
      ],
      ["Left out: not judged on every test", section.left_out.map(submission), "warn"],
    ],
  );
  return [
    el("section", {}, head, kills, groups, weak, redundancy, bounds, equal),
    SECTIONS.run(judged, [], "h2"),
  ];
};
