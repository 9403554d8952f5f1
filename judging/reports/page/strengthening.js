// Tests to add: what is killed and by which tests, which source of inputs showed it, what is left.
SECTIONS.strengthening = (section) => {
  const { streams, proposed, left } = section;
  const total = Object.keys(section.victims).length;
  const part = (killed) => `${(100 * killed) / Math.max(total, 1)}%`;
  const line = (title, killed, note, alone = 0) =>
    el(
      "div.bar",
      {},
      foreign(title),
      el(
        "span.track",
        { role: "img", "aria-label": `${killed} of ${total} victims` },
        killed ? place(el("i.v-A"), { width: part(killed) }) : "",
        // The victims that nothing else kills, at the left end of the bar.
        alone ? place(el("i.alone"), { width: part(alone) }) : "",
      ),
      el("span.number", {}, `${killed} of ${total}`),
      el("small", {}, note),
    );
  const sources = Object.entries(streams).sort(
    ([a, x], [b, y]) => y.kills - x.kills || (a < b ? -1 : 1),
  );
  const perSecond = ({ kills, cpu_s: cpu }) =>
    cpu > 0 ? (kills / cpu).toFixed(kills < 10 * cpu ? 2 : 0) : "-";
  const rows = sources.map(([source, shown]) => [
    foreign(source),
    shown.inputs,
    shown.kills,
    shown.alone,
    shown.cpu_s.toFixed(1),
    perSecond(shown),
  ]);
  const killed = card(
    "Kills",
    el(
      "div.bars",
      {},
      section.shares.map(({ how, killed: count }) =>
        count === null
          ? el("p.soft", {}, `${how}: not known, there was no time`)
          : line(how, count, ""),
      ),
    ),
  );
  const bySource = sources.length
    ? card(
        "Kills of each source of inputs",
        el(
          "p.soft",
          {},
          "At the left of a bar, in another shade: victims that no other input kills. An input is tried on a victim only as long as few tests kill it.",
        ),
        el(
          "div.bars",
          {},
          sources.map(([source, shown]) =>
            line(source, shown.kills, counted(shown.inputs, "input"), shown.alone),
          ),
        ),
        el("h3", {}, "In numbers"),
        table(
          "Kills of each source of inputs",
          [
            ["source", "name"],
            ["inputs", "number"],
            ["victims killed", "number"],
            ["by no other input", "number"],
            ["s of CPU", "number"],
            ["kills per s of CPU", "number"],
          ],
          rows,
        ),
      )
    : "";
  const toAdd = proposed.length
    ? card(
        `Tests to add: ${proposed.length}`,
        table(
          "Tests to add",
          [
            ["test", "name"],
            ["made by", "wraps"],
            ["bytes", "number"],
            ["what it shows", "wraps"],
          ],
          proposed.map((test) => [
            test.input
              ? link(test.name, () =>
                  show([foreign(test.name)], [block("Input", test.input)]),
                )
              : foreign(test.name),
            foreign(test.origin),
            test.bytes.toLocaleString("en"),
            foreign(test.shows),
          ]),
        ),
      )
    : "";
  const notKilled = left.length
    ? card(
        `Not killed: ${left.length}`,
        table(
          "Not killed",
          [
            ["victim", "name"],
            ["what it changes", "wraps"],
          ],
          left.map((path) => [foreign(path), foreign(section.victims[path])]),
        ),
      )
    : "";
  return el(
    "section",
    {},
    top(
      section.problem,
      section.exit_code,
      section.summary,
      [["Seed", section.seed]],
      faults(section),
    ),
    refused(section.refusal),
    killed,
    bySource,
    toAdd,
    notKilled,
  );
};
