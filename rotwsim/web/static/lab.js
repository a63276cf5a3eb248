// The page: start a watch when the setting changes, show what it says, keep what was tried.
import {setting, fromAddress, address, question, inForce, change} from "./setting.js";
import {buildForm, refresh, changesInWords, baselineInWords, knowBoard, printed} from "./form.js";
import {element} from "./element.js";
import {prepareDesign, showDesign, checkRules, forgetChecks, saveRules} from "./design.js";
import {remember, showHistory} from "./history.js";

const at = id => document.getElementById(id);
const token = new URLSearchParams(location.search).get("token") || "";
const tab = Math.random().toString(36).slice(2);
const WAIT = 60;  // milliseconds after the last move of a slider
const SWEEP = ["from", "to", "step", "wish"];
let sweepKept = {};
let source = null, waiting = 0, turn = 0, isFirst = false, last = null, things = null;

const ask = (path, words, body) => fetch(path + "?" + new URLSearchParams({token, ...words}), body ? {method: "POST", body, headers: {"content-type": "application/json"}} : {}).then(answer => answer.json().then(found => answer.ok ? found : Promise.reject(new Error(found.error))));

async function open() {
  things = await ask("/catalogue", {});
  const given = fromAddress(location.hash);
  isFirst = !given;
  if (isFirst) setting.b.settings = {base_exhaust: things.boards.find(one => one.name === setting.a.board).parameters.base_exhaust + 1};
  at("precision").value = setting.precision;
  if (matchMedia("(max-width: 60rem)").matches) at("rules").open = false;
  buildForm(things, settingChanged, toDesign);
  prepareDesign(ask, settingChanged);
  showHistory(goTo);
  sweepForm();
  for (const id of ["to-compare", "to-sweep", "to-design"]) at(id).disabled = false;
  begin();
}
// Sweep: the same sides, but column B goes through the values of one parameter.
function sweepForm() {
  at("sweep-name").replaceChildren(...things.parameters.map(one => element("option", {value: one.name}, one.label)));
  at("sweep-name").addEventListener("change", event => { sweepOver(event.target.value); settingChanged(); });
  for (const key of SWEEP) at("sweep-" + key).addEventListener("change", event => {
    setting[key] = Math.round(Number(event.target.value)) || (key === "wish" ? undefined : key === "step" ? 1 : 0);
    settingChanged();
  });
  at("to-compare").addEventListener("click", () => { if (setting.design) { delete setting.design; settingChanged(); } else toMode(false); });
  at("to-design").addEventListener("click", () => toDesign("b"));
  at("to-sweep").addEventListener("click", () => toMode(true));
}
function sweepOver(name) {
  const one = things.parameters.find(each => each.name === name), [low, high] = one.slider;
  const middle = printed("b")[name], width = high - low;
  const step = Math.max(1, Math.round(width / 20));
  Object.assign(setting, {sweep: name, step, from: Math.max(low, middle - 3 * step), to: Math.min(high, middle + 3 * step)});
}
function toMode(sweeping) {
  if (sweeping === !!setting.sweep) return;
  delete setting.design;
  const keys = ["sweep", ...SWEEP];
  if (sweeping) {
    if (sweepKept.sweep) Object.assign(setting, sweepKept);
    else {
      sweepOver(Object.keys(setting.b.settings || {})[0] || "base_exhaust");
      setting.wish = 40;
    }
    dropExample();
  } else {
    sweepKept = Object.fromEntries(keys.map(key => [key, setting[key]]));
    for (const key of keys) delete setting[key];
  }
  settingChanged();
}
// The change that a new page begins with belongs to its first question only.
function dropExample() {
  if (isFirst) delete setting.b.settings;
  isFirst = false;
}
// Design: the answer stays, the rules are edited in place of the two columns.
function toDesign(side) {
  if (setting.design === side) return;
  dropExample();
  toMode(false);
  setting.design = side;
  settingChanged();
}
function showMode() {
  const sweeping = !!setting.sweep, designing = !!setting.design;
  at("to-compare").setAttribute("aria-pressed", !sweeping && !designing);
  at("to-design").setAttribute("aria-pressed", designing);
  at("design").hidden = !designing;
  at("settings").hidden = designing;
  at("to-sweep").setAttribute("aria-pressed", sweeping);
  at("sweep").hidden = at("sweep-table").hidden = !sweeping;
  at("duel").hidden = at("pictures").hidden = at("save").hidden = sweeping;
  if (!sweeping) return;
  at("sweep-name").value = setting.sweep;
  for (const key of SWEEP) at("sweep-" + key).value = setting[key] === undefined ? "" : setting[key];
}
function showSweep(found) {
  at("played").textContent = found.n.toLocaleString("en") + " games in all, the same seeds at every value; most where the answer is least sure";
  if (isUsed("sweep-table")) return;
  const rows = found.points.map(one => element("tr", {}, element("th", {scope: "row"}, String(one.value)), element("td", {}, percent(one.rate)), element("td", {}, Math.round(one.low) + " to " + Math.round(one.high) + " %"), element("td", {}, one.n.toLocaleString("en")), element("td", {}, element("button", {type: "button", onclick: () => useValue(one.value)}, "Compare"))));
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...["value", "games won", "surely", "games", ""].map((word, place) => element(place < 4 ? "th" : "td", place < 4 ? {scope: "col"} : {}, word)))), element("tbody", {}, ...rows));
  at("sweep-table").replaceChildren(table);
}
function useValue(value) {
  const name = setting.sweep;
  toMode(false);
  change("b", "settings", value, name);
  settingChanged();
}
function settingChanged() {
  stop();
  isFirst = false;
  history.replaceState(null, "", location.search + address());
  refresh();
  say();
  status("starting", "…");
  clearTimeout(waiting);
  waiting = setTimeout(begin, WAIT);
}
function goTo(hash) {
  history.replaceState(null, "", location.search + hash);
  fromAddress(hash);
  at("precision").value = setting.precision;
  settingChanged();
  scrollTo({top: 0});
}
function stop() {
  if (source) source.close();
  source = null;
}
async function begin() {
  stop();
  clearTimeout(waiting);
  const mine = turn += 1;
  say();
  try {
    for (const side of ["a", "b"]) await ownBoard(inForce(side, "board"));
    if (setting.design) await showDesign();
    for (const side of ["a", "b"]) await checkRules(side);
  } catch (error) {
    return mine === turn && (error instanceof TypeError ? again() : refuse(error.message));
  }
  if (mine !== turn) return;  // changed again while the rules were read
  refresh();  // the loader said what the rules begin with
  say();
  const asked = question();
  source = new EventSource("/events?" + new URLSearchParams({token, tab, q: asked, ...(innerWidth > 700 ? {wide: 1} : {})}));
  const own = source;
  own.addEventListener("state", event => own === source && show(JSON.parse(event.data)));
  own.addEventListener("picture", event => own === source && draw(JSON.parse(event.data)));
  own.addEventListener("end", () => { if (own === source) { stop(); at("pause").textContent = "Play on"; } });
  own.addEventListener("error", () => own === source && again());
  at("pause").textContent = "Pause";
}
function again() {
  status("error", "The lab does not answer. Is `rotwsim lab` running? Trying again …");
  stop();
  forgetChecks();
  waiting = setTimeout(begin, 1000);
}
async function ownBoard(name) {
  if (!name || things.boards.some(one => one.name === name)) return;
  knowBoard(await ask("/board", {board: name}));
}
function sweepWords() {
  if (!setting.sweep) return "";
  const name = things.parameters.find(one => one.name === setting.sweep).label;
  return setting.wish ? "which " + name + " makes it " + setting.wish + " %?" : "what does " + name + " do?";
}
function say() {
  showMode();
  const swept = sweepWords(), words = changesInWords();
  if (swept) {
    const others = changesInWords(setting.sweep);  // the swept one takes all its values
    at("question").replaceChildren(element("span", {}, baselineInWords() + (others ? ", with " + others : "") + ": "), element("b", {}, swept));
    document.title = swept;
    return;
  }
  const before = element("span", {}, baselineInWords() + (words ? ": what does " : "."));
  at("question").replaceChildren(before, ...(words ? [element("b", {}, words), element("span", {}, " do?")] : [element("span", {}, " Change something in " + (setting.design ? "the form." : "column B."))]));
  document.title = (words || "rotwsim lab");
}
const percent = value => value.toFixed(1).replace("-", "−") + " %";
const signed = value => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(1);
function show(found) {
  if (found.state === "error") return refuse(found.note);
  status(found.state, found.note || (found.state === "playing" ? found.games_per_second.toLocaleString("en") + " games/s" : found.state === "done" ? "done" : found.state));
  at("detail").classList.remove("error");
  if (!found.n) {
    at("headline").textContent = found.note ? "One moment." : "The first games arrive.";
    at("detail").textContent = found.note;
    return;
  }
  last = {...found, hash: address(), words: sweepWords() || changesInWords() || baselineInWords()};
  at("headline").textContent = found.headline;
  at("detail").textContent = found.detail;
  at("command").textContent = found.command;
  if (found.points) {
    showSweep(found);
    if (found.state === "done") { remember(last); showHistory(goTo); }
    return;
  }
  for (const side of ["a", "b"]) {
    at("rate-" + side).textContent = percent(found[side].value);
    at("range-" + side).textContent = Math.round(found[side].low) + " to " + Math.round(found[side].high) + " %";
  }
  const gap = found.difference;
  at("gap").textContent = gap ? signed(gap.value) + " pp" : "–";
  at("range-gap").textContent = gap ? signed(gap.low) + " to " + signed(gap.high) : "A and B are the same";
  at("played").textContent = found.n.toLocaleString("en") + " games of each side, same seeds" + (gap ? "; " + (found.only_a + found.only_b).toLocaleString("en") + " won by one side only" : "");
  also(found.also || [], !!gap);
  inside(found.inside || [], !!gap);
  if (found.state === "done" || (found.verdict !== "undecided" && found.n > 100)) { remember(last); showHistory(goTo); }
}
function refuse(message) {
  stop();
  status("error", "not played");
  for (const id of ["rate-a", "rate-b", "gap"]) at(id).textContent = "–";
  for (const id of ["range-a", "range-b", "range-gap", "played"]) at(id).textContent = "";
  at("headline").textContent = "That cannot be played.";
  at("detail").textContent = message;
  at("detail").classList.add("error");
}
function status(state, words) {
  at("status").className = "status " + state;
  at("status").lastElementChild.textContent = words;
}
const PLACES = {convergence: "picture-first", sweep: "picture-first"};
function draw(picture) {
  const place = at(PLACES[picture.name] || "picture-" + picture.name);
  if (!place) return;
  place.querySelector(".drawing").innerHTML = picture.svg;
  place.querySelector("figcaption").textContent = picture.caption;
}
function also(rows, both) {
  at("also").tBodies[0].replaceChildren(...rows.map(row => {
    const change = row.b - row.a, unit = row.unit === "%" ? " %" : "";
    return element("tr", {}, element("th", {scope: "row"}, row.what), element("td", {}, row.a.toFixed(1) + unit), element("td", {}, both ? row.b.toFixed(1) + unit : ""), element("td", {class: change > 0 ? "up" : "down"}, both ? signed(change) : ""));
  }));
}
const isUsed = id => at(id).contains(document.activeElement);  // what has the focus stays
function inside(kinds, both) {
  if (isUsed("inside")) return;
  at("inside").replaceChildren(...kinds.map(kind => element("div", {}, element("h3", {}, kind.kind), element("ul", {}, ...kind.games.map(one => element("li", {}, element("a", {href: "/replay?" + new URLSearchParams({token, q: question(), game: one.game}), target: "_blank", rel: "noopener"}, "game " + one.game + ": " + (both ? one.a + " → " + one.b : one.a))))))));
}
function keep(words, stays) {
  at("kept").textContent = words;
  if (!stays) setTimeout(() => { if (at("kept").textContent === words) at("kept").textContent = ""; }, 6000);
}
at("pause").addEventListener("click", () => {
  if (source) {
    stop();
    status("paused", "paused");
    at("pause").textContent = "Play on";
  } else if (last && last.state === "done") {  // to play on means to know it better
    const choices = [...at("precision").options].map(one => Number(one.value));
    setting.precision = choices.find(one => one < setting.precision) || setting.precision;
    at("precision").value = setting.precision;
    settingChanged();
  } else begin();
});
at("precision").addEventListener("change", event => { setting.precision = Number(event.target.value); settingChanged(); });
at("copy-link").addEventListener("click", () => navigator.clipboard.writeText(location.href).then(() => keep("Link copied."), () => keep(location.href)));
at("copy-command").addEventListener("click", async () => {
  if (!last) return;
  const copied = navigator.clipboard.writeText(last.command);
  const files = await saveRules().catch(error => keep(error.message));
  copied.then(() => files && keep("Command copied." + (files.length ? " It reads " + files.join(" and ") + "." : ""), !!files.length), () => keep(""));
});
at("save").addEventListener("click", async () => {
  if (!last) return;
  keep("Saving …", true);
  await saveRules().catch(() => 0);
  const asked = JSON.stringify({q: JSON.parse(question()), games: last.n});
  await ask("/save", {}, asked).then(found => keep("Saved in " + found.folder + ". See it with: " + found.command, true), error => keep(error.message, true));
});
at("settings").addEventListener("submit", event => event.preventDefault());
const THEMES = ["auto", "light", "dark"];
function theme(chosen) {
  if (chosen === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  at("theme").textContent = "Theme: " + chosen;
  at("theme").dataset.now = chosen;
}
at("theme").addEventListener("click", () => {
  const next = THEMES[(THEMES.indexOf(at("theme").dataset.now) + 1) % THEMES.length];
  localStorage.setItem("rotwsim-theme", next);
  theme(next);
});
theme(localStorage.getItem("rotwsim-theme") || "auto");
addEventListener("hashchange", () => { forgetChecks(); fromAddress(location.hash); settingChanged(); });
open().catch(error => refuse(String(error.message || error)));
