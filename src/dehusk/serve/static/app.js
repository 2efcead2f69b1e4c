// The web page of dehusk serve: a page goes in, its content and the reasons come out.
import { fileData, get, postJson, postText } from "/static/api.js";
import { BlockList } from "/static/blocks.js";
import { showCalls } from "/static/calls.js";
import { Comparing } from "/static/compare.js";
import { copyText, count, make, part, save, tell } from "/static/dom.js";
import { RAW, showMetadata, showRaw, showRead } from "/static/formats.js";
import { showBlock } from "/static/inspector.js";
import { OriginalPage } from "/static/original.js";
import { linkTo, requestIn } from "/static/permalink.js";
import { Tabs } from "/static/tabs.js";

const FIELDS = ["url", "base", "title", "status", "reason", "method", "confidence", "page_type", "quality", "encoding", "hidden", "timings", "metadata", "text", "html", "comments", "media", "markdown", "xml", "statistics"];
const WAIT = 250;

let service = null;
let request = null; // the page as it is sent: {html} with page_url, after the first answer
let given = null; // where it came from: {url} or {name}
let result = null;
let extraction = null; // at the current cut
let labels = null; // PageLabels of label_state.js
let active = null;
let timer = 0;
let shownPictureOf = "";

// ---- views --------------------------------------------------------------------------------------------------------

const tabs = new Tabs(part("tabs"), part("panels"), (id) => showPanel(id));
const panels = Object.fromEntries(
  [["read", "Read"], ...Object.entries(RAW).map(([id, [name]]) => [id, name]), ["blocks", "Blocks"], ["about", "Metadata"], ["compare", "Compare"], ["picture", "Picture"], ["call", "Call"]].map(
    ([id, name]) => [id, tabs.add(id, name)],
  ),
);
const original = new OriginalPage(part("original"), { onHover: (block) => inspect(block, { isHover: true }), onChoose: (block) => choose(block) });
const blocks = new BlockList(panels.blocks, { onActivate: (block) => inspect(block, { isScrolled: true }), onToggle: (block) => isEditing() && toggle(block) });
let comparing = null;

const isEditing = () => part("edit").getAttribute("aria-pressed") === "true";
const position = () => result.positions[Number(part("cut").value)] ?? null;
const favor = () => position()?.favor ?? null;
const asked = () => ({ ...request, method: part("method").value, ...(favor() === null ? {} : { favor: favor() }) });

function showPanel(id) {
  if (!result) return;
  if (id === "read") showRead(panels.read, extraction);
  else if (id in RAW) showRaw(panels[id], id, extraction);
  else if (id === "about") showMetadata(panels.about, { ...result, extraction });
  else if (id === "call") showCalls(panels.call, { method: part("method").value, favor: favor(), ...given });
  else if (id === "picture") showPicture();
}

