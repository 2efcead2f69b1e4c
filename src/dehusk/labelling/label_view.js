const data = JSON.parse(document.getElementById("data").textContent);
const part = (id) => document.getElementById(id);
const list = part("blocks");
const many = data.pages.length > 1;
const number = new Intl.NumberFormat("en");
const plural = (count, noun) => `${number.format(count)} ${noun}${count === 1 ? "" : "s"}`;

// ---- storage: labels survive closing the browser; another page has another key ----

const key = (page) => `dehusk-label:${page.digest}`;
let storageWorks = true;

function read(page) {
  try {
    return JSON.parse(localStorage.getItem(key(page)));
  } catch {
    return null;
  }
}

function store() {
  try {
    localStorage.setItem(key(labels.page), JSON.stringify(labels.stored));
  } catch {
    storageWorks = false;
  }
}

const allLabels = data.pages.map((page) => new PageLabels(page, read(page)));
let labels = allLabels[0];
let options = [];
let active = 0;
let matches = [];

// ---- showing ----

function make(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function shortPath(path) {
  const steps = path.split("/").slice(3);
  return (steps.length > 3 ? "… › " : "") + (steps.slice(-3).join(" › ") || "body");
}

function makeOption(text, place, level) {
  const option = make("li", `level-${level}`, "");
  option.id = `block-${place}`;
  option.setAttribute("role", "option");
  const path = labels.page.paths[place];
  const about = make("span", "about", "");
  const score = labels.page.scores[place];
  const bar = make("span", "bar", "");
  bar.append(make("span", `part-${Math.round(score * 10)}`, ""));
  const where = make("span", "where", shortPath(path));
  where.title = path;
  about.append(make("span", "note", ""), where, bar, make("span", "score", score.toFixed(2)));
  const shown = make("span", "text", text);
  shown.dir = "auto";
  // Blocks outside of the window are not laid out; their names are known all the same.
  option.setAttribute("aria-label", text);
  option.append(make("span", "mark", ""), about, shown);
  return option;
}

function showPage(place) {
  labels = allLabels[place];
  const { page } = labels;
  const depths = page.paths.map((path) => path.split("/").length);
  const least = depths.reduce((one, other) => Math.min(one, other), Infinity);
  options = page.texts.map((text, block) => makeOption(text, block, Math.min(depths[block] - least, 9)));
  list.replaceChildren(...options);
  part("name").textContent = labels.fields.title || page.id;
  part("name").title = page.id;
  for (const name of FIELDS) part(name).value = labels.fields[name];
  part("search").value = "";
  search();
  const first = labels.kept.indexOf(true);
  activate(Math.max(first, 0));
  list.scrollTop = 0;
  options[active]?.scrollIntoView({ block: "center" });
  part("status").textContent = "";
  update();
}

function update() {
  const { page, kept, unclear } = labels;
  options.forEach((option, place) => {
    const note = unclear.has(place) ? "same text as a dropped block" : "";
    const about = `${shortPath(page.paths[place])}, score ${page.scores[place]}. ${note}`;
    // Only what is new: the browser lays out again whatever is set.
    if (option.ariaSelected !== String(kept[place])) option.ariaSelected = String(kept[place]);
    if (option.ariaDescription !== about) {
      option.ariaDescription = about;
      option.querySelector(".note").textContent = note;
    }
    option.classList.toggle("changed", kept[place] !== Boolean(page.kept[place]));
  });
  const { gold } = labels;
  const total = page.texts.reduce((sum, text) => sum + text.length, 0);
  const count = kept.filter(Boolean).length;
  const chars = page.texts.reduce((sum, text, place) => sum + (kept[place] ? text.length : 0), 0);
  part("counts").textContent =
    `${number.format(count)} of ${plural(kept.length, "block")} kept, ` +
    `${number.format(chars)} of ${plural(total, "character")}`;
  part("gold").textContent = gold;
  part("undo").disabled = !labels.past.length;
  part("redo").disabled = !labels.future.length;
  showPages();
}

function showPages() {
  const done = allLabels.filter((each) => each.done).length;
  const place = allLabels.indexOf(labels);
  part("pages").hidden = !many;
  part("done").hidden = !many;
  part("previous").disabled = place === 0;
  part("next").disabled = place === allLabels.length - 1;
  part("done").textContent = labels.done ? "Mark as not done" : "Done, next page";
  part("save").textContent = many ? `Save ${plural(done, "page")}` : "Save";
  part("save").disabled = many && !done;
  [...part("choose-page").options].forEach((option, which) => {
    option.textContent = `${allLabels[which].done ? "✓" : "·"} ${which + 1} of ${allLabels.length}: ${data.pages[which].id}`;
  });
  part("choose-page").value = String(place);
  document.title = many ? `${done} of ${allLabels.length} · ${data.name}` : `Label · ${data.name}`;
}

function tell(message) {
  const lost = storageWorks ? "" : " The browser stores nothing for this page: save before you close it.";
  part("status").textContent = message + lost;
}

// ---- moving and choosing ----

function activate(place) {
  if (!options.length) return;
  options[active]?.classList.remove("active");
  active = Math.min(Math.max(place, 0), options.length - 1);
  options[active].classList.add("active");
  list.setAttribute("aria-activedescendant", options[active].id);
}

function move(place, paint) {
  const [from, kept] = [active, labels.kept[active]];
  activate(place);
  options[active]?.scrollIntoView({ block: "nearest" });
  if (paint) changed(() => labels.setRange(from, active, kept));
}

function changed(act) {
  act();
  store();
  update();
  tell("");
}

function choose(place, isRange) {
  if (isRange) {
    move(place, true);
    part("range").setAttribute("aria-pressed", "false");
  } else {
    activate(place);
    changed(() => labels.setRange(place, place, !labels.kept[place]));
  }
}

list.addEventListener("mousedown", (event) => {
  if (event.shiftKey) event.preventDefault(); // would select text
});
list.addEventListener("click", (event) => {
  const place = options.indexOf(event.target.closest("li"));
  const selected = getSelection();
  const isSelecting = !selected.isCollapsed && list.contains(selected.anchorNode);
  if (place < 0 || isSelecting) return;
  choose(place, event.shiftKey || part("range").getAttribute("aria-pressed") === "true");
});

const STEPS = {
  ArrowDown: 1, j: 1, J: 1, ArrowUp: -1, k: -1, K: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity,
};
list.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in STEPS) move(active + STEPS[event.key], event.shiftKey);
  else if (event.key === " ") choose(active, event.shiftKey);
  else return;
  event.preventDefault();
});

