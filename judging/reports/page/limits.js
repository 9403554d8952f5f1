// The time limit from both sides, and how times grow with the sizes of inputs.
SECTIONS.limits = (section) => {
  const { slowest_accepted: slowest, fastest_too_slow: fastest, growth } = section;
  const time = (timing) => [
    seconds(1000 * timing.cpu_s, timing.stopped),
    " ",
    foreign(timing.path),
    " on ",
    foreign(timing.testcase),
    ofLanguage(timing),
  ];
  const ratio = (value, wanted, met) =>
    value === null
      ? `unknown: the wall limit stopped the run (wanted at least ${wanted})`
      : el(
          `b.${met ? "good" : "bad"}`,
          {},
          value.toFixed(2),
          ` (wanted at least ${wanted})`,
        );
  const points = [
    ["slowest", slowest && slowest.cpu_s / slowest.language_factor, "A"],
    ["limit", section.limit_s, ""],
    ["fastest", fastest && fastest.cpu_s / fastest.language_factor, "T"],
  ].filter(([, value]) => value);
  const most = 1.5 * Math.max(...points.map(([, value]) => value));
  const least = Math.min(0.01, ...points.map(([, value]) => value / 2));
  const at = (value) => `${(100 * Math.log(value / least)) / Math.log(most / least)}%`;
  const axis = el(
    "div.axis",
    {
      role: "img",
      "aria-label":
        "slowest accepted run, limit and fastest run that must time out on one axis",
    },
    points.map(([name, value, verdict]) =>
      place(
        verdict
          ? el(`i.dot.v-${verdict}`, { title: name })
          : el("i.rule.limit", { title: name }),
        { left: at(value) },
      ),
    ),
  );
  const sizes = grouped(growth, (g) => g.size).map(([size, members]) => {
    const few = members.filter((g) => !g.runs.length);
    return [
      el("h3", {}, "With ", foreign(size)),
      el("div.growths", {}, members.filter((g) => g.runs.length).map(growthOf)),
      few.length
        ? el("p.soft", {}, `too few sizes: ${few.map((g) => g.path).join(", ")}`)
        : "",
    ];
  });
  return el(
    "section",
    {},
    top("Time limit", section.ok ? 0 : 1, [verdictOnRatios(section)], [], []),
    card(
      "From both sides",
      facts([
        [
          "Time limit",
          `${seconds(1000 * section.limit_s)}${section.inferred ? ", inferred" : ""}`,
        ],
        [
          "Suggested",
          section.suggested_s === null ? "none" : seconds(1000 * section.suggested_s),
        ],
        ["Slowest that must not time out", slowest && [time(slowest)]],
        [
          "Limit / slowest",
          slowest && [ratio(section.ac_ratio, section.ac_wanted, section.ac_met)],
        ],
        [
          "Fastest that must time out",
          fastest ? [time(fastest)] : "none: the limit has no upper bound",
        ],
        [
          "Fastest / limit",
          fastest && [ratio(section.tle_ratio, section.tle_wanted, section.tle_met)],
        ],
      ]),
      axis,
    ),
    growth.length
      ? card(
          "How times grow",
          el(
            "p.soft",
            {},
            "Time over size, both logarithmic; an open circle is a run that was stopped. Every class that fits is named.",
          ),
          sizes,
        )
      : "",
  );
};

function verdictOnRatios({ ok, ac_ratio, tle_ratio }) {
  if (!ok) return "The time limit misses a wanted ratio.";
  if (ac_ratio === null || tle_ratio === null) {
    return "Both ratios are good, as far as they are known.";
  }
  return "Both ratios are good.";
}

function wordsForClasses({ classes, slope, error }) {
  if (classes.length > 3) return `unclear, ${classes[0]} to ${classes.at(-1)}`;
  if (classes.length) return classes.join(" or ");
  if (slope === null) return "too few sizes";
  return error < 0.5 ? "no class fits" : "unknown: the times scatter";
}

function growthOf(found) {
  const { runs, slope, error } = found;
  const of = (run) => run.sizes[found.size];
  const range = (values) => [
    Math.log(Math.max(Math.min(...values), 1e-9)),
    Math.log(Math.max(...values, 1e-9)),
  ];
  const part = (value, [low, high]) =>
    high > low ? 8 + (84 * (Math.log(Math.max(value, 1e-9)) - low)) / (high - low) : 50;
  const x = range(runs.map(of));
  const y = range(runs.map((run) => run.cpu_s));
  const words = wordsForClasses(found);
  const from = `${Math.min(...runs.map(of)).toLocaleString("en")} to ${Math.max(...runs.map(of)).toLocaleString("en")}`;
  return el(
    "figure",
    {},
    el(
      "figcaption",
      {},
      foreign(found.path),
      el("b", {}, words),
      slope === null ? "" : ` n^${slope.toFixed(2)} \u00b1 ${error.toFixed(2)}`,
      found.moves_with.length
        ? el("small", {}, ` moves with ${found.moves_with.join(", ")}`)
        : "",
    ),
    el(
      "div.plot",
      { "aria-hidden": true },
      runs.map((run) =>
        place(
          el(`i${run.ended ? "" : ".stopped"}`, {
            title: `n = ${of(run)}: ${seconds(1000 * run.cpu_s, !run.ended)}`,
          }),
          { left: `${part(of(run), x)}%`, bottom: `${part(run.cpu_s, y)}%` },
        ),
      ),
    ),
    el(
      "small",
      {},
      `n ${from}; ${seconds(1000 * Math.min(...runs.map((r) => r.cpu_s)))} to ${seconds(1000 * Math.max(...runs.map((r) => r.cpu_s)))}`,
    ),
  );
}
