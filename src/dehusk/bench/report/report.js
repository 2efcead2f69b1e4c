"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    head.firstElementChild.addEventListener("click", () => {
      const numeric = head.classList.contains("number");
      const before = head.getAttribute("aria-sort");
      const down = before ? before === "ascending" : numeric && column > 0;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const value = (row) => row.cells[column].dataset.value;
      const order = (a, b) => numeric ? value(a) - value(b) : value(a).localeCompare(value(b));
      body.append(...[...body.rows].sort((a, b) => (down ? -1 : 1) * order(a, b)));
    });
  });
}
const choice = document.getElementById("worst-of");
const show = () => {
  for (const list of document.querySelectorAll("section.worst")) list.hidden = list.dataset.extractor !== choice.value;
};
choice.addEventListener("change", show);
show();
