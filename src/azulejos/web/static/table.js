// The table: a choice in progress, live updates, and pieces that glide. No rule is here: what each legal move would do
// comes with the page. The server's HTML is the truth; this file only marks, asks and animates.
"use strict";

const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const read = (id) => JSON.parse(one(`#${id}`).textContent);
const SVG = "http://www.w3.org/2000/svg";
const root = one("#table");
const words = read("words");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const narrow = matchMedia("(max-width: 62rem)");
const speed = () => Number(root.dataset.speed);
const moves = () => now.moves || [];

let picked = ""; // what is picked up
let armed = null; // {options, index}: where it would go, not yet confirmed
let busy = false; // scores are being shown
let waiting = null; // the newest moment that came meanwhile
let byKeys = false; // the last choice was made with the keyboard

// Moves come as rows. Their text says what goes where, `orange+1 > 2.4`; `base` is what one picks up before saying how to pay.
const parsed = (moment) => ({ ...moment, moves: moment.moves.map(parsedMove) });

function parsedMove([text, label, pill = "", note = "", lossNote = "", loss = "", more = "", draws = false]) {
  const [what, where = ""] = text.split(" > ");
  return { text, label, pill, note, lossNote, loss, more, draws, what: where && what, where, base: what.split("+")[0] };
}

let now = parsed(read("seed")); // the moment that is shown

// --- What may be chosen ---

const visible = (element) => element.getClientRects().length > 0;
const groups = () => all("#offer [data-what], #supply [data-what], #own [data-what], #choices [data-what]");
const places = () => all("#own [data-where]");
const wholes = () => all("#own [data-move], #choices [data-move], #supply [data-move]");
const ofBase = (base) => moves().filter((move) => move.base === base);
const to = (where) => moves().filter((move) => move.where === where && (!picked || move.base === picked));
const placeFirst = () => now.asks === "place";

function undecorate() {
  for (const element of all("#felt [role=button]")) {
    for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) element.removeAttribute(name);
  }
  for (const name of ["legal", "picked", "armed", "dim", "target", "open", "last"]) {
    for (const element of all(`#felt svg .${name}`)) element.classList.remove(name);
  }
  for (const element of all("#felt .ghost.shown")) element.remove();
  for (const element of all("#felt .hint, #felt .why")) element.replaceChildren();
}

function decorate() {
  undecorate();
  markLast();
  for (const group of groups()) decorateGroup(group);
  for (const place of places()) decoratePlace(place);
  for (const whole of wholes()) {
    const move = moves().find((other) => other.text === whole.dataset.move);
    if (move) decorateWhole(whole, move);
  }
  rove();
  tellDeed();
}

function asButton(element, label, pressed) {
  element.setAttribute("role", "button");
  element.setAttribute("aria-label", label);
  if (pressed !== undefined) element.setAttribute("aria-pressed", pressed);
  element.classList.add("legal");
}

function decorateGroup(group) {
  const base = group.dataset.what;
  const chosen = picked === base;
  if (ofBase(base).length) asButton(group, group.dataset.label, chosen);
  group.classList.toggle("picked", chosen);
  const source = group.closest(".source");
  group.classList.toggle("dim", Boolean(picked && source && !chosen && one(`[data-what="${picked}"]`, source)));
}

function decoratePlace(place) {
  const options = picked || placeFirst() ? to(place.dataset.where) : [];
  if (!options.length) {
    const reason = picked && now.no && now.no[picked] && now.no[picked][place.dataset.where];
    if (reason) tellOutlook(place, { note: reason });
    return;
  }
  const chosen = Boolean(armed && armed.options[0].where === place.dataset.where);
  const move = chosen ? armed.options[armed.index] : options[0];
  asButton(place, [place.dataset.label, move.pill, move.more || move.note, move.lossNote].filter(Boolean).join(", "), chosen);
  place.classList.toggle("armed", chosen);
  tellOutlook(place, move);
  if (picked) showGhosts(place, move);
}

function decorateWhole(element, move) {
  const chosen = Boolean(armed && armed.options[armed.index].text === move.text);
  asButton(element, [element.dataset.label || move.label, move.pill, move.note].filter(Boolean).join(", "), chosen);
  element.classList.toggle("armed", chosen);
  tellOutlook(element, move);
}

