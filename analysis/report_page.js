// SPDX-License-Identifier: Apache-2.0
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("main");
const KINDS = ["computing", "polling", "idle", "waiting", "ready", "mixed"];
const COLOURS = ["--computing", "--idle", "--idle", "--waiting", "--ready", "--mixed"];

/** Makes an element; children are elements or text, which is never read as HTML. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children.map((c) => (c instanceof Node ? c : String(c))));
  return element;
}

const percent = (x) => (x === null || !isFinite(x) ? "–" : `${(100 * x).toFixed(0)} %`);
const ms = (seconds) => `${(1e3 * seconds).toFixed(seconds < 0.1 ? 3 : 1)} ms`;
const amount = (b) => (b < 1e6 ? `${(b / 1e3).toFixed(1)} KB` : `${(b / 1e6).toFixed(1)} MB`);
const time = (us) => (us < 1e3 ? `${us.toFixed(1)} µs` : us < 1e6 ? `${(us / 1e3).toFixed(2)} ms`
  : `${(us / 1e6).toFixed(3)} s`);

function table(header, rows) {
  return make("table", {},
    make("thead", {}, make("tr", {}, ...header.map((h) => make("th", { scope: "col" }, h)))),
    make("tbody", {}, ...rows.map((r) => make("tr", {}, ...r.map((c) => make("td", {}, c))))));
}

function section(title, ...children) {
  const heading = make("h2", {}, title);
  main.append(make("section", {}, heading, ...children));
}

/** A time line on a canvas: one row a worker or a task. Wheel, drag and keys change the view. */
class TimeLine {
  constructor(run) {
    this.run = run;
    this.length = run.microseconds;
    this.view = [0, this.length];
    this.canvas = make("canvas", { tabindex: "0", role: "img" });
    this.said = make("p", { class: "quiet", "aria-live": "polite" }, " ");
    this.canvas.addEventListener("keydown", (e) => this.key(e));
    this.canvas.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    this.canvas.addEventListener("pointerdown", (e) => { this.from = e.offsetX;
      this.canvas.setPointerCapture(e.pointerId); });
    this.canvas.addEventListener("pointerup", () => { this.from = undefined; });
    this.canvas.addEventListener("pointermove", (e) => this.point(e));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    this.show(run.tasks_drawn.rows.length <= 64 ? "tasks_drawn" : "workers");
  }

  show(which) {
    this.which = which;
    this.rows = this.run[which].rows;
    this.height = this.rows.length > 200 ? 4 : this.rows.length > 64 ? 10 : 18;
    this.canvas.style.height = `${this.rows.length * this.height + 24}px`;
    this.draw();
  }

  zoom(factor, at = (this.view[0] + this.view[1]) / 2) {
    const width = Math.min(this.length, Math.max(0.1, (this.view[1] - this.view[0]) * factor));
    const part = (at - this.view[0]) / (this.view[1] - this.view[0]);
    const start = Math.min(Math.max(0, at - part * width), this.length - width);
    this.view = [start, start + width];
    this.draw();
  }

  move(part) {
    const width = this.view[1] - this.view[0];
    const start = Math.min(Math.max(0, this.view[0] + part * width), this.length - width);
    this.view = [start, start + width];
    this.draw();
  }

  key(event) {
    const act = { "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), "-": () => this.zoom(2),
      "0": () => { this.view = [0, this.length]; this.draw(); },
      ArrowLeft: () => this.move(-0.25), ArrowRight: () => this.move(0.25) }[event.key];
    if (!act) return;
    act();
    event.preventDefault();
  }

  at(x) {
    return this.view[0] + (x - this.left) / (this.wide - this.left) * (this.view[1] - this.view[0]);
  }

  wheel(event) {
    if (!event.ctrlKey && !event.shiftKey) return; // the page scrolls
    this.zoom(event.deltaY < 0 ? 0.8 : 1.25, this.at(event.offsetX));
    event.preventDefault();
  }

  point(event) {
    if (this.from !== undefined) {
      this.move((this.from - event.offsetX) / (this.wide - this.left));
      this.from = event.offsetX;
      return;
    }
    const row = this.rows[Math.floor(event.offsetY / this.height)];
    if (!row || event.offsetX < this.left) return;
    const when = this.at(event.offsetX);
    const s = row.slices;
    let text = `${row.name}, ${time(when)}: in the runtime`;
    for (let i = 0; i < s.length; i += 4)
      if (s[i] <= when && when < s[i + 1]) {
        const task = s[i + 3] >= 0 && this.which === "workers" ? ` ${this.run.noun} ${s[i + 3]}` : "";
        text = `${row.name}, ${time(when)}: ${KINDS[s[i + 2]]}${task}, ${time(s[i + 1] - s[i])}`;
      }
    this.said.textContent = text;
  }

