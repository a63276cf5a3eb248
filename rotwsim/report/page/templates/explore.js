"use strict";
const { entries, tweaks, half } = JSON.parse(document.getElementById("data").textContent);
const KEYS = ["player", "board", "barons", "tweaks"];
const at = id => document.getElementById(id);
const SIDES = ["a", "b"];
const NAMES = { player: "player", board: "map", barons: "Barons", tweaks: "tweak" };
const chosen = {}, target = {}, moved = { a: false, b: false };

function find(wanted) {
  return entries.find(entry => KEYS.every(key => entry[key] === wanted[key]));
}
function first() {
  const standard = entries.filter(entry => !entry.tweaks && entry.barons === "without");
  const start = standard.find(entry => entry.player === half && entry.board === "Eastern US") || standard.find(entry => entry.player === half) || standard[0] || entries[0];
  const other = ["cards-1", "cards-2"].map(tweak => find({ ...start, tweaks: tweak })).find(Boolean);
  return [start, other || find({ ...start, barons: "with" }) || entries.find(entry => entry !== start) || start];
}
function shown(key, value) {
  if (key === "barons") return value + " Duel Barons";
  if (key !== "tweaks") return value;
  return value ? value.split(", ").map(name => tweaks[name] ? tweaks[name] + " (" + name + ")" : name).join(" + ") : "none: the standard game";
}
function inOrder(key) {
  const values = [...new Set(entries.map(entry => entry[key]))];
  if (key !== "tweaks") return values;
  const place = value => value ? value.includes(", ") ? 1000 : Object.keys(tweaks).indexOf(value) + 1 : 0;
  return values.sort((one, two) => place(one) - place(two));
}
function reason(side, key, value) {
  const shared = entry => KEYS.filter(other => other !== key && entry[other] === chosen[side][other]).length;
  const near = entries.filter(entry => entry[key] === value).reduce((best, entry) => shared(entry) > shared(best) ? entry : best);
  const differs = KEYS.filter(other => other !== key && near[other] !== chosen[side][other]);
  return " – not with this " + differs.map(other => NAMES[other]).join(" and ");
}
function fill(side) {
  for (const key of KEYS) {
    at(side + "-" + key).replaceChildren(...inOrder(key).map(value => {
      const option = document.createElement("option"), there = find({ ...chosen[side], [key]: value });
      option.value = value;
      option.disabled = !there;
      option.textContent = shown(key, value) + (there ? "" : reason(side, key, value));
      option.selected = chosen[side][key] === value;
      return option;
    }));
  }
}
function wins(entry, needed) {
  const [low, ...games] = entry.counts;
  const won = games.reduce((sum, count, place) => sum + (low + place >= needed ? count : 0), 0);
  const share = won / entry.games, z = 1.959964, n = entry.games;
  const middle = (share + z * z / (2 * n)) / (1 + z * z / n);
  const reach = z / (1 + z * z / n) * Math.sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  return { share, low: middle - reach, high: middle + reach };
}
const whole = share => (100 * share).toFixed(0).replace("-", "−");
const signed = share => (share > 0 ? "+" : "") + whole(share);
function describe(entry) {
  return KEYS.map(key => key === "tweaks" ? entry.tweaks || "no tweak" : shown(key, entry[key])).join(", ");
}
function showTarget(side) {
  const own = chosen[side].target, line = at(side + "-printed");
  at(side + "-target").value = at(side + "-number").value = target[side];
  line.replaceChildren(target[side] === own ? "as printed for this game" : "printed: " + own + " ");
  if (target[side] === own) return;
  const back = document.createElement("button");
  back.type = "button";
  back.textContent = "use it";
  back.addEventListener("click", () => { moved[side] = false; target[side] = own; show(); });
  line.append(back);
}
function show() {
  const found = {};
  for (const side of SIDES) {
    showTarget(side);
    const entry = chosen[side], rate = found[side] = wins(entry, target[side]);
    const value = document.createElement("b");
    value.textContent = whole(rate.share) + " % won";
    const boxes = entry.boxes && target[side] === entry.target ? "; " + entry.boxes + " % if our guesses about unseen cards are wrong" : "";
    at(side + "-words").replaceChildren(value, describe(entry) + ". " + entry.games.toLocaleString("en") + " games, chance leaves " + whole(rate.low) + " to " + whole(rate.high) + " %" + boxes + ".");
  }
  const gap = found.b.share - found.a.share;
  const reach = 1.959964 * Math.sqrt(SIDES.reduce((sum, side) => sum + found[side].share * (1 - found[side].share) / chosen[side].games, 0));
  const same = chosen.a === chosen.b && target.a === target.b;
  at("difference").textContent = same ? "Both choices are the same." : "Second minus first: " + signed(gap) + " percentage points (" + signed(gap - reach) + " to " + signed(gap + reach) + ").";
  draw();
  const words = new URLSearchParams();
  for (const side of SIDES) {
    for (const key of KEYS) words.set(side + "." + key, chosen[side][key]);
    words.set(side + ".target", target[side]);
  }
  history.replaceState(null, "", "#" + words);
}
function ends() {
  const rare = 0.002, kept = [];
  for (const side of SIDES) {
    const [low, ...games] = chosen[side].counts;
    let seen = 0;
    games.forEach((count, place) => {
      const before = seen;
      seen += count / chosen[side].games;
      if (seen > rare && before < 1 - rare) kept.push(low + place);
    });
    kept.push(target[side]);
  }
  return [Math.min(...kept), Math.max(...kept)];
}
function draw() {
  const width = 900, height = 290, [lowest, highest] = ends();
  const step = Math.max(1, Math.ceil((highest - lowest) / 40));
  const bins = side => {
    const [low, ...games] = chosen[side].counts, shares = new Array(Math.ceil((highest - lowest + 1) / step)).fill(0);
    games.forEach((count, place) => {
      const result = low + place;
      if (result >= lowest && result <= highest) shares[Math.floor((result - lowest) / step)] += count / chosen[side].games;
    });
    return shares;
  };
  const both = { a: bins("a"), b: bins("b") }, top = Math.max(...both.a, ...both.b);
  const across = value => width * (value - lowest) / (highest + step - lowest);
  const parts = [];
  for (const [side, colour] of [["a", "easier"], ["b", "harder"]]) {
    let path = "M" + across(lowest) + " " + height;
    both[side].forEach((share, place) => {
      const left = across(lowest + place * step), right = across(lowest + (place + 1) * step), y = height - 270 * share / top;
      path += "L" + left.toFixed(1) + " " + y.toFixed(1) + "L" + right.toFixed(1) + " " + y.toFixed(1);
    });
    parts.push('<path d="' + path + "L" + width + " " + height + 'Z" fill="var(--' + colour + ')" fill-opacity=".22" stroke="var(--' + colour + ')" stroke-width="2"/>');
    const x = across(target[side]).toFixed(1);
    parts.push('<line x1="' + x + '" x2="' + x + '" y1="0" y2="' + height + '" stroke="var(--' + colour + ')" stroke-width="2.5" stroke-dasharray="' + (side === "a" ? "9 5" : "3 4") + '"/>');
  }
  for (let mark = Math.ceil(lowest / 50) * 50; mark <= highest; mark += 50) parts.push('<text x="' + across(mark).toFixed(1) + '" y="' + (height + 32) + '" text-anchor="middle">' + mark + "</text>");
  at("hill").innerHTML = parts.join("");
}
function aim(side, value) {
  const needed = Math.round(Number(value));
  if (!(needed >= 60 && needed <= 220)) return;
  target[side] = needed;
  moved[side] = needed !== chosen[side].target;
  show();
}
function restore() {
  const words = new URLSearchParams(location.hash.slice(1)), start = first();
  SIDES.forEach((side, place) => {
    chosen[side] = entries.find(entry => KEYS.every(key => entry[key] === words.get(side + "." + key))) || start[place];
    const asked = Number(words.get(side + ".target"));
    target[side] = asked >= 60 && asked <= 220 ? asked : chosen[side].target;
    moved[side] = target[side] !== chosen[side].target;
    fill(side);
  });
  show();
}
for (const side of SIDES) {
  for (const key of KEYS) at(side + "-" + key).addEventListener("change", event => {
    chosen[side] = find({ ...chosen[side], [key]: event.target.value }) || chosen[side];
    if (!moved[side]) target[side] = chosen[side].target;
    fill(side);
    show();
  });
  at(side + "-target").addEventListener("input", event => aim(side, event.target.value));
  at(side + "-number").addEventListener("change", event => aim(side, event.target.value));
}
addEventListener("hashchange", restore);
restore();