function markLast() {
  const last = now.last || {};
  if (last.source && !last.ended) for (const source of all(`.source[data-source="${last.source}"]`)) source.classList.add("last");
  const board = one(`#felt .board[data-seat="${last.seat}"]`);
  const place = board && last.where && one(`[data-where="${CSS.escape(last.where)}"]`, board);
  const cell = board && last.cell && one(`[data-cell="${last.cell}"]`, board);
  // At the end of a round of Azul the tiles have left their place: the one on the wall is marked, or nothing.
  if (place && (!place.closest(".azul") || one(".piece", place))) place.classList.add("last");
  else if (cell) cell.classList.add("last");
}

// The points in a pill, the reason beside it.
function tellOutlook(element, move) {
  const hint = one(":scope > .hint", element);
  const pill = move.pill || (move.loss && !one(":scope > .why", element) ? move.loss : "");
  if (hint && pill) {
    const width = 20 + 13 * pill.length;
    hint.classList.toggle("loss", pill === move.loss);
    hint.append(shape("rect", { x: -width / 2, y: -17, width, height: 34, rx: 17 }));
    const text = shape("text", { y: 7, class: "num" });
    text.textContent = pill;
    hint.append(text);
  }
  const why = one(":scope > .why", element);
  if (!why) return;
  const cost = one("#felt").classList.contains("sintra") ? move.loss : move.lossNote; // strips are slim
  const lines = [[move.note, ""], [cost, "loss"]].flatMap(([text, kind]) => wrapped(text, roomBeside(element)).map((t) => [t, kind]));
  lines.forEach(([words, kind], i) => {
    const text = shape("text", { y: `${0.4 + (i - (lines.length - 1) / 2) * 1.2}em`, class: kind });
    text.textContent = words;
    why.append(text);
  });
}

// How many letters fit beside a place: the stairs of the lines leave less and less.
const roomBeside = (element) => ({ 4: 21, 5: 12 })[element.dataset.where] || 40;

