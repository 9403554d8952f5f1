// Reports of several machines, days or versions: what differs, how times relate, which limits hold.
SECTIONS.comparison = (section) => {
  const { reports, languages, limits } = section;
  const labels = reports.map((report) => report.label);
  const grave = section.shown_differences.filter((found) => found.grave);
  return el(
    "section",
    {},
    top(
      section.subject,
      section.exit_code,
      section.summary,
      [],
      [
        [
          "Expectations met in some reports only",
          grave.map((found) => [foreign(found.path), ` (${found.language})`]),
          "bad",
        ],
        ["Far from what is usual", section.far_words, "warn"],
        ["Notes", section.doubts, "note"],
      ],
    ),
    card(
      "Reports",
      table(
        "Reports",
        [
          ["report", "name"],
          ["when and where", "wraps"],
          ["file", "wraps"],
        ],
        labels.map((label, number) => [
          foreign(label),
          section.origins[number],
          foreign(reports[number].file),
        ]),
      ),
    ),
    section.shown_differences.length
      ? card("Verdicts that differ", differing(section, labels))
      : "",
    languages.length
      ? card(
          `How many times as long as in ${labels[0]}`,
          el(
            "p.soft",
            {},
            "The box has the middle half of the ratios of single runs, a circle is a submission, the line is 1. Times below 0.05 s are left out.",
          ),
          languages.map((found, number) =>
            ratiosOf(section, found, section.bases[number]),
          ),
        )
      : "",
    limits.some((range) => section.limit_words[range.problem])
      ? card(
          "Time limits that hold in all reports",
          limits.map((range) => limitsOf(range, section.limit_words[range.problem])),
        )
      : "",
  );
};

function differing(section, labels) {
  const several = section.problems.length > 1;
  const outcome = (found) =>
    found === null
      ? "-"
      : [
          badge((found[0] || "none")[0], found[0] || "-"),
          found[1] === false ? el("b.bad", {}, " not met") : "",
        ];
  return table(
    "Verdicts that differ",
    [
      ["submission", "name"],
      ...labels.map((label) => [label, ""]),
      ["what differs", "wraps"],
    ],
    section.shown_differences.map((found) => [
      [
        foreign(several ? `${found.problem}: ${found.path}` : found.path),
        el("small", {}, ` ${found.expected}`),
      ],
      ...found.outcomes.map(outcome),
      found.why.map((line) => el("div", {}, line)),
    ]),
  );
}

// A logarithmic axis over these values, with room at both ends.
function logarithmic(values) {
  const known = values.filter((value) => value > 0 && Number.isFinite(value));
  const least = Math.min(...known) / 1.25;
  const most = Math.max(...known) * 1.25;
  return (value) => {
    const part = Math.log(Math.max(value, least) / least) / Math.log(most / least);
    return 100 * Math.min(1, part);
  };
}

// The ratios of a language in a report: the quartiles, and the submissions.
function ratiosOf(section, found, basis) {
  const same = (other) =>
    other.language === found.language && other.report === found.report;
  const members = section.submissions.filter(same);
  const shown = (member) => member.most ?? member.least;
  const all = section.languages.flatMap(({ spread }) =>
    spread ? [spread.lower, spread.upper] : [],
  );
  // One axis for all languages, so that their boxes compare.
  const at = logarithmic([0.8, 1.25, ...all, ...section.submissions.map(shown)]);
  const { spread } = found;
  const box = spread
    ? place(el("i.box", { title: `median ${spread.median.toFixed(2)}` }), {
        left: `${at(spread.lower)}%`,
        width: `${Math.max(0.4, at(spread.upper) - at(spread.lower))}%`,
      })
    : "";
  const dots = members.map((member) =>
    place(
      el(`i.dot.v-${member.far ? "W" : "A"}`, {
        title: `${member.path}: ${wordsForRatio(member)}`,
      }),
      { left: `${at(shown(member))}%` },
    ),
  );
  const middle = spread ? `${spread.median.toFixed(2)}` : "no ratio";
  const label = `${section.reports[found.report].label}, ${found.language}: ${middle}`;
  const half = spread
    ? `half of them ${spread.lower.toFixed(2)} to ${spread.upper.toFixed(2)}, `
    : "";
  return el(
    "div.lane.wide",
    {},
    el(
      "span",
      {},
      foreign(section.reports[found.report].label),
      ", ",
      foreign(found.language),
      " ",
      el("b", {}, middle),
      el("div", {}, el("small", {}, half, basis)),
    ),
    el(
      "div.axis",
      { role: "img", "aria-label": label },
      box,
      place(el("i.rule.limit"), { left: `${at(1)}%` }),
      dots,
    ),
  );
}

function wordsForRatio({ least, most }) {
  if (most === null) return `at least ${least.toFixed(2)}`;
  if (least === most) return least.toFixed(2);
  return `${least.toFixed(2)} to ${most.toFixed(2)}`;
}

// The limits that hold for a problem, on one axis with those that were used.
function limitsOf(range, words) {
  if (!words) return "";
  const [title, ...lines] = words.split("\n");
  const used = range.used_s.filter((limit) => limit !== null);
  const least = range.least?.cpu_s;
  const most = range.most?.cpu_s;
  const at = logarithmic([...used, least, most].filter(Boolean));
  const from = least ? at(least) : 0;
  const to = most ? at(most) : 100;
  const holds = range.known
    ? place(el("i.box"), { left: `${from}%`, width: `${Math.max(0.4, to - from)}%` })
    : "";
  const rules = used.map((limit) =>
    place(el("i.rule.limit", { title: `${limit} s` }), { left: `${at(limit)}%` }),
  );
  return [
    el("h3", {}, title),
    el(
      "div.axis",
      { role: "img", "aria-label": "limits that hold, and limits that were used" },
      holds,
      rules,
    ),
    lines.map((line) => el("p.soft", {}, line)),
  ];
}
