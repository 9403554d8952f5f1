// The matrix of submissions and tests on a canvas. `run` is what `runOf` returns; `open` has the
// functions `cell(submission, test)`, `submission(s)` and `test(t)`.
//
// A canvas, because pages of 300 submissions and 2,000 tests were tried: a frame took 16 ms on a
// canvas and 138 ms with elements for the cells in sight; a plain table took 16 s to open. What
// elements give for nothing is made by hand: a grid with a live cell for screen readers, keys, and
// letters beside the colours.
const HEAD = 42; // height of the families and the kills, in CSS pixels, as the others
const ROW = 21;
const FOLDED = 30; // width of a folded family
const GAP = 7; // between families
const SHADES = 8; // of a verdict's colour, by time; each needs a sprite
const RANK = "-ACWTOMRJ"; // of several verdicts, a folded cell shows the last one
const MARKS = {
  ok: "\u2713",
  FAIL: "\u2717",
  ERROR: "!",
  skip: "\u2013",
  "?": "?",
  "-": "",
};
const letterOf = (verdict) => (verdict === "A" ? "\u00b7" : verdict);
const printing = matchMedia("print");
const darkened = matchMedia("(prefers-color-scheme: dark)");
let matrices = 0;

// Groups in the order of their first members.
function grouped(items, key) {
  const groups = new Map();
  for (const item of items) {
    if (!groups.has(key(item))) groups.set(key(item), []);
    groups.get(key(item)).push(item);
  }
  return [...groups];
}

