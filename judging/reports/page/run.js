// The page of a run: what is wrong, the matrix, a table of submissions, times.
const OUTCOMES = {
  ok: "as expected",
  FAIL: "not as expected",
  ERROR: "could not be judged",
  skip: "skipped",
  "?": "undecided: not all tests were chosen",
  "-": "no expectation",
};

// The side of the time limit on which a submission must stay: the one that must not time out,
// the one that must, or neither.
function laneOf({ permitted, required }) {
  if (permitted && !permitted.includes("TLE")) return "pass";
  if (required?.length === 1 && required[0] === "TLE") return "slow";
  return "";
}

// A time limit is never shown as 0.
const milliseconds = (s) => Math.max(1, Math.round(1000 * s));

// The document of a run, with what is derived from it.
function runOf(section) {
  const limits = section.limits || {};
  const run = {
    section,
    languages: section.languages,
    limit_ms: Math.round(1000 * (limits.time_s || 0)),
    kill_ms: Math.round(1000 * (limits.kill_s || 0)),
    parts: Math.ceil(section.tests.length / section.files_in_a_part),
    words: (v) => (v === "-" ? "not run" : section.verdicts[v].join(" ")),
    outcome: (s) => OUTCOMES[s.outcome],
    cell: (s, t) =>
      s.verdicts[t.index] === "-"
        ? "not run"
        : `${run.words(s.verdicts[t.index])}, ${seconds(s.cpu_ms[t.index], s.stopped.has(t.index))}, ${memory(s.memory_kib[t.index])}`,
  };
  run.tests = section.tests.map(([name, family, recipe, place], index) => ({
    name,
    family,
    recipe,
    place,
    index,
    kills: 0,
    slowest: 0,
  }));
  run.submissions = section.submissions.map((facts, index) => {
    const s = {
      ...facts,
      ...facts.testcases,
      index,
      name: last(facts.path),
      folder: last(folderOf(facts.path)),
      failing: 0,
      slowestAt: -1,
      limit_ms: facts.limits ? milliseconds(facts.limits.time_s) : run.limit_ms,
      kill_ms: facts.limits ? milliseconds(facts.limits.kill_s) : run.kill_ms,
      // What the limit of the package is multiplied by for its language.
      factor: section.language_factors[facts.language] ?? 1,
    };
    const { permitted, required } = facts;
    const wrong =
      permitted &&
      (!permitted.includes("AC") || (required.length > 0 && !required.includes("AC")));
    s.stopped = new Set(s.stopped);
    s.model = s.path === section.model_solution;
    s.unmet = s.outcome === "FAIL" || s.outcome === "ERROR";
    s.lane = laneOf(facts);
    for (const t of run.tests) {
      const verdict = s.verdicts[t.index];
      const ms = s.cpu_ms[t.index];
      if (verdict === "-") continue;
      if (verdict !== "A") s.failing++;
      if (verdict !== "A" && wrong) t.kills++;
      t.slowest = Math.max(t.slowest, ms);
      if (s.slowestAt < 0 || ms > s.cpu_ms[s.slowestAt]) s.slowestAt = t.index;
    }
    s.slowest_ms = s.slowestAt < 0 ? 0 : s.cpu_ms[s.slowestAt];
    s.slowest =
      s.slowestAt < 0 ? "-" : seconds(s.slowest_ms, s.stopped.has(s.slowestAt));
    s.sentence = `${s.verdict || "no verdict"}, expected ${s.expected}; ${run.outcome(s)}${s.slowestAt < 0 ? "" : `; slowest run ${s.slowest}`}`;
    return s;
  });
  return run;
}

// The times of a run that was repeated; those of runs that a limit stopped are lower bounds.
function spreadOf({ smallest_s, median_s, largest_s, stopped, runs }) {
  const parts = [
    seconds(1000 * smallest_s, stopped === runs, 3),
    `median ${seconds(1000 * median_s, 2 * stopped > runs, 3)}`,
    `largest ${seconds(1000 * largest_s, stopped > 0, 3)}`,
  ];
  return `smallest ${parts.join(", ")}`;
}

