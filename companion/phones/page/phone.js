"use strict";
// A phone shows the newest view of its seat and sends answers: the state's version and a path.
// Nothing is decided here; a question says what it offers, the table says whether it is allowed.

const token = location.hash.slice(1);
const headers = token ? { Authorization: `Bearer ${token}` } : {};
const SILENT_MS = 25000; // the table says every ten seconds that it is there
const RETRY_MS = 700;
const FEW = 13; // so many numbers are buttons; more are typed, or counted up and down
const MANY = 25; // more answers are searched by letters
const SHORT = 3; // letters of a text that is as small as a number

let view = null; // the newest view
let path = []; // what is answered of its question already
let asked = null; // the question at the end of the path
let trail = []; // the questions before it
let shownQuestion = ""; // to keep what is marked while nothing changes
let busy = false;

const $ = (id) => document.getElementById(id);
const say = (key) => view.page.labels[key];
// A number stays with the word that it orders, or counts: "Player 1", "1. gracz", "3 × Home".
const joined = (text) =>
  text.replace(/(\p{L}) (?=\d+(?!\d| \u00d7))|(\d\.|\d(?= [\u00d7$])|\u00d7) /gu, "$1$2\u00a0");

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  const there = children.filter((each) => each !== undefined && each !== null && each !== "");
  made.append(...there.map((each) => (typeof each === "string" ? joined(each) : each)));
  return made;
}

function button(className, onClick, ...children) {
  const made = element("button", className, ...children);
  made.type = "button";
  made.addEventListener("click", onClick);
  return made;
}

const words = (text, more) => element("span", "words", text, more && element("small", "", more));

// --- pieces --------------------------------------------------------------------------------------

const sheets = {}; // piece -> [size, sheet, place], the smallest first
const sizes = {}; // sheet -> its width

