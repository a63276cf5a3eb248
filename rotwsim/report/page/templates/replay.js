"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const at = id => document.getElementById(id);
const slider = at("step");
const final = data.steps.length - 1;
const timed = [...document.querySelectorAll("[data-from]")];
const parts = [...document.querySelectorAll("article[data-step], li[data-step]")];
const movers = [...document.querySelectorAll(".mover")];
const trails = [...document.querySelectorAll(".trail")];
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SECONDS_A_STEP = 1.6;
const SECONDS_TO_LOOK_AGAIN = 3;
let now = 0, playing = null, moving = 0;

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
function show(step, scroll) {
  now = Math.max(0, Math.min(final, step));
  slider.value = now;
  at("shown").textContent = now + " / " + final;
  slider.setAttribute("aria-valuetext", words(data.steps[now]));
  for (const piece of timed) {
    piece.style.display = +piece.dataset.from <= now && now < +piece.dataset.to ? "" : "none";
    piece.classList.toggle("new", +piece.dataset.from === now && now > 0);
  }
  for (const part of parts) {
    part.classList.toggle("ahead", +part.dataset.step > now);
    part.classList.toggle("current", part.tagName === "LI" && +part.dataset.step === now);
  }
  showMoment(data.steps[now]);
  moveCube();
  lookThere();
  history.replaceState(null, "", data.live && now === final ? "#now" : "#step=" + now);
  if (scroll !== false) scrollStory();
}
function words(step) {
  return (step.turn && step.label !== "Result" ? "Turn " + step.turn + ", " : "") + step.label + (step.text ? ": " + step.text : "");
}
function scrollStory() {
  const part = parts.filter(one => +one.dataset.step === now).pop(), story = at("story");
  if (part) story.scrollTop += part.getBoundingClientRect().bottom - story.getBoundingClientRect().bottom + 8;
}
function showMoment(step) {
  at("moment").textContent = (step.turn && step.label !== "Result" ? "Turn " + step.turn + " · " : "") + step.label;
  at("happens").textContent = step.text || "";
  at("spoken").textContent = words(step);
  at("figures").replaceChildren(...(step.after.seats || [step.after]).map((figures, seat) => chips(figures, step.results[seat])));
  at("cards").replaceChildren(...decks(step.after));
  at("why").replaceChildren(...verdicts(), ...reasons(step));
  at("curves").replaceChildren(...curves());
}
function chips(figures, result) {
  const line = element("div", {class: "chips"});
  if (figures.seat) {
    const mark = element("i", {});
    mark.style.background = data.colours[figures.seat - 1];
    line.append(element("span", {}, mark, "seat " + figures.seat + ", " + data.seats[figures.seat - 1]));
  }
  const shown = ["score " + figures.score, "$" + figures.money, figures.bonds + (figures.bonds === 1 ? " bond" : " bonds"), "result " + String(result).replace("-", "−"), "income $" + figures.income, "engine " + figures.engine];
  const cards = {land_grants: "Land Grant", perfect_engineering: "Perfect Engineering"};
  for (const [name, one] of Object.entries(cards)) if (figures[name]) shown.push(figures[name] === 1 ? one : figures[name] + " × " + one);
  if (figures.empty_city_markers !== undefined) shown.push(figures.empty_city_markers + (figures.empty_city_markers === 1 ? " Empty City Marker" : " Empty City Markers"));
  line.append(...shown.map(text => element("span", {}, text)));
  return line;
}
function decks(after) {
  const made = [];
  if (after.row) made.push(element("p", {class: "heading"}, "Railbot row"), element("ul", {class: "deck"}, ...after.row.map(card)));
  const limit = after.display_limit ? ", at most " + after.display_limit : "";
  made.push(element("p", {class: "heading"}, "Operations cards" + limit), element("ul", {class: "deck"}, ...after.display.map(card)));
  return made;
}
function card(text) {
  const insured = text.endsWith(", insured");
  const parts = text.replace(/, insured$/, "").match(/^(.*?)(?: \(([^()]*)\))?$/);
  const made = element("li", insured ? {class: "insured"} : {}, parts[1]);
  if (parts[2]) made.append(element("small", {}, /^\d+$/.test(parts[2]) ? parts[2] + " points" : parts[2]));
  if (insured) made.append(element("span", {class: "token"}, "◆ Insurance"));
  return made;
}
function reasons(step) {
  if (!step.why || !step.why.length) return [];
  const list = element("ol", {class: "why"}, ...step.why.map(one => element("li", one.chosen ? {class: "chosen"} : {}, one.action + " ", element("span", {}, one.worth.toFixed(1) + (one.chosen ? ", chosen" : "")))));
  return [element("p", {class: "heading"}, "The best actions by the player's own judgement, with the worth of the position after each, in points"), list];
}
function verdicts() {
  const found = (data.review || {})[now] || [];
  return found.map(one => element("p", {class: "verdict " + one.look}, element("b", {}, one.mark + " "), one.text));
}
function curves() {
  const seats = data.seats.length || 1;
  const colour = seat => data.seats.length ? data.colours[seat] : "var(--curve)";
  const results = seat => data.steps.map(one => one.results[seat]);
  const seen = data.steps.slice(0, now + 1).flatMap(one => one.results);
  const ends = [Math.min(0, ...seen), Math.max(data.target || 1, ...seen)];
  const barons = data.seats.length ? "; Rail Barons count at the end" : "";
  const aim = data.target ? "; dashed: the target of " + data.target : "";
  const made = [element("p", {class: "heading"}, "Result so far, the score less bonds" + barons + aim), curve(seats, results, ends, colour, data.target, "Result")];
  if (data.rollouts) {
    const chances = seat => { let last = null; return data.steps.map(one => last = one.chances ? one.chances[seat] : last); };
    const latest = Array.from({length: seats}, (_, seat) => chances(seat)[now]);
    const said = latest[0] === null ? "" : ": " + latest.map((chance, seat) => (data.seats.length ? "seat " + (seat + 1) + " " : "") + Math.round(100 * chance) + " %").join(", ");
    made.push(element("p", {class: "heading"}, "Chance to win" + said + " (" + data.rollouts + " games played on from each action; circles: turning points)"), curve(seats, chances, [0, 1], colour, 0.5, "Chance to win", true));
  }
  return made;
}
function curve(seats, values, [least, most], colour, dashed, name, turning) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const piece = (kind, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    drawing.append(made);
  };
  for (const [key, value] of Object.entries({class: "curve", viewBox: "0 0 " + final + " 100", preserveAspectRatio: "none", role: "img", "aria-label": name + " up to this step"})) drawing.setAttribute(key, value);
  const height = value => 100 - 100 * (value - least) / (most - least);
  if (least < 0) piece("line", {class: "zero", x1: 0, x2: final, y1: height(0), y2: height(0)});
  if (dashed) piece("line", {x1: 0, x2: final, y1: height(dashed), y2: height(dashed)});
  for (let seat = 0; seat < seats; seat++) {
    const series = values(seat).slice(0, now + 1);
    piece("polyline", {points: series.map((value, step) => value === null ? "" : step + "," + height(value)).join(" "), style: "stroke: " + colour(seat)});
    if (turning) series.forEach((value, step) => {
      if (data.steps[step].turning) piece("ellipse", {cx: step, cy: height(value), rx: final / 90, ry: 5, style: "fill: none; stroke-width: 2; stroke: " + colour(seat), "vector-effect": "non-scaling-stroke"});
    });
  }
  return drawing;
}
function moveCube() {
  cancelAnimationFrame(moving);
  const mover = movers.find(one => +one.parentNode.dataset.from === now);
  if (!mover) return;
  const trail = trails[+mover.dataset.path], length = trail.getTotalLength(), start = performance.now();
  const frame = time => {
    const share = calm.matches ? 1 : Math.min(1, Math.max(0, (time - start) / 900));
    const point = trail.getPointAtLength(share * length);
    mover.setAttribute("transform", "translate(" + point.x + " " + point.y + ")");
    if (share < 1) moving = requestAnimationFrame(frame);
  };
  frame(start);
}
function lookThere() {
  const pane = at("pane");
  const piece = [...pane.querySelectorAll(".new")].find(one => one.style.display !== "none");
  if (!piece || pane.scrollWidth <= pane.clientWidth) return;
  const box = piece.getBoundingClientRect(), frame = pane.getBoundingClientRect();
  pane.scrollLeft += (box.left + box.right - frame.left - frame.right) / 2;
  pane.scrollTop += (box.top + box.bottom - frame.top - frame.bottom) / 2;
}
function stop() {
  clearInterval(playing);
  playing = null;
  at("play").textContent = "▶▶";
  at("play").setAttribute("aria-label", "Play");
  at("play").setAttribute("aria-pressed", "false");
}
function play() {
  if (playing) return stop();
  if (now === final) show(0);
  playing = setInterval(() => now < final ? show(now + 1) : stop(), 1000 * SECONDS_A_STEP);
  at("play").textContent = "❚❚";
  at("play").setAttribute("aria-label", "Pause");
  at("play").setAttribute("aria-pressed", "true");
}
const go = {first: () => 0, back: () => now - 1, forward: () => now + 1, last: () => final};
for (const id of Object.keys(go)) at(id).addEventListener("click", () => { stop(); show(go[id]()); });
at("play").addEventListener("click", play);
slider.addEventListener("input", () => { stop(); show(+slider.value); });
for (const button of document.querySelectorAll("button[data-step]")) button.addEventListener("click", () => { stop(); show(+button.dataset.step, false); });
addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "INPUT") return;
  const key = {ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last"}[event.key];
  if (key) { stop(); show(go[key]()); event.preventDefault(); }
  if (event.key === " " && !["BUTTON", "A"].includes(event.target.tagName)) { play(); event.preventDefault(); }
});
function fromAddress() {
  const found = location.hash.match(/^#step=(\d+)$/);
  return found ? +found[1] : data.live || location.hash === "#now" ? final : 0;
}
addEventListener("hashchange", () => { if (fromAddress() !== now) show(fromAddress()); });
show(fromAddress());
if (data.live) setInterval(() => { if (now === final && !playing) location.reload(); }, 1000 * SECONDS_TO_LOOK_AGAIN);
