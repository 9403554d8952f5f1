// Shows the first section, which shows the others.
const dialog = el("dialog", { "aria-labelledby": "opened" });

// Opens a panel: `title` and nodes; `turn(step)` shows the panel before or after this one; `names`
// are what the address names then.
function show(title, nodes, turn, names = {}) {
  tell({ submission: null, test: null, ...names });
  const button = (label, text, onclick) =>
    el("button", { type: "button", "aria-label": label, title: label, onclick }, text);
  const turns = turn
    ? [
        button("Previous", "\u2190", () => turn(-1)),
        button("Next", "\u2192", () => turn(1)),
      ]
    : [];
  dialog.replaceChildren(
    el(
      "header",
      {},
      el("h3", { id: "opened", tabindex: -1 }, title),
      turns,
      button("Close", "\u00d7", () => dialog.close()),
    ),
    el("div.panel", {}, nodes),
  );
  dialog.onkeydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (turn && step && !event.target.closest("pre, .scrolls")) turn(step);
  };
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  document.getElementById("opened").focus();
}

dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
dialog.addEventListener("close", () => tell({ submission: null, test: null }));

function origin(data) {
  const { date, tool_version, machine = {} } = data.origin;
  return el(
    "footer",
    {},
    [
      date && `Written ${date}`,
      tool_version && `judge ${tool_version}`,
      machine.cpu &&
        `${machine.cpu}, ${counted(machine.cores, "core")}, ${machine.kernel}`,
    ]
      .filter(Boolean)
      .join(" \u00b7 "),
  );
}

// With #watch in its address, a page is loaded again and again; filters and place stay.
const fields = () => [...document.querySelectorAll("main select, main input")];
const tickable = (field) => field.type === "checkbox";

let watching = false;

function watch() {
  if (watching || !address().has("watch")) return;
  watching = true;
  const key = `judge ${location.pathname}`;
  try {
    const [top, values] = JSON.parse(sessionStorage.getItem(key));
    for (const [number, field] of fields().entries()) {
      if (
        values[number] === undefined ||
        values[number] === (tickable(field) ? field.checked : field.value)
      )
        continue;
      field[tickable(field) ? "checked" : "value"] = values[number];
      field.dispatchEvent(new Event(field.type === "search" ? "input" : "change"));
    }
    scrollTo(0, top);
  } catch {
    /* nothing is kept yet, or nothing may be */
  }
  setInterval(() => {
    if (
      document.hidden ||
      dialog.open ||
      document.activeElement.matches("select, input")
    )
      return;
    try {
      sessionStorage.setItem(
        key,
        JSON.stringify([
          scrollY,
          fields().map((field) => (tickable(field) ? field.checked : field.value)),
        ]),
      );
    } catch {
      /* then it starts at the top */
    }
    location.reload();
  }, 2000);
}

async function start() {
  const data = await unpack("data");
  document.title = visible(data.title);
  for (const [number, section] of data.sections.entries()) {
    const known = new Map();
    section.later = (part) => {
      if (!known.has(part)) known.set(part, unpack(`later-${number}-${part}`));
      return known.get(part);
    };
  }
  const [first, ...rest] = data.sections;
  document.body.append(
    el("main", {}, SECTIONS[first.kind](first, rest)),
    origin(data),
    dialog,
  );
  window.dispatchEvent(new Event("resize"));
  FOLLOWERS.push(watch);
  const follow = () => {
    for (const each of FOLLOWERS) each();
  };
  addEventListener("hashchange", follow);
  follow();
  document.documentElement.dataset.ready = "yes";
}

start();