function wrapped(text, room) {
  const lines = [];
  for (const word of (text || "").split(" ").filter(Boolean)) {
    const last = lines.length - 1;
    if (last >= 0 && lines[last].length + word.length < room) lines[last] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}

const shape = (name, attributes) => withAll(document.createElementNS(SVG, name), attributes);

function made(name, text, attributes = {}) {
  const element = withAll(document.createElement(name), attributes);
  element.textContent = text;
  return element;
}

function withAll(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// Pieces that would lie in a line of sockets, drawn pale.
function showGhosts(place, move) {
  const group = groups().find((element) => element.dataset.what === picked && visible(element));
  const sockets = all(":scope > .socket", place);
  if (!group || !sockets.length || (place.classList.contains("floor") && !armed)) return;
  if (place.classList.contains("floor") && armed.options[0].where !== place.dataset.where) return;
  const image = one(".piece use", group);
  const taken = all(":scope > .piece", place).length;
  const free = sockets.slice(taken, taken + Number(group.dataset.count));
  for (const socket of free) {
    const box = ["x", "y", "width", "height"].map((name) => [name, socket.getAttribute(name)]);
    const ghost = shape("use", { ...Object.fromEntries(box), href: image.getAttribute("href"), class: "ghost shown" });
    ghost.setAttribute("height", Number(socket.getAttribute("height")) * 1.03);
    socket.after(ghost);
  }
  const empty = image.getAttribute("href").replace("#t-", "#e-");
  const cell = all("#own .cell").find((c) => c.dataset.cell[0] === place.dataset.where && one(`use[href="${empty}"]`, c));
  if (cell) cell.classList.add(free.length + taken >= sockets.length ? "target" : "open");
}

// One tab stop for the tiles and one for the places; arrows go between them.
function rove() {
  const buttons = all("#felt svg [role=button]"); // whether they are seen is not asked here: it would cost a layout
  const stops = new Set();
  for (const element of buttons) {
    const kind = element.dataset.what ? "what" : "where";
    element.setAttribute("tabindex", stops.has(kind) && !element.matches(".picked, .armed") ? -1 : 0);
    stops.add(kind);
  }
}

// --- The choice, and its words ---

function tellDeed() {
  const deed = one("#deed");
  if (!deed || !moves().length) return;
  deed.replaceChildren();
  if (armed) {
    const move = armed.options[armed.index];
    const told = made("p", move.label, { class: "what", id: "what" });
    const why = [move.pill, move.more || move.note].filter(Boolean).join(" ");
    if (why) told.append(made("span", why, { class: "gain" }));
    if (move.lossNote) told.append(made("span", move.lossNote, { class: "loss" }));
    if (move.draws) told.append(made("span", words.draws, { class: "fine" }));
    deed.append(told);
    if (armed.options.length > 1) deed.append(payments());
    deed.append(
      made("button", words.cancel, { type: "button", id: "cancel" }),
      made("button", words.confirm, { type: "button", id: "confirm", class: "primary", "aria-describedby": "what" }),
    );
    return;
  }
  const seen = now.asks === "draft" ? groups() : [...groups(), ...wholes()];
  const drawn = seen.flatMap(({ dataset }) => [dataset.what, dataset.move]);
  const plain = moves().filter((move) => !move.where && !drawn.includes(move.base) && !drawn.includes(move.text));
  deed.append(made("p", picked ? words.place : one("#felt").dataset.question || words.pick));
  for (const move of picked ? [] : plain) {
    const button = made("button", move.label, { type: "button", "data-plain": move.text });
    const more = [move.pill, move.lossNote].filter(Boolean).join(" ");
    if (more) button.append(made("small", more));
    deed.append(button);
  }
  if (picked) {
    for (const group of alsoHere()) deed.append(swatch(group));
    deed.append(made("button", words.cancel, { type: "button", id: "cancel" }));
  }
}

function payments() {
  const list = made("div", "", { class: "payments", role: "group", "aria-label": words.how });
  const tile = groups().find((group) => group.dataset.what === armed.options[0].base && visible(group));
  const joker = all("#own .hand use[href^='#j-'], #offer use[href='#t-azul-5']").find(visible);
  armed.options.forEach((move, index) => {
    const jokers = move.what.split("+")[1];
    const attributes = { type: "button", "data-index": index, "aria-pressed": index === armed.index, "aria-label": move.label };
    const button = made("button", jokers ? `+ ${Number(jokers) || ""}` : "", attributes);
    button.prepend(icon(one(".piece use", tile)));
    if (jokers && joker) button.append(icon(joker));
    list.append(button);
  });
  return list;
}

// The other groups of the same source: large targets where plates are small.
function alsoHere() {
  const chosen = groups().find((group) => group.dataset.what === picked && visible(group));
  const source = chosen && chosen.closest(".source");
  if (!source) return [];
  return all("[data-what]", source)
    .filter((group) => group !== chosen && ofBase(group.dataset.what).length);
}

function swatch(group) {
  const { what, count, label } = group.dataset;
  const button = made("button", count, { type: "button", class: "swatch", "data-base": what, "aria-label": label });
  button.prepend(icon(one(".piece use", group)));
  return button;
}

function icon(use) {
  const at = box(use.outerHTML);
  const picture = shape("svg", { class: "tile", viewBox: `${at.x} ${at.y} ${at.width} ${at.height}`, "aria-hidden": "true" });
  picture.append(use.cloneNode());
  return picture;
}

function pick(base) {
  const options = ofBase(base);
  if (!options.length) return;
  picked = base;
  armed = null;
  sound("pick");
  if (!options[0].where) arm(options);
  else decorate();
  if (narrow.matches && options[0].where) seeBoard();
  if (byKeys && !armed) focusOn("#own [data-where][role=button]");
}

// On a phone: what is chosen among lies on the own board.
const seeBoard = () => one("#own").scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });

function arm(options, index = 0) {
  armed = { options, index };
  const move = options[index];
  picked = picked || (move.where ? move.base : "");
  if (options.length === 1 && root.dataset.confirm === "off" && !move.draws) {
    play(move);
    return;
  }
  decorate();
  if (byKeys) focusOn("#confirm");
}

function cancel() {
  const back = armed && armed.options[0].where ? picked : "";
  armed = null;
  const left = picked;
  picked = placeFirst() && !byKeys ? "" : back;
  decorate();
  if (byKeys) focusOn(picked ? "#own [data-where][role=button]" : `[data-what="${left}"]`);
}

function focusOn(selector) {
  const element = all(selector).find(visible);
  if (element) element.focus();
}

// --- Talking to the server ---