async function loadPieces() {
  for (const sheet of ["pages", "dice", "board"]) {
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
  const shown = element("span", picture.piece.startsWith("symbol/") ? "piece symbol" : "piece");
  shown.style.width = shown.style.height = `${size}px`;
  const drawn = sheets[picture.piece];
  if (picture.piece === "seat") {
    shown.classList.add("badge", picture.colour);
    shown.style.fontSize = `${size * 0.6}px`;
    shown.append(picture.number);
  } else if (drawn) {
    const wanted = size * devicePixelRatio;
    const [width, sheet, place] = drawn.find((each) => each[0] >= wanted) ?? drawn.at(-1);
    const scale = size / width;
    shown.style.backgroundImage = `url(${sheet}.png)`;
    shown.style.backgroundSize = `${sizes[sheet] * scale}px auto`;
    shown.style.backgroundPosition = `${-place.x * scale}px ${-place.y * scale}px`;
  }
  if (drawn && picture.number) shown.append(element("b", "", picture.number));
  if (drawn && picture.colour) shown.classList.add("owned", picture.colour);
  for (const over of picture.over ?? []) shown.append(piece(over, size / 2));
  shown.setAttribute("aria-hidden", "true");
  return picture.text ? element("span", "counted", shown, picture.text) : shown;
}

const pieces = (pictures, size) => (pictures ?? []).map((each) => piece(each, size));
const badge = (seat, size) => piece({ piece: "seat", number: `${seat.number}`, colour: seat.colour }, size);
const symbol = (name, size) => piece({ piece: `symbol/${name}` }, size);

// --- kinds of questions: each returns its element, its value and how much of it is missing -------

// Calls changed() when the value changes; chosen() when a touch answers by itself.
const kinds = { choose, pick, place, amount, form, drawn };
const control = (question, ...heard) => kinds[question.kind](question, ...heard);

// An element whose content is drawn anew by redraw(), after a touch on it.
function drawnAnew(className, changed, draw) {
  const all = element("div", className);
  const redraw = () => {
    all.replaceChildren(...draw(redraw).filter(Boolean));
    changed();
  };
  redraw();
  return all;
}

function card(content, onClick, { on = false, refused = null, kind = "", name = "" } = {}) {
  const made = button(`card ${kind}`, refused ? () => complain(refused) : onClick, ...content);
  if (name) made.setAttribute("aria-label", name);
  made.setAttribute("aria-pressed", on);
  if (refused) made.setAttribute("aria-disabled", "true");
  return made;
}

// How answers lie: pieces alone and numbers abreast, pictures with words two abreast, words in rows.
function laidOut(answers) {
  const pictured = answers.filter((each) => each.pictures.length);
  if (answers.length > 1 && answers.every((each) => (each.pictures.length ? !each.text : each.text.length <= SHORT)))
    return "abreast";
  return pictured.length > 1 ? "tiles" : "rows";
}

const folded = (label, ...content) => element("details", `more ${label}`, element("summary", "", say(label)), ...content);

function choose(question, changed, chosen) {
  let value = question.default || null;
  const size = { abreast: 40, tiles: 56, rows: 44 };
  const leads = chosen && (question.urgent || question.default || path.length); // one of the answers is the next step
  const cards = (answers, redraw, label) => {
    const layout = laidOut(answers);
    const only = leads && answers.length === 1 && !label && path[0] !== "table";
    const answer = (each) => {
      const { refused } = each;
      const content = [
        ...pieces(each.pictures, only ? 72 : size[layout]),
        each.text && words(each.text),
        ...pieces(each.gains, 24),
      ];
      const take = () => {
        value = each.key;
        if (chosen) chosen(each);
        else redraw();
      };
      const name = each.name && [each.name, ...each.gains.map((gain) => gain.text)].join(" ");
      const on = !chosen && each.key === value;
      const made = card(content, take, { on, refused, name, kind: layout === "abreast" ? "small" : "" });
      const suggested = chosen && !refused && each.key === question.default;
      if (leads && !refused && ((suggested && !each.pictures.length) || only)) made.classList.add("main");
      else if (suggested) made.classList.add("suggested");
      if (!each.pictures.length && layout === "tiles") made.classList.add("wide");
      return made;
    };
    return element("div", `cards ${layout}`, ...answers.map(answer));
  };
  const all = drawnAnew("", changed, (redraw) => {
    const under = (label) => question.answers.filter((each) => (each.fold || "") === label);
    const folds = ["more", "refused"].filter((label) => under(label).length);
    return [cards(under(""), redraw), ...folds.map((label) => folded(label, cards(under(label), redraw, label)))];
  });
  const shown = question.answers.length > MANY ? element("div", "", search(all), all) : all;
  return { all: shown, value: () => value, missing: () => (value === null ? 1 : 0) };
}

// Hides the cards without the letters that are typed.
function search(all) {
  const field = element("input", "search");
  Object.assign(field, { type: "search", placeholder: say("search"), autocomplete: "off" });
  field.setAttribute("aria-label", say("search"));
  field.addEventListener("input", () => {
    const sought = plain(field.value);
    for (const each of all.querySelectorAll(".card")) each.hidden = !plain(each.textContent).includes(sought);
  });
  return field;
}

const plain = (text) =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}|\u0142/gu, (each) => (each === "\u0142" ? "l" : ""));

// The pieces of a question as cards; those that their pictures tell, such as dice, without words.
function items(question, shown) {
  const bare = question.items.every((each) => !each.text || each.picture.piece.startsWith("die/"));
  const cards = shown.map(([index, onClick, on]) => {
    const { picture, text, name } = question.items[index];
    const content = [piece(picture, bare ? 40 : 52), bare ? "" : words(text)];
    return card(content, onClick, { on, name: name || text, kind: bare ? "small" : "" });
  });
  return element("div", `cards ${bare ? "abreast" : "tiles"}`, ...cards);
}