function head(run, open, heading) {
  const { section } = run;
  const limits = section.limits;
  const code = section.exit_code;
  const why =
    section.summary.find((line) => line.startsWith("Exit code")) ||
    (section.submissions.length ? "" : section.summary[0]);
  const gravest = (severity) =>
    section.diagnostics
      .filter((found) => found.severity === severity)
      .map(({ file, line, key, message }) => [
        [file && line ? `${file}:${line}` : file, key, message]
          .filter(Boolean)
          .join(": "),
      ]);
  const unmet = run.submissions
    .filter((s) => s.unmet)
    .map((s) => [
      link(s.path, () =>
        s.breaking === null ? open.submission(s) : open.cell(s, run.tests[s.breaking]),
      ),
      ` got ${s.verdict || "no verdict"}, expected ${s.expected}: ${s.explanation}`,
    ]);
  const list = (title, items, kind) =>
    items.length
      ? el(
          kind ? `details.${kind}` : "details",
          { open: items.length <= 12 && kind !== "note" },
          el("summary", {}, `${title} (${items.length})`),
          el(
            "ul",
            {},
            items.map((item) => el("li", {}, item)),
          ),
        )
      : "";
  const tools = Object.values(section.toolchains).map((tool) => [
    `${tool.name}: ${tool.version}`,
  ]);
  const warnings = [
    ...gravest("warning"),
    ...(section.sandbox?.warnings || []).map((text) => [`sandbox: ${text}`]),
  ];
  return el(
    "header.top",
    {},
    el(heading, {}, foreign(section.problem)),
    el(
      "p",
      { class: `verdict ${code === 0 ? "good" : "bad"}` },
      el("b", {}, code === 0 ? "\u2713 " : "\u2717 "),
      why || `Exit code ${code}: every expectation is met.`,
    ),
    section.summary.filter((line) => line !== why).map((line) => el("p", {}, line)),
    list(
      "Machine errors",
      section.machine_errors.map((text) => [text]),
      "bad",
    ),
    list("Package errors", gravest("error"), "bad"),
    list("Not as expected", unmet, "bad"),
    list("Warnings", warnings, "warn"),
    list(
      section.changed_since,
      section.changes.map((text) => [text]),
      "",
    ),
    list(
      "Sensitive to times",
      run.submissions
        .filter((s) => s.sensitivity)
        .map((s) => [link(s.path, () => open.submission(s)), `: ${s.sensitivity}`]),
      "",
    ),
    list(
      "Spread of times",
      section.repeated
        .filter((again) => again.close)
        .map((again) => [
          foreign(`${again.path} on ${again.test}`),
          `: ${counted(again.runs, "run")}, ${spreadOf(again)}`,
        ]),
      "",
    ),
    list(
      "Notes",
      section.notes.map((text) => [text]),
      "",
    ),
    facts([
      [
        "Time limit",
        limits &&
          `${seconds(run.limit_ms)}, stopped at ${seconds(run.kill_ms)}${section.time_factor !== 1 ? `, factor ${section.time_factor}` : ""}`,
      ],
      ...limitsOfLanguages(run),
      [
        "Memory, output",
        limits &&
          `${memory(limits.memory_bytes / 1024)}, ${memory(limits.output_bytes / 1024)}`,
      ],
      ["Full score", section.best_score],
      ["Tests", section.tests_total],
      ["Sandbox", section.sandbox?.tier],
      ["Runs", section.until === "all" ? "every test" : "until the result is settled"],
      ["Took", seconds(1000 * section.wall_s)],
    ]),
    list("Versions", tools, "note"),
  );
}

// A fact for each language that was used and has a factor.
function limitsOfLanguages(run) {
  if (!run.limit_ms) return [];
  return Object.entries(run.section.language_factors)
    .filter(([id, factor]) => factor !== 1 && id in run.languages)
    .map(([id, factor]) => [
      `Time limit of ${run.languages[id]}`,
      `${seconds(factor * run.limit_ms)}, stopped at ${seconds(factor * run.kill_ms)}, factor ${factor}`,
    ]);
}

function legend(run) {
  const seen = new Set(run.submissions.flatMap((s) => [...new Set(s.verdicts)]));
  const items = Object.entries(run.section.verdicts)
    .filter(([letter]) => seen.has(letter))
    .map(([letter, words]) =>
      el("li", {}, badge(letter, letterOf(letter)), ` ${words.join(" ")}`),
    );
  return el(
    "ul.legend",
    {},
    items,
    seen.has("-") ? el("li", {}, badge("none", "\u00a0"), " not run") : "",
    el("li.soft", {}, "stronger colour: closer to the time limit"),
    run.section.model_solution ? el("li.soft", {}, "\u2605 model solution") : "",
    run.submissions.some((s) => s.sensitivity)
      ? el("li.soft", {}, "\u2248 sensitive to times")
      : "",
  );
}

