// A hunt: what was found for each submission, both answers, how it shrank, and how to repeat it.
SECTIONS.hunt = (section) => {
  const { hunts } = section;
  const found = (hunt) => {
    if (hunt.found) return [badge(hunt.verdict[0], hunt.verdict)];
    return hunt.reason ? "not hunted" : "nothing";
  };
  const once = (hunt) => {
    if (!hunt.unstable) return "";
    const { verdict, message } = hunt.unstable;
    return `${verdict} once, not again in 3 runs: ${message}`;
  };
  const cards = hunts.map((hunt) => {
    if (!hunt.found) return null;
    const { first, first_bytes, input, expected, got, transcript } = hunt;
    const talks = transcript !== null;
    const shown = talks
      ? [
          ["Input", input],
          ["Interaction", transcript],
        ]
      : [
          ["Input", input],
          ["Expected", expected],
          ["Got", got],
        ];
    const rare = hunt.again !== null && hunt.again < 3;
    return card(
      [foreign(hunt.path), " ", badge(hunt.verdict[0], hunt.verdict)],
      hunt.message ? el("p", {}, foreign(hunt.message)) : "",
      el("h3", {}, talks ? "Input and interaction" : "Input and outputs"),
      texts(shown),
      facts([
        [
          "Shrunk",
          `from ${counted(first_bytes, "byte")} to ${hunt.input_bytes} in ${counted(hunt.shrinks, "step")}`,
        ],
        ["Found by", hunt.origin],
        [talks ? "Accepted" : "Answer by", section.reference],
        ...(rare
          ? [
              [
                "Unstable",
                `fails in ${hunt.again} of 3 more runs: the output validator or the submission may draw random numbers`,
              ],
            ]
          : []),
        hunt.confirmed_by
          ? ["Confirmed by", hunt.confirmed_by]
          : ["Not confirmed", "no other accepted submission answered in time"],
        ["Tried", `${counted(hunt.tried, "input")} in ${hunt.seconds.toFixed(1)} s`],
      ]),
      hunt.repeat
        ? block("Repeat with", hunt.repeat)
        : el(
            "p.soft",
            {},
            "Not reproducible: a steered search may miss this input, so save it.",
          ),
      first
        ? el(
            "details.note",
            {},
            el("summary", {}, "The input before it was shrunk"),
            block("First input", first, counted(first_bytes, "byte")),
          )
        : "",
    );
  });
  const jump = (hunt, number) =>
    cards[number]
      ? link(hunt.path, () => cards[number].scrollIntoView())
      : foreign(hunt.path);
  const rows = hunts.map((hunt, number) => [
    hunt.met === null
      ? "-"
      : el(`b.${hunt.met ? "good" : "bad"}`, {}, hunt.met ? "ok" : "FAIL"),
    jump(hunt, number),
    [found(hunt)],
    hunt.tried.toLocaleString("en"),
    hunt.seconds.toFixed(1),
    hunt.per_second.toFixed(0),
    foreign(hunt.message || hunt.reason || once(hunt) || hunt.all_tried),
  ]);
  return el(
    "section",
    {},
    top(
      section.problem,
      section.exit_code,
      section.summary,
      [
        ["Reference", section.reference],
        ["Seed", section.seed],
      ],
      [...faults(section), ["Not as expected", section.unmet, "bad"]],
    ),
    hunts.length
      ? card(
          "Hunts",
          table(
            "Hunts",
            [
              ["outcome", ""],
              ["submission", "wraps"],
              ["found", ""],
              ["inputs", "number"],
              ["seconds", "number"],
              ["per second", "number"],
              ["what", "why"],
            ],
            rows,
          ),
        )
      : "",
    hunts.map((hunt) => refused(hunt.refusal, hunt.repeat)),
    cards.filter(Boolean),
  );
};