function pick(question, changed) {
  const marked = new Set(question.default ?? []);
  const all = drawnAnew("", changed, (redraw) => {
    const toggle = (index) => () => {
      if (!marked.delete(index)) {
        if (marked.size >= question.most) marked.delete([...marked][0]);
        marked.add(index);
      }
      redraw();
    };
    return [items(question, question.items.map((_, at) => [at, toggle(at), marked.has(at)]))];
  });
  const value = () => [...marked].sort((a, b) => a - b);
  return { all, value, missing: () => Math.max(0, question.least - marked.size) };
}

// An item goes where a spot is touched; a spot that is full, or with nothing left to lie on it, gives one back.
function place(question, changed) {
  let lies = (question.default ?? []).map((each) => [...each]);
  let held = null;
  const all = drawnAnew("place", changed, (redraw) => {
    const free = question.items.map((_, at) => at).filter((at) => !lies.some(([lying]) => lying === at));
    const index = held ?? free[0];
    const hold = (at) => () => {
      lies = lies.filter(([each]) => each !== at);
      held = at;
      redraw();
    };
    const spot = ({ key, room, pictures, text }) => {
      const here = lies.filter(([, on]) => on === key).map(([at]) => at);
      const put = () => {
        if (room !== null && here.length >= room) lies = lies.filter(([at]) => at !== here[0]);
        lies.push([index, key]);
        held = null;
        redraw();
      };
      const target = card([...pieces(pictures, 36), words(text)], index === undefined ? hold(here[0]) : put);
      target.disabled = index === undefined && !here.length;
      return element("li", "", target, here.length ? items(question, here.map((at) => [at, hold(at), false])) : null);
    };
    return [
      items(question, free.map((at) => [at, hold(at), at === index])),
      question.asked[index] && element("p", "", question.asked[index]),
      element("ul", "", ...question.spots.map(spot)),
    ];
  });
  return { all, value: () => lies, missing: () => Math.max(0, question.least - lies.length) };
}

function amount(question, changed, chosen) {
  const { low, high } = question;
  let now = question.default ?? low;
  const few = chosen && high - low < FEW;
  const all = drawnAnew("amount", changed, (redraw) => {
    const set = (number) => {
      now = Math.min(high, Math.max(low, number));
      redraw();
    };
    const step = (by, sign) => {
      const made = button("step", () => set(now + by), sign);
      made.disabled = now + by < low || now + by > high;
      return made;
    };
    const typed = element("input", "number");
    Object.assign(typed, { type: "number", inputMode: "numeric", min: low, max: high, value: now });
    typed.setAttribute("aria-label", question.text);
    typed.addEventListener("change", () => set(Math.round(typed.valueAsNumber) || low));
    const number = (_, index) => card([`${low + index}`], () => set(low + index), { on: low + index === now, kind: "small" });
    const numbers = few ? Array.from({ length: high - low + 1 }, number) : [step(-1, "\u2212"), typed, step(1, "+")];
    const counted = element("div", few ? "cards abreast" : "steps", ...numbers);
    return [...pieces(question.pictures, 44), ...pieces(question.price, 28), counted];
  });
  return { all, value: () => now, missing: () => 0 };
}

function form({ parts }, changed) {
  const controls = parts.map((part) => control(part, changed));
  const field = (each, index) =>
    element("fieldset", "", parts[index].text && element("legend", "", parts[index].text), each.all);
  const value = () => controls.map((each) => each.value());
  const missing = () => controls.reduce((sum, each) => sum + each.missing(), 0);
  return { all: element("div", "form", ...controls.map(field)), value, missing };
}

// Values that were drawn, such as faces of dice: each is chosen, or none where they have none.
function drawn({ answers, count, unnamed }, changed) {
  const each = { kind: "choose", answers };
  const shown = form({ parts: Array(answers.length ? count : 0).fill(each) }, changed);
  const none = () => shown.value().every((value) => value === null);
  if (!answers.length) shown.all.append(say("unnamed"));
  const missing = () => (unnamed && none() ? 0 : shown.missing());
  return { ...shown, value: () => (none() ? [] : shown.value()), missing };
}

// --- the page ------------------------------------------------------------------------------------