// A submission that would get another verdict on a faster or slower machine.
const sensitiveMark = (s) =>
  s.sensitivity
    ? el(
        "span.sensitive",
        { role: "img", title: s.sensitivity, "aria-label": s.sensitivity },
        "\u2248",
      )
    : "";

const ROW_COLUMNS = [
  ["outcome", ""],
  ["submission", "name"],
  ["language", "extra"],
  ["verdict", ""],
  ["score", "number score"],
  ["expected", "extra"],
  ["slowest", "number"],
  ["memory", "number extra"],
  ["tests", "number extra"],
  ["what", "why"],
];

function submissionTable(run, submissions, open) {
  const scored = run.submissions.some((s) => s.score !== null);
  const kept = (row) => (scored ? row : row.filter((_, number) => number !== 4));
  const rows = submissions.map((s) =>
    kept([
      el(`b.${s.unmet ? "bad" : "good"}`, { title: run.outcome(s) }, s.outcome),
      link(`${s.model ? "\u2605 " : ""}${s.name}`, () => open.submission(s)),
      run.languages[s.language] || s.language || "-",
      s.verdict ? [badge(s.verdict[0], s.verdict), sensitiveMark(s)] : "-",
      s.score ?? "-",
      s.expected,
      s.slowest,
      s.max_memory_bytes === null ? "-" : memory(s.max_memory_bytes / 1024),
      `${s.tests_run}/${s.tests_total}`,
      foreign(s.explanation, "bdi"),
    ]),
  );
  return table("Submissions", kept(ROW_COLUMNS), rows);
}

// The groups that have points of their own: `secret`, and the root of older formats, have the
// score of the submission, which its row shows.
function groupsWithPoints(submissions) {
  const groups = submissions.flatMap((s) => s.groups);
  const scored = groups.filter(({ name, score }) => score !== null && name !== "");
  return [...new Set(scored.map(({ name }) => name))].filter(
    (name) => name !== "secret",
  );
}

function groupPoints(s, name) {
  const group = s.groups.find((one) => one.name === name);
  if (!group || group.score === null) return "-";
  if (!group.verdict) return "not run";
  return [badge(group.verdict[0], group.verdict), ` ${group.score}`];
}