async function post(path, body) {
  const answer = await fetch(`/api/tables/${root.dataset.table}/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body ?? null),
  }).catch(() => null);
  if (!answer) return notice(words.offline), {};
  const told = await answer.json();
  if (!answer.ok && answer.status !== 428) notice(told.detail);
  return { ...told, status: answer.status };
}

async function play(move, confirmed = true) {
  const request = crypto.randomUUID ? crypto.randomUUID() : String(Math.random());
  const decision = { seat: now.seat, move: move.text, version: now.version, request, confirmed };
  const answer = await post("moves", decision);
  if (answer.status === 428) arm([moves().find((other) => other.text === answer.move) || move]);
  return answer.status === 200;
}

function notice(text) {
  const box = one("#notice");
  box.textContent = text;
  box.hidden = !text;
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => (box.hidden = true), Math.max(7000, 90 * (text ?? "").length)); // time to read it
}

let socket = null;

function connect(delay = 500) {
  const protocol = location.protocol === "https:" ? "wss" : "ws";
  const width = Number(narrow.matches);
  const asked = `version=${Number(root.dataset.narrow) === width ? now.version : -1}&narrow=${width}`;
  socket = new WebSocket(`${protocol}://${location.host}/api/tables/${root.dataset.table}/live?${asked}`);
  socket.onopen = () => {
    if (delay > 500) notice(words.online);
    delay = 500;
  };
  socket.onmessage = (message) => {
    root.dataset.narrow = width;
    receive(JSON.parse(message.data));
  };
  socket.onclose = (event) => {
    if (event.code === 4404) return;
    if (delay > 500) notice(words.offline);
    setTimeout(() => connect(Math.min(delay * 2, 8000)), delay);
  };
}

// --- What arrives ---

async function receive(moment) {
  for (const [name, drawing] of Object.entries(moment.pictures || {})) {
    pictures.set(name, drawing);
    changed.add(name);
  }
  if (busy) {
    if (waiting) for (const name of ["scores", "told"]) moment[name] = [...(waiting[name] || []), ...(moment[name] || [])];
    waiting = moment;
    return;
  }
  busy = true;
  const scores = moment.scores || [];
  try {
    if (scores.length && speed() && !still.matches) {
      say(moment.told.splice(0));
      await showScores(scores, moment.last);
      for (const name of pictures.keys()) changed.add(name); // pieces have been moved in what is shown
    }
    show(moment);
  } finally {
    busy = false;
  }
  const next = waiting;
  waiting = null;
  if (next) receive(next);
}

function show(moment) {
  const before = speed() ? snapshot() : null;
  const focused = document.activeElement === document.body ? null : document.activeElement;
  const mine = moves().length > 0;
  const asked = now.asks;
  if (moment.version !== now.version || !moment.moves.length) [picked, armed] = ["", null];
  now = parsed(moment);
  undecorate(); // what has not changed is now as the server wrote it
  renew(root, nodesOf(moment.html));
  changed.clear();
  tellPosition();
  decorate();
  if (narrow.matches && moves().length && now.asks !== asked && now.asks !== "draft") seeBoard();
  glide(before);
  const lost = focused && (!focused.isConnected || (focused instanceof SVGElement && !focused.matches("[role=button]")));
  if (byKeys && (lost || (focused?.id === "deed" && moves().length))) {
    focusOn(moves().length ? "#felt svg [role=button], [data-plain]" : ".headline, #deed");
  }
  if (moves().length && !(mine && now.asks === asked)) {
    moment.told?.push(`${one(".pill").textContent}.`, now.asks === asked ? "" : one("#felt").dataset.question);
  }
  say(moment.told);
  if (moment.told) sound(!mine && moves().length ? "turn" : "place");
}

function say(sentences) {
  if (sentences?.length) one("#live").textContent = sentences.join(" ");
}

// The position in sentences, while somebody reads it.
async function tellPosition() {
  if (!one("#text").open) return;
  const asked = now;
  const answer = await fetch(one("#felt").dataset.told).catch(() => null);
  const told = answer?.ok && (await answer.text());
  if (told && asked === now) renew(one("#told"), nodesOf(told));
}

root.addEventListener("toggle", (event) => event.target.id === "text" && tellPosition(), true);

// --- The new table over the old one ---

const pictures = new Map(); // the newest drawings, by name
const changed = new Set(); // those that are not shown yet

function nodesOf(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  hideNumbers(template.content);
  return [...template.content.childNodes];
}

// Numbers in the drawings say nothing without their places: a screen reader passes over them.
function hideNumbers(within) {
  for (const text of all("svg text", within)) text.ariaHidden = true;
}

// The children of an element become new ones. What is equal is left alone: nothing flickers, and the focus stays.
function renew(parent, children) {
  const left = [...parent.childNodes];
  const pairs = children.map((fresh) => {
    const found = left.findIndex((old) => old.nodeName === fresh.nodeName && (old.id || "") === (fresh.id || ""));
    return [fresh, found < 0 ? null : left.splice(found, 1)[0]];
  });
  for (const old of left) old.remove(); // first, so that no other one needs to move
  let at = parent.firstChild;
  for (const [fresh, old] of pairs) {
    if (old && old === at) at = at.nextSibling;
    else parent.insertBefore(old || filled(fresh), at);
    if (old) become(old, fresh);
  }
}

function become(old, fresh) {
  if (old.id === "text") return; // open or closed, as its reader likes
  if (isEmptyPicture(fresh)) {
    const name = fresh.dataset.picture;
    if (name === old.dataset.picture && !changed.has(name)) return;
    fresh = picture(name);
  }
  if (old.isEqualNode(fresh)) return;
  if (!old.attributes) {
    old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(name === "open" && old.nodeName === "DETAILS")) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  renew(old, [...fresh.childNodes]);
}

// A message names the drawings that are shown already and does not repeat them.
const isEmptyPicture = (node) => Boolean(node.dataset?.picture && !node.firstChild);
const picture = (name) => nodesOf(pictures.get(name))[0];

function filled(node) {
  if (isEmptyPicture(node)) return picture(node.dataset.picture);
  if (node.attributes) for (const empty of all("[data-picture]", node).filter(isEmptyPicture)) empty.replaceWith(picture(empty.dataset.picture));
  return node;
}

// --- Pieces that glide ---

function snapshot() {
  const found = new Map();
  for (const piece of all("#felt .piece[data-key]")) {
    if (visible(piece)) found.set(piece.dataset.key, { piece, matrix: piece.getScreenCTM(), image: piece.innerHTML });
  }
  return found;
}

const kindOf = (key) => key.split("-")[0];
const gap = (a, b) => Math.hypot(a.matrix.e - b.matrix.e, a.matrix.f - b.matrix.f);

// Pieces are alike: one that has gone and one of its kind that has come are the same piece on its way.
function glide(before) {
  one("#flight")?.remove();
  if (!speed()) return;
  const after = snapshot();
  const gone = [...before].filter(([key]) => !after.has(key)).map(([key, old]) => ({ key, ...old }));
  let order = 0;
  for (const [key, fresh] of after) {
    if (before.has(key)) continue;
    const from = gone.filter((old) => kindOf(old.key) === kindOf(key)).sort((a, b) => gap(a, fresh) - gap(b, fresh))[0];
    if (!from || still.matches) {
      fresh.piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: still.matches ? 120 : 350 });
      continue;
    }
    gone.splice(gone.indexOf(from), 1);
    fly(from, fresh, 40 * Math.min(order++, 8));
  }
}

