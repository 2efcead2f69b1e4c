"use strict";
const buttons = document.querySelectorAll(".filters button[data-filter]");
const rows = [...document.querySelectorAll("tr.block")];
const table = document.querySelector("table.compared");
const groups = rows.map((row) => row.parentElement);
for (const button of buttons) {
  button.addEventListener("click", () => {
    const wanted = button.dataset.filter;
    for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
    for (const row of rows) row.hidden = wanted !== "" && !row.classList.contains(wanted);
    for (const body of table.tBodies) {
      const group = body.querySelector("tr.group");
      if (group) group.hidden = ![...body.querySelectorAll("tr.block")].some((row) => !row.hidden);
    }
  });
}
const order = document.getElementById("page-order");
order.addEventListener("click", () => {
  const sorted = table.classList.toggle("in-page-order");
  order.setAttribute("aria-pressed", String(sorted));
  if (sorted) table.tBodies[0].append(...[...rows].sort((a, b) => a.dataset.place - b.dataset.place));
  else rows.forEach((row, place) => groups[place].append(row));
});
