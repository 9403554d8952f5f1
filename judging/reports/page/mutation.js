// Mutants: the source of each submission, with what became of the mutants of every line.
// The gravest first. The survivors are the holes and the undecided mutants. The keys of
// the report are older than these words: it calls undecided mutants "survived".
const FATES = [
  {
    fate: "hole",
    mark: "\u2717",
    color: "W",
    words: "hole: an input kills it, no test does",
  },
  { fate: "survived", mark: "?", color: "T", words: "undecided" },
  {
    fate: "likely equivalent",
    mark: "\u2248",
    color: "O",
    words: "likely equivalent",
  },
  { fate: "known equivalent", mark: "=", color: "M", words: "equivalent" },
  { fate: "killed", mark: "\u2713", color: "A", words: "killed" },
  { fate: "not compiled", mark: "\u2013", color: "C", words: "not compiled" },
  { fate: "same program", mark: "\u2013", color: "none", words: "the same program" },
  { fate: "duplicate", mark: "\u2013", color: "none", words: "a duplicate" },
];
const fateOf = (mutant) => FATES.find(({ fate }) => fate === mutant.fate);
// The mutants that each choice shows; those of "" are all.
const CHOICES = {
  survivors: ["hole", "survived"],
  equivalent: ["likely equivalent", "known equivalent"],
  killed: ["killed"],
};

function showMutants(title, mutants) {
  show(
    title,
    mutants.map((m) => {
      const { mark, color, words } = fateOf(m);
      return [
        el(
          "h4",
          {},
          badge(color, mark),
          ` ${words}: ${m.operator} `,
          el("small", {}, foreign(`${m.file}:${m.line}, ${m.id}`)),
        ),
        block("Change", m.diff.split("\n").slice(2).join("\n")),
        facts([
          ["Killed by", m.test && `${m.test} (${m.verdict})`],
          ["Message", m.message],
          ["Reason", m.reason],
          ["Hunt", m.effort],
        ]),
        block(capital(m.killing), m.input),
      ];
    }),
  );
}

// The source of a submission with marks at its lines, after a list of the survivors.
WIDGETS.mutants = ({ files, mutants }) => {
  const source = el("div");
  const counts = grouped(mutants, (m) => m.fate);
  const line = (file, text, number, chosen) => {
    const here = chosen.filter((m) => m.file === file && m.line === number);
    const marks = FATES.flatMap(({ fate, mark, color }) => {
      const some = here.filter((m) => m.fate === fate);
      return some.length
        ? [badge(color, `${mark}${some.length > 1 ? some.length : ""}`)]
        : [];
    });
    const code = el("code", {}, text || " ");
    const open = () => showMutants([foreign(file), ` line ${number}`], here);
    return el(
      "div.line",
      {},
      el("span.number", {}, number),
      marks.length
        ? el(
            "button.marks",
            {
              type: "button",
              "aria-label": `line ${number}: ${counted(here.length, "mutant")}`,
              onclick: open,
            },
            marks,
          )
        : el("span"),
      code,
    );
  };
  const apply = (key) => {
    const fates = CHOICES[key];
    const chosen = mutants.filter((m) => !fates || fates.includes(m.fate));
    source.replaceChildren(
      ...files.flatMap(([file, text]) => [
        el("h3", {}, foreign(file)),
        el(
          "div.source",
          { tabindex: 0, role: "region", "aria-label": `Source ${file}` },
          text
            .replace(/\n$/, "")
            .split("\n")
            .map((words, index) => line(file, words, index + 1, chosen)),
        ),
      ]),
    );
  };
  apply("");
  const survivors = mutants
    .filter((m) => CHOICES.survivors.includes(m.fate))
    .map((m) => [
      badge(fateOf(m).color, m.fate === "hole" ? "hole" : fateOf(m).words),
      " ",
      link(`${m.file}:${m.line}: ${m.before} \u2192 ${m.after}`, () =>
        showMutants([foreign(m.id)], [m]),
      ),
    ]);
  return [
    survivors.length
      ? el(
          "details.bad",
          { open: survivors.length <= 20 },
          el("summary", {}, `Survivors: no test kills them (${survivors.length})`),
          el(
            "ul",
            {},
            survivors.map((item) => el("li", {}, item)),
          ),
        )
      : "",
    el("h3", {}, "Source"),
    el(
      "div.tools",
      {},
      choice(
        "Mutants",
        [
          ["", "all"],
          ["survivors", "survivors"],
          ["equivalent", "equivalent"],
          ["killed", "killed"],
        ],
        apply,
      ),
    ),
    el(
      "ul.legend",
      {},
      FATES.filter(({ fate }) => counts.some(([known]) => known === fate)).map(
        ({ mark, color, words }) => el("li", {}, badge(color, mark), ` ${words}`),
      ),
    ),
    source,
  ];
};
