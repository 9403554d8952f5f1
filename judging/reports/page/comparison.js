// Reports side by side: ratios of times, and limits that hold, on axes.

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

// The ratios of each language in each report: the quartiles, and the submissions.
WIDGETS.ratios = (data) =>
  data.languages.map((found, number) => laneOfRatios(data, found, data.bases[number]));

function laneOfRatios({ labels, languages, submissions }, found, basis) {
  const same = (other) =>
    other.language === found.language && other.report === found.report;
  const members = submissions.filter(same);
  const shown = (member) => member.most ?? member.least;
  const all = languages.flatMap(({ spread }) =>
    spread ? [spread.lower, spread.upper] : [],
  );
  // One axis for all languages, so that their boxes compare.
  const at = logarithmic([0.8, 1.25, ...all, ...submissions.map(shown)]);
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
  const label = `${labels[found.report]}, ${found.language}: ${middle}`;
  const half = spread
    ? `half of them ${spread.lower.toFixed(2)} to ${spread.upper.toFixed(2)}, `
    : "";
  return el(
    "div.lane.wide",
    {},
    el(
      "span",
      {},
      foreign(labels[found.report]),
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
WIDGETS.limit_range = ({ range, lines }) => {
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
    el(
      "div.axis",
      { role: "img", "aria-label": "limits that hold, and limits that were used" },
      holds,
      rules,
    ),
    lines.map((line) => el("p.soft", {}, line)),
  ];
};