function render() {
  document.documentElement.lang = view.page.language;
  const { page } = view;
  $("who").replaceChildren(...whoAmI(page));
  const plates = (page.phases ?? []).map(([name, state]) => piece({ piece: `phase/${name}/${state}` }, 32));
  $("phases").replaceChildren(...plates);
  $("above").textContent = joined(page.above ?? "");
  renderQuestion();
  renderBeside(page);
}

function whoAmI(page) {
  const { me } = page;
  document.body.className = `${me?.colour ?? ""}${busy ? " busy" : ""}`;
  if (!me) return [symbol("eye", 30), words(say("spectator"))];
  const mine = page.result?.length ? null : page.people?.find((each) => each.seat.number === view.seat);
  return [badge(me, 36), words(me.name), ...pieces(mine?.facts?.slice(0, 2), 26)];
}

function named(shown, name) {
  shown.setAttribute("aria-label", name);
  shown.title = name;
  return shown;
}

// The question, with the arrow back at its left, and the own last step, which can be undone, at its right.
function head(said, returns, quiet) {
  const undo = () => alone(() => answer(["table", "undo"]));
  const can = view.page.undo && path[0] !== "table";
  const back = can ? named(button("side", undo, symbol("undo", 26)), `${say("undo")}: ${view.page.undo}`) : null;
  return element("div", "head", returns, element("h1", quiet ? "quiet" : "", said), back);
}

function renderQuestion() {
  const { page } = view;
  const text = JSON.stringify([asked, path, page.result, page.asked, page.photograph, page.undo]);
  if (text === shownQuestion) return;
  shownQuestion = text;
  $("main").replaceChildren(...(asked ? question() : nothingAsked()));
}

function question() {
  const { page } = view;
  const left = (missing) => (missing > 0 ? say("left").replace("%(count)s", missing) : asked.verb ?? say("confirm"));
  const confirm = button("main", () => give(shown.value()));
  const changed = () => {
    const missing = shown ? shown.missing() : 1;
    confirm.disabled = missing > 0;
    confirm.textContent = left(missing);
  };
  let shown = null;
  shown = control(asked, changed, (answer) => give(answer.key, answer.then));
  changed();
  const opened = path[0] === page.open;
  const root = opened && trail[0].answers.length === 1 ? 1 : 0; // nothing else is asked before
  const returns = path.length > root ? named(button("side", back, symbol("back", 26)), say("back")) : null;
  const whole = !path.length || (opened && path.length === 1) || `${path.at(-1)}`.startsWith("player-");
  const first = page.photograph_first && opened && path.length === 1; // before anything is entered
  const camera = page.photograph && whole ? photograph(first ? "main" : "side") : null;
  const foot = [first ? null : camera, asked.kind === "choose" ? null : confirm];
  const idle = !path.length && !asked.urgent && asked.kind === "choose" && !asked.default;
  const made = [
    head(idle ? waits() : asked.text, returns, idle),
    first ? element("div", "foot", camera) : null,
    shown.all,
    foot.some(Boolean) ? element("div", foot[1] ? "foot ahead" : "foot", ...foot) : null,
  ].filter(Boolean);
  const over = opened && path.length < 2 && page.result?.length;
  return over ? [...nothingAsked(), folded("more", ...made.slice(1))] : made;
}

// Whom the table waits for, if it is somebody else.
function waits() {
  const awaited = (view.page.people ?? []).filter((each) => each.acts && each.seat.number !== view.seat);
  const names = awaited.map((each) => each.seat.name).join(", ");
  return names ? say("waits").replace("%(names)s", names) : say(view.seat === null ? "watch" : "wait");
}

function nothingAsked() {
  const { page } = view;
  const ranks = page.result ?? [];
  const said = page.above === undefined ? say("none") : page.asked || waits();
  const shown = head(said, null, !page.asked);
  const told = (page.told ?? []).map((each) => element("p", "told", each));
  return ranks.length ? [shown, ...told, element("ol", "cards result", ...ranks.map(rank))] : [shown, ...told];
}