  draw() {
    const [begin, end] = this.view;
    this.canvas.setAttribute("aria-label", `Time line from ${time(begin)} to ${time(end)}. Plus and minus zoom, ` +
      "the arrow keys move, 0 shows the whole run.");
    const style = getComputedStyle(document.documentElement);
    const colours = COLOURS.map((name) => style.getPropertyValue(name));
    const scale = devicePixelRatio || 1;
    this.wide = this.canvas.clientWidth;
    const high = this.rows.length * this.height + 24;
    if (!this.wide) return;
    this.canvas.width = this.wide * scale;
    this.canvas.height = high * scale;
    this.left = this.height >= 10 ? 130 : 10;
    const pen = this.canvas.getContext("2d");
    pen.scale(scale, scale);
    pen.font = "11px system-ui, sans-serif";
    const unit = (this.wide - this.left) / (end - begin);
    this.rows.forEach((row, y) => {
      const top = y * this.height;
      const thick = Math.max(1, this.height - 2);
      pen.fillStyle = style.getPropertyValue(this.which === "workers" ? "--runtime" : "--idle");
      pen.fillRect(this.left, top, this.wide - this.left, thick);
      const s = row.slices;
      for (let i = 0; i < s.length; i += 4) {
        if (s[i + 1] < begin || s[i] > end) continue;
        const x = this.left + (Math.max(s[i], begin) - begin) * unit;
        pen.fillStyle = colours[s[i + 2]];
        pen.fillRect(x, top, Math.max(0.3, (Math.min(s[i + 1], end) - Math.max(s[i], begin)) * unit), thick);
      }
      pen.fillStyle = style.getPropertyValue("--text");
      if (this.height >= 10) pen.fillText(row.name, 2, top + Math.min(12, this.height - 1), 124);
    });
    pen.fillStyle = style.getPropertyValue("--text");
    for (let i = 0; i <= 4; i++) {
      pen.textAlign = i === 0 ? "left" : i === 4 ? "right" : "center";
      pen.fillText(time(begin + (end - begin) * i / 4), this.left + (this.wide - this.left) * i / 4, high - 8);
    }
    pen.textAlign = "left";
  }
}

function timeLine(run) {
  const line = new TimeLine(run);
  const choices = ["workers", "tasks_drawn"].map((which) => make("button", {
    "aria-pressed": which === line.which, onclick: (event) => {
      line.show(which);
      choices.forEach((c) => c.setAttribute("aria-pressed", c === event.target));
    } }, which === "workers" ? "workers" : `${run.noun}s`));
  const button = (text, name, act) => make("button", { "aria-label": name, onclick: act }, text);
  const key = (name, colour) => [make("span", { class: "key", style: `background: var(${colour})` }), name];
  const joined = Math.max(run.workers.joined, run.tasks_drawn.joined);
  section("Time line",
    make("p", {}, ...choices, " ", button("+", "zoom in", () => line.zoom(0.5)), button("−", "zoom out",
      () => line.zoom(2)), button("←", "earlier", () => line.move(-0.25)), button("→", "later",
      () => line.move(0.25)), button("all", "the whole run", () => { line.view = [0, line.length]; line.draw(); }),
      ...key("computing", "--computing"), ...key("waits for a message", "--waiting"),
      ...key("could run", "--ready"), ...key("idle", "--idle"), ...key("runtime", "--runtime"), ...(joined ? key("several", "--mixed") : [])),
    ...(joined ? [make("p", { class: "quiet" },
      `Slices below ${time(joined)} are joined, because there are too many to draw.`)] : []),
    make("div", { class: "scroll" }, line.canvas), line.said,
    make("p", { class: "quiet" }, "Shift and the wheel zoom, a drag moves."));
}

function waits(run) {
  if (!run.waits.length) return section("Waits by source line", make("p", {}, "Nothing waited for a message."));
  section("Waits by source line", ...run.waits.map((w, i) => {
    const title = `${w.call} ${w.at.split("/").slice(-1)[0]}: ${ms(w.waited)} in ${w.count} waits, ` +
      `${ms(w.idle)} of it with nothing else to run`;
    const source = w.source.map(([number, text]) => make("span",
      String(number) === w.at.split(":").slice(-1)[0] ? { class: "here" } : {},
      `${String(number).padStart(5)}  ${text}\n`));
    return make("details", i === 0 ? { open: "" } : {}, make("summary", {}, title),
      make("p", {}, "for ", w.for.map(([name, seconds]) => `${name} (${ms(seconds)})`).join(", ")),
      source.length ? make("pre", {}, ...source)
        : make("p", { class: "quiet" }, w.at ? `${w.at} cannot be read here.` : "Compile with -g to see the line."));
  }));
}