function matrix(run, open) {
  const id = `cell-${++matrices}`;
  const canvas = el("canvas", { role: "presentation" });
  const sheet = el("div.sheet", { role: "presentation" }, canvas);
  const current = el("div", { role: "gridcell", id });
  const row = el("div.unseen", { role: "row" }, current);
  const grid = el(
    "div.matrix",
    {
      role: "grid",
      tabindex: 0,
      "aria-activedescendant": id,
      "aria-label":
        "Verdicts of submissions (rows) on tests (columns); arrows move, Enter opens",
    },
    sheet,
    row,
  );
  const status = el(
    "p.status",
    { role: "status" },
    "Point at a cell, or use the arrow keys; click or Enter opens it.",
  );
  const ctx = canvas.getContext("2d", { alpha: false });
  const folded = new Set();
  const sprites = new Map();
  const worsts = new Map();
  let view = { submissions: [], tests: [], grouped: true, byFamily: true };
  let rows = [];
  let cols = [];
  let spans = [];
  let x = [];
  let label = 0;
  let size = 0;
  let zoom = 0;
  let end = 0;
  let cursor = { row: 1, col: 0 };
  let colors = {};
  let queued = false;
  let most = 1;

  // Rows are submissions and heads of their folders; columns are tests and folded families.
  function build() {
    worsts.clear();
    const folders = view.grouped ? grouped(view.submissions, (s) => s.folder) : [];
    rows =
      folders.length > 1 ? [] : view.submissions.map((s) => ({ one: s, members: [s] }));
    for (const [folder, members] of folders.length > 1 ? folders : []) {
      rows.push({ folder, members, key: `r${folder}` });
      if (!folded.has(`r${folder}`))
        rows.push(...members.map((s) => ({ one: s, members: [s] })));
    }
    cols = [];
    spans = [];
    for (const [family, members] of view.byFamily
      ? grouped(view.tests, (t) => t.family)
      : [["", view.tests]]) {
      const from = cols.length;
      const key = `c${family}`;
      if (folded.has(key)) cols.push({ family, members, key });
      else cols.push(...members.map((t) => ({ one: t, members: [t], key })));
      spans.push({ family, key, from, to: cols.length, count: members.length });
    }
    most = Math.max(1, ...cols.map(kills));
    cursor = {
      row: Math.min(cursor.row, rows.length - 1),
      col: Math.min(cursor.col, cols.length - 1),
    };
  }

  const kills = (col) => Math.max(0, ...col.members.map((t) => t.kills));

  function worst(r, c) {
    if (rows[r].one && cols[c].one) return rows[r].one.verdicts[cols[c].one.index];
    const key = r * cols.length + c;
    if (!worsts.has(key)) {
      let rank = 0;
      for (const s of rows[r].members) {
        for (const t of cols[c].members)
          rank = Math.max(rank, RANK.indexOf(s.verdicts[t.index]));
      }
      worsts.set(key, RANK[rank]);
    }
    return worsts.get(key);
  }

  function layout() {
    const style = getComputedStyle(document.documentElement);
    colors = new Proxy(
      {},
      {
        get: (known, name) =>
          (known[name] ??= style.getPropertyValue(`--${name}`).trim()),
      },
    );
    sprites.clear();
    const whole = printing.matches;
    const width = whole ? 1000 : grid.clientWidth;
    label = Math.round(Math.min(Math.max(width * 0.36, 132), 310));
    const gaps = GAP * spans.length + FOLDED * cols.filter((c) => !c.one).length + 12;
    const fitting = Math.floor(
      (width - label - gaps) / Math.max(cols.filter((c) => c.one).length, 1),
    );
    size = whole
      ? Math.min(Math.max(fitting, 3), 22)
      : zoom || Math.min(fitting >= 10 ? fitting : 12, 22);
    const names = spans.map((span) =>
      view.byFamily ? Math.min(titleWidth(span), 150) : 0,
    );
    const roomy =
      fitting >= 12 &&
      spans.reduce(
        (sum, span, i) => sum + GAP + Math.max(names[i], spanWidth(span)),
        label,
      ) <
        width - 8;
    let at = label;
    x = [];
    for (const [i, span] of spans.entries()) {
      const start = at;
      for (let c = span.from; c < span.to; c++) {
        x.push(at);
        at += cols[c].one ? size : FOLDED;
      }
      at = Math.max(at, view.byFamily ? start + (roomy ? names[i] : 46) : 0) + GAP;
    }
    end = at;
    const height = HEAD + ROW * rows.length + 2;
    place(sheet, { width: `${end}px`, height: `${height}px` });
    const bar = grid.offsetHeight - grid.clientHeight;
    place(grid, {
      height: whole
        ? `${height}px`
        : `${Math.min(height + bar, Math.round(innerHeight * 0.75))}px`,
    });
    const shown = [
      whole ? Math.min(end, 8000) : grid.clientWidth,
      whole ? height : Math.min(grid.clientHeight, height),
    ];
    place(canvas, { width: `${shown[0]}px`, height: `${shown[1]}px` });
    [canvas.width, canvas.height] = shown.map((pixels) =>
      Math.round(pixels * devicePixelRatio),
    );
    draw();
  }

  // One picture for each verdict, shade and width: a copy is faster than a rectangle and a letter.
  function sprite(verdict, shade, width) {
    const key = `${verdict}${shade} ${width}`;
    if (!sprites.has(key)) {
      const picture = document.createElement("canvas");
      const pen = picture.getContext("2d");
      [picture.width, picture.height] = [width, ROW - 1].map((pixels) =>
        Math.round(pixels * devicePixelRatio),
      );
      pen.scale(devicePixelRatio, devicePixelRatio);
      pen.globalAlpha =
        verdict === "A"
          ? 0.16 + (0.74 * shade) / (SHADES - 1)
          : 0.8 + (0.2 * shade) / (SHADES - 1);
      pen.fillStyle = colors[`v-${verdict}`];
      pen.fillRect(0, 0, width - (width > 5), ROW - 2);
      pen.globalAlpha = 1;
      if (width >= 9) {
        pen.fillStyle = colors[verdict === "A" ? "ink" : `on-${verdict}`];
        pen.font = `600 ${Math.min(12, width - 1)}px system-ui, sans-serif`;
        pen.textAlign = "center";
        pen.fillText(letterOf(verdict), (width - 1) / 2, 14.5);
      }
      sprites.set(key, picture);
    }
    return sprites.get(key);
  }

  function shadeOf(r, c) {
    if (!rows[r].one || !cols[c].one || !run.limit_ms) return 2;
    const part = rows[r].one.cpu_ms[cols[c].one.index] / rows[r].one.limit_ms;
    return Math.min(SHADES - 1, Math.floor(SHADES * Math.sqrt(part) * 0.99));
  }

  function fit(text, room) {
    const whole = visible(text);
    // Where there is room, the end of a name stays: it has the extension or the number.
    const tail = room > 80 ? 5 : 0;
    let kept = whole;
    for (let cut = 1; kept.length > 2 && ctx.measureText(kept).width > room; cut++) {
      const begin = whole.slice(0, Math.max(whole.length - tail - cut, 1));
      kept = `${begin}\u2026${whole.slice(whole.length - tail)}`;
      if (cut > whole.length) return "";
    }
    return kept;
  }

  function write(text, left, base, color, room, align = "left", weight = 400) {
    ctx.font = `${weight} 12.5px system-ui, sans-serif`;
    ctx.fillStyle = colors[color];
    ctx.textAlign = align;
    const shown = room ? fit(text, room) : visible(text);
    ctx.fillText(shown, left, base);
    return ctx.measureText(shown).width;
  }

  function fill(color, ...box) {
    ctx.fillStyle = colors[color];
    ctx.fillRect(...box);
  }

  function firstColumn(left) {
    let low = 0;
    let high = x.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (x[middle] <= left) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  const wide = (c) => (cols[c].one ? size : FOLDED);
  const spanWidth = (span) =>
    cols
      .slice(span.from, span.to)
      .reduce((sum, col) => sum + (col.one ? size : FOLDED), 0);
  const title = (span) =>
    `${folded.has(span.key) ? "\u25b8" : "\u25be"}${span.family.replace(/^secret\//, "") || "other"} ${span.count}`;

  function titleWidth(span) {
    ctx.font = "400 12.5px system-ui, sans-serif";
    return ctx.measureText(visible(title(span))).width + 10;
  }

  function draw() {
    queued = false;
    const left = printing.matches ? 0 : grid.scrollLeft;
    const top = printing.matches ? 0 : grid.scrollTop;
    const width = canvas.width / devicePixelRatio;
    const height = canvas.height / devicePixelRatio;
    ctx.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    fill("card", 0, 0, width, height);
    const from = cols.length ? firstColumn(left + label) : 0;
    const focused = document.activeElement === grid;
    const first = Math.floor(top / ROW);
    const until = Math.min(rows.length, Math.ceil((top + height - HEAD) / ROW));
    let to = from;
    while (to < cols.length && x[to] - left < width) to++;
    for (let r = first; r < until; r++) {
      const y = HEAD + r * ROW - top;
      if (!rows[r].one) fill("band", label, y, width, ROW - 1);
      for (let c = from; c < to; c++) {
        const verdict = rows[r].one || folded.has(rows[r].key) ? worst(r, c) : "-";
        if (verdict !== "-")
          ctx.drawImage(
            sprite(verdict, shadeOf(r, c), wide(c)),
            x[c] - left,
            y,
            wide(c),
            ROW - 1,
          );
        const s = rows[r].one;
        if (s?.unmet && cols[c].one && s.breaking === cols[c].one.index)
          frame("ink", c, y, left);
      }
      if (focused && cursor.row === r && cursor.col >= from && cursor.col < to)
        frame("accent", cursor.col, y, left);
    }
    fill("card", 0, HEAD, label - 3, height);
    for (let r = first; r < until; r++)
      drawLabel(
        rows[r],
        HEAD + r * ROW - top,
        focused && cursor.row === r && cursor.col === -1,
      );
    fill("card", 0, 0, width, HEAD);
    for (let c = from; c < to; c++) drawKills(c, left);
    for (const span of spans) drawFamily(span, left, width);
    fill("card", 0, 0, label - 3, HEAD);
    if (view.byFamily) write("family", label - 10, 15, "soft", label - 16, "right");
    write("kills", label - 10, 35, "soft", label - 16, "right");
    fill("line", 0, HEAD - 1, width, 1);
    if (focused && cursor.row < 0 && cursor.col < 0) fill("accent", 0, 0, label - 4, 2);
  }

  function frame(color, c, y, left) {
    ctx.strokeStyle = colors[color];
    ctx.lineWidth = 2;
    ctx.strokeRect(x[c] - left, y, wide(c) - 1, ROW - 2);
  }

  function drawLabel(item, y, marked) {
    if (marked) fill("band", 0, y, label - 4, ROW - 1);
    if (!item.one) {
      fill("band", 0, y, label - 3, ROW - 1);
      const arrow = folded.has(item.key) ? "\u25b8" : "\u25be";
      write(
        `${arrow} ${item.folder || "other"}`,
        6,
        y + 14.5,
        "ink",
        label - 50,
        "left",
        600,
      );
      write(String(item.members.length), label - 10, y + 14.5, "soft", 0, "right");
      return;
    }
    const s = item.one;
    write(
      MARKS[s.outcome],
      6,
      y + 14.5,
      { ok: "good", FAIL: "bad", ERROR: "bad" }[s.outcome] || "soft",
      0,
      "left",
      700,
    );
    let room = label - 30;
    if (label > 200) {
      write(s.slowest, label - 10, y + 14.5, "soft", 0, "right");
      write(s.verdict || "-", label - 86, y + 14.5, "soft", 0, "right");
      room = label - 142;
    }
    write(
      `${s.model ? "\u2605 " : ""}${s.name}`,
      22,
      y + 14.5,
      s.unmet ? "bad" : "ink",
      room,
      "left",
      s.model ? 700 : 400,
    );
  }

  function drawKills(c, left) {
    const tall = Math.ceil((18 * kills(cols[c])) / most);
    fill(
      tall ? "kills" : "band",
      x[c] - left,
      HEAD - 2 - (tall || 2),
      Math.max(wide(c) - 1, 2),
      tall || 2,
    );
    if (cursor.row === -1 && cursor.col === c) frame("accent", c, 22, left);
  }

  function drawFamily(span, left, width) {
    if (!view.byFamily) return;
    const start = x[span.from] - left;
    const stop = span.to < x.length ? x[span.to] - left - GAP : end - left - GAP;
    if (stop < label || start > width) return;
    const from = Math.max(start, label);
    fill("band", from, 1, stop - from, 19);
    write(title(span), from + 4, 15, "ink", stop - from - 6);
    if (cursor.row === -2 && cursor.col >= span.from && cursor.col < span.to)
      fill("accent", from, 18, stop - from, 2);
  }

  function redraw() {
    if (!queued) requestAnimationFrame(draw);
    queued = true;
  }

  function describe({ row: r, col: c }) {
    const line = rows[r];
    const column = cols[c];
    if (r === -2 && column)
      return `family ${column.members[0].family}: ${counted(spans.find((s) => s.key === column.key).count, "test")}; Enter folds it`;
    if (r < 0 && column)
      return column.one
        ? `${column.one.name}: fails ${counted(column.one.kills, "wrong submission")}`
        : `${column.family}, folded`;
    if (!line) return "";
    if (c < 0)
      return line.one
        ? `${line.one.path}: ${line.one.sentence}`
        : `${line.folder}: ${counted(line.members.length, "submission")}`;
    if (!column) return "";
    if (line.one && column.one)
      return `${line.one.name} on ${column.one.name}: ${run.cell(line.one, column.one)}`;
    return `${line.one ? line.one.name : line.folder} on ${column.one ? column.one.name : column.family}: ${run.words(worst(r, c))} at worst`;
  }

  function activate({ row: r, col: c }) {
    const line = rows[r];
    const column = cols[c];
    const key = foldedBy(r, line, column);
    if (key && (r < 0 || c >= 0 || !line.one)) fold([key], !folded.has(key));
    else if (r === -1 && column) open.test(column.one);
    else if (line && c === -1) open.submission(line.one);
    else if (line && column) open.cell(line.one, column.one);
  }

  // The group that a click in row `r` folds or unfolds: of tests in the row of families, else
  // that of the line or of the column, if either stands for a group.
  function foldedBy(r, line, column) {
    if (r === -2) return column?.key;
    if (line && !line.one) return line.key;
    if (column && !column.one) return column.key;
    return "";
  }

  function fold(keys, whether) {
    for (const key of keys)
      if (whether) folded.add(key);
      else folded.delete(key);
    build();
    layout();
  }

  function hit(event) {
    const box = canvas.getBoundingClientRect();
    const left = event.clientX - box.left;
    const top = event.clientY - box.top;
    const inside = left + grid.scrollLeft;
    const c = left < label ? -1 : firstColumn(inside);
    const r = rowAt(top);
    const beside = c >= 0 && r > -2 && (!cols.length || inside >= x[c] + wide(c));
    return r >= rows.length || beside || (r < 0 && c < 0) ? null : { row: r, col: c };
  }

  // The row at a height of the canvas: -2 the families, -1 the kills, from 0 the lines.
  function rowAt(top) {
    if (top < 20 && view.byFamily) return -2;
    if (top < HEAD) return -1;
    return Math.floor((top - HEAD + grid.scrollTop) / ROW);
  }

  function move(to) {
    cursor = {
      row: Math.min(Math.max(to.row, view.byFamily ? -2 : -1), rows.length - 1),
      col: Math.min(Math.max(to.col, -1), cols.length - 1),
    };
    if (cursor.col >= 0) {
      grid.scrollLeft = Math.min(grid.scrollLeft, x[cursor.col] - label);
      grid.scrollLeft = Math.max(
        grid.scrollLeft,
        x[cursor.col] + wide(cursor.col) - grid.clientWidth + 4,
      );
    }
    if (cursor.row >= 0) {
      grid.scrollTop = Math.min(grid.scrollTop, ROW * cursor.row);
      grid.scrollTop = Math.max(
        grid.scrollTop,
        HEAD + ROW * (cursor.row + 1) - grid.clientHeight + 2,
      );
    }
    current.textContent = status.textContent = visible(describe(cursor));
    row.setAttribute("aria-rowindex", cursor.row + 3);
    current.setAttribute("aria-colindex", cursor.col + 2);
    redraw();
  }

  grid.addEventListener("keydown", (event) => {
    const page = Math.max(1, Math.floor((grid.clientHeight - HEAD) / ROW) - 1);
    const { row: r, col: c } = cursor;
    const to = {
      ArrowLeft: [r, c - 1],
      ArrowRight: [r, c + 1],
      ArrowUp: [r - 1, c],
      ArrowDown: [r + 1, c],
      Home: [event.ctrlKey ? 0 : r, 0],
      End: [event.ctrlKey ? rows.length : r, cols.length],
      PageUp: [Math.max(r - page, 0), c],
      PageDown: [r + page, c],
    }[event.key];
    if (to) move({ row: to[0], col: to[1] });
    else if (event.key === "Enter" || event.key === " ") activate(cursor);
    else return;
    event.preventDefault();
  });
  grid.addEventListener("focus", () => move(cursor));
  grid.addEventListener("blur", redraw);
  grid.addEventListener("scroll", redraw);
  canvas.addEventListener("pointermove", (event) => {
    const at = hit(event);
    canvas.style.cursor = at ? "pointer" : "default";
    if (at) status.textContent = visible(describe(at));
  });
  canvas.addEventListener("click", (event) => {
    const at = hit(event);
    if (!at) return;
    move(at);
    activate(at);
  });
  for (const media of [printing, darkened]) media.addEventListener("change", layout);
  addEventListener("resize", layout);

  function showView(next) {
    view = next;
    build();
    row.parentNode.setAttribute("aria-rowcount", rows.length + 2);
    row.parentNode.setAttribute("aria-colcount", cols.length + 1);
    current.textContent = visible(describe(cursor));
    if (grid.isConnected) layout();
  }

  return {
    node: el("div", {}, grid, status),
    show: showView,
    focus: () => grid.focus(),
    zoom: (step) => {
      zoom = Math.min(Math.max(size + step, 4), 30);
      layout();
    },
    fold: (whether) =>
      fold(
        [...new Set([...spans, ...rows].map((item) => item.key).filter(Boolean))],
        whether,
      ),
  };
}
