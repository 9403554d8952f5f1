// A small document for scripts of pages, without layout: elements, attributes, events, selectors.
// What a script must never use throws: whatever turns a text into elements.
const window = globalThis;

class Event {
  constructor(type, fields = {}) {
    Object.assign(this, fields, { type, defaultPrevented: false });
  }

  preventDefault() {
    this.defaultPrevented = true;
  }
}

class EventTarget {
  #listeners = [];

  addEventListener(type, listener) {
    this.#listeners.push([type, listener]);
  }

  dispatchEvent(event) {
    event.target ??= this;
    for (let node = this; node; node = node.parentNode) node.handle(event);
    return !event.defaultPrevented;
  }

  handle(event) {
    this[`on${event.type}`]?.(event);
    for (const [type, listener] of [...this.#listeners]) {
      if (type === event.type) listener(event);
    }
  }
}

class Node extends EventTarget {
  parentNode = null;

  get isConnected() {
    return this === document.documentElement || Boolean(this.parentNode?.isConnected);
  }

  remove() {
    if (!this.parentNode) return;
    const siblings = this.parentNode.childNodes;
    siblings.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
  }
}

class Text extends Node {
  constructor(text) {
    super();
    this.textContent = String(text);
  }
}

class Element extends Node {
  childNodes = [];
  attributes = new Map();
  style = {};
  dataset = {};
  checked = false;
  scrollTop = 0;
  scrollLeft = 0;
  clientWidth = 900;
  clientHeight = 400;
  offsetHeight = 400;
  #value = null;

  constructor(tag) {
    super();
    this.localName = tag;
  }

  get children() {
    return this.childNodes.filter((node) => node instanceof Element);
  }

  append(...items) {
    for (const item of items) {
      const node = item instanceof Node ? item : new Text(item);
      node.remove();
      node.parentNode = this;
      this.childNodes.push(node);
    }
  }

  replaceChildren(...items) {
    for (const node of [...this.childNodes]) node.remove();
    this.append(...items);
  }

  get textContent() {
    return this.childNodes.map((node) => node.textContent).join("");
  }

