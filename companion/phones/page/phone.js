"use strict";
// A phone shows the newest view of its seat and sends answers: the state's version and a path.
// Nothing is decided here; a question says what it offers, the table says whether it is allowed.

const token = location.hash.slice(1);
const headers = token ? { Authorization: `Bearer ${token}` } : {};
const SILENT_MS = 25000; // the table says every ten seconds that it is there
const RETRY_MS = 700;
const FEW = 13; // so many numbers are buttons; more are typed, or counted up and down
const MANY = 25; // more answers are searched by letters

let view = null; // the newest view
let path = []; // what is answered of its question already
let asked = null; // the question at the end of the path
let trail = []; // the questions before it
let shownQuestion = ""; // to keep what is marked while nothing changes
let busy = false;

const $ = (id) => document.getElementById(id);
const say = (key) => view.page.labels[key];

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children.filter((each) => each !== null && each !== ""));
  return made;
}

function button(className, onClick, ...children) {
  const made = element("button", className, ...children);
  made.type = "button";
  made.addEventListener("click", onClick);
  return made;
}

// --- pieces --------------------------------------------------------------------------------------

const sheets = {}; // piece -> [size, sheet, place], the smallest first
const sizes = {}; // sheet -> its width

async function loadPieces() {
  for (const sheet of ["pages", "board"]) {
    const places = await (await fetch(`${sheet}.json`)).json();
    const image = new Image();
    image.src = `${sheet}.png`;
    await image.decode();
    sizes[sheet] = image.naturalWidth;
    for (const [key, place] of Object.entries(places)) {
      const [name, size] = key.split("@");
      if (size) (sheets[name] ??= []).push([place.w, sheet, place]);
    }
  }
  Object.values(sheets).forEach((all) => all.sort((a, b) => a[0] - b[0]));
  shownQuestion = ""; // it was drawn without pictures
  if (view) render();
}

function piece(picture, size) {
  const shown = element("span", "piece");
  shown.style.width = shown.style.height = `${size}px`;
  if (picture.piece === "seat") {
    shown.classList.add("badge", picture.colour);
    shown.textContent = picture.number;
  } else {
    const drawn = sheets[picture.piece];
    if (drawn) {
      const wanted = size * devicePixelRatio;
      const [width, sheet, place] = drawn.find((each) => each[0] >= wanted) ?? drawn.at(-1);
      const scale = size / width;
      shown.style.backgroundImage = `url(${sheet}.png)`;
      shown.style.backgroundSize = `${sizes[sheet] * scale}px auto`;
      shown.style.backgroundPosition = `${-place.x * scale}px ${-place.y * scale}px`;
    }
    if (picture.number) shown.append(element("b", "", picture.number));
    if (picture.colour) shown.classList.add("owned", picture.colour);
  }
  for (const over of picture.over ?? []) shown.append(piece(over, size / 2));
  shown.setAttribute("aria-hidden", "true");
  return picture.text ? element("span", "counted", shown, picture.text) : shown;
}

const pieces = (pictures, size) => pictures.map((each) => piece(each, size));

// --- kinds of questions: each returns its element, its value and what is missing -----------------

// Calls changed() when the value changes; chosen() when a touch answers by itself.
const kinds = { choose, pick, place, amount, form, drawn };

function control(question, changed, chosen) {
  return kinds[question.kind](question, changed, chosen);
}

function card(content, onClick, { on = false, refused = null, suggested = false, name = "" } = {}) {
  const made = button("card", refused ? () => complain(refused) : onClick, ...content);
  if (name) made.setAttribute("aria-label", name);
  made.setAttribute("aria-pressed", on);
  if (refused) made.setAttribute("aria-disabled", "true");
  if (suggested) made.classList.add("suggested");
  return made;
}

