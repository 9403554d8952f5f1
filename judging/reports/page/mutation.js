// Mutants: the source of each submission, with what became of the mutants of every line.
const FATES = [ // the gravest first: [fate, mark, colour, words]
  ["hole", "\u2717", "W", "hole: an input kills it, no test does"], ["survived", "?", "T", "undecided"], ["likely equivalent", "\u2248", "O", "likely equivalent"],
  ["known equivalent", "=", "M", "equivalent"], ["killed", "\u2713", "A", "killed"], ["not compiled", "\u2013", "C", "not compiled"],
  ["same program", "\u2013", "none", "the same program"], ["duplicate", "\u2013", "none", "a duplicate"],
];
const LEFT = ["hole", "survived"], EQUAL = ["likely equivalent", "known equivalent"];

function showMutants(title, mutants) {
  show(title, mutants.map((m) => {
    const [, mark, color, words] = FATES.find(([fate]) => fate === m.fate), { hunt } = m;
    return [el("h4", {}, badge(color, mark), ` ${words}: ${m.operator} `, el("small", {}, foreign(`${m.file}:${m.line}, ${m.id}`))),
      block("Change", m.diff.split("\n").slice(2).join("\n")),
      facts([["Killed by", m.test && `${m.test} (${m.verdict})`], ["Message", m.message], ["Reason", m.reason],
        ["Hunted", hunt && (hunt.found_for ? `killed by the input found for ${hunt.found_for}` : `${counted(hunt.tried, "input")} in ${hunt.seconds.toFixed(1)} s`)]]),
      hunt && hunt.input ? block(`Input that kills it: ${hunt.verdict} ${hunt.message}`, hunt.input) : []];
  }));
}

SECTIONS.mutation = (section) => {
  const percent = (score) => score === null ? "-" : `${Math.floor(1000 * score + 1e-9) / 10} %`;
  const row = ([name, n]) => [foreign(name), n.made, n.judged, n.killed, n.by_tle, n.survived, n.equivalent, n.not_compiled + n.same, percent(n.score)];
  const columns = ["made", "judged", "killed", "by time", "left", "equivalent", "no program", "score"].map((name) => [name, "number"]);
  const cards = section.submissions.map((submission) => {
    const { mutants } = submission, source = el("div"), counts = grouped(mutants, (m) => m.fate);
    const line = (file, text, number, chosen) => {
      const here = chosen.filter((m) => m.file === file && m.line === number);
      const marks = FATES.flatMap(([fate, mark, color]) => {
        const some = here.filter((m) => m.fate === fate);
        return some.length ? [badge(color, `${mark}${some.length > 1 ? some.length : ""}`)] : [];
      });
      const code = el("code", {}, text || " "), open = () => showMutants([foreign(file), ` line ${number}`], here);
      return el("div.line", {}, el("span.number", {}, number), marks.length
        ? el("button.marks", { type: "button", "aria-label": `line ${number}: ${counted(here.length, "mutant")}`, onclick: open }, marks) : el("span"), code);
    };
    const apply = (key) => {
      const fates = { left: LEFT, equal: EQUAL, killed: ["killed"] }[key];
      const chosen = mutants.filter((m) => !fates || fates.includes(m.fate));
      source.replaceChildren(...submission.files.flatMap(([file, text]) => [el("h3", {}, foreign(file)), el("div.source", { tabindex: 0, role: "region", "aria-label": `Source ${file}` },
        text.replace(/\n$/, "").split("\n").map((words, index) => line(file, words, index + 1, chosen)))]));
    };
    apply("");
    const left = mutants.filter((m) => LEFT.includes(m.fate)).map((m) => [badge(FATES.find(([fate]) => fate === m.fate)[2], m.fate), " ",
      link(`${m.file}:${m.line}: ${m.before} \u2192 ${m.after}`, () => showMutants([foreign(m.id)], [m]))]);
    return card([foreign(submission.path), " ", el("small", {}, `${counted(mutants.length, "mutant")}, ${counted(submission.tests_total, "test")}`)],
      left.length ? el("details.bad", { open: left.length <= 20 }, el("summary", {}, `Left: no test kills them (${left.length})`), el("ul", {}, left.map((item) => el("li", {}, item)))) : "",
      table("Operators", [["operator", "name"], ...columns], [...Object.entries(submission.operators), ["all", submission]].map(row)),
      el("h3", {}, "Source"), el("div.tools", {}, choice("Mutants", [["", "all"], ["left", "left"], ["equal", "equivalent"], ["killed", "killed"]], apply)),
      el("ul.legend", {}, FATES.filter(([fate]) => counts.some(([known]) => known === fate)).map(([, mark, color, words]) => el("li", {}, badge(color, mark), ` ${words}`))),
      source);
  });
  return el("section", {}, top(section.problem, section.exit_code, section.summary, [["Seed", section.seed], ["Took", seconds(1000 * section.wall_s)]], faults(section)), cards);
};