  set textContent(text) {
    this.replaceChildren(new Text(text));
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  get className() {
    return this.getAttribute("class") ?? "";
  }

  set className(names) {
    this.setAttribute("class", names);
  }

  get classList() {
    const names = new Set(this.className.split(" ").filter(Boolean));
    return {
      contains: (name) => names.has(name),
      toggle: (name, whether) => {
        if (whether) names.add(name);
        else names.delete(name);
        this.className = [...names].join(" ");
      },
    };
  }

  get type() {
    return this.getAttribute("type") ?? "";
  }

  // As in a browser, a choice shows its first option until another one is chosen.
  get value() {
    if (this.localName === "option") return this.getAttribute("value");
    if (this.localName === "select") {
      return this.#value ?? this.querySelector("option")?.value;
    }
    return this.#value ?? "";
  }

  set value(value) {
    this.#value = value;
  }

  get rowIndex() {
    return this.closest("table").querySelectorAll("tr").indexOf(this);
  }

  matches(selectors) {
    return selectors.split(",").some((selector) => matchesPath(this, selector.trim()));
  }

  closest(selectors) {
    let node = this;
    while (node && !node.matches?.(selectors)) node = node.parentNode;
    return node;
  }

  querySelectorAll(selectors) {
    return this.children.flatMap((child) => [
      ...(child.matches(selectors) ? [child] : []),
      ...child.querySelectorAll(selectors),
    ]);
  }

  querySelector(selectors) {
    return this.querySelectorAll(selectors)[0] ?? null;
  }

  focus() {
    const before = document.activeElement;
    document.activeElement = this;
    before.handle(new Event("blur", { target: before }));
    this.handle(new Event("focus", { target: this }));
  }

  click() {
    this.dispatchEvent(new Event("click"));
  }

  get open() {
    return this.attributes.has("open");
  }

  showModal() {
    this.setAttribute("open", "");
  }

  close() {
    this.attributes.delete("open");
    document.body.focus();
    this.handle(new Event("close", { target: this }));
  }

  scrollIntoView() {
    document.scrolledTo = this;
  }

  getBoundingClientRect() {
    return { left: 0, top: 0 };
  }

  getContext() {
    return pen;
  }

  set innerHTML(_text) {
    throw new Error("innerHTML");
  }

  set outerHTML(_text) {
    throw new Error("outerHTML");
  }

  insertAdjacentHTML() {
    throw new Error("insertAdjacentHTML");
  }
}

// A path such as `[aria-label=Submissions] tbody .link`, without `>`, `+` and `~`.
function matchesPath(element, path) {
  const parts = path.match(/(?:\[[^\]]*\]|[^\s[])+/g);
  if (!matchesOne(element, parts.pop())) return false;
  let above = element.parentNode;
  for (const part of parts.reverse()) {
    while (above && !matchesOne(above, part)) above = above.parentNode;
    if (!above) return false;
    above = above.parentNode;
  }
  return true;
}

function matchesOne(element, part) {
  if (!(element instanceof Element)) return false; // the window, above the document
  const pieces = part.match(/\[[^\]]*\]|[.#]?[\w-]+|\*/g);
  return pieces.every((piece) => {
    if (piece.startsWith(".")) return element.classList.contains(piece.slice(1));
    if (piece.startsWith("#")) return element.getAttribute("id") === piece.slice(1);
    if (!piece.startsWith("[")) return piece === "*" || element.localName === piece;
    const [name, value] = piece.slice(1, -1).split("=");
    const stated = element.getAttribute(name);
    return value === undefined ? stated !== null : stated === value.replaceAll('"', "");
  });
}

// The pen of every canvas: it keeps the texts that are written.
const painted = [];
const pen = new Proxy(
  {
    fillText: (text) => painted.push(text),
    measureText: (text) => ({ width: 7 * text.length }),
  },
  { get: (known, name) => known[name] ?? (() => {}), set: () => true },
);

const document = {
  hidden: false,
  title: "",
  documentElement: new Element("html"),
  body: new Element("body"),
  createElement: (tag) => new Element(tag),
  createElementNS: (_, tag) => new Element(tag),
  getElementById: (id) => document.querySelector(`#${id}`),
  querySelector: (selectors) => document.documentElement.querySelector(selectors),
  querySelectorAll: (selectors) => document.documentElement.querySelectorAll(selectors),
};
document.documentElement.append(document.body);
document.activeElement = document.body;

// Events that reach the window: keys wherever they are pressed, and those sent to it.
const windowTarget = new EventTarget();
document.documentElement.parentNode = windowTarget;
window.addEventListener = (type, listener) =>
  windowTarget.addEventListener(type, listener);
window.dispatchEvent = (event) => windowTarget.dispatchEvent(event);

const location = { hash: "", pathname: "/page.html", search: "" };
const history = {
  replaceState: (_state, _title, address) => {
    location.hash = address.includes("#") ? address.slice(address.indexOf("#")) : "";
  },
};
const kept = new Map();
const sessionStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
};

const devicePixelRatio = 1;
const innerHeight = 800;
const scrollY = 0;
const scrollTo = () => {};
const setInterval = () => {};
const matchMedia = () => ({ matches: false, addEventListener: () => {} });
const getComputedStyle = () => ({ getPropertyValue: () => "#000000" });

// Frames are drawn when a test asks for them, as a browser draws them after a script.
const frames = [];
const requestAnimationFrame = (draw) => frames.push(draw);

// The texts that a new picture has.
function paint() {
  painted.length = 0;
  window.dispatchEvent(new Event("resize"));
  for (const draw of frames.splice(0)) draw();
  return painted;
}

// Data of a page: the bytes as the script decodes them; `INFLATED` has the text of each.
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const INFLATED = new Map();

function atob(text) {
  let bits = "";
  for (const letter of text.replaceAll("=", "")) {
    bits += BASE64.indexOf(letter).toString(2).padStart(6, "0");
  }
  const bytes = bits.match(/.{8}/g) ?? [];
  return bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join("");
}

class Blob {
  constructor([bytes]) {
    this.bytes = bytes;
  }

  stream() {
    return { pipeThrough: () => this.bytes };
  }
}

class DecompressionStream {}

class Response {
  constructor(bytes) {
    this.bytes = bytes;
  }

  async text() {
    return INFLATED.get([...this.bytes].join());
  }
}

// Everything below is called by tests.

function addData(id, base64, bytes, text) {
  const element = new Element("script");
  element.setAttribute("id", id);
  element.textContent = base64;
  document.body.append(element);
  INFLATED.set(bytes.join(), text);
}

function only(selectors, text) {
  const found = document
    .querySelectorAll(selectors)
    .filter((node) => text === undefined || node.textContent.includes(text));
  if (!found.length) throw new Error(`no ${selectors} with ${text}`);
  return found[0];
}

function control(label) {
  const named = document
    .querySelectorAll("label")
    .find((node) => node.textContent.trim().startsWith(label));
  if (!named) throw new Error(`no control ${label}`);
  return named.querySelector("select, input");
}

function fill(label, value) {
  const field = control(label);
  if (field.type === "checkbox") field.checked = value;
  else field.value = value;
  field.dispatchEvent(new Event(field.type === "search" ? "input" : "change"));
}

function press(...keys) {
  for (const key of keys) {
    document.activeElement.dispatchEvent(new Event("keydown", { key }));
  }
}

function goTo(hash) {
  location.hash = hash;
  window.dispatchEvent(new Event("hashchange"));
}
