// What opens at a click: one run, all runs on a test, all runs of a submission.

// Of a file: the page holds no more of it.
const SHOWN_BYTES = 2048;

// Pictures, which programs may have drawn. A browser shows each as an image, in which no script
// runs and nothing is loaded; what it cannot read is named.
async function pictures(run, title, entries) {
  if (!entries.length) return [];
  const shown = entries.map(async ({ name, part, why_not }) => {
    const instead = (why) => el("p.soft", {}, `${name} is not shown: ${why}`);
    if (part === null) return instead(why_not);
    const image = el("img", {
      src: await run.section.later(part),
      alt: name,
      onerror: () => image.replaceWith(instead("the browser cannot read it")),
    });
    return el("figure.picture", {}, image, el("figcaption", {}, foreign(name)));
  });
  return [el("h4", {}, title), ...(await Promise.all(shown))];
}

// What is known of a test: its picture, the beginning of its files, the recipe that makes it.
async function testFacts(run, t) {
  const part = await run.section.later(
    Math.floor(t.index / run.section.files_in_a_part),
  );
  const [input, answer] = part[t.index % run.section.files_in_a_part];
  const whole = ([, size]) =>
    size > SHOWN_BYTES
      ? `the first ${counted(SHOWN_BYTES, "byte")} of ${size.toLocaleString("en")}`
      : counted(size, "byte");
  const file = (title, start) =>
    start ? el("div", {}, block(title, start[0] || "(empty)", whole(start))) : "";
  const drawn = run.section.pictures[t.index];
  return [
    await pictures(run, "Picture of the test", drawn ? [drawn] : []),
    t.recipe || t.place
      ? block("Recipe", t.recipe || "(files of its own)", t.place)
      : [],
    input || answer
      ? el("div.columns", {}, file("Input", input), file("Answer", answer))
      : [],
    run.section.contents
      ? []
      : el(
          "p.soft",
          {},
          "This page was written without the contents of files and outputs.",
        ),
  ];
}

// A transcript: when a line was complete, and the line in the column of who wrote it.
function dialogue(lines) {
  if (!lines?.length) return [];
  const rows = [];
  let before = 0;
  for (const { number, at_s, who, text } of lines) {
    const left = number - before - 1;
    if (left > 0) rows.push(["", el("i", {}, `${counted(left, "line")} left out`), ""]);
    before = number;
    const at = (1000 * at_s).toFixed(1);
    const said = el("code", {}, text);
    if (who === "") rows.push([at, el("i", {}, "next pass"), el("i", {}, "next pass")]);
    else rows.push(who === "judge" ? [at, said, ""] : [at, "", said]);
  }
  return [
    el("h4", {}, "Dialogue ", el("small", {}, "ms since the start")),
    el(
      "div.dialogue",
      {},
      table(
        "Dialogue",
        [
          ["ms", "number"],
          ["judge", ""],
          ["submission", ""],
        ],
        rows,
      ),
    ),
  ];
}

async function showCell(run, s, t, turn) {
  const evidence = await run.section.later(run.parts + s.index);
  const at = evidence.places.indexOf(t.index);
  const more = evidence.more[t.index] || {};
  const verdict = s.verdicts[t.index];
  const stopped = s.stopped.has(t.index);
  const seen =
    at < 0
      ? [el("p", {}, "This test was not run: the result was settled without it.")]
      : [
          facts([
            ["Verdict", [badge(verdict, run.words(verdict))]],
            [
              "CPU time",
              seconds(s.cpu_ms[t.index], stopped, 3) +
                (s.limit_ms ? ` of ${seconds(s.limit_ms)}` : ""),
            ],
            ["Wall time", seconds(evidence.wall_ms[at], false, 3)],
            ["Memory", memory(s.memory_kib[t.index])],
            ["Output", counted(evidence.output_bytes[at], "byte")],
            ["Score", more.score],
            [
              "Ended",
              more.signal ||
                more.ending ||
                (more.exit_code ? `exit code ${more.exit_code}` : ""),
            ],
            [
              "Repeated",
              more.reruns &&
                `${counted(more.reruns, "time")}, because it was close to the limit`,
            ],
            ["Recalled", more.recalled && "from an earlier run"],
          ]),
          block("Message", more.message),
          block("Output and answer", more.diff),
          block("Standard error", more.stderr),
          dialogue(more.transcript),
          await pictures(run, "Pictures of the run", more.pictures || []),
        ];
  const broken =
    s.unmet && s.breaking === t.index
      ? el("p.bad", {}, `Here the expectation is not met: ${s.explanation}`)
      : "";
  show(
    [foreign(s.name), " on ", foreign(t.name)],
    [broken, seen, await testFacts(run, t)],
    turn,
    { submission: s.path, test: t.name },
  );
}

