"use strict";
const themes = ["auto", "light", "dark"];
const themeButton = document.createElement("button");
themeButton.type = "button";
themeButton.id = "theme";
function setTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  themeButton.textContent = "Theme: " + theme;
  themeButton.dataset.theme = theme;
  try { localStorage.setItem("rotwsim-theme", theme); } catch (error) { /* a page from a file may have no storage */ }
}
let remembered = null;
try { remembered = localStorage.getItem("rotwsim-theme"); } catch (error) { remembered = null; }
setTheme(themes.includes(remembered) ? remembered : "auto");
themeButton.addEventListener("click", () => setTheme(themes[(themes.indexOf(themeButton.dataset.theme) + 1) % themes.length]));
const bar = document.querySelector(".bar");
if (bar) bar.append(themeButton);