// The points of each submission in each group; without groups nothing.
function pointsTable(run, submissions, open) {
  const names = groupsWithPoints(run.submissions);
  if (!names.length) return "";
  const rows = submissions.map((s) => [
    link(`${s.model ? "\u2605 " : ""}${s.name}`, () => open.submission(s)),
    s.score ?? "-",
    s.expected,
    ...names.map((name) => groupPoints(s, name)),
  ]);
  const columns = [
    ["submission", "name"],
    ["score", "number score"],
    ["expected", "extra"],
    ...names.map((name) => [foreign(name.replace(/^secret\//, "")), "number"]),
  ];
  return [el("h3", {}, "Points per group"), table("Points per group", columns, rows)];
}

// The run of a page about more has another `heading` than h1.
SECTIONS.run = (section, _others, heading = "h1") => {
  const run = runOf(section);
  const chosen = {
    who: "",
    what: "",
    language: "",
    folder: "",
    show: "",
    failing: false,
    rows: "",
    cols: "",
  };
  let view = { submissions: [], tests: [] };
  const turn = (s, t) => (step) => {
    const next = view.tests[view.tests.indexOf(t) + step];
    if (next) open.cell(s, next);
  };
  const open = {
    cell: (s, t) => showCell(run, s, t, turn(s, t)),
    submission: (s) => showSubmission(run, s, open),
    test: (t) => showTest(run, t, open),
  };
  const lost = el("div", { role: "status" });
  const parts = [head(run, open, heading), lost];
  if (!run.submissions.length) return el("section", {}, parts);
  const picture = matrix(run, open);
  const rows = el("div");
  const count = el("span.soft", { role: "status" });
  const byName = (a, b) => (a.name < b.name ? -1 : 1);
  const order = [...Object.values(section.verdicts).map(([verdict]) => verdict)];
  const sorts = {
    name: byName,
    verdict: (a, b) =>
      order.indexOf(a.verdict) - order.indexOf(b.verdict) || byName(a, b),
    time: (a, b) => b.slowest_ms - a.slowest_ms,
    kills: (a, b) => a.failing - b.failing || byName(a, b),
  };
  const testSorts = {
    name: byName,
    kills: (a, b) => b.kills - a.kills || a.index - b.index,
    time: (a, b) => b.slowest - a.slowest,
  };

  function isChosen(s) {
    if (chosen.language && s.language !== chosen.language) return false;
    if (chosen.folder && s.folder !== chosen.folder) return false;
    if (chosen.show === "unexpected") return s.unmet;
    if (chosen.show === "failing") return s.verdict !== "AC";
    return true;
  }

  function chosenSubmissions() {
    const found = fuzzy(run.submissions.filter(isChosen), chosen.who, (s) => s.path);
    return chosen.rows ? found.sort(sorts[chosen.rows]) : found;
  }

  function chosenTests(submissions) {
    let found = fuzzy(run.tests, chosen.what, (t) => t.name);
    if (chosen.failing) {
      const fails = (s, t) => !"A-".includes(s.verdicts[t.index]); // neither AC nor not run
      found = found.filter((t) => submissions.some((s) => fails(s, t)));
    }
    // A copy: the order of `run.tests` is that of the families.
    return chosen.cols ? [...found].sort(testSorts[chosen.cols]) : found;
  }

  function apply() {
    let submissions = chosenSubmissions();
    const tests = chosenTests(submissions);
    view = { submissions, tests, grouped: !chosen.rows, byFamily: !chosen.cols };
    picture.show(view);
    // The table has the order of the matrix: folders together.
    if (view.grouped) {
      const folders = grouped(submissions, (s) => s.folder);
      submissions = folders.flatMap(([, members]) => members);
    }
    rows.replaceChildren(
      ...[
        submissionTable(run, submissions, open),
        pointsTable(run, submissions, open),
      ].flat(),
    );
    count.textContent = `${counted(submissions.length, "submission")}, ${counted(tests.length, "test")}`;
  }

  const set = (key) => (value) => {
    chosen[key] = value;
    apply();
  };
  const named = (key, names = (id) => id) => [
    ["", "all"],
    ...[...new Set(run.submissions.map((s) => s[key]))]
      .filter(Boolean)
      .sort()
      .map((id) => [id, names(id)]),
  ];
  const button = (text, title, onclick) =>
    el("button", { type: "button", title, "aria-label": title, onclick }, text);
  const finder = find("Submissions", set("who"), picture.focus);
  const tools = el(
    "div.tools",
    { role: "group", "aria-label": "Sort and filter" },
    finder,
    find("Tests", set("what"), picture.focus),
    choice(
      "Show",
      [
        ["", "all"],
        ["unexpected", "not as expected"],
        ["failing", "not accepted"],
      ],
      set("show"),
    ),
    choice("Folder", named("folder"), set("folder")),
    choice(
      "Language",
      named("language", (id) => run.languages[id] || id),
      set("language"),
    ),
    choice(
      "Sort submissions by",
      [
        ["", "folder"],
        ["name", "name"],
        ["verdict", "verdict"],
        ["time", "time"],
        ["kills", "failed tests"],
      ],
      set("rows"),
    ),
    choice(
      "Sort tests by",
      [
        ["", "family"],
        ["name", "name"],
        ["kills", "kills"],
        ["time", "time"],
      ],
      set("cols"),
    ),
    tick("only tests that some submission fails", set("failing")),
    el(
      "span.buttons",
      {},
      button("Fold", "Fold groups", () => picture.fold(true)),
      button("Unfold", "Unfold groups", () => picture.fold(false)),
      button("\u2212", "Smaller cells", () => picture.zoom(-3)),
      button("+", "Larger cells", () => picture.zoom(3)),
    ),
    count,
  );
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, select, dialog")) return;
    event.preventDefault();
    finder.querySelector("input").focus();
  });
  FOLLOWERS.push(() => {
    if (!tools.isConnected) return;
    const s = addressed(run.submissions, "submission", (one) => one.path);
    const t = addressed(run.tests, "test", (one) => one.name);
    lost.replaceChildren(...notFound([s, "submission"], [t, "test"]));
    if (s && t) open.cell(s, t);
    else if (s) open.submission(s);
    else if (t) open.test(t);
  });
  apply();
  parts.push(
    el("section", {}, el("h2", {}, "Verdicts"), tools, picture.node, legend(run)),
    el("section", {}, el("h2", {}, "Submissions"), rows),
    times(run, open),
  );
  return el("section", {}, parts);
};