function choose(question, changed, chosen) {
  const state = { value: question.default || null };
  const pictured = question.answers.filter((each) => each.pictures.length && !each.minor).length;
  const answer = (each) => {
    const content = [
      ...pieces(each.pictures, pictured > 1 ? 48 : 40),
      element("span", "words", each.text),
      ...pieces(each.gains, 22),
    ];
    const refused = each.refused ?? null;
    const take = () => {
      state.value = each.key;
      if (chosen) chosen(each);
      else redraw();
    };
    const suggested = chosen && each.key === question.default;
    const on = !chosen && each.key === state.value;
    const gains = each.gains.map((gain) => gain.text).join(" ");
    const name = each.name && `${each.name} ${gains}`;
    const made = card(content, take, { on, refused, suggested, name });
    if (suggested && !each.pictures.length && !refused) made.classList.add("main");
    if (!each.pictures.length) made.classList.add("wide");
    return made;
  };
  const all = element("div", pictured > 1 ? "cards tiles" : "cards");
  const redraw = () => {
    all.replaceChildren(...question.answers.filter((each) => !each.minor).map(answer));
    const minor = question.answers.filter((each) => each.minor);
    if (minor.length) {
      const more = element("details", "more", element("summary", "", say("more")));
      more.append(...minor.map(answer));
      all.append(more);
    }
    changed();
  };
  redraw();
  const shown = question.answers.length > MANY ? element("div", "", search(all), all) : all;
  return { all: shown, value: () => state.value, missing: () => (state.value === null ? 1 : 0) };
}

// Hides the cards without the letters that are typed.
function search(cards) {
  const field = element("input", "search");
  Object.assign(field, { type: "search", placeholder: say("search"), autocomplete: "off" });
  field.setAttribute("aria-label", say("search"));
  field.addEventListener("input", () => {
    const sought = plain(field.value);
    for (const each of cards.children) each.hidden = !plain(each.textContent).includes(sought);
  });
  return field;
}

const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}|\u0142/gu, (each) => (each === "\u0142" ? "l" : ""));

function pick(question, changed) {
  const marked = new Set(question.default ?? []);
  const all = element("div", "cards tiles");
  const redraw = () => {
    const shown = question.items.map((item, index) => {
      const toggle = () => {
        if (!marked.delete(index)) {
          if (marked.size >= question.most) marked.delete([...marked][0]);
          marked.add(index);
        }
        redraw();
      };
      const content = [piece(item.picture, 40), element("span", "words", item.text)];
      return card(content, toggle, { on: marked.has(index), name: item.name });
    });
    all.replaceChildren(...shown);
    changed();
  };
  redraw();
  const value = () => [...marked].sort((a, b) => a - b);
  return { all, value, missing: () => Math.max(0, question.least - marked.size) };
}

function place(question, changed) {
  let lies = (question.default ?? []).map((each) => [...each]);
  let held = null;
  const all = element("div", "place");
  const next = () => question.items.findIndex((_, index) => !lies.some(([at]) => at === index));
  const redraw = () => {
    const index = held ?? next();
    const item = (at, onClick) => {
      const { picture, text, name } = question.items[at];
      const content = [piece(picture, 36), element("span", "words", text)];
      return card(content, onClick, { on: at === index, name });
    };
    const free = question.items.map((_, at) => at).filter((at) => !lies.some(([l]) => l === at));
    const take = (at) => () => {
      held = at;
      redraw();
    };
    const back = (at) => () => {
      lies = lies.filter(([each]) => each !== at);
      held = at;
      redraw();
    };
    const spot = (each) => {
      const here = lies.filter(([, key]) => key === each.key);
      const full = each.room !== null && here.length >= each.room;
      const put = () => {
        if (full) lies = lies.filter(([at]) => at !== here[0][0]);
        lies.push([index, each.key]);
        held = null;
        redraw();
      };
      const target = card([...pieces(each.pictures, 32), element("span", "words", each.text)], put);
      target.disabled = index < 0;
      return element("li", "", target, ...here.map(([at]) => item(at, back(at))));
    };
    const ask = question.asked[index] ?? "";
    all.replaceChildren(
      element("div", "cards tiles", ...free.map((at) => item(at, take(at)))),
      element("p", "asked", ask),
      element("ul", "spots", ...question.spots.map(spot)),
    );
    changed();
  };
  redraw();
  return { all, value: () => lies, missing: () => Math.max(0, question.least - lies.length) };
}

function amount(question, changed, chosen) {
  const { low, high } = question;
  let now = question.default ?? low;
  const all = element("div", "amount", ...pieces(question.pictures, 36), ...pieces(question.price, 24));
  const set = (number) => {
    now = Math.min(high, Math.max(low, number));
    redraw();
  };
  const steps = element("div", "steps");
  const redraw = () => {
    const few = chosen && high - low < FEW;
    const count = Array.from({ length: few ? high - low + 1 : 0 }, (_, index) => low + index);
    const counted = count.map((each) => card([`${each}`], () => set(each), { on: each === now }));
    const step = (by, sign) => {
      const made = button("step", () => set(now + by), sign);
      made.disabled = now + by < low || now + by > high;
      return made;
    };
    const minus = step(-1, "\u2212");
    const typed = element("input", "number");
    Object.assign(typed, { type: "number", inputMode: "numeric", min: low, max: high, value: now });
    typed.setAttribute("aria-label", question.text);
    typed.addEventListener("change", () => set(Math.round(typed.valueAsNumber) || low));
    steps.replaceChildren(...(few ? counted : [minus, typed, step(1, "+")]));
    changed();
  };
  redraw();
  all.append(steps);
  return { all, value: () => now, missing: () => 0 };
}