// ---- search ----

function search() {
  const wanted = part("search").value.trim().toLowerCase();
  matches = [];
  labels.page.texts.forEach((text, place) => {
    const isMatch = wanted !== "" && text.toLowerCase().includes(wanted);
    options[place].classList.toggle("match", isMatch);
    if (isMatch) matches.push(place);
  });
  part("matches").textContent = wanted && plural(matches.length, "block");
}

function moveToMatch(step) {
  if (!matches.length) return;
  const beyond = step > 0 ? matches.find((place) => place > active) : matches.findLast((place) => place < active);
  move(beyond ?? matches.at(step > 0 ? 0 : -1), false);
  part("matches").textContent = `${matches.indexOf(active) + 1} of ${plural(matches.length, "block")}`;
}

part("search").addEventListener("input", () => {
  search();
  if (matches.length && !matches.includes(active)) moveToMatch(1);
});
part("search").addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    moveToMatch(event.shiftKey ? -1 : 1);
  } else if (event.key === "Escape") {
    part("search").value = "";
    search();
    list.focus();
  } else return;
  event.preventDefault();
});

// ---- pages ----

const showOther = (step) => {
  const place = allLabels.indexOf(labels) + step;
  if (!(place in allLabels)) return;
  showPage(place);
  list.focus();
};

function toggleDone() {
  if (!labels.done && !labels.hasGold) {
    tell("A labelled page needs gold: keep at least one block that has words.");
    return;
  }
  labels.done = !labels.done;
  store();
  if (labels.done) {
    const here = allLabels.indexOf(labels);
    const later = [...allLabels.slice(here + 1), ...allLabels.slice(0, here)].find((each) => !each.done);
    if (later) showOther(allLabels.indexOf(later) - here);
    else tell("All pages are done.");
  }
  showPages();
}

function save() {
  const saved = many ? allLabels.filter((each) => each.done) : allLabels;
  const empty = saved.filter((each) => !each.hasGold);
  if (empty.length) {
    tell(`A labelled page needs gold: ${empty[0].page.id} keeps no block that has words.`);
    return;
  }
  const address = URL.createObjectURL(new Blob(saved.map((each) => each.line), { type: "application/jsonl" }));
  const link = make("a", "", "");
  link.href = address;
  link.download = data.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
  tell(`Saved ${plural(saved.length, "page")} as ${data.name}, where the browser puts downloads.`);
}

async function copy() {
  if (!labels.hasGold) {
    tell("A labelled page needs gold: keep at least one block that has words.");
    return;
  }
  try {
    await navigator.clipboard.writeText(labels.line);
    tell("Copied one line of JSON.");
  } catch {
    tell("The browser does not allow copying; use Save.");
  }
}

// ---- buttons, fields and keys of the whole page ----

const ACTIONS = {
  "previous": () => showOther(-1),
  "next": () => showOther(1),
  "done": toggleDone,
  "save": save,
  "copy": copy,
  "keep-all": () => changed(() => labels.setAll(true)),
  "drop-all": () => changed(() => labels.setAll(false)),
  "as-default": () => changed(() => labels.reset()),
  "undo": () => changed(() => labels.undo()),
  "redo": () => changed(() => labels.redo()),
  "range": () => {
    const isOn = part("range").getAttribute("aria-pressed") === "true";
    part("range").setAttribute("aria-pressed", String(!isOn));
    tell(isOn ? "" : "Choose the last block: all from the current one on become as it is.");
  },
};
for (const [id, act] of Object.entries(ACTIONS)) part(id).addEventListener("click", act);

for (const name of FIELDS) {
  part(name).addEventListener("input", () => {
    labels.fields[name] = part(name).value;
    store();
  });
}
part("fields").addEventListener("submit", (event) => event.preventDefault());
part("choose-page").addEventListener("change", () => showPage(Number(part("choose-page").value)));

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select")) return;
  const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
  if (isUndo) part(event.shiftKey ? "redo" : "undo").click();
  else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (event.key === "u") part("undo").click();
  else if (event.key === "U") part("redo").click();
  else if (event.key === "/") part("search").focus();
  else if (many && event.key === "d") toggleDone();
  else if (many && event.key === "n") showOther(1);
  else if (many && event.key === "p") showOther(-1);
  else return;
  event.preventDefault();
});

part("choose-page").replaceChildren(
  ...data.pages.map((_page, place) => {
    const option = make("option", "", "");
    option.value = String(place);
    return option;
  }),
);
const waiting = allLabels.findIndex((each) => !each.done);
showPage(Math.max(waiting, 0));
list.focus();
