// The form: a row for each thing to change, side A and side B beside each other.
import {setting, change, inForce} from "./setting.js";
import {rulesInWords, parametersOf} from "./design.js";
import {element} from "./element.js";

let things, changed, design, boards = {};
const rows = [];

export function buildForm(catalogue, whenChanged, toDesign) {
  things = catalogue;
  changed = whenChanged;
  design = toDesign;
  for (const board of things.boards) boards[board.name] = board;
  const place = document.getElementById("rows");
  const heads = element("div", {class: "heads"}, element("span", {}, "A · baseline"), element("span", {}, "B · changed"));
  const all = things.parameters, first = all.slice(0, things.shown_at_once), later = all.slice(things.shown_at_once);
  place.replaceChildren(heads,
    row("Map", "", side => boardCell(side), ["board"]),
    row("Rules of your own", "", side => rulesCell(side), ["rules"]),
    row("Duel Barons", "", side => flagCell(side), ["barons"]),
    row("Who plays", "wins this share of the printed games; rotwsim me finds yours", side => playerCell(side), ["player", "wins"]),
    ...first.map(parameterRow),
    group("Tweaks of the rulebook", ["tweaks"], things.tweaks.map(tweakRow)),
    group("More parameters", later.map(one => "settings." + one.name), later.map(parameterRow)),
    group("How the person errs", ["errs"], [row("Kind of error", "", side => choiceCell(side, "errs", undefined, things.errors.map(one => [one.name, one.name + ": " + one.text])), ["errs"])]),
    group("Rulings", ["rulings"], things.rulings.map(one => row(one.name.replaceAll("_", " "), one.rule, side => choiceCell(side, "rulings", one.name, one.choices.map(name => [name, name])), ["rulings." + one.name], one.text))),
    group("Chance", ["seed"], [seedRow()]));
  refresh();
}
export function refresh() {
  for (const one of rows) one();
}
export function printed(side) {
  const board = boards[inForce(side, "board")] || boards["eastern-us"];
  return parametersOf(side) || board.parameters;
}
export function knowBoard(board) {
  boards[board.name] = board;
  refresh();
}
export const titleOf = name => boards[name] ? boards[name].title : name;