function form(question, changed) {
  const parts = question.parts.map((part) => ({ part, control: control(part, changed, null) }));
  const all = element("div", "form");
  for (const { part, control: shown } of parts) {
    const field = element("fieldset", "", element("legend", "", part.text), shown.all);
    all.append(field);
  }
  const value = () => parts.map((each) => each.control.value());
  const missing = () => parts.reduce((sum, each) => sum + each.control.missing(), 0);
  return { all, value, missing };
}

function drawn(question, changed) {
  const faces = Array(question.count).fill(null);
  const all = element("div", "drawn");
  const value = () => (faces.every((each) => each === null) ? [] : faces);
  const missing = () => {
    const open = faces.filter((each) => each === null).length;
    return question.unnamed && open === question.count ? 0 : open;
  };
  const redraw = () => {
    const rows = faces.map((face, index) => {
      const set = (number) => () => {
        faces[index] = number;
        redraw();
      };
      const offered = question.values.map((each) => card([`${each}`], set(each), { on: each === face }));
      return element("div", "cards numbers", ...offered);
    });
    all.replaceChildren(...(question.values.length ? rows : [element("p", "", say("unnamed"))]));
    changed();
  };
  redraw();
  return { all, value, missing };
}

// --- the page ------------------------------------------------------------------------------------

function render() {
  document.documentElement.lang = view.page.language;
  const { page } = view;
  $("above").textContent = page.above ?? say("none");
  $("who").replaceChildren(...whoAmI(page));
  const phases = (page.phases ?? []).map(([name, state]) =>
    element("li", state, piece({ piece: `phase/${name}/active` }, 24)),
  );
  $("phases").replaceChildren(...phases);
  renderQuestion();
  renderBeside(page);
}

function whoAmI(page) {
  const me = page.people?.find((each) => each.seat === view.seat);
  document.body.className = `${me?.colour ?? ""}${busy ? " busy" : ""}`;
  if (view.seat === null) return [element("span", "words", say("spectator"))];
  return me ? [badge(me, 32), element("b", "words", me.name), ...pieces(me.facts.slice(0, 2), 26)] : [];
}

const badge = (seat, size) => piece({ piece: "seat", number: `${seat.seat}`, colour: seat.colour }, size);

function renderQuestion() {
  const text = JSON.stringify([asked, path, view.page.result, view.page.asked, view.page.photograph]);
  if (text === shownQuestion) return;
  shownQuestion = text;
  const main = $("main");
  main.classList.toggle("urgent", Boolean(asked?.urgent));
  if (!asked) {
    main.replaceChildren(...nothingAsked());
    return;
  }
  const confirm = button("main", () => give(shown.value()), asked.verb ?? say("confirm"));
  const changed = () => {
    const missing = shown ? shown.missing() : 0;
    confirm.disabled = missing > 0;
    confirm.textContent = missing > 0 ? `${missing} \u2026` : asked.verb ?? say("confirm");
  };
  const chosen = (answer) => give(answer.key, answer.then);
  let shown = null;
  shown = control(asked, changed, chosen);
  changed();
  const foot = element("div", "foot");
  const opened = path[0] === view.page.open;
  const first = opened && trail[0].answers.length === 1 ? 1 : 0; // nothing else is asked before
  if (path.length > first) foot.append(returning());
  if (asked.kind !== "choose") foot.append(confirm);
  const last = `${path.at(-1) ?? ""}`;
  const whole = !path.length || (opened && path.length === 1) || last.startsWith("player-");
  if (view.page.photograph && whole) foot.append(photograph());
  const question = [element("h1", "", asked.text), shown.all, foot];
  if (opened && path.length < 2 && view.page.result?.length) {
    const correct = element("details", "more", element("summary", "", say("more")), ...question);
    main.replaceChildren(...nothingAsked(), correct);
  } else main.replaceChildren(...question);
}

function returning() {
  const made = button("side", back, "\u2190");
  made.setAttribute("aria-label", say("back"));
  return made;
}