async function showPicture() {
  const body = { ...request, method: part("method").value };
  const key = JSON.stringify([result.label.digest, body.method]);
  if (key === shownPictureOf) return;
  shownPictureOf = key;
  panels.picture.replaceChildren(make("p", { class: "hint" }, "Drawing …"));
  try {
    const svg = await postText("/v1/picture", body);
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    const image = make("img", { src: address, alt: `How ${body.method} sees this page; the list of blocks has the scores as text` });
    image.addEventListener("load", () => URL.revokeObjectURL(address));
    panels.picture.replaceChildren(make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Picture" }, image));
  } catch (error) {
    shownPictureOf = "";
    panels.picture.replaceChildren(make("p", { class: "hint" }, error.message));
  }
}

// ---- extracting ---------------------------------------------------------------------------------------------------

async function extract(body, source) {
  tell("Extracting …");
  document.body.classList.add("busy");
  try {
    const found = await postJson("/v1/explain", body);
    show(found, body, source);
    tell("");
    return true;
  } catch (error) {
    tell(error.message, true);
    return false;
  } finally {
    document.body.classList.remove("busy");
  }
}

function show(found, body, source) {
  const isNew = !result || found.label.html !== result.label.html;
  result = found;
  extraction = found.extraction;
  given = source;
  // From now on the text: every view is of the same document.
  request = { html: found.label.html, ...(extraction.url ? { page_url: extraction.url } : {}) };
  labels = new PageLabels(found.label, null);
  document.body.dataset.view = "result";
  part("start").hidden = true;
  part("result").hidden = false;
  part("method").value = extraction.method;
  const cut = part("cut");
  cut.disabled = !found.positions.length;
  cut.max = Math.max(found.positions.length - 1, 1);
  const wanted = found.positions.findIndex((each) => each.favor === (typeof body.favor === "number" ? body.favor : null));
  cut.value = wanted < 0 ? Math.floor(found.positions.length / 2) : wanted;
  const title = extraction.title || source.url || source.name || "Pasted page";
  part("page-name").textContent = title;
  document.title = `${title} · dehusk`;
  active = null;
  if (isNew) original.show(found.label.html, found.label.paths, found.label.texts);
  blocks.show(found.label.texts, found.label.scores);
  comparing.setRequest(request);
  shownPictureOf = "";
  setOverlay();
  setEditing(false);
  applyCut(false);
  tabs.show(tabs.current ?? "read");
}

// Move the cut: what the service would answer at this position is known already.
function applyCut(isAsked) {
  const at = position();
  if (at) labels.kept = Array.from(at.kept, (mark) => mark === "1");
  labels.page = { ...labels.page, kept: labels.kept.map(Number) };
  [labels.past, labels.future] = [[], []];
  const cut = part("cut");
  const words = at === null ? "this method has no such setting" : at.favor === null ? "usual" : `${at.favor < 1 ? "precision" : "recall"}, F${at.favor}`;
  cut.setAttribute("aria-valuetext", words);
  cut.title = words;
  update();
  clearTimeout(timer);
  if (isAsked) timer = setTimeout(askFormats, WAIT);
}

async function askFormats() {
  const body = { ...asked(), fields: FIELDS };
  try {
    const found = await postJson("/v1/extract", body);
    if (JSON.stringify(body) !== JSON.stringify({ ...asked(), fields: FIELDS })) return;
    extraction = found;
    showPanel(tabs.current);
    tell("");
  } catch (error) {
    tell(error.message, true);
  }
}

function update() {
  const { texts, scores } = result.label;
  const changed = new Set(labels.kept.flatMap((kept, block) => (kept === Boolean(labels.page.kept[block]) ? [] : [block])));
  original.update(labels.kept, scores, changed);
  blocks.update(labels.kept, scores, changed);
  const kept = labels.kept.filter(Boolean).length;
  const length = (all) => texts.reduce((sum, text, block) => sum + (all || labels.kept[block] ? text.length : 0), 0);
  const share = Math.round((100 * length(false)) / Math.max(length(true), 1));
  part("counts").textContent = `${kept} of ${count(texts.length, "block")}, ${share} % of the text`;
  part("edit-count").textContent = changed.size ? `${count(changed.size, "change")} so far.` : "";
  part("undo").disabled = !labels.past.length;
  part("redo").disabled = !labels.future.length;
  showBlock(part("inspector-body"), result, active, active !== null && labels.kept[active]);
}

// ---- blocks -------------------------------------------------------------------------------------------------------

function inspect(block, { isHover = false, isScrolled = false } = {}) {
  active = block;
  original.activate(block, isScrolled);
  if (!isHover || tabs.current === "blocks") blocks.activate(block, false);
  showBlock(part("inspector-body"), result, block, labels.kept[block]);
}

function choose(block) {
  inspect(block);
  if (isEditing()) toggle(block);
}

function toggle(block) {
  labels.setRange(block, block, !labels.kept[block]);
  update();
}

function setEditing(isOn) {
  part("edit").setAttribute("aria-pressed", String(isOn));
  part("edit-bar").hidden = !isOn;
  original.setEditing(isOn);
  if (isOn) tabs.show("blocks");
}

function setOverlay() {
  original.setOverlay(document.querySelector("input[name=overlay]:checked").value);
}

function downloadLabel() {
  if (!labels.hasGold) return tell("A labelled example needs at least one kept block that has words.", true);
  save("labelled-page.jsonl", labels.line, "application/jsonl");
  return tell("Saved labelled-page.jsonl: one line for 'dehusk train' and 'dehusk bench'.");
}

// ---- input --------------------------------------------------------------------------------------------------------

async function openFile(file) {
  if (service && file.size > service.limits.bytes) return tell(`The file is larger than ${count(service.limits.bytes, "byte")}.`, true);
  return extract({ data: await fileData(file), method: part("method").value || undefined }, { name: file.name });
}

part("page-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const [url, html] = [part("url").value.trim(), part("html").value];
  if (url && !html.trim()) extract({ url }, { url });
  else if (html.trim()) extract(url ? { html, page_url: url } : { html }, { name: "page.html" });
  else tell(service?.fetch ? "Give an address, or paste HTML." : "Paste HTML, or open a file.", true);
});
part("file").addEventListener("change", () => part("file").files[0] && openFile(part("file").files[0]));
part("sample").addEventListener("click", async () => {
  const html = await (await fetch("/static/sample.html")).text();
  extract({ html, page_url: "https://harbour-post.example/tidal-mill" }, { name: "sample.html" });
});

