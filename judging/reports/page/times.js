// The times of a run: both margins in one picture, and the slowest tests of each submission.
const MOST_BARS = 20; // a screenful: the slowest decide the limit; a button shows all

function times(run, open) {
  const ran = run.submissions.filter((s) => s.slowestAt >= 0);
  if (!run.limit_ms || !ran.length) return "";
  const sorted = [...ran].sort((a, b) => b.slowest_ms - a.slowest_ms);
  const bars = el(
    "div.bars",
    {},
    sorted.slice(0, MOST_BARS).map((s) => bar(run, s, open)),
  );
  const more = el(
    "button",
    {
      type: "button",
      onclick: () => {
        more.remove();
        bars.append(...sorted.slice(MOST_BARS).map((s) => bar(run, s, open)));
      },
    },
    `Show all ${sorted.length}`,
  );
  return el(
    "section",
    {},
    el("h2", {}, "Times"),
    margins(run, ran, open),
    el("h3", {}, "Slowest tests of each submission"),
    el(
      "p.soft",
      {},
      "The bar is the slowest test, each mark another of the five slowest. The line is the time limit; a run is stopped at the right end.",
    ),
    bars,
    sorted.length > MOST_BARS ? more : "",
  );
}

// The slowest runs on one axis, which is logarithmic, in lanes by what is expected of them.
function margins(run, ran, open) {
  const check = run.section.margins || {};
  const limit = run.limit_ms;
  const kill = run.kill_ms;
  // Times are divided by the factors of languages: one line is the limit of all.
  const comparable = (s) => s.slowest_ms / s.factor;
  const most = Math.max(kill, ...ran.map(comparable)) * 1.25;
  const least = Math.min(10, limit / 20);
  const at = (ms) =>
    (100 * Math.log(Math.max(ms, least) / least)) / Math.log(most / least);
  const lanes = [
    ["must not time out", ran.filter((s) => s.lane === "pass")],
    ["must time out", ran.filter((s) => s.lane === "slow")],
    ["others", ran.filter((s) => !s.lane)],
  ].filter(([, members]) => members.length);
  const line = (ms, kind) => place(el(`i.rule.${kind}`), { left: `${at(ms)}%` });
  const dot = (s) =>
    place(
      el("button.dot", {
        type: "button",
        class: `dot v-${s.verdicts[s.slowestAt]}`,
        tabindex: -1,
        "aria-hidden": true,
        title: `${s.name}: ${s.slowest} on ${run.tests[s.slowestAt].name}`,
        onclick: () => open.cell(s, run.tests[s.slowestAt]),
      }),
      { left: `${at(comparable(s))}%` },
    );
  const ticks = [0.001, 0.01, 0.1, 1, 10, 100]
    .map((s) => 1000 * s)
    .filter((ms) => ms >= least && ms <= most);
  const margin = (title, timing, ratio, wanted, met, bound) => [
    title,
    timing
      ? [
          ratio === null
            ? "unknown: the wall limit stopped the run"
            : el(`b.${met ? "good" : "bad"}`, {}, `${bound}${ratio.toFixed(2)}`),
          ` (wanted at least ${wanted}): `,
          foreign(last(timing.path)),
          ` took ${seconds(1000 * timing.cpu_s, timing.stopped)} on `,
          foreign(timing.testcase),
          ofLanguage(timing),
        ]
      : "no such submission was timed",
  ];
  const slowest = check.slowest_accepted;
  const fastest = check.fastest_too_slow;
  return el(
    "div.margins",
    {},
    facts([
      ["Time limit", `${seconds(limit)}; a run is stopped at ${seconds(kill)}`],
      margin(
        "Limit / slowest that must not time out",
        slowest,
        check.ac_ratio,
        check.ac_wanted,
        check.ac_ratio >= check.ac_wanted,
        "",
      ),
      margin(
        "Fastest that must time out / limit",
        fastest,
        check.tle_ratio,
        check.tle_wanted,
        fastest && (fastest.stopped || check.tle_ratio >= check.tle_wanted),
        fastest?.stopped ? ">= " : "",
      ),
    ]),
    lanes.map(([title, members]) =>
      el(
        "div.lane",
        {},
        el("span", {}, title),
        el("div.axis", {}, line(limit, "limit"), line(kill, "kill"), members.map(dot)),
      ),
    ),
    el(
      "div.lane.ticks",
      { "aria-hidden": true },
      el("span"),
      el(
        "div.axis",
        {},
        ticks
          .filter((ms) => Math.abs(at(ms) - at(limit)) > 13)
          .map((ms) => place(el("i", {}, `${ms / 1000} s`), { left: `${at(ms)}%` })),
        place(el("i.here", {}, `limit ${limit / 1000} s`), { left: `${at(limit)}%` }),
      ),
    ),
  );
}

function bar(run, s, open) {
  const percent = (ms) =>
    `${Math.min(100, (100 * ms) / Math.max(s.kill_ms, s.limit_ms))}%`;
  const slowest = run.tests
    .filter((t) => s.verdicts[t.index] !== "-")
    .sort((a, b) => s.cpu_ms[b.index] - s.cpu_ms[a.index])
    .slice(0, 5);
  const marks = slowest
    .slice(1)
    .map((t) => place(el("i.mark"), { left: percent(s.cpu_ms[t.index]) }));
  const top = run.tests[s.slowestAt];
  return el(
    "button.bar",
    {
      type: "button",
      onclick: () => open.cell(s, top),
      title: slowest
        .map((t) => `${t.name} ${seconds(s.cpu_ms[t.index], s.stopped.has(t.index))}`)
        .join("\n"),
    },
    foreign(s.name),
    el(
      "span.track",
      {},
      place(el(`i.v-${s.verdicts[s.slowestAt]}`), { width: percent(s.slowest_ms) }),
      marks,
      place(el("i.rule.limit"), { left: percent(s.limit_ms) }),
    ),
    el("span.number", {}, s.slowest),
    el("small", {}, foreign(top.name)),
  );
}
