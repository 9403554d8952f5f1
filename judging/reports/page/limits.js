// The time limit from both sides, and how costs grow with the sizes of inputs.

// The limit between the slowest run that must not time out and the fastest that must.
WIDGETS.limit_axis = ({ limit, slowest, fastest }) => {
  const points = [
    ["slowest", slowest, "A"],
    ["limit", limit, ""],
    ["fastest", fastest, "T"],
  ].filter(([, value]) => value);
  const most = 1.5 * Math.max(...points.map(([, value]) => value));
  const least = Math.min(0.01, ...points.map(([, value]) => value / 2));
  const at = (value) => `${(100 * Math.log(value / least)) / Math.log(most / least)}%`;
  return el(
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
};

// Plots of one size and measure, and the submissions of which too little was measured.
WIDGETS.growths = ({ limit_s, growths }) => {
  const few = growths.filter((g) => !hasPlot(g));
  return [
    el(
      "div.growths",
      {},
      growths.filter(hasPlot).map((g) => growthOf(g, limit_s)),
    ),
    few.map((g) => el("p.soft", {}, foreign(g.path), `: ${g.words}`)),
  ];
};

// A plot needs points: of the tests, enough for a line; on demand, those that were measured.
function hasPlot(found) {
  return found.slope !== null || (found.on_demand && pointsOf(found).length > 1);
}

// The runs with a cost, as [n, cost, run]. The blocks of a stopped run are not known: it stands
// where the limit is.
function pointsOf({ size, measure, runs, limit_cost }) {
  const cost = (run) => {
    if (measure !== "blocks") return run.cpu_s;
    return run.ended ? run.blocks : limit_cost;
  };
  return runs
    .map((run) => [run.sizes[size], cost(run), run])
    .filter(([n, value]) => n > 0 && value > 0);
}

// How far beyond the runs the plot goes, at most: a bound may be out of reach.
const MOST_BEYOND = 1000;

// The axes of a plot: logarithmic, from the least to the greatest value of each.
function axesOf(found) {
  const points = pointsOf(found);
  const sizes = points.map(([n]) => n);
  const costs = points.map(([, cost]) => cost);
  const reach = MOST_BEYOND * Math.max(...sizes);
  if (found.bound && found.bound <= reach) sizes.push(found.bound);
  const x = logAxis(sizes);
  if (found.limit_cost) costs.push(found.limit_cost);
  const most = 10 * Math.max(...costs);
  const line = found.line.filter(([n, cost]) => n <= 1.001 * x.high && cost <= most);
  const y = logAxis([...costs, ...line.map(([, cost]) => cost).filter((c) => c > 0)]);
  return { x, y, line: line.filter(([, cost]) => cost > 0) };
}

function logAxis(values) {
  let low = Math.min(...values);
  let high = Math.max(...values);
  // A single value stands in the middle.
  if (high < 1.2 * low) {
    low /= 2;
    high *= 2;
  }
  const at = (value) => 3 + (94 * Math.log(value / low)) / Math.log(high / low);
  return { low, high, at, ticks: ticksOf(low, high) };
}

const MOST_TICKS = 5;

// Powers of ten between two values, fewer of them if they are many; in between 2 and 5 times a
// power, if there are hardly any.
function ticksOf(low, high) {
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const within = (value) => value >= 0.999 * low && value <= 1.001 * high;
  const powers = [];
  for (let power = first; power <= last; power++) powers.push(power);
  const tens = powers.map((power) => 10 ** power).filter(within);
  if (tens.length >= 3) {
    const step = Math.ceil(tens.length / MOST_TICKS);
    return tens.filter((_, number) => (tens.length - 1 - number) % step === 0);
  }
  const finer = powers
    .flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power))
    .filter(within);
  return finer.length >= 2 ? finer : [low, high];
}

// 0.01, 5,000, or 2 times a power of ten: short enough for an axis.
function tickText(value) {
  if (value >= 1e6) {
    const power = Math.floor(Math.log10(value) + 1e-9);
    const digits = Number((value / 10 ** power).toPrecision(2));
    const raised = [...String(power)].map(
      (digit) => "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"[digit],
    );
    return `${digits === 1 ? "" : `${digits}\u00b7`}10${raised.join("")}`;
  }
  return Number(value.toPrecision(2)).toLocaleString("en", {
    maximumSignificantDigits: 2,
  });
}

function growthOf(found, limit_s) {
  const { slope, error, measure } = found;
  const { x, y, line } = axesOf(found);
  const unit = measure === "blocks" ? "basic blocks" : "CPU time in s";
  const limit = found.limit_cost;
  const said = (run) => seconds(1000 * run.cpu_s, !run.ended, 3);
  const dots = pointsOf(found).map(([n, cost, run]) =>
    place(
      el(`i.point${run.ended ? "" : ".stopped"}`, {
        title: `${found.size} = ${n}: ${said(run)}${run.blocks ? `, ${counted(run.blocks, "block")}` : ""}`,
      }),
      { left: `${x.at(n)}%`, bottom: `${y.at(cost)}%` },
    ),
  );
  const limitLine = limit
    ? place(el("i.rule.limit", {}, el("small", {}, `limit ${limit_s} s`)), {
        bottom: `${y.at(limit)}%`,
      })
    : "";
  const ticks = (axis, side) =>
    axis.ticks.map((value) =>
      place(el("i.tick", {}, el("small", {}, tickText(value))), {
        [side]: `${axis.at(value)}%`,
      }),
    );
  return el(
    "figure",
    {},
    el(
      "figcaption",
      {},
      foreign(found.path),
      el("b", {}, found.words),
      slope === null ? "" : ` n^${slope.toFixed(2)} \u00b1 ${error.toFixed(2)}`,
      found.moves_with.length
        ? el("small", {}, ` moves with ${found.moves_with.join(", ")}`)
        : "",
    ),
    el(
      "div.chart",
      { "aria-hidden": true },
      el("small.unit", {}, unit),
      el("div.ticks.up", {}, ticks(y, "bottom")),
      el("div.plot", {}, curve(line, x, y), limitLine, dots),
      el("div.ticks.along", {}, ticks(x, "left")),
      el("small.size", {}, foreign(found.size)),
    ),
    el("small", {}, found.source, found.expected ? `; ${found.expected}` : ""),
    limit
      ? ""
      : el(
          "small",
          {},
          "The limit is not shown: times are too short, or blocks and times do not agree.",
        ),
  );
}

// The fitted line.
function curve(line, x, y) {
  if (line.length < 2) return "";
  const points = line.map(([n, cost]) => `${x.at(n)},${100 - y.at(cost)}`);
  const path = shape("polyline", { points: points.join(" ") });
  const shown = shape("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" });
  shown.append(path);
  return shown;
}
