"use strict";
function cellKey(row, place) {
  const cell = row.cells[place];
  const text = cell.textContent.trim();
  return cell.className === "n" ? Number(text.replace("−", "-").replace(/[^-.\d]/g, "")) : text;
}
function compareKeys(first, second) {
  if (first === second) return 0;
  if (first === "") return 1;
  if (second === "") return -1;
  return typeof first === "number" && typeof second === "number" ? first - second : String(first).localeCompare(String(second));
}
for (const head of document.querySelectorAll("th")) {
  head.querySelector("button").addEventListener("click", () => {
    const body = head.closest("table").tBodies[0];
    const down = head.getAttribute("aria-sort") === "ascending" || (head.classList.contains("number") && !head.hasAttribute("aria-sort"));
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = [...body.rows].sort((a, b) => (down ? -1 : 1) * compareKeys(cellKey(a, head.cellIndex), cellKey(b, head.cellIndex)));
    body.append(...rows);
  });
}
function hintAtMore(scroll) {
  const more = scroll.scrollWidth - scroll.clientWidth - scroll.scrollLeft > 4;
  scroll.classList.toggle("more", more);
  const hint = scroll.parentNode.querySelector(".hint");
  if (hint) hint.hidden = !more;
}
for (const scroll of document.querySelectorAll(".scroll")) {
  scroll.addEventListener("scroll", () => hintAtMore(scroll), { passive: true });
  scroll.closest("details").addEventListener("toggle", () => hintAtMore(scroll));
}
for (const button of document.querySelectorAll(".zoom")) {
  button.addEventListener("click", () => {
    const large = button.closest("figure").classList.toggle("large");
    button.setAttribute("aria-pressed", String(large));
  });
}
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) {
    if (details.querySelectorAll("tr").length <= 30) details.open = true;
  }
});
