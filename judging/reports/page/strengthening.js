// How many of the victims are killed, as bars. `alone` are those that nothing else kills: the
// left end of a bar.
WIDGETS.kill_bars = ({ victims, bars }) => {
  const part = (killed) => `${(100 * killed) / Math.max(victims, 1)}%`;
  const bar = ({ title, killed, alone, note }) =>
    el(
      "div.bar",
      {},
      foreign(title),
      el(
        "span.track",
        { role: "img", "aria-label": `${killed} of ${victims} victims` },
        killed ? place(el("i.v-A"), { width: part(killed) }) : "",
        alone ? place(el("i.alone"), { width: part(alone) }) : "",
      ),
      el("span.number", {}, `${killed} of ${victims}`),
      el("small", {}, note),
    );
  return el(
    "div.bars",
    {},
    bars.map((shown) =>
      shown.killed === null
        ? el("p.soft", {}, `${shown.title}: ${shown.note}`)
        : bar(shown),
    ),
  );
};