function nothingAsked() {
  const { page } = view;
  const words = view.seat === null ? say("spectator") : say("wait");
  const ranks = (page.result ?? []).map((each) =>
    element(
      "li",
      "",
      badge(each, 32),
      element("span", "words", each.name, element("small", "", each.wins)),
      element("b", "", `${each.points}`),
      ...whys(each),
    ),
  );
  const head = element("h1", ranks.length ? "" : "quiet", page.above ? page.asked || words : say("none"));
  return ranks.length ? [head, element("ol", "result", ...ranks)] : [head];
}

function whys(rank) {
  if (!rank.why.length) return [];
  const reason = (each) =>
    element(
      "li",
      "",
      ...pieces(each.pictures, 28),
      element("span", "words", each.title, element("small", "", each.text)),
      element("b", "", `${each.points}`),
    );
  return [element("details", "why", element("summary", "", say("why")), element("ul", "", ...rank.why.map(reason)))];
}

const listed = (row, ...more) =>
  element(
    "li",
    "",
    ...pieces(row.pictures, 32),
    element("span", "words", row.title, element("small", "", row.text)),
    ...pieces(row.figures, 26),
    ...more,
  );

function renderBeside(page) {
  const open = new Set([...document.querySelectorAll("details[open]")].map((each) => each.id));
  const shelf = (id, rows) => {
    if (!rows?.length) return [];
    const found = element("details", "shelf", element("summary", "", say(id)), element("ul", "", ...rows));
    found.id = id;
    found.open = open.has(id) || id === "moves";
    return [found];
  };
  const move = (each) =>
    element(
      "li",
      "",
      ...pieces(each.pictures, 30),
      each.pictures.length ? "\u2192" : "",
      ...(each.pictures.length ? pieces(each.to, 30) : []),
      element("span", "words", each.text),
    );
  const person = (each) =>
    element(
      "li",
      each.acts ? "acts" : "",
      badge(each, 28),
      element("span", "words", each.name, each.done ? " \u2713" : "", each.acts ? " \u2026" : ""),
      ...pieces(each.facts, 22),
    );
  const hints = [];
  if (page.hints) {
    const found = element("ul", "");
    found.id = "hints";
    hints.push(element("div", "shelf", button("side", hint, say("hints")), found));
  }
  if (page.course?.length) hints.push(element("div", "shelf", element("h2", "", say("course")), course(page.course)));
  $("beside").replaceChildren(
    ...hints,
    ...shelf("moves", page.moves?.map(move)),
    ...shelf("players", page.people?.map(person)),
    ...shelf("own", page.own?.map((each) => listed(each))),
  );
}

function complain(error) {
  const shown = $("error");
  const text = element("p", "", element("b", "", error.message), " ", error.hint ?? "");
  shown.replaceChildren(text, ...(error.rule ? [button("side", () => explain(error.rule), say("rule"))] : []));
  shown.hidden = false;
  shown.scrollIntoView({ block: "nearest" });
}

async function explain(number) {
  const rule = await (await fetch(`api/rule?number=${encodeURIComponent(number)}`)).json();
  const lines = rule.lines.map((each) => element("p", "", each));
  $("error").replaceChildren(element("b", "", rule.title), ...lines);
}

// --- hints, which this seat alone sees, and the course of the game --------------------------------

const ASK_AGAIN_MS = 500;

async function hint() {
  const { busy: looking, rows, error } = await post("api/hints", "{}");
  if (error) complain(error);
  else if (looking) setTimeout(hint, ASK_AGAIN_MS);
  $("hints").replaceChildren(
    ...(looking ? [element("li", "", "\u2026")] : []),
    ...(rows ?? []).map((each) => listed(each, element("b", "", each.value))),
  );
}

const WIDE = 300;
const HIGH = 150;

function course(curves) {
  const made = (tag, of) => {
    const drawn = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(of)) drawn.setAttribute(key, value);
    return drawn;
  };
  const most = Math.max(1, ...curves.flatMap((each) => each.values));
  const chart = made("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", class: "course" });
  chart.setAttribute("aria-label", curves.map((each) => `${each.name} ${each.values.at(-1)}`).join(", "));
  for (const { values, colour } of curves) {
    const at = (value, index) => `${(index / (values.length - 1)) * WIDE},${HIGH - 4 - (value / most) * (HIGH - 8)}`;
    chart.append(made("polyline", { class: colour, points: values.map(at).join(" ") }));
  }
  return chart;
}