function row(name, text, cell, keys, title) {
  const cells = ["a", "b"].map(side => {
    const [node, update] = cell(side);
    node.classList.add("cell", side);
    return [node, update];
  });
  const made = element("div", {class: "row", title}, element("div", {class: "name"}, element("span", {}, name), element("small", {}, text)), cells[0][0], cells[1][0]);
  rows.push(() => {
    for (const [, update] of cells) update();
    const differs = keys.some(key => { const [one, entry] = key.split("."); return entry === undefined ? setting.b[one] !== undefined : (setting.b[one] || {})[entry] !== undefined; });
    made.classList.toggle("changed", differs);
    cells[1][0].classList.toggle("same", !differs);
  });
  return made;
}
function group(name, keys, inside) {
  const count = element("span", {class: "count"});
  rows.push(() => {
    const used = side => keys.reduce((sum, key) => { const [one, entry] = key.split("."); const own = setting[side][one]; return sum + (own === undefined || key === "errs" && side === "a" ? 0 : entry ? (own[entry] !== undefined ? 1 : 0) : Array.isArray(own) ? own.length || 1 : typeof own === "object" ? Object.keys(own).length : 1); }, 0);
    const found = used("a") + used("b");
    count.textContent = found ? " · " + found + " set" : "";
  });
  return element("details", {class: "group"}, element("summary", {}, name, count), ...inside);
}
const said = (side, name) => "Side " + side.toUpperCase() + ": " + name;
function set(side, name, value, entry) {
  change(side, name, value, entry);
  changed();
}
function select(side, name, options, get, put) {
  const made = element("select", {"aria-label": said(side, name), onchange: () => put(made.value)}, ...options.map(([value, text]) => element("option", {value}, text)));
  return [made, () => { made.value = get(); }];
}
function choiceCell(side, name, entry, options) {
  const get = () => { const found = inForce(side, name, entry); return found === undefined ? options[0][0] : found; };
  const [made, update] = select(side, entry ? entry.replaceAll("_", " ") : "kind of error", options, get, value => set(side, name, entry && side === "a" && value === options[0][0] ? undefined : value, entry));
  return [element("div", {}, made), update];
}
function boardCell(side) {
  const own = element("input", {type: "text", placeholder: "my-board.toml", "aria-label": said(side, "own board file"), onchange: () => own.value && set(side, "board", own.value.trim())});
  const options = [...things.boards.map(one => [one.name, one.title]), ["own", "Own file …"]];
  const [made, update] = select(side, "map", options, () => "", value => {
    own.hidden = value !== "own";
    if (value === "own") own.focus();
    else set(side, "board", value);
  });
  return [element("div", {}, element("div", {}, made, own)), () => {
    update();
    const name = inForce(side, "board"), known = things.boards.some(one => one.name === name);
    made.value = known ? name : "own";
    own.hidden = known;
    own.value = known ? "" : name;
  }];
}
function rulesCell(side) {
  const options = [["", "as printed"], ["own", "edited in Design"]];
  const [made, update] = select(side, "rules of your own", options, () => Object.keys(inForce(side, "rules") || {}).length ? "own" : "", value => {
    if (value) return design(side);
    delete setting[side].rules;
    if (side === "b" && setting.a.rules) setting.b.rules = {};
    changed();
  });
  return [element("div", {}, made), update];
}
function flagCell(side) {
  const box = element("input", {type: "checkbox", onchange: () => set(side, "barons", box.checked)});
  return [element("div", {}, element("label", {}, box, element("span", {}, "with Barons"))), () => {
    box.checked = !!inForce(side, "barons");
    box.setAttribute("aria-label", said(side, "with Duel Barons"));
  }];
}
function playerCell(side) {
  const options = [["person", "a person"], ...things.players.map(name => [name, "program: " + name])];
  const [who, update] = select(side, "who plays", options, () => inForce(side, "player"), value => {
    const own = setting[side];
    for (const name of ["wins", "errs"]) delete own[name];
    if (side === "a" && value === "person") Object.assign(own, {wins: 50, errs: "noisy"});
    set(side, "player", value);
  });
  const wins = numberCell(side, "wins", "win rate of the person", () => things.wins, () => things.wins, () => 50);
  const made = element("div", {}, element("div", {class: "person"}, who, wins[0]));
  return [made, () => {
    update();
    wins[0].hidden = inForce(side, "player") !== "person";
    wins[1]();
  }];
}
function numberCell(side, name, label, slider, legal, standard, entry) {
  const get = () => { const found = inForce(side, name, entry); return found === undefined ? standard() : found; };
  const put = value => {
    const [low, high] = legal();
    const number = Math.round(Math.min(high, Math.max(low, Number(value))));
    if (!Number.isFinite(number) || value === "") { refresh(); return; }
    const isPrinted = entry && number === standard() && (side === "a" || inForce("a", name, entry) === undefined);
    set(side, name, isPrinted ? undefined : number, entry);
  };
  const range = element("input", {type: "range", step: 1, "aria-label": said(side, label), oninput: () => put(range.value)});
  const box = element("input", {type: "number", step: 1, "aria-label": said(side, label) + ", number", onchange: () => put(box.value)});
  return [element("div", {class: "cell"}, range, box), () => {
    const [low, high] = slider(), value = get();
    range.min = Math.min(low, value);
    range.max = Math.max(high, value);
    range.value = value;
    [box.min, box.max] = legal();
    if (document.activeElement !== box) box.value = value;
  }];
}
function parameterRow(one) {
  return row(one.label, one.text, side => numberCell(side, "settings", one.label, () => one.slider, () => one.legal, () => printed(side)[one.name], one.name), ["settings." + one.name]);
}
function tweakRow(one) {
  const names = one.tweaks.map(tweak => tweak.name);
  const options = [["", "as printed"], ...one.tweaks.map(tweak => [tweak.name, tweak.text + " (" + tweak.side + ")"])];
  return row(one.group[0].toUpperCase() + one.group.slice(1), "", side => {
    const now = () => inForce(side, "tweaks") || [];
    const [made, update] = select(side, "tweak " + one.group, options, () => now().find(name => names.includes(name)) || "", value => {
      const others = now().filter(name => !names.includes(name));
      const wanted = value ? [...others, value] : others;
      if (side === "a" && !wanted.length) delete setting.a.tweaks;
      else if (side === "b" && !wanted.length && !(setting.a.tweaks || []).length) { delete setting.b.tweaks; }
      else setting[side].tweaks = wanted;
      if (side === "b" && JSON.stringify(setting.b.tweaks) === JSON.stringify(setting.a.tweaks)) delete setting.b.tweaks;
      changed();
    });
    return [element("div", {}, made), update];
  }, ["tweaks"]);
}
function seedRow() {
  const box = element("input", {type: "number", min: 0, step: 1, "aria-label": "Seed of both sides", onchange: () => { setting.seed = Math.max(0, Math.round(Number(box.value) || 0)); changed(); }});
  rows.push(() => { box.value = setting.seed; });
  return element("div", {class: "row"}, element("div", {class: "name"}, element("span", {}, "Seed"), element("small", {}, "other games of the same rules")), element("div", {class: "cell"}, box));
}
// What B changes, in words: "Base Exhaust 5 instead of 4".
export function changesInWords(except) {
  const words = [], {a, b} = setting;
  if (b.rules !== undefined) words.push(rulesInWords("b"));
  const labels = Object.fromEntries(things.parameters.map(one => [one.name, one.label]));
  const tweaks = Object.fromEntries(things.tweaks.flatMap(one => one.tweaks).map(one => [one.name, one.text]));
  if (b.board !== undefined) words.push(titleOf(b.board) + " instead of " + titleOf(a.board));
  if (b.barons !== undefined) words.push(b.barons ? "the Duel Barons" : "no Duel Barons");
  if (b.player !== undefined) words.push("the player " + b.player);
  if (b.wins !== undefined) words.push("a person who wins " + b.wins + " %");
  if (b.errs !== undefined) words.push("a person who errs " + b.errs);
  for (const name of b.tweaks || []) if (!(a.tweaks || []).includes(name)) words.push(tweaks[name] || name);
  if (b.tweaks) for (const name of a.tweaks || []) if (!b.tweaks.includes(name)) words.push("not: " + (tweaks[name] || name));
  for (const [name, value] of Object.entries(b.settings || {})) if (name !== except) {
    const before = inForce("a", "settings", name);
    words.push((labels[name] || name) + " " + value + " instead of " + (before === undefined ? printed("b")[name] : before));
  }
  for (const [name, value] of Object.entries(b.rulings || {})) words.push(name.replaceAll("_", " ") + ": " + value);
  return words.join(", ");
}
export function baselineInWords() {
  const {a} = setting, words = [titleOf(a.board)];
  if (a.rules) words.push(rulesInWords("a"));
  if (a.barons) words.push("with the Duel Barons");
  const labels = Object.fromEntries(things.parameters.map(one => [one.name, one.label]));
  for (const name of a.tweaks || []) words.push(name);
  for (const [name, value] of Object.entries(a.settings || {})) words.push((labels[name] || name) + " " + value);
  for (const [name, value] of Object.entries(a.rulings || {})) words.push(name.replaceAll("_", " ") + ": " + value);
  const who = a.player === "person" ? "for a person who wins " + a.wins + " % of the printed games" : "for the player " + a.player;
  return words.join(", ") + ", " + who;
}