let dragDepth = 0;
const setDropping = (isOn) => (part("drop-target").hidden = !isOn);
document.addEventListener("dragenter", (event) => {
  event.preventDefault();
  dragDepth += 1;
  setDropping(true);
});
document.addEventListener("dragleave", () => {
  dragDepth -= 1;
  if (dragDepth <= 0) setDropping(false);
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  dragDepth = 0;
  setDropping(false);
  const file = event.dataTransfer.files[0];
  const html = event.dataTransfer.getData("text/html");
  if (file) openFile(file);
  else if (html) extract({ html }, { name: "page.html" });
});

// ---- buttons ------------------------------------------------------------------------------------------------------

part("method").addEventListener("change", () => extract({ ...request, method: part("method").value }, given));
part("cut").addEventListener("input", () => applyCut(true));
part("edit").addEventListener("click", () => setEditing(!isEditing()));
part("undo").addEventListener("click", () => (labels.undo(), update()));
part("redo").addEventListener("click", () => (labels.redo(), update()));
part("download-label").addEventListener("click", downloadLabel);
for (const input of document.querySelectorAll("input[name=overlay]")) input.addEventListener("change", setOverlay);
for (const input of document.querySelectorAll("input[name=pane]")) {
  input.addEventListener("change", () => (document.querySelector(".panes").dataset.pane = input.value));
}
part("new-page").addEventListener("click", () => {
  history.replaceState(null, "", "/");
  document.body.dataset.view = "start";
  part("start").hidden = false;
  part("result").hidden = true;
  part("page-name").textContent = "";
  part("file").value = "";
  document.title = "dehusk";
  tell("");
  part("html").focus();
});
part("copy-link").addEventListener("click", async () => {
  const link = await linkTo(asked());
  if (!link) return tell("This page is too long for a link: save it as a file instead.", true);
  history.replaceState(null, "", link);
  return copyText(link, "Link");
});
// A form and not a script: the reader page has its own security policy.
part("open-reader").addEventListener("click", () => {
  const form = make("form", { method: "post", action: "/read", enctype: "multipart/form-data", target: "_blank", rel: "noopener", hidden: true });
  for (const [name, value] of Object.entries(asked())) {
    const field = make("textarea", { name });
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
});

// ---- start --------------------------------------------------------------------------------------------------------

function showService() {
  const select = part("method");
  select.replaceChildren(...service.methods.filter((method) => !method.needs.length).map((method) => make("option", { value: method.name, title: method.description }, method.name)));
  select.value = service.default;
  comparing = new Comparing(panels.compare, service);
  part("url-field").hidden = !service.fetch;
  part("start-call").textContent = `curl -H 'Content-Type: text/html' --data-binary @page.html \\\n  '${location.origin}/v1/extract?format=markdown'`;
  if (!service.fetch) return;
  const code = `javascript:location.href=${JSON.stringify(`${location.origin}/read?url=`)}+encodeURIComponent(location.href)`;
  const link = make("a", { href: code, class: "button" }, "Read with dehusk");
  link.addEventListener("click", (event) => {
    event.preventDefault();
    tell("Drag this link to the bookmarks of your browser; then open it on any page.");
  });
  part("bookmark-text").replaceChildren("Drag ", link, " to your bookmarks. On any page, it opens the content to read.");
}

async function start() {
  try {
    service = await get("/v1/methods");
  } catch (error) {
    tell(error.message, true);
    return;
  }
  showService();
  const linked = await requestIn(location.hash);
  if (linked) await extract(linked, { name: "page.html" });
  else if (location.hash.startsWith("#p=")) tell("The link is damaged: it has no page in it.", true);
}

await start();
document.documentElement.dataset.ready = "true";