function sky() {
  if (!one("#flight")) document.body.append(shape("svg", { id: "flight", "aria-hidden": "true" }));
  return one("#flight");
}

const css = (m) => `matrix(${m.a},${m.b},${m.c},${m.d},${m.e},${m.f})`;

function fly(from, target, delay) {
  const flyer = shape("g", {});
  flyer.innerHTML = target.image;
  sky().append(flyer);
  const duration = 340 / speed();
  const start = landing(from, target);
  const motion = flyer.animate([{ transform: css(start) }, { transform: css(target.matrix) }], {
    duration, delay: delay / speed(), easing: "cubic-bezier(.2,.8,.2,1)", fill: "both",
  });
  target.piece.animate([{ opacity: 0 }, { opacity: 0 }], { duration: duration + delay / speed() });
  motion.onfinish = () => flyer.remove();
}

// The matrix that puts the image of the target where the piece lay before.
function landing(from, target) {
  const [a, b] = [box(from.image), box(target.image)];
  const m = from.matrix;
  const scale = a.width / b.width;
  const [x, y] = [a.x + a.width / 2 - scale * (b.x + b.width / 2), a.y + a.height / 2 - scale * (b.y + b.height / 2)];
  return new DOMMatrix([m.a, m.b, m.c, m.d, m.e, m.f]).translate(x, y).scale(scale);
}

