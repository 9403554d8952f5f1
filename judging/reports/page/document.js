// A report as a document, of parts that judging/reports/document describes. It has every sentence.
// Links open submissions and tests of the run behind it, if the page has one.
const WIDGETS = {};

SECTIONS.document = (document, [judged]) => {
  const reader = judged ? readerOf(judged) : null;
  const findings = document.parts.filter(({ tone }) => tone);
  const head = top(
    document.title,
    document.exit_code,
    [...document.summary, document.lead].filter(Boolean),
    pairsOf(document.facts, reader),
    findings.map((finding) => findingOf(finding, reader)),
  );
  return [
    el(
      "section",
      {},
      head,
      document.parts.filter(({ tone }) => !tone).map((part) => partOf(part, reader)),
    ),
    judged ? SECTIONS.run(judged, [], "h2") : "",
  ];
};

// The run that a document is about, its submissions and tests by name, and what opens them.
function readerOf(judged) {
  const run = runOf(judged);
  const named = (items, key) => new Map(items.map((item) => [item[key], item]));
  const reader = {
    run,
    submission: named(run.submissions, "path"),
    test: named(run.tests, "name"),
    shown: run.tests, // the tests in the matrix, among which a panel turns
  };
  const turn = (s, t) => (step) => {
    const next = reader.shown[reader.shown.indexOf(t) + step];
    if (next) reader.open.cell(s, next);
  };
  reader.open = {
    cell: (s, t) => showCell(run, s, t, turn(s, t)),
    submission: (s) => showSubmission(run, s, reader.open),
    test: (t) => showTest(run, t, reader.open),
  };
  return reader;
}

// A finding, for `top`: its items are counted there, and other blocks follow them.
function findingOf({ title, tone, blocks }, reader) {
  const lists = blocks.filter(({ type }) => type === "items");
  const others = blocks.filter(({ type }) => type !== "items");
  const items = lists.flatMap((list) => list.items.map((item) => words(item, reader)));
  return [title, items, tone, others.map((block) => blockOf(block, title, reader))];
}

// Labels and values, for `facts`.
const pairsOf = (block, reader) =>
  block.facts
    .filter(({ value }) => value !== "")
    .map(({ label, value, note }) => [
      capital(label.trim()),
      [words(value, reader), note ? el("small", {}, ` ${note}`) : ""],
    ]);

function partOf(part, reader) {
  if (part.type === "section") {
    const name = part.name || null;
    return el("section", { "data-name": name }, sectionOf(part, "h2", reader));
  }
  const title = el("h2", {}, words(part.title, reader));
  const shown = part.sections.map((section) =>
    sectionOf(section, "h3", reader, title.textContent),
  );
  return el("section", {}, title, shown);
}

// Sections within sections have smaller titles. A table is named as its section, or as what is
// above it.
function sectionOf({ title, blocks }, heading, reader, above = "") {
  const smaller = heading === "h2" ? "h3" : "h4";
  const head = el(heading, {}, words(title, reader));
  const own = head.textContent;
  return [
    own ? head : "",
    blocks.map((block) =>
      block.type === "section"
        ? sectionOf(block, smaller, reader, own)
        : blockOf(block, own || above, reader),
    ),
  ];
}

function blockOf(block, title, reader) {
  switch (block.type) {
    case "items":
      return el(
        "ul",
        {},
        block.items.map((item) => el("li", {}, words(item, reader))),
      );
    case "names":
      return el("div", {}, block.label, wordsOf.several(block, reader));
    case "table":
      return table(
        title,
        block.columns.map((column) => [column.title, column.kind]),
        block.rows.map((row) => row.map((cell) => words(cell, reader))),
      );
    case "facts":
      return facts(pairsOf(block, reader));
    case "lines":
      return block.lines.map((line) => el("p", {}, line));
    case "paragraph":
      return el("p", {}, block.words);
    case "advice":
      return el("p.soft", {}, withCode(block.words));
    default:
      return WIDGETS[block.name](block.data, reader);
  }
}

// What stands between backticks is code.
const withCode = (text) =>
  text.split("`").map((part, place) => (place % 2 ? el("code", {}, part) : part));

const wordsOf = {
  name: ({ name }) => foreign(name),
  several: ({ names }, reader) => several(names.map((name) => words(name, reader))),
  marked: ({ words: marked, tone }, reader) =>
    el(tone === "note" ? "small" : `b.${tone}`, {}, words(marked, reader)),
  code: ({ code }) => el("code", {}, code),
  badge: ({ verdict }) => badge(verdict[0], verdict),
  opens: ({ name, title, text }) =>
    link(name, () => show([foreign(name)], [block(title, text)])),
  link: ({ to, name }, reader) => {
    if (to === "section") return link(name, () => goToSection(name));
    const item = reader?.[to].get(name);
    return item ? link(name, () => reader.open[to](item)) : foreign(name);
  },
};

function goToSection(name) {
  const sections = [...document.querySelectorAll("main section")];
  sections
    .find((node) => node.getAttribute("data-name") === visible(name))
    ?.scrollIntoView();
}

// Words of a document as nodes and texts: a text, a span, or a list of them.
function words(said, reader) {
  if (typeof said === "string") return said;
  if (Array.isArray(said)) return said.map((span) => words(span, reader));
  return wordsOf[said.type](said, reader);
}
