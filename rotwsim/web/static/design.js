// The Design tab: a form made of what a file of rules may say. The page holds only what differs from the print.
import {setting, inForce, change, drafts, LONGEST_RULES} from "./setting.js";
import {element} from "./element.js";

const at = id => document.getElementById(id);
const copy = value => JSON.parse(JSON.stringify(value));
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const spoken = key => key.replaceAll("_", " ");
const isEmpty = value => value === undefined || value === "" || value === false || (Array.isArray(value) && !value.length);
const found = {a: null, b: null}, sent = {a: "", b: ""};  // what the loader says, and of which rules
const chosen = {};  // the row that each section shows
let ask, changed, sections = [], drawnFor = "", updates = [];

export function prepareDesign(asking, whenChanged) {
  ask = asking;
  changed = whenChanged;
}
const side = () => setting.design === "a" ? "a" : "b";
const rules = () => setting[side()].rules || (side() === "b" && setting.a.rules ? copy(setting.a.rules) : {});

// Asks the loader about the rules of a side; refuses them with its messages.
export async function checkRules(name) {
  const table = setting[name].rules;
  if (table === undefined) { found[name] = null; sent[name] = ""; return; }
  const asked = JSON.stringify({rules: table, board: inForce(name, "board")});
  if (asked !== sent[name]) {
    found[name] = await ask("/rules", {}, asked);
    sent[name] = asked;
    drafts[name] = found[name].name;
  }
  showFound();
  if (found[name].mistakes.length) throw new Error(found[name].mistakes.map(inWords).join("\n"));
}
function inWords({key, text}) {
  const [, , section, row] = placeOf(key), part = sections.find(one => one.name === section);
  const where = [part ? part.title : section || "", row || ""].filter(Boolean).join(", ");
  return where ? where + ": " + text : text;
}
export function forgetChecks() {
  sent.a = sent.b = "";
}
export async function saveRules() {
  const names = [];
  for (const name of ["a", "b"]) if (setting[name].rules) names.push((await ask("/rules", {}, JSON.stringify({rules: setting[name].rules, board: inForce(name, "board"), save: true}))).name);
  return names;
}
// The parameters that the rules of a side begin with, where it has rules of its own.
export function parametersOf(name) {
  const own = setting[name].rules !== undefined, rules = found[own ? name : "a"];
  return rules && (own || inForce(name, "board") === setting.a.board) ? rules.parameters : undefined;
}
export function rulesInWords(name) {
  const names = found[name] && found[name].names;
  if (!Object.keys(setting[name].rules).length) return "the printed rules";
  if (!names || !names.length) return setting[name].rules.title || "rules of your own";
  return names.slice(0, 3).join(", ") + (names.length > 3 ? " and " + (names.length - 3) + " more changes" : "");
}
// Draws the form for the board of the side, once; later calls only bring it up to date.
export async function showDesign() {
  const board = inForce(side(), "board");
  if (drawnFor !== board) {
    sections = (await ask("/rules", {board})).sections;
    drawnFor = board;
    updates = [];
    at("design").replaceChildren(head(), ...sections.map(drawSection));
  }
  update();
}
function update() {
  for (const one of updates) one();
  showFound();
}
function keep(table) {
  for (const [name, value] of Object.entries(table)) if (isEmpty(value) || (typeof value === "object" && !Object.keys(value).length)) delete table[name];
  const own = setting[side()];
  if (side() === "a" ? !Object.keys(table).length : same(table, setting.a.rules || {})) delete own.rules;
  else own.rules = table;
  update();
  changed();
}
function head() {
  const sides = ["a", "b"].map(name => element("button", {type: "button", onclick: () => { setting.design = name; update(); changed(); }}, "Side " + name.toUpperCase()));
  const title = element("input", {type: "text", "aria-label": "Title of the rules", placeholder: "title", maxlength: 60, onchange: () => keep({...rules(), title: title.value.trim()})});
  const file = element("input", {type: "text", "aria-label": "Own file of rules", placeholder: "my-rules.toml"});
  const load = () => ask("/rules", {file: file.value.trim() || "my-rules.toml"}).then(one => { keep(one.rules); note("Loaded."); }, error => note(error.message));
  updates.push(() => {
    sides.forEach((button, place) => button.setAttribute("aria-pressed", side() === "ab"[place]));
    if (document.activeElement !== title) title.value = rules().title || "";
  });
  return element("div", {class: "card head"},
    element("p", {}, element("span", {}, "Edit the rules of "), ...sides),
    element("p", {}, title),
    element("p", {class: "faint"}, "Everything that you do not change is as printed. Games start at once."),
    element("div", {id: "design-wrong", role: "alert"}),
    element("ul", {id: "design-changes", class: "changes", "aria-label": "What the rules change"}),
    element("p", {}, element("button", {type: "button", onclick: download}, "Download"), " ", element("button", {type: "button", onclick: () => navigator.clipboard.writeText(text()).then(() => note("Copied."), () => note("Open “The file” and copy it."))}, "Copy"), " ", element("button", {type: "button", onclick: () => saveRules().then(names => note(names.length ? "Saved: " + names.join(", ") : "Nothing is changed."), error => note(error.message))}, "Save"), " ", element("button", {type: "button", onclick: () => { delete setting[side()].settings; keep({}); note("As printed."); }}, "As printed")),
    element("p", {class: "load"}, file, " ", element("button", {type: "button", onclick: load}, "Load")),
    element("p", {id: "design-note", role: "status"}),
    element("details", {class: "group"}, element("summary", {}, "The file"), element("pre", {id: "design-text", tabindex: 0, "aria-label": "The rules as a file"})));
}
const text = () => (found[side()] && found[side()].text) || 'extends = "rulebook"\n';
function note(words) {
  at("design-note").textContent = words;
}
function download() {
  const link = element("a", {href: URL.createObjectURL(new Blob([text()], {type: "text/plain"})), download: "my-rules.toml"});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
// A section: fields of one table, or a row chosen among many with the fields of a row.
function drawSection(section) {
  const count = element("span", {class: "count"}), inside = [];
  if (section.needs) inside.push(needed(section));
  if (section.rows) inside.push(rowChoice(section));
  inside.push(...section.fields.map(field => drawField(section, field)));
  updates.push(() => {
    const own = rules()[section.name], number = Array.isArray(own) ? own.length : Object.keys(own || {}).length;
    count.textContent = number ? " · " + number + " changed" : "";
  });
  return element("details", {class: "part", id: "design-" + section.name}, element("summary", {}, section.title, count), element("div", {class: "fields"}, ...inside));
}
function needed(section) {
  const box = element("input", {type: "checkbox", onchange: () => { setting.a[section.needs] = box.checked; delete setting.b[section.needs]; update(); changed(); }});
  const made = element("label", {class: "tick"}, box, element("span", {}, "play with " + section.title + ", on both sides"));
  updates.push(() => { box.checked = !!inForce(side(), section.needs); });
  return made;
}
const entries = section => rules()[section.name] || [];
const entryOf = section => Array.isArray(entries(section)) ? entries(section).find(one => one.name === chosen[section.name]) : undefined;
function rowChoice(section) {
  chosen[section.name] = Object.keys(section.rows)[0];
  const pick = element("select", {"aria-label": section.title + ": which", onchange: () => { chosen[section.name] = pick.value; update(); }});
  const name = element("input", {type: "text", "aria-label": section.title + ": name", onchange: () => write(section, {...entryOf(section), name: name.value.trim()})});
  const fresh = () => { let number = 1; while (names().includes("New " + number)) number += 1; return "New " + number; };
  const names = () => [...new Set([...Object.keys(section.rows), ...entries(section).map(one => one.name)])];
  const add = () => { const entry = entryOf(section), copied = {...section.rows[chosen[section.name]], ...entry, do: "add", name: fresh()}; chosen[section.name] = undefined; write(section, ordered(copied)); };
  const remove = () => write(section, entryOf(section) && entryOf(section).do === "add" ? undefined : {do: "remove", name: chosen[section.name]});
  const buttons = [["Add a copy", add], ["Remove", remove], ["As printed", () => write(section, undefined)]].map(([words, act]) => element("button", {type: "button", onclick: act}, words));
  updates.push(() => {
    const all = names();
    if (!all.includes(chosen[section.name])) chosen[section.name] = all[0];
    const marks = Object.fromEntries(entries(section).map(one => [one.name, {add: "new: ", remove: "removed: "}[one.do] || "changed: "]));
    pick.replaceChildren(...all.map(one => element("option", {value: one}, (marks[one] || "") + one)));
    pick.value = chosen[section.name];
    const entry = entryOf(section);
    name.hidden = !entry || entry.do !== "add";
    if (document.activeElement !== name) name.value = chosen[section.name];
    buttons[1].disabled = !!entry && entry.do === "remove";
    buttons[2].hidden = !entry || entry.do === "add";
  });
  return element("div", {class: "which"}, pick, name, element("div", {class: "doing"}, ...buttons));
}
const ordered = ({do: doing, name, ...others}) => ({...(doing ? {do: doing} : {}), name, ...others});
// Puts an entry in the place of the chosen row; without one the row is as printed again.
function write(section, entry) {
  const table = copy(rules()), list = table[section.name] || [], place = list.findIndex(one => one.name === chosen[section.name]);
  if (entry === undefined) { if (place >= 0) list.splice(place, 1); }
  else if (place >= 0) list[place] = entry;
  else list.push(entry);
  if (entry) chosen[section.name] = entry.name;
  table[section.name] = list;
  keep(table);
}
const base = section => section.rows ? section.rows[chosen[section.name]] || {} : section.printed;
const own = section => (section.rows ? entryOf(section) : rules()[section.name]) || {};
const inFile = (section, key) => own(section)[key] !== undefined ? own(section)[key] : base(section)[key];
// What Compare sets comes before what the file says, for games and so for the form.
const setInCompare = (section, key) => {
  const name = (section.fields.find(one => one.key === key) || {}).set;
  return name ? inForce(side(), "settings", name) : undefined;
};
const value = (section, key) => { const one = setInCompare(section, key); return one === undefined ? inFile(section, key) : one; };
function put(section, field, given) {
  if (setInCompare(section, field.key) !== undefined) {
    change(side(), "settings", isFree(field.set) && (given === undefined || given === inFile(section, field.key)) ? undefined : given, field.set);
    update();
    return changed();
  }
  const isNew = own(section).do === "add", changes = {...own(section)}, printed = base(section)[field.key];
  const isBound = section.fields.some(one => (one.along || []).includes(field.key) && changes[one.key] !== undefined);
  const asPrinted = isBound ? false : isNew ? given === field.empty || isEmpty(given) : same(given, printed) || given === undefined || (printed === undefined && isEmpty(given));
  if (asPrinted) delete changes[field.key];
  else changes[field.key] = given;
  for (const key of field.along || []) if (asPrinted && !isNew) delete changes[key]; else if (changes[key] === undefined) changes[key] = value(section, key);
  if (!section.rows) return keep({...rules(), [section.name]: changes});
  const entry = ordered({name: chosen[section.name], ...changes});
  write(section, Object.keys(entry).length > 1 ? entry : undefined);
}
// The parameters that Compare sets, each with its place in the form.
function setFields() {
  const names = new Set(["a", side()].flatMap(name => Object.keys(setting[name].settings || {})));
  return [...names].map(name => {
    const section = sections.find(one => one.fields.some(field => field.set === name));
    return {name, section: section.name, key: section.fields.find(field => field.set === name).key, isOwn: (setting[side()].settings || {})[name] !== undefined && isFree(name), number: inForce(side(), "settings", name)};
  });
}
const isFree = name => side() === "a" || (setting.a.settings || {})[name] === undefined;  // side A does not set it for both
function moveIntoFile() {
  const table = copy(rules());
  for (const one of setFields().filter(one => one.isOwn)) {
    change(side(), "settings", undefined, one.name);
    (table[one.section] ||= {})[one.key] = one.number;
  }
  keep(table);
}
const KINDS = {
  number: field => [{type: "number", step: 1, min: field.low, max: field.high}, input => input.value === "" ? undefined : Number(input.value), shown => shown === undefined ? "" : shown],
  numbers: () => [{type: "text"}, input => listOf(input.value).map(one => /^-?\d+$/.test(one) ? Number(one) : one), shown => (shown || []).join(", ")],
  names: () => [{type: "text"}, input => input.value.split(",").map(one => one.trim()).filter(Boolean), shown => (shown || []).join(", ")],
};
const listOf = words => words.split(/[\s,;]+/).filter(Boolean);
function drawField(section, field) {
  const id = "design-" + section.name + "-" + field.key, label = section.title + ": " + spoken(field.key);
  const wrong = element("small", {class: "wrong", id: id + "-wrong"}), about = element("small", {}, field.text || "");
  const [input, show] = field.kind === "several" ? severalOf(section, field, label) : inputOf(section, field, label);
  const made = element("div", {class: "field " + field.kind, id}, element("span", {class: "name"}, element("span", {}, spoken(field.key)), about), input, wrong);
  updates.push(() => {
    show();
    const [key, words] = field.when || [];
    made.hidden = own(section).do === "remove" || (!!field.when && !words.includes(value(section, key))) || (field.elsewhere && own(section)[field.key] === undefined);
    made.classList.toggle("changed", own(section)[field.key] !== undefined || setInCompare(section, field.key) !== undefined);
  });
  return made;
}
function inputOf(section, field, label) {
  if (field.kind === "choice") {
    const made = element("select", {"aria-label": label, onchange: () => put(section, field, made.value)}, ...field.choices.map(([name, words]) => element("option", {value: name}, words)));
    return [made, () => { const now = value(section, field.key); made.value = now === undefined ? field.empty || "" : now; }];
  }
  if (field.kind === "flag") {
    const made = element("input", {type: "checkbox", "aria-label": label, onchange: () => put(section, field, made.checked)});
    return [made, () => { made.checked = !!value(section, field.key); }];
  }
  const [attributes, read, shown] = KINDS[field.kind](field), isLong = (base(section)[field.key] || []).length > 12;
  const made = element(isLong ? "textarea" : "input", {...attributes, ...(isLong ? {rows: 5} : {}), "aria-label": label, onchange: () => put(section, field, read(made))});
  return [made, () => { if (document.activeElement !== made) made.value = shown(value(section, field.key)); }];
}
function severalOf(section, field, label) {
  const boxes = field.choices.map(name => element("input", {type: "checkbox", "aria-label": label + ", " + name, onchange: () => put(section, field, field.choices.filter((_, place) => boxes[place].checked))}));
  const made = element("div", {class: "several", role: "group", "aria-label": label}, ...boxes.map((box, place) => element("label", {class: "tick"}, box, element("span", {}, field.choices[place]))));
  return [made, () => boxes.forEach((box, place) => { box.checked = (value(section, field.key) || []).includes(field.choices[place]); })];
}
// Shows what the loader says: what changes, what is unusual, and each mistake at its field.
function showFound() {
  if (!at("design-wrong")) return;
  const now = setting[side()].rules ? found[side()] : null, mistakes = now ? now.mistakes : [];
  const tooLong = now && JSON.stringify(setting[side()].rules).length > LONGEST_RULES ? ["These rules are too long for a link: save or download them."] : [];
  at("design-text").textContent = text();
  at("design-changes").replaceChildren(...(now && now.changes || []).map(words => element("li", {}, words)), ...setFields().map(one => element("li", {}, spoken(one.name) + ": " + one.number + ", set in Compare ", one.isOwn ? element("button", {type: "button", onclick: moveIntoFile}, "Move into the file") : "")), ...[...(now && now.unusual || []), ...tooLong].map(words => element("li", {class: "unusual"}, words)));
  for (const one of at("design").querySelectorAll(".wrong")) one.textContent = "";
  for (const one of at("design").querySelectorAll("[aria-invalid]")) { one.removeAttribute("aria-invalid"); one.removeAttribute("aria-describedby"); }
  at("design-wrong").replaceChildren(...mistakes.map(one => element("p", {}, element("button", {type: "button", class: "to-mistake", onclick: () => goTo(one.key)}, inWords(one)))));
  for (const one of mistakes) {
    const [place, isShown] = placeOf(one.key);
    if (!place || !isShown) continue;
    place.querySelector(".wrong").textContent = one.text;
    const input = place.querySelector("input, select, textarea");
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", place.id + "-wrong");
  }
}
const PLACE = /^([\w-]+)(?:\[(\d+)\])?(?:\.(.+))?$/;
function placeOf(key) {
  const [, section, row, field] = PLACE.exec(key) || [];
  const list = rules()[section], name = row !== undefined && Array.isArray(list) && list[row] ? list[row].name : undefined;
  const places = [field, (field || "").split(/[.[]/)[0], (field || "").replaceAll('"', "")].map(one => at("design-" + section + "-" + one));
  return [places.find(Boolean), row === undefined || name === chosen[section], section, name];
}
function goTo(key) {
  const [, , section, name] = placeOf(key);
  if (name !== undefined) chosen[section] = name;
  if (at("design-" + section)) at("design-" + section).open = true;
  update();
  const place = placeOf(key)[0] || at("design-" + section);
  const input = place && place.querySelector("input:not([hidden]), select, textarea");
  if (input) input.focus();
}
