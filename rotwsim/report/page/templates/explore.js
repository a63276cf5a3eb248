"use strict";
const entries = JSON.parse(document.getElementById("data").textContent);
const KEYS = ["board", "barons", "tweaks", "player"];
const at = id => document.getElementById(id);
const chosen = {a: entries[0], b: entries[Math.min(1, entries.length - 1)]};
const target = at("target");
const lowest = Math.min(...entries.map(entry => entry.counts[0][0]));
const highest = Math.max(...entries.map(entry => entry.counts[entry.counts.length - 1][0]));
target.min = Math.min(0, lowest);
target.max = highest + 1;

function nearest(side, key, value) {
  const fits = entries.filter(entry => entry[key] === value);
  const shared = entry => KEYS.filter(other => entry[other] === chosen[side][other]).length;
  return fits.reduce((best, entry) => shared(entry) > shared(best) ? entry : best, fits[0]);
}
function fill(side) {
  for (const key of KEYS) {
    const select = at(side + "-" + key);
    const values = [...new Set(entries.map(entry => entry[key]))];
    select.replaceChildren(...values.map(value => {
      const option = document.createElement("option");
      const exact = entries.some(entry => entry[key] === value && KEYS.every(other => other === key || entry[other] === chosen[side][other]));
      option.value = value;
      option.textContent = exact ? value : value + " (other choices change)";
      option.selected = chosen[side][key] === value;
      return option;
    }));
  }
}
function wins(entry, needed) {
  const won = entry.counts.reduce((sum, [result, games]) => sum + (result >= needed ? games : 0), 0);
  const share = won / entry.games, z = 1.959964, n = entry.games;
  const middle = (share + z * z / (2 * n)) / (1 + z * z / n);
  const half = z / (1 + z * z / n) * Math.sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  return {share, low: middle - half, high: middle + half};
}
const percent = share => (100 * share).toFixed(1).replace("-", "−");
function name(entry) {
  return entry.board + ", " + entry.barons + " Barons, " + (entry.tweaks === "none" ? "no tweak" : entry.tweaks) + ", " + entry.player;
}
function show() {
  const needed = +target.value;
  at("target-shown").textContent = needed;
  const found = {};
  for (const side of ["a", "b"]) {
    const entry = chosen[side], rate = found[side] = wins(entry, needed);
    const value = document.createElement("b");
    value.textContent = percent(rate.share) + " % won";
    const boxes = entry.boxes ? entry.boxes + " % over plausible boxes at its own target of " + entry.target : "no range over plausible boxes is stored; its own target is " + entry.target;
    at(side + "-words").replaceChildren(value, name(entry) + ". Interval " + percent(rate.low) + " to " + percent(rate.high) + " as assumed, " + entry.games.toLocaleString("en") + " games; " + boxes + ".");
  }
  const gap = found.b.share - found.a.share;
  const half = 1.959964 * Math.sqrt(["a", "b"].reduce((sum, side) => sum + found[side].share * (1 - found[side].share) / chosen[side].games, 0));
  at("difference").textContent = chosen.a === chosen.b ? "Both choices are the same." : "Second less first: " + percent(gap) + " points (" + percent(gap - half) + " to " + percent(gap + half) + ").";
  draw(needed);
  const words = new URLSearchParams();
  for (const side of ["a", "b"]) for (const key of KEYS) words.set(side + "." + key, chosen[side][key]);
  words.set("target", needed);
  history.replaceState(null, "", "#" + words);
}
function ends() {
  const rare = 0.001, shown = [];
  for (const side of ["a", "b"]) {
    let seen = 0;
    for (const [result, games] of chosen[side].counts) {
      seen += games / chosen[side].games;
      if (seen > rare && seen - games / chosen[side].games < 1 - rare) shown.push(result);
    }
  }
  return [Math.min(...shown), Math.max(...shown)];
}
function draw(needed) {
  const hill = at("hill"), width = 900, height = 290, [left, right] = ends();
  const lowest = Math.min(left, needed), highest = Math.max(right, needed);
  const step = Math.max(1, Math.ceil((highest - lowest) / 60));
  const bins = side => {
    const shares = new Array(Math.ceil((highest - lowest + 1) / step)).fill(0);
    for (const [result, games] of chosen[side].counts) if (result >= lowest && result <= highest) shares[Math.floor((result - lowest) / step)] += games / chosen[side].games;
    return shares;
  };
  const both = {a: bins("a"), b: bins("b")};
  const top = Math.max(...both.a, ...both.b);
  const across = value => width * (value - lowest) / (highest + step - lowest);
  const parts = [];
  for (const [side, colour] of [["a", "easier"], ["b", "harder"]]) {
    let path = "M" + across(lowest) + " " + height;
    both[side].forEach((share, place) => {
      const left = across(lowest + place * step), right = across(lowest + (place + 1) * step), y = height - 270 * share / top;
      path += "L" + left.toFixed(1) + " " + y.toFixed(1) + "L" + right.toFixed(1) + " " + y.toFixed(1);
    });
    parts.push('<path d="' + path + "L" + width + " " + height + 'Z" fill="var(--' + colour + ')" fill-opacity=".22" stroke="var(--' + colour + ')" stroke-width="2"/>');
  }
  const x = across(needed).toFixed(1);
  parts.push('<line x1="' + x + '" x2="' + x + '" y1="0" y2="' + height + '" stroke="var(--ink)" stroke-width="2" stroke-dasharray="6 5"/>');
  for (let mark = Math.ceil(lowest / 50) * 50; mark <= highest; mark += 50) parts.push('<text x="' + across(mark).toFixed(1) + '" y="' + (height + 32) + '" text-anchor="middle">' + mark + "</text>");
  hill.innerHTML = parts.join("");
}
function fromAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  for (const side of ["a", "b"]) {
    const wanted = entries.find(entry => KEYS.every(key => entry[key] === words.get(side + "." + key)));
    if (wanted) chosen[side] = wanted;
  }
  target.value = words.has("target") ? words.get("target") : chosen.a.target;
}
for (const side of ["a", "b"]) for (const key of KEYS) at(side + "-" + key).addEventListener("change", event => {
  chosen[side] = nearest(side, key, event.target.value);
  fill("a");
  fill("b");
  show();
});
target.addEventListener("input", show);
function restore() {
  fromAddress();
  fill("a");
  fill("b");
  show();
}
addEventListener("hashchange", restore);
restore();