function box(image) {
  const number = (name) => Number((image.match(new RegExp(` ${name}="([^"]+)"`)) || [0, 0])[1]);
  return { x: number("x"), y: number("y"), width: number("width") || 1, height: number("height") || 1 };
}

// --- The scoring of a round, one thing after the other ---

let skip = null;

async function showScores(scores, last) {
  const panel = one("#scoring");
  now = { ...now, moves: [] };
  [picked, armed] = ["", null];
  one("#deed")?.replaceChildren();
  decorate();
  if (showDraft(last)) await new Promise((resolve) => setTimeout(resolve, 1000 / speed()));
  panel.hidden = false;
  let over = false;
  for (const score of scores) {
    if (over) break;
    const pressed = all("button", panel).indexOf(document.activeElement);
    panel.replaceChildren(...scoreCard(score, scores.indexOf(score) + 1, scores.length));
    all("button", panel)[pressed]?.focus();
    const cells = scoreOn(score);
    sound(score.points < 0 ? "loss" : "score");
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, 1600 / speed());
      skip = (end) => {
        over = end;
        clearTimeout(timer);
        resolve();
      };
    });
    for (const cell of cells) cell.classList.remove("scored");
  }
  skip = null;
  if (panel.contains(document.activeElement)) focusOn("#deed");
  panel.hidden = true;
}

// The draft that ends a round: its tiles are seen on their line before that is scored.
function showDraft({ seat, source, where }) {
  const board = one(`#felt .board[data-seat="${seat}"]`);
  const taken = all("#offer .piece");
  if (!one(".floor", board) || !taken.length || !taken.every((piece) => piece.closest(`[data-source="${source}"]`))) return false;
  const lying = (name, kind) => all(`[data-where="${name}"] > ${kind}`, board);
  const free = (name) => lying(name, "use").slice(lying(name, ".piece").length);
  const floor = free("floor");
  const line = where === "floor" ? floor : free(where);
  const before = snapshot();
  for (const piece of taken) lay(piece, (!piece.matches(".marker") && line.shift()) || floor.shift(), `${piece.dataset.key}-`);
  for (const number of all("#offer .num")) number.remove();
  now.last = { seat, source, where };
  decorate();
  glide(before);
  return true;
}

// A piece of the picture goes to another spot of it, or into the lid.
function lay(piece, spot, key) {
  if (!spot) return piece.remove();
  const image = one("use", piece);
  for (const name of ["x", "y", "width"]) image.setAttribute(name, spot.getAttribute(name));
  image.setAttribute("height", 1.03 * spot.getAttribute("width"));
  piece.dataset.key = key;
  spot.parentNode.append(piece);
}

function scoreCard(score, number, of) {
  const sum = made("p", "", { class: "sum num" });
  score.parts.forEach(([n, name], i) => {
    if (i) sum.append(made("i", "+"));
    const part = made("span", n);
    part.append(made("small", name));
    sum.append(part);
  });
  if (score.parts.length > 1) sum.append(made("i", "="));
  sum.append(made("b", score.gain, { class: score.points < 0 ? "loss" : "gain" }));
  const buttons = made("p", "", { class: "buttons" });
  for (const [text, end] of [[words.skip, true], [words.next, false]]) {
    const button = made("button", text, { type: "button" });
    button.onclick = () => skip?.(end);
    buttons.append(button);
  }
  return [made("p", `${words.scoring} ${number} / ${of}`, { class: "fine" }), made("h2", `${score.name}: ${score.title}`), sum, buttons];
}

function scoreOn(score) {
  const board = one(`#felt .board[data-seat="${score.seat}"]`);
  if (!board) return [];
  const told = one(`[data-score="${score.seat}"]`);
  if (told) told.textContent = score.total < 0 ? `\u2212${-score.total}` : score.total;
  const names = new Set([score.cell, ...score.across, ...score.down]);
  const cells = all(".cell", board).filter((cell) => names.has(cell.dataset.cell));
  for (const cell of cells) cell.classList.add("scored");
  const target = cells.find((cell) => cell.dataset.cell === score.cell);
  if (target) tileOn(board, score, target);
  return cells;
}

// The tile leaves its line for the wall.
function tileOn(board, { seat, line, kind, cell }, target) {
  const piece = all(`[data-where="${line}"] > [data-key^="k${kind}-"]`, board).pop();
  if (!piece) return;
  const before = snapshot();
  lay(piece, one("use", target), `k${kind}-s${seat}-w${cell.replace(".", "")}`);
  glide(before);
}