async function showTest(run, t, open) {
  const rows = run.submissions
    .filter((s) => s.verdicts[t.index] !== "-")
    .map((s) => [
      link(s.name, () => open.cell(s, t)),
      [badge(s.verdicts[t.index], run.words(s.verdicts[t.index]))],
      seconds(s.cpu_ms[t.index], s.stopped.has(t.index)),
      memory(s.memory_kib[t.index]),
      s.expected,
    ]);
  show(
    ["Test ", foreign(t.name)],
    [
      facts([
        ["Family", t.family],
        ["Kills", counted(t.kills, "wrong submission")],
        ["Slowest run", seconds(t.slowest)],
      ]),
      await testFacts(run, t),
      el("h4", {}, "Every submission on this test"),
      table(
        "Runs on this test",
        [
          ["submission", "name"],
          ["verdict", ""],
          ["time", "number"],
          ["memory", "number"],
          ["expected", "extra"],
        ],
        rows,
      ),
    ],
    null,
    { test: t.name },
  );
}

// Verdict counts, score and longest time of each group.
function groupRows(run, s) {
  return s.groups
    .filter((group) => group.name && (group.verdict || group.score !== null))
    .map((group) => {
      const inside = run.tests.filter(
        (t) => t.name.startsWith(`${group.name}/`) && s.verdicts[t.index] !== "-",
      );
      const counts = grouped(inside, (t) => s.verdicts[t.index]).map(
        ([v, tests]) => `${tests.length} ${run.section.verdicts[v][0]}`,
      );
      const slowest = Math.max(0, ...inside.map((t) => s.cpu_ms[t.index]));
      return [
        foreign(group.name),
        group.verdict || "not run",
        group.score ?? "",
        counts.join(", "),
        inside.length ? seconds(slowest) : "-",
      ];
    });
}

function showSubmission(run, s, open) {
  const ran = run.tests.filter((t) => s.verdicts[t.index] !== "-");
  const rows = ran.map((t) => [
    link(t.name, () => open.cell(s, t)),
    [badge(s.verdicts[t.index], run.words(s.verdicts[t.index]))],
    seconds(s.cpu_ms[t.index], s.stopped.has(t.index)),
    memory(s.memory_kib[t.index]),
  ]);
  const groups = groupRows(run, s);
  show(
    [foreign(s.path)],
    [
      facts([
        ["Verdict", s.verdict],
        ["Expected", s.expected],
        ["Outcome", run.outcome(s)],
        ["Score", s.score],
        ["Language", run.languages[s.language] || s.language],
        ["Model solution", s.model && "yes"],
        ["Tests", `${ran.length} of ${run.tests.length}`],
      ]),
      s.explanation ? el("p", { class: s.unmet ? "bad" : "" }, s.explanation) : "",
      s.sensitivity ? el("p", {}, `Sensitive to times: ${s.sensitivity}`) : "",
      block("Compiler", s.compile_output),
      groups.length
        ? [
            el("h4", {}, "Groups"),
            table(
              "Groups",
              [
                ["group", "name"],
                ["verdict", ""],
                ["score", "number"],
                ["tests", ""],
                ["longest time", "number"],
              ],
              groups,
            ),
          ]
        : "",
      rows.length
        ? [
            el("h4", {}, "Tests"),
            table(
              "Tests",
              [
                ["test", "name"],
                ["verdict", ""],
                ["time", "number"],
                ["memory", "number"],
              ],
              rows,
            ),
          ]
        : "",
    ],
    null,
    { submission: s.path },
  );
}

const link = (text, onclick) =>
  el("button.link", { type: "button", onclick }, foreign(text));