function rank(each) {
  const won = each.wins || each.tie;
  const most = Math.max(1, ...view.page.result.map((other) => other.points));
  const bar = (each.shares ?? []).filter((share) => share.points > 0 && share.picture);
  const part = (share) => {
    const made = element("span", share.pattern, piece(share.picture, 20), `${share.points}`);
    made.style.flexGrow = share.points;
    return made;
  };
  const made = element("div", "bar", ...bar.map(part));
  made.style.width = `${(100 * each.points) / most}%`;
  return element(
    "li",
    `card ${each.seat.colour}${won ? " won" : ""}`,
    badge(each.seat, 40),
    words(each.seat.name),
    element("b", "", each.said),
    won && element("span", "wins", symbol("crown", 24), won),
    bar.length ? element("div", "track", made) : null,
    each.why?.length ? folded("why", ...each.why.map(source)) : null,
  );
}

function source([from, reasons]) {
  const same = reasons.find((each) => each.title === from.name);
  const line = (each) => listed({ ...each, pictures: [each.picture], value: `${each.points ?? ""}` });
  const more = reasons.filter((each) => each !== same).map(line);
  const total = line({ ...from, title: from.name, text: same?.text });
  total.className = "source";
  return element("ul", "", total, ...more);
}

const listed = (row) =>
  element(
    "li",
    "",
    ...pieces(row.pictures, 36),
    words(row.title, row.text),
    ...pieces(row.figures, 28),
    row.value && element("b", "", row.value),
  );

function renderBeside(page) {
  const shelf = (label, rows, open = false) =>
    rows?.length ? Object.assign(folded(label, element("ul", "", ...rows)), { className: `shelf ${label}`, open }) : null;
  const move = (each) => {
    const to = each.pictures?.length ? ["\u2192", piece(each.spot ?? { piece: "symbol/hand" }, 32)] : [];
    return element("li", "", ...pieces(each.pictures, 32), ...to, words(...each.lines));
  };
  const person = (each) =>
    element(
      "li",
      each.acts ? "acts" : "",
      badge(each.seat, 36),
      words(each.seat.name),
      each.done || each.acts ? symbol(each.done ? "tick" : "waiting", 22) : null,
      element("span", "facts", ...pieces(each.facts, 22)),
    );
  const waits = page.table?.urgent && !asked?.urgent && (!path.length || path[0] === page.open);
  const said = waits && page.table.text ? `${say("table")}: ${page.table.text}` : say("table");
  const table = button(waits ? "main" : "side", () => give("table", "ask"), symbol("mat", 28), said);
  const found = element("ul", "");
  found.id = "hints";
  const shelves = [
    waits ? table : null,
    shelf("moves", page.moves?.map(move), true),
    page.table && !waits && path[0] !== "table" ? table : null,
    page.hints ? element("div", "shelf", button("side", hint, symbol("eye", 26), say("hints")), found) : null,
    page.course?.length ? element("div", "shelf", element("h2", "", say("course")), course(page.course)) : null,
    shelf("log", page.log?.map((each) => element("li", "", words(each)))),
    shelf("players", page.people?.map(person), !asked && !page.result?.length && !page.moves?.length),
    shelf("own", page.own?.map(listed)),
  ];
  const opened = [...document.querySelectorAll("#beside [open]")].map((each) => each.className);
  $("beside").replaceChildren(...shelves.filter(Boolean));
  for (const each of document.querySelectorAll("#beside details")) each.open ||= opened.includes(each.className);
}

function complain(error) {
  const more = error.rule ? button("side", () => explain(error.rule), say("rule")) : null;
  warn(element("p", "", element("b", "", error.message), " ", error.hint), more);
}

function warn(...content) {
  $("error").replaceChildren(...content.filter(Boolean));
  $("error").hidden = false;
  $("error").scrollIntoView({ block: "nearest" });
}

async function explain(number) {
  const rule = await (await fetch(`api/rule?number=${encodeURIComponent(number)}`)).json();
  warn(element("b", "", rule.title), ...rule.lines.map((each) => element("p", "", each)));
}

