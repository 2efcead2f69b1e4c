"use strict";
const buttons = document.querySelectorAll(".filters button");
const rows = document.querySelectorAll("tr.block");
for (const button of buttons) {
  button.addEventListener("click", () => {
    const wanted = button.dataset.filter;
    for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
    for (const row of rows) row.hidden = wanted !== "" && !row.classList.contains(wanted);
  });
}