// --- Sounds, made here ---

let audio = null;
const NOTES = { pick: [520, 0.04], place: [330, 0.07], turn: [660, 0.16], score: [784, 0.1], loss: [196, 0.16] };

function sound(name) {
  if (root.dataset.sound !== "on") return;
  audio = audio || new AudioContext();
  const [pitch, length] = NOTES[name];
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + length * 2);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + length * 2);
}

// --- Pointer ---

function chooseAt(element, x, y) {
  const whole = element.closest("[data-move][role=button]");
  if (whole) return arm(moves().filter((move) => move.text === whole.dataset.move));
  const group = element.closest("[data-what][role=button]") || nearest("[data-what]", element.closest(".source"), x, y);
  if (group) {
    if (group.dataset.what === picked) return armed && cancel(), (picked = ""), decorate();
    return pick(group.dataset.what);
  }
  const place = element.closest("[data-where][role=button]") || nearest("[data-where]", element.closest("#own svg"), x, y);
  if (!place) return;
  const same = armed && armed.options[0].where === place.dataset.where;
  if (same) play(armed.options[armed.index]);
  else arm(to(place.dataset.where));
}

// The middle of something drawn and how far it reaches at least. Firefox has a wrong client rectangle for a <use>.
function extent(element) {
  const [box, m] = [element.getBBox(), element.getScreenCTM()];
  const { x, y } = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(m);
  return [x, y, (Math.min(box.width, box.height) / 2) * Math.hypot(m.a, m.b)];
}

// A finger is wider than a small tile: the nearest thing that may be chosen is meant.
function nearest(selector, within, x, y) {
  if (!within) return null;
  const near = all(`${selector}[role=button]`, within)
    .filter(visible)
    .map((element) => {
      const [middleX, middleY, reach] = extent(element);
      return [Math.hypot(x - middleX, y - middleY) - reach, element];
    })
    .sort((a, b) => a[0] - b[0])[0];
  return near && near[0] < 28 ? near[1] : null;
}

root.addEventListener("click", (event) => {
  const target = event.target;
  byKeys = event.detail === 0; // a key, or a screen reader
  if (dragged) return (dragged = false), undefined;
  const button = target.closest("button");
  if (button) return pressed(button);
  if (target instanceof SVGElement && moves().length) chooseAt(target, event.clientX, event.clientY);
});

function pressed(button) {
  const data = button.dataset;
  if (button.id === "confirm") play(armed.options[armed.index]);
  else if (button.id === "cancel") cancel();
  else if (button.id === "undo") post("undo");
  else if (button.id === "hint") askHint(button);
  else if (data.plain) arm(moves().filter((move) => move.text === data.plain));
  else if (data.base) pick(data.base);
  else if (data.index) arm(armed.options, Number(data.index));
  else if (data.answer) post("answer", { agrees: data.answer === "yes" });
  else if (data.closer) enlarge(button.closest(".board"));
}

async function askHint(button) {
  button.disabled = true;
  notice(words.thinking);
  const answer = await post("hint");
  button.disabled = false;
  if (!answer.text) return;
  notice(answer.text);
  const move = moves().find((other) => other.text === answer.move);
  if (!move) return;
  picked = move.where ? move.base : "";
  arm([move]);
}

function enlarge(board) {
  const dialog = one("#closer");
  dialog.replaceChildren(one("h2", board).cloneNode(true), one(".picture", board).cloneNode(true));
  const close = made("button", "×", { "aria-label": words.close });
  close.onclick = () => dialog.close();
  dialog.append(close);
  dialog.showModal();
}

// Dragging with a mouse or a pen: the tiles follow, and a drop on a place arms it.
let dragged = false;
let drag = null;

