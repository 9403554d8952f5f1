// What the pages of strength, mutation, hunts, limits and contests share.
const good = (code) => code === 0;

// Items in one paragraph, all of them at a click.
function several(items, most = 40) {
  const box = el("div.several", {}, items.slice(0, most));
  if (items.length > most) {
    box.append(
      el(
        "button",
        { type: "button", onclick: () => box.replaceChildren(...items) },
        `all ${items.length}`,
      ),
    );
  }
  return box;
}

// What a page begins with: `lists` are [title, items, "bad", "warn" or "note", nodes below them].
function top(title, code, sentences, pairs, lists) {
  const shown = lists
    .filter(([, items]) => items.length)
    .map(([name, items, kind, below]) =>
      el(
        `details.${kind}`,
        { open: items.length <= 12 },
        el("summary", {}, `${name} (${items.length})`),
        el(
          "ul",
          {},
          items.map((item) => el("li", {}, item)),
        ),
        below,
      ),
    );
  const why = sentences.find((line) => line.startsWith("Exit code")) || sentences[0];
  const more = sentences.filter((line) => line !== why);
  return el(
    "header.top",
    {},
    el("h1", {}, foreign(title)),
    el(
      "p",
      { class: `verdict ${good(code) ? "good" : "bad"}` },
      el("b", {}, good(code) ? "\u2713 " : "\u2717 "),
      why || `Exit code ${code}.`,
    ),
    more.map((line) => el("p", {}, line)),
    shown,
    facts(pairs),
  );
}

// The lists that every report can have.
function faults({ diagnostics = [], machine_errors = [] }) {
  const words = (wanted) =>
    diagnostics
      .filter(({ severity }) => severity === wanted)
      .map(({ file, line, key, message }) =>
        [file && line ? `${file}:${line}` : file, key, message]
          .filter(Boolean)
          .join(": "),
      );
  return [
    ["Machine errors", machine_errors, "bad"],
    ["Package errors", words("error"), "bad"],
    ["Warnings", words("warning"), "warn"],
  ];
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const card = (title, ...nodes) => el("section", {}, el("h2", {}, title), nodes);

// Texts beside each other: `shown` are [title, text]; null on a page without contents.
function texts(shown) {
  if (shown.some(([, text]) => text === null)) {
    return el("p.soft", {}, "This page was written without inputs and outputs.");
  }
  const size = (text) => counted(text.length, "character");
  const columns = shown.map(([title, text]) =>
    el("div", {}, block(title, text || "(empty)", size(text))),
  );
  return el("div.columns", {}, columns);
}
