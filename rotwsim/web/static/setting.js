// The setting of the page: side A, what side B changes, and all of it in the address.
const LISTS = ["tweaks"], TABLES = ["settings", "rulings"], WHOLE = ["wins"];
const PLAIN = ["seed", "margin", "precision", "sweep", "wish", "from", "to", "step", "design"], WORDS = ["sweep", "design"];
export const LONGEST_RULES = 12000;  // letters of rules that fit a link
export const drafts = {a: "", b: ""};  // the names by which the server knows the rules of both sides
export const FIRST_A = {board: "eastern-us", barons: false, player: "person", wins: 50, errs: "noisy"};
export const setting = {a: {...FIRST_A}, b: {}, seed: 1, precision: 1};

export function fromAddress(hash) {
  const words = new URLSearchParams(hash.slice(1));
  const read = {a: {...FIRST_A}, b: {}, seed: 1, precision: 1};
  for (const [key, value] of words) {
    const [side, name, entry] = key.split(".");
    if ((side === "a" || side === "b") && name) {
      const target = read[side];
      if (TABLES.includes(name)) (target[name] ||= {})[entry] = name === "settings" ? Number(value) : value;
      else if (LISTS.includes(name)) target[name] = value ? value.split(",") : [];
      else if (name === "rules") target[name] = rulesIn(value);
      else if (name === "barons") target[name] = value === "yes";
      else target[name] = WHOLE.includes(name) ? Number(value) : value;
    } else if (PLAIN.includes(key)) read[key] = WORDS.includes(key) ? value : Number(value);
  }
  if (read.a.player !== "person") { delete read.a.wins; delete read.a.errs; }
  Object.keys(setting).forEach(key => delete setting[key]);
  Object.assign(setting, read);
  return [...words].length > 0;
}
function rulesIn(text) {
  try {
    const found = JSON.parse(text);
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}
export function address() {
  const words = new URLSearchParams();
  for (const side of ["a", "b"]) for (const [name, value] of Object.entries(setting[side])) {
    if (side === "a" && FIRST_A[name] === value) continue;
    if (TABLES.includes(name)) for (const [entry, one] of Object.entries(value)) words.set(`${side}.${name}.${entry}`, one);
    else if (name === "rules") { const text = JSON.stringify(value); if (text.length <= LONGEST_RULES) words.set(`${side}.rules`, text); }
    else words.set(`${side}.${name}`, name === "barons" ? (value ? "yes" : "no") : LISTS.includes(name) ? value.join(",") : value);
  }
  for (const key of PLAIN) if (setting[key] !== undefined && !(key === "seed" && setting[key] === 1) && !(key === "precision" && setting[key] === 1)) words.set(key, setting[key]);
  return "#" + words;
}
export function question() {
  const side = name => setting[name].rules ? {...setting[name], rules: drafts[name]} : setting[name];
  const asked = {a: side("a"), b: side("b"), seed: setting.seed, precision: setting.precision};
  if (setting.margin) asked.margin = setting.margin;
  if (setting.sweep) {
    asked.sweep = setting.sweep;
    asked.values = values();
    if (setting.wish) asked.wish = setting.wish;
  }
  return JSON.stringify(asked);
}
export function values() {
  const found = [];
  for (let value = setting.from; value <= setting.to && found.length < 40; value += Math.max(1, setting.step || 1)) found.push(value);
  return found;
}
// What is in force: B follows A wherever it changes nothing.
export function inForce(side, name, entry) {
  for (const own of side === "b" ? [setting.b, setting.a] : [setting.a]) {
    const found = entry === undefined ? own[name] : (own[name] || {})[entry];
    if (found !== undefined) return found;
  }
}
export function change(side, name, value, entry) {
  const own = setting[side];
  const same = JSON.stringify(value) === JSON.stringify(inForce("a", name, entry));
  if (entry === undefined) {
    if (side === "b" && same) delete own[name];
    else own[name] = value;
    return;
  }
  const table = own[name] ||= {};
  if (value === undefined || (side === "b" && same)) delete table[entry];
  else table[entry] = value;
  if (!Object.keys(table).length) delete own[name];
}