root.addEventListener("pointerdown", (event) => {
  if (event.pointerType === "touch" || event.button !== 0 || !(event.target instanceof SVGElement)) return;
  const group = event.target.closest("[data-what][role=button]");
  if (group) drag = { group, x: event.clientX, y: event.clientY, flyer: null };
});
addEventListener("pointermove", (event) => {
  if (!drag || (!drag.flyer && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8)) return;
  if (!drag.flyer) {
    byKeys = false;
    pick(drag.group.dataset.what);
    const piece = one(".piece", drag.group);
    drag.flyer = shape("g", { class: "held" });
    drag.flyer.innerHTML = piece.innerHTML;
    drag.matrix = piece.getScreenCTM();
    sky().append(drag.flyer);
  }
  const moved = new DOMMatrix().translate(event.clientX - drag.x, event.clientY - drag.y).multiply(drag.matrix);
  drag.flyer.style.transform = css(moved);
});
addEventListener("pointerup", (event) => {
  if (!drag) return;
  const { flyer } = drag;
  drag = null;
  if (!flyer) return;
  flyer.remove();
  dragged = true;
  setTimeout(() => (dragged = false), 0);
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const place = under && under.closest("[data-where][role=button]");
  if (place) arm(to(place.dataset.where));
});

// --- Keyboard ---

addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, select, textarea");
  if (event.ctrlKey || event.metaKey || event.altKey || (typing && event.key !== "Escape")) return;
  if (event.key.startsWith("Arrow") || ["Enter", " ", "Escape"].includes(event.key) || /^[\dhu]$/.test(event.key)) byKeys = true;
  if (keyDone(event)) event.preventDefault();
});

function keyDone(event) {
  const { key, target } = event;
  if (skip && ["Enter", "Escape", " "].includes(key)) return skip(key === "Escape"), true;
  if (key === "Escape" && (picked || armed)) return cancel(), true;
  if ((key === "Enter" || key === " ") && target instanceof SVGElement) return chooseFocused(target), true;
  if (key === "Enter" && armed && !target.matches("button, a, summary")) return play(armed.options[armed.index]), true;
  if (/^\d$/.test(key) && moves().length) return digit(key);
  if (key === "u" && one("#undo:enabled")) return post("undo"), true;
  if (key === "h" && one("#hint:enabled")) return askHint(one("#hint")), true;
  return key.startsWith("Arrow") && step(key);
}

function chooseFocused(target) {
  if (target.matches("[data-where].armed, [data-move].armed")) play(armed.options[armed.index]);
  else chooseAt(target, 0, 0);
}

// 1 to 5 a line, 0 the floor; where a number is asked, that number.
function digit(key) {
  const names = key === "0" ? ["floor", "break", "0"] : [key];
  const placed = picked && names.map(to).find((options) => options.length);
  const asked = moves().filter((move) => !move.where && names.some((name) => move.text.endsWith(` ${name}`)));
  if (placed) arm(placed);
  else if (asked.length === 1) arm(asked);
  return Boolean(placed || asked.length === 1);
}

// The nearest button in the direction of the arrow.
function step(key) {
  const buttons = all("#felt svg [role=button]").filter(visible);
  const here = document.activeElement;
  if (!buttons.includes(here)) return buttons.length && here.matches("body, #deed") ? (buttons[0].focus(), true) : false;
  const [x, y] = extent(here);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const ahead = buttons
    .filter((element) => element !== here)
    .map((element) => {
      const [ex, ey] = extent(element);
      const along = (ex - x) * dx + (ey - y) * dy;
      return [along > 4 ? along + 2.5 * Math.abs((ex - x) * dy + (ey - y) * dx) : Infinity, element];
    })
    .sort((a, b) => a[0] - b[0])[0];
  if (ahead && ahead[0] < Infinity) {
    here.setAttribute("tabindex", -1);
    ahead[1].setAttribute("tabindex", 0);
    ahead[1].focus();
  }
  return true;
}

// --- Forms ---

root.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.id === "typed") {
    event.preventDefault();
    byKeys = true;
    const done = await play({ text: form.elements.move.value.trim() }, false);
    if (done) form.reset();
  } else if (form.matches(".sit")) {
    event.preventDefault();
    const who = form.elements.who ? form.elements.who.value : "";
    post("seats", { seat: Number(form.dataset.seat), who: who || "me", name: who ? "" : form.elements.name.value });
  }
});

root.addEventListener("change", (event) => {
  if (event.target.matches(".sit select")) event.target.form.requestSubmit();
});

addEventListener("click", async (event) => {
  if (!event.target.closest("[data-copy]")) return;
  await navigator.clipboard?.writeText(location.href).catch(() => null);
  notice(`${words.copied} ${location.href}`);
});

if (root.dataset.table) {
  connect();
  narrow.addEventListener("change", () => socket.close());
}
hideNumbers(root);
decorate();
