// What was tried today, with its answers; kept in this browser.
import {element} from "./element.js";
const KEY = "rotwsim-lab-history", MOST = 40;
const today = () => new Date().toDateString();

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "[]").filter(one => one.day === today());
  } catch {
    return [];
  }
}
export function remember(found) {
  const entries = read().filter(one => one.hash !== found.hash);
  const earlier = read().find(one => one.hash === found.hash);
  const time = earlier ? earlier.time : new Date().toTimeString().slice(0, 5);
  entries.unshift({day: today(), time, hash: found.hash, words: found.words, answer: found.points ? "" : found.difference ? found.a.value.toFixed(0) + " % → " + found.b.value.toFixed(0) + " %" : found.a.value.toFixed(0) + " %", headline: found.headline});
  localStorage.setItem(KEY, JSON.stringify(entries.slice(0, MOST)));
}
export function showHistory(goTo) {
  const entries = read(), list = document.getElementById("history");
  document.getElementById("no-history").hidden = entries.length > 0;
  if (list.contains(document.activeElement)) return;  // what has the focus stays
  list.replaceChildren(...entries.map(one => element("li", {}, element("time", {}, one.time), element("span", {}, element("a", {href: one.hash, onclick: event => { event.preventDefault(); goTo(one.hash); }}, one.words), " ", element("span", {}, one.headline)), element("span", {}, one.answer))));
}
