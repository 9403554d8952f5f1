// A contest: its problems with verdicts and margins, and the run of the one that is chosen.
SECTIONS.contest = (section, runs) => {
  const shown = el("div");
  const lost = el("div", { role: "status" });
  const parts = new Map();
  const problems = section.problems.map((problem, number) => ({
    ...problem,
    number,
    run: runs[number],
    title: `${problem.label} ${problem.folder}`.trim(),
  }));
  const choose = (problem) => {
    if (!parts.has(problem.number))
      parts.set(problem.number, SECTIONS.run(problem.run, [], "h2"));
    shown.replaceChildren(parts.get(problem.number));
    for (const other of rows.querySelectorAll("tbody tr"))
      other.classList.toggle("chosen", other.rowIndex === problem.number + 1);
    dispatchEvent(new Event("resize"));
  };
  const nameOf = (problem) => problem.label || problem.folder;
  const go = (problem) => {
    choose(problem);
    shown.scrollIntoView();
  };
  FOLLOWERS.push(() => {
    const problem = addressed(problems, "problem", nameOf);
    lost.replaceChildren(...notFound([problem, "problem"]));
    if (problem) go(problem);
  });
  const margin = (ratio, wanted, bound = "") =>
    ratio === null || ratio === undefined
      ? "-"
      : [el(`b.${ratio >= wanted ? "good" : "bad"}`, {}, `${bound}${ratio.toFixed(2)}`)];
  const verdicts = (run) =>
    grouped(
      run.submissions.filter((s) => s.verdict),
      (s) => s.verdict,
    ).map(([verdict, members]) => [
      badge(verdict[0], `${members.length} ${verdict}`),
      " ",
    ]);
  const rows = table(
    "Problems",
    [
      ["outcome", ""],
      ["problem", "wraps"],
      ["as expected", "number extra"],
      ["verdicts", ""],
      ["tests", "number extra"],
      ["time limit", "number extra"],
      ["limit / slowest", "number"],
      ["fastest / limit", "number"],
      ["remark", "why"],
    ],
    problems.map((problem) => {
      const { run } = problem;
      const margins = run.margins || {};
      const fastest = margins.fastest_too_slow;
      return [
        el(`b.${run.exit_code ? "bad" : "good"}`, {}, problem.mark),
        link(problem.title, () => {
          tell({ problem: nameOf(problem) });
          go(problem);
        }),
        problem.met,
        verdicts(run),
        run.tests_total,
        run.limits ? seconds(1000 * run.limits.time_s) : "-",
        margin(margins.ac_ratio, margins.ac_wanted),
        margin(
          margins.tle_ratio,
          fastest?.stopped ? 0 : margins.tle_wanted,
          fastest?.stopped ? ">= " : "",
        ),
        foreign(problem.remark),
      ];
    }),
  );
  const head = top(
    section.contest,
    section.exit_code,
    section.summary,
    [],
    [...faults(section), ["Interrupted, not run", section.not_run, "bad"]],
  );
  if (problems.length) choose(problems.find(({ run }) => run.exit_code) || problems[0]);
  return [
    el(
      "section",
      {},
      head,
      lost,
      problems.length
        ? card(
            "Problems",
            el("p.soft", {}, "Click a problem to show its run below."),
            rows,
          )
        : "",
    ),
    shown,
  ];
};