// --- hints, which this seat alone sees, and the course of the game --------------------------------

const ASK_AGAIN_MS = 500;

async function hint() {
  const { busy: looking, rows, error } = await post("api/hints", "{}");
  if (error) complain(error);
  else if (looking) setTimeout(hint, ASK_AGAIN_MS);
  $("hints").replaceChildren(...(looking ? [element("li", "", "\u2026")] : (rows ?? []).map(listed)));
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
  const said = curves.map((each) => `${each.seat.name} ${each.values.at(-1)}`).join(", ");
  const chart = made("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", class: "course", "aria-label": said });
  for (const { values, seat } of curves) {
    const at = (value, index) => `${(index / (values.length - 1)) * WIDE},${HIGH - 4 - (value / most) * (HIGH - 8)}`;
    chart.append(made("polyline", { class: seat.colour, points: values.map(at).join(" ") }));
  }
  return chart;
}

// --- photographs -------------------------------------------------------------------------------

const LONG_SIDE_PX = 3000; // enough to read dice and names of tiles

function photograph(look) {
  const input = element("input", "unseen");
  Object.assign(input, { type: "file", accept: "image/*" });
  input.setAttribute("capture", "environment");
  const said = words(say(view.page.photograph));
  input.addEventListener("change", () => input.files.length && send(input.files[0], said));
  return element("label", `button ${look}`, symbol("camera", 28), said, input);
}

async function jpegOf(file) {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, LONG_SIDE_PX / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.width * scale, height: image.height * scale });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
}

async function send(file, said) {
  await alone(async () => {
    said.textContent = say("reading");
    const body = await jpegOf(file).catch(() => file);
    const whose = path.find((each) => `${each}`.startsWith("player-"))?.slice(7) ?? 0;
    const address = `api/picture?for=${view.page.photograph}&player=${whose}`;
    const reply = await post(address, body, "image/jpeg");
    said.textContent = say(view.page.photograph);
    if (!reply.ok) complain(reply.error); // what was read comes with the next view
  });
}

// --- answers -------------------------------------------------------------------------------------

function show(question, newPath, newTrail) {
  [asked, path, trail] = [question, newPath, newTrail];
  $("error").hidden = true;
  shownQuestion = "";
  render();
  scrollTo(0, 0);
}

function back() {
  show(trail.at(-1), path.slice(0, -1), trail.slice(0, -1));
}

async function post(address, body, type = "application/json") {
  const sent = { ...headers, "Content-Type": type };
  const reply = await fetch(address, { method: "POST", headers: sent, body });
  return { ok: reply.ok, ...(await reply.json()) };
}

const message = (path) => JSON.stringify({ version: view.version, path });

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

async function answer(path) {
  const reply = await post("api/answer", message(path));
  if (!reply.ok) complain(reply.error);
}

async function give(value, then) {
  if (busy) return;
  const given = value === "table" ? [value] : [...path, value];
  const before = value === "table" ? [view.question] : [...trail, asked];
  if (then && then !== "ask") {
    show(then, given, before);
    return;
  }
  const certain = then === undefined && asked.kind === "choose";
  await alone(async () => {
    const following = certain ? null : await post("api/question", message(given));
    if (following && !following.ok) complain(following.error);
    else if (following?.question) show(following.question, given, before);
    else await answer(given);
  });
}

// --- the stream of views -------------------------------------------------------------------------

let streaming = null;
let heard = 0;

async function take(newView) {
  const same = view && JSON.stringify(newView.question) === JSON.stringify(view.question);
  view = newView;
  $("lost").hidden = true;
  if (!same) begin();
  else if (path.length) await follow();
  else render();
}

// Stays at the end of the path if the table still asks the same there.
async function follow() {
  const [version, there] = [view.version, path];
  const found = await post("api/question", message(there)).catch(() => null);
  if (version !== view.version || there !== path) return;
  if (JSON.stringify(found?.question) === JSON.stringify(asked)) render();
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