function shares(run) {
  const bar = (s) => {
    const whole = s.computing + s.runtime + s.waiting + (s.ready || 0) || 1;
    const part = (seconds, colour) =>
      make("span", { style: `width: ${100 * seconds / whole}%; background: var(${colour})` });
    return make("div", { class: "bar", role: "img", "aria-label":
      `computing ${percent(s.computing / whole)}, waiting ${percent(s.waiting / whole)}` },
      part(s.computing, "--computing"), part(s.runtime, "--runtime"), part(s.ready || 0, "--ready"),
      part(s.waiting, "--waiting"));
  };
  const row = (name, s) => [name, bar(s), ms(s.computing), ms(s.runtime), ms(s.waiting)];
  const header = ["", "", "computing", "runtime", "waiting"];
  const tasks = Object.values(run.tasks);
  section("Where the time went",
    table(header, Object.entries(run.processes).map(([p, s]) => row(`process ${p}`, s))),
    make("details", tasks.length <= 32 ? { open: "" } : {}, make("summary", {}, `each ${run.noun}`),
      table(header, tasks.map((s) => row(s.name, s)))));
}

function traffic(run) {
  const c = run.communication;
  const most = Math.max(1, ...run.traffic.flat());
  const parts = [make("p", {}, `${c.messages} messages, ${amount(c.bytes)} between processes; ` +
    `hidden (estimated): ${percent(c.hidden)}`)];
  if (c.messages && run.traffic.length <= 64)
    parts.push(make("table", {}, make("tbody", {}, make("tr", {}, make("th", {}, "from \\ to"),
      ...run.traffic.map((_, i) => make("th", { scope: "col" }, i))), ...run.traffic.map((r, i) => make("tr", {},
      make("th", { scope: "row" }, i), ...r.map((b) => make("td", { style:
        `background: color-mix(in srgb, var(--computing) ${Math.round(60 * b / most)}%, transparent)` },
      b ? amount(b) : "")))))));
  section("Messages between processes", ...parts);
}

function beside(runs) {
  const value = (f) => runs.map(f);
  const rows = [["command", ...value((r) => r.command)], ["time", ...value((r) => ms(r.seconds))],
    ["times as fast as the first", ...value((r) => (runs[0].seconds / r.seconds).toFixed(2))],
    ...Object.keys(runs[0].efficiencies).map((k) => [k, ...value((r) => percent(r.efficiencies[k]))]),
    ["bytes between processes", ...value((r) => amount(r.communication.bytes))],
    ["hidden (estimated)", ...value((r) => percent(r.communication.hidden))],
    ["advice", ...value((r) => r.advice.kind)]];
  section("The runs side by side", table(["", ...runs.map((_, i) => `run ${i + 1}`)], rows));
}

function showRun(run) {
  main.append(make("h1", {}, run.command), make("p", {}, `${run.ranks} ${run.noun}s in ` +
    `${Object.keys(run.processes).length} processes, ${ms(run.seconds)}`),
    make("p", { class: "advice" }, make("strong", {}, "Advice: "), run.advice.text));
  if (run.shortened) main.append(make("p", { class: "quiet" },
    "The memory for events held only the last part of the run (bamboo run --trace-size keeps more)."));
  section("Efficiencies", table(["", ""], Object.entries(run.efficiencies).map(([k, v]) => [k, percent(v)])));
  timeLine(run);
  waits(run);
  shares(run);
  traffic(run);
  section("Critical path", table(["kind", "time", "share"], Object.entries(run.critical_path)
    .map(([k, v]) => [k, ms(v), percent(v / run.seconds)])));
}

function showWindows(measured) {
  main.append(make("h1", {}, "Windows of mode overlap"),
    make("p", { class: "advice" }, make("strong", {}, "Advice: "), measured.advice.text));
  const words = (text) => (text || "").replaceAll("_", " ");
  section("Calls", table(["call", "executions", "window", "waiting", "blocking", "state"],
    measured.windows.map((w) => { const n = w.executions - (w.blocking || 0) || 1; return [
      `${w.call}, ${w.file}:${w.line}`, w.executions, time(w.window_us / n), time(w.wait_us / n),
      w.blocking || 0, words(w.state)]; })));
  section("Nests", table(["nest", "outcomes"], measured.nests.map((n) => [`${n.file}:${n.line}`,
    n.outcomes.map((o) => `${words(o.outcome)}: ${o.executions}`).join(", ")])));
}

if (data.windows) showWindows(data.windows);
else {
  if (data.runs.length > 1) beside(data.runs);
  data.runs.forEach(showRun);
}
document.documentElement.dataset.drawn = Math.round(performance.now());