// --- photographs -------------------------------------------------------------------------------

const LONG_SIDE_PX = 3000; // enough to read dice and names of tiles

function photograph() {
  const input = element("input", "unseen");
  Object.assign(input, { type: "file", accept: "image/*" });
  input.setAttribute("capture", "environment");
  input.addEventListener("change", () => input.files.length && send(input.files[0], made));
  const made = element("label", "button side", say(view.page.photograph), piece({ piece: "symbol/camera" }, 26), input);
  return made;
}

async function jpegOf(file) {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, LONG_SIDE_PX / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.width * scale, height: image.height * scale });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
}

async function send(file, shown) {
  await alone(async () => {
    shown.firstChild.textContent = say("reading");
    const body = await jpegOf(file).catch(() => file);
    const whose = path.find((each) => `${each}`.startsWith("player-"))?.slice(7) ?? 0;
    const address = `api/picture?for=${view.page.photograph}&player=${whose}`;
    const reply = await post(address, body, "image/jpeg");
    shown.firstChild.textContent = say(view.page.photograph);
    if (!reply.ok) complain(reply.error); // what was read comes with the next view
  });
}

// --- answers -------------------------------------------------------------------------------------

function show(question, newPath, newTrail) {
  [asked, path, trail] = [question, newPath, newTrail];
  $("error").hidden = true;
  shownQuestion = "";
  render();
}

function back() {
  show(trail.at(-1), path.slice(0, -1), trail.slice(0, -1));
}

async function post(address, body, type = "application/json") {
  const sent = { ...headers, "Content-Type": type };
  const reply = await fetch(address, { method: "POST", headers: sent, body });
  return { ok: reply.ok, ...(await reply.json()) };
}

// One message at a time; what is tapped meanwhile is not sent.
async function alone(act) {
  if (busy) return;
  busy = true;
  document.body.classList.add("busy");
  try {
    await act();
  } catch {
    lose(); // the stream tells whether the answer has arrived
  } finally {
    busy = false;
    document.body.classList.remove("busy");
  }
}

async function give(value, then) {
  if (busy) return;
  const given = [...path, value];
  const onwards = (question) => show(question, given, [...trail, asked]);
  if (then && then !== "ask") {
    onwards(then);
    return;
  }
  const certain = then === undefined && asked.kind === "choose";
  await alone(async () => {
    const message = JSON.stringify({ version: view.version, path: given });
    const following = certain ? null : await post("api/question", message);
    if (following && !following.ok) complain(following.error);
    else if (following?.question) onwards(following.question);
    else {
      const reply = await post("api/answer", message);
      if (!reply.ok) complain(reply.error);
    }
  });
}

// --- the stream of views -------------------------------------------------------------------------

let streaming = null;
let heard = 0;

function take(newView) {
  const same = view && JSON.stringify(newView.question) === JSON.stringify(view.question);
  view = newView;
  $("lost").hidden = true;
  if (same) render();
  else begin();
}

// Shows the question, or what it leads to where the table says so.
function begin() {
  const open = view.page.open && view.question?.answers.find((each) => each.key === view.page.open);
  if (open) show(open.then, [open.key], [view.question]);
  else show(view.question, [], []);
}

function lose() {
  $("lost").textContent = view ? say("lost") : "\u2026";
  $("lost").hidden = false;
}

async function stream() {
  streaming?.abort();
  const mine = (streaming = new AbortController());
  heard = performance.now();
  try {
    const reply = await fetch("api/stream", { headers, signal: mine.signal });
    if (reply.status === 401) {
      complain((await reply.json()).error);
      return;
    }
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard = performance.now();
      text += part.value;
      const events = text.split("\n\n");
      text = events.pop();
      for (const event of events) {
        const data = event.split("\n").find((line) => line.startsWith("data: "));
        if (event.startsWith("event: revoked")) {
          complain(JSON.parse(data.slice(6)));
          $("main").replaceChildren();
          return;
        }
        if (data) take(JSON.parse(data.slice(6)));
      }
    }
  } catch {
    if (mine.signal.aborted) return;
  }
  lose();
  setTimeout(() => mine === streaming && stream(), RETRY_MS);
}

// A phone that slept may hold a connection that is long gone.
document.addEventListener("visibilitychange", () => document.hidden || stream());
window.addEventListener("online", stream);
window.addEventListener("hashchange", () => location.reload());
setInterval(() => performance.now() - heard > SILENT_MS && stream(), 1000);
loadPieces();
stream();
