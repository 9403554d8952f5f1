// What every section uses: elements, foreign text, numbers, the data of the page.
const SECTIONS = {};

// Characters that nobody sees or that turn the text around, and halves of surrogate pairs.
const UNSEEN = new RegExp(
  "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e" +
    "\\u2060-\\u206f\\ud800-\\udfff\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]",
  "gu",
);

function visible(text) {
  return String(text)
    .replace(/\r\n/g, "\n")
    .replace(UNSEEN, (found) => {
      const code = found.codePointAt(0).toString(16);
      return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
    });
}

// el("p.note", {title: "x", onclick: f}, "text", node): text and attributes are never markup.
function el(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name);
  node.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") node.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) {
      node.setAttribute(key, value === true ? "" : visible(value));
    }
  }
  for (const child of children.flat(9)) {
    if (child instanceof Node) node.append(child);
    else if (child !== null && child !== undefined && child !== "")
      node.append(visible(child));
  }
  return node;
}

// An element of a drawing. Its attributes are numbers and words of ours, never foreign text.
function shape(tag, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

// Foreign text keeps to itself which way it is written.
const foreign = (text, tag = "bdi") => el(tag, {}, text);
const block = (title, text, note) =>
  text
    ? [
        el("h4", {}, title, note ? el("small", {}, ` ${note}`) : ""),
        el("pre", { tabindex: 0, role: "region", "aria-label": title }, text),
      ]
    : [];

// After a time: what it is divided by where it is compared with the limit of the package.
const ofLanguage = ({ language_factor: factor }) =>
  factor === 1 ? "" : ` (factor ${factor} of its language)`;

function place(node, styles) {
  Object.assign(node.style, styles);
  return node;
}

// A table: `columns` are [heading, class], `rows` lists of cells. The class `name` heads the rows.
function table(caption, columns, rows) {
  const heads = columns.map(([title, kind]) =>
    el("th", { scope: "col", class: kind }, title),
  );
  const named = columns.findIndex(([, kind]) => kind === "name");
  const lines = rows.map((cells) =>
    el(
      "tr",
      {},
      cells.map((cell, number) =>
        el(
          number === named ? "th" : "td",
          { class: columns[number][1], scope: number === named ? "row" : null },
          cell,
        ),
      ),
    ),
  );
  const shown = el(
    "table",
    {},
    el("caption.unseen", {}, caption),
    el("thead", {}, el("tr", {}, heads)),
    el("tbody", {}, lines),
  );
  return el(
    "div.scrolls",
    { tabindex: 0, role: "region", "aria-label": caption },
    shown,
  );
}

function facts(pairs) {
  const known = pairs.filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  return known.length === 0
    ? ""
    : el(
        "dl",
        {},
        known.map(([key, value]) =>
          el("div", {}, el("dt", {}, key), el("dd", {}, value)),
        ),
      );
}

function choice(label, options, onchange) {
  const items = options.map(([value, text]) => el("option", { value }, text));
  return el(
    "label",
    {},
    `${label} `,
    el("select", { onchange: (e) => onchange(e.target.value) }, items),
  );
}

function tick(label, onchange) {
  const box = el("input", {
    type: "checkbox",
    onchange: (e) => onchange(e.target.checked),
  });
  return el("label.tick", {}, box, label);
}

function find(label, oninput, onenter) {
  const onkeydown = (event) => event.key === "Enter" && onenter();
  const box = {
    type: "search",
    size: 14,
    oninput: (e) => oninput(e.target.value),
    onkeydown,
  };
  return el("label", {}, `${label} `, el("input", box));
}

// The items with `words` in their text; if there are none, those with the letters in this order.
function fuzzy(items, words, text) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const exact = items.filter((item) =>
    wanted.every((word) => text(item).toLowerCase().includes(word)),
  );
  const inOrder = (word, from) =>
    [...word].reduce(
      (at, letter) => (at < 0 ? at : from.indexOf(letter, at) + 1 || -1),
      0,
    ) >= 0;
  return exact.length
    ? exact
    : items.filter((item) =>
        wanted.every((word) => inOrder(word, text(item).toLowerCase())),
      );
}

const counted = (count, noun) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
const seconds = (ms, stopped, digits = 2) =>
  `${stopped ? ">= " : ""}${(ms / 1000).toFixed(digits)} s`;
const MIB = 1024;
const memory = (kib) =>
  kib < 10 * MIB ? `${(kib / MIB).toFixed(1)} MiB` : `${Math.round(kib / MIB)} MiB`;
const last = (path) => path.slice(path.lastIndexOf("/") + 1);
const folderOf = (path) => path.slice(0, Math.max(path.lastIndexOf("/"), 0));

// A verdict with its letter and colour.
const badge = (verdict, text) =>
  el(`span.badge.v-${verdict || "none"}`, {}, text || verdict || "-");

// What the address names after #, so that it can be sent to somebody: `watch`, a problem of a contest,
// the submission and the test that are open. `FOLLOWERS` open what it names.
const FOLLOWERS = [];
const MOST_NAMED = 200; // characters of a name that the address makes up

function address() {
  const value = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  return new Map(
    location.hash
      .slice(1)
      .split("&")
      .filter(Boolean)
      .map((part) => {
        const [key, ...rest] = part.split("=");
        return [key, value(rest.join("="))];
      }),
  );
}

// Changes parts of the address; null removes one.
function tell(changes) {
  const parts = [...new Map([...address(), ...Object.entries(changes)])].filter(
    ([, value]) => value !== null,
  );
  const words = parts.map(([key, value]) =>
    value ? `${key}=${encodeURIComponent(visible(value)).replaceAll("%2F", "/")}` : key,
  );
  try {
    history.replaceState(
      null,
      "",
      words.length ? `#${words.join("&")}` : location.pathname + location.search,
    );
  } catch {
    /* a viewer that keeps the address to itself */
  }
}

// The item that a part of the address names: the one with this name, or the only one whose name
// ends so: people shorten `submissions/accepted/a.cpp` to `a.cpp`.
function addressed(items, key, name) {
  const wanted = address().get(key);
  if (!wanted) return undefined;
  const named = (item) => visible(name(item));
  const ending = items.filter((item) => named(item).endsWith(`/${wanted}`));
  return (
    items.find((item) => named(item) === wanted) ||
    (ending.length === 1 ? ending[0] : undefined)
  );
}

// A sentence for each part of the address that names nothing here; `sought` are [item, key].
function notFound(...sought) {
  const lost = sought.filter(([item, key]) => !item && address().has(key));
  return lost.map(([, key]) => {
    const wanted = address().get(key);
    const what = wanted
      ? [
          `No ${key}, or more than one, is called `,
          foreign(wanted.slice(0, MOST_NAMED)),
          ":",
        ]
      : [`The address names no ${key}:`];
    return el("p.bad", {}, what, ` write #${key}=NAME, with the whole name.`);
  });
}

async function unpack(id) {
  const text = atob(document.getElementById(id).textContent);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}
