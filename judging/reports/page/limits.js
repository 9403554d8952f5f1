// The time limit from both sides, and how times grow with the sizes of inputs.
SECTIONS.limits = (section) => {
  const { slowest_accepted: slowest, fastest_too_slow: fastest, growth } = section;
  const time = (timing) => [seconds(1000 * timing.cpu_s, timing.stopped), " ", foreign(timing.path), " on ", foreign(timing.testcase)];
  const ratio = (value, wanted, met) => value === null ? `unknown: the wall limit stopped the run (wanted at least ${wanted})`
    : el(`b.${met ? "good" : "bad"}`, {}, value.toFixed(2), ` (wanted at least ${wanted})`);
  const points = [["slowest", slowest && slowest.cpu_s, "A"], ["limit", section.limit_s, ""], ["fastest", fastest && fastest.cpu_s, "T"]].filter(([, value]) => value);
  const most = 1.5 * Math.max(...points.map(([, value]) => value)), least = Math.min(0.01, ...points.map(([, value]) => value / 2));
  const at = (value) => `${100 * Math.log(value / least) / Math.log(most / least)}%`;
  const axis = el("div.axis", { role: "img", "aria-label": "slowest accepted run, limit and fastest run that must time out on one axis" },
    points.map(([name, value, verdict]) => place(verdict ? el(`i.dot.v-${verdict}`, { title: name }) : el("i.rule.limit", { title: name }), { left: at(value) })));
  const sizes = grouped(growth, (g) => g.size).map(([size, members]) => {
    const few = members.filter((g) => !g.runs.length);
    return [el("h3", {}, "With ", foreign(size)), el("div.growths", {}, members.filter((g) => g.runs.length).map(growthOf)),
      few.length ? el("p.soft", {}, `too few sizes: ${few.map((g) => g.path).join(", ")}`) : ""];
  });
  return el("section", {},
    top("Time limit", section.ok ? 0 : 1, [!section.ok ? "The time limit is not as wanted." : [section.ac_ratio, section.tle_ratio].includes(null) ? "What is known of both ratios is as wanted." : "Both ratios are as wanted."], [], []),
    card("From both sides", facts([
      ["Time limit", `${seconds(1000 * section.limit_s)}${section.inferred ? ", inferred" : ""}`], ["Suggested", section.suggested_s === null ? "none" : seconds(1000 * section.suggested_s)],
      ["Slowest that may not time out", slowest && [time(slowest)]], ["Limit / slowest", slowest && [ratio(section.ac_ratio, section.ac_wanted, section.ac_met)]],
      ["Fastest that must time out", fastest ? [time(fastest)] : "none: the limit has no upper bound"], ["Fastest / limit", fastest && [ratio(section.tle_ratio, section.tle_wanted, section.tle_met)]],
    ]), axis),
    growth.length ? card("How times grow", el("p.soft", {}, "Time over size, both logarithmic; an open circle is a run that was stopped. Every class that fits is named."), sizes) : "");
};

function growthOf(found) {
  const { runs, classes, slope, error } = found, of = (run) => run.sizes[found.size];
  const range = (values) => [Math.log(Math.max(Math.min(...values), 1e-9)), Math.log(Math.max(...values, 1e-9))];
  const part = (value, [low, high]) => high > low ? 8 + 84 * (Math.log(Math.max(value, 1e-9)) - low) / (high - low) : 50;
  const x = range(runs.map(of)), y = range(runs.map((run) => run.cpu_s));
  const words = classes.length > 3 ? `unclear, ${classes[0]} to ${classes[classes.length - 1]}` : classes.join(" or ") || (slope === null ? "too few sizes" : error < 0.5 ? "no class fits" : "unknown: the times scatter");
  const from = `${Math.min(...runs.map(of)).toLocaleString("en")} to ${Math.max(...runs.map(of)).toLocaleString("en")}`;
  return el("figure", {}, el("figcaption", {}, foreign(found.path), el("b", {}, words), slope === null ? "" : ` n^${slope.toFixed(2)} \u00b1 ${error.toFixed(2)}`,
    found.moves_with.length ? el("small", {}, ` moves with ${found.moves_with.join(", ")}`) : ""),
  el("div.plot", { "aria-hidden": true }, runs.map((run) => place(el(`i${run.ended ? "" : ".stopped"}`, { title: `n = ${of(run)}: ${seconds(1000 * run.cpu_s, !run.ended)}` }),
    { left: `${part(of(run), x)}%`, bottom: `${part(run.cpu_s, y)}%` }))),
  el("small", {}, `n ${from}; ${seconds(1000 * Math.min(...runs.map((r) => r.cpu_s)))} to ${seconds(1000 * Math.max(...runs.map((r) => r.cpu_s)))}`));
}
