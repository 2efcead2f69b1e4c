// The result in its formats, and what is known about the page.
import { button, copyText, inertDocument, make, save } from "/static/dom.js";

export const RAW = {
  markdown: ["Markdown", "md", "text/markdown"],
  text: ["Text", "txt", "text/plain"],
  html: ["HTML", "html", "text/html"],
  json: ["JSON", "json", "application/json"],
  xml: ["TEI", "xml", "application/xml"],
};
const SOURCES = { html5: "HTML", opengraph: "Open Graph", meta: "meta element", "json-ld": "JSON-LD" };
const ALLOWED = new Set(["href", "colspan", "rowspan", "start", "value", "reversed", "dir", "lang", "id", "scope", "datetime", "cite"]);

export function rawText(id, extraction) {
  return id === "json" ? JSON.stringify(extraction, null, 2) : extraction[id] || "";
}

export function showRaw(panel, id, extraction) {
  const [name, ending, type] = RAW[id];
  const text = rawText(id, extraction);
  panel.replaceChildren(
    make(
      "div",
      { class: "panel-tools" },
      button("Copy", () => copyText(text, name), { "aria-label": `Copy ${name}` }),
      button("Download", () => save(`content.${ending}`, text, type), { "aria-label": `Download ${name}` }),
    ),
    make("pre", { class: "raw", dir: "auto" }, make("code", {}, text || "(empty)")),
  );
}

// The clean HTML of the service once more without what loads or runs; pictures are shown as their alternative text.
export function showRead(panel, extraction) {
  const article = make("article", { class: "reading", dir: "auto" });
  if (extraction.metadata.language) article.lang = extraction.metadata.language;
  for (const node of inertDocument(extraction.html || "").body.childNodes) article.append(copy(node));
  if (!article.textContent.trim()) article.append(make("p", { class: "hint" }, extraction.reason || "Nothing was kept."));
  panel.replaceChildren(article);
}

function copy(node) {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  const name = node.localName;
  if (name === "img" || name === "video" || name === "audio") {
    return make("span", { class: "media", role: "img", "aria-label": node.getAttribute("alt") || name }, `${name === "img" ? "Image" : name}: ${node.getAttribute("alt") || "no description"}`);
  }
  if (["script", "style", "iframe", "object", "embed", "form", "link", "meta", "base"].includes(name)) return "";
  const made = document.createElement(/^h[1-6]$/.test(name) ? `h${Math.min(Number(name[1]) + 2, 6)}` : name);
  for (const { name: key, value } of node.attributes) {
    if (ALLOWED.has(key) && !(key === "href" && !/^(https?:|mailto:|tel:|ftp:|#)/i.test(value))) made.setAttribute(key === "id" ? "data-id" : key, value);
  }
  if (name === "a" && made.hasAttribute("href")) Object.assign(made, { target: "_blank", rel: "noreferrer noopener" });
  for (const child of node.childNodes) made.append(copy(child));
  return made;
}

const milliseconds = (seconds) => `${(seconds * 1000).toFixed(seconds < 0.01 ? 1 : 0)} ms`;

export function showMetadata(panel, result) {
  const { extraction } = result;
  const { sources, ...metadata } = extraction.metadata;
  const rows = Object.entries(metadata)
    .filter(([, value]) => value !== null && value !== "" && !(Array.isArray(value) && !value.length))
    .map(([name, value]) => row(name.replaceAll("_", " "), Array.isArray(value) ? value.join(", ") : String(value), sources[name] ? (SOURCES[sources[name]] ?? sources[name]) : "computed"));
  const facts = [
    ["status", extraction.status, extraction.reason],
    ["method", extraction.method, ""],
    ["confidence", extraction.confidence === null ? "unknown" : extraction.confidence.toFixed(2), "expected F1"],
    ["page type", extraction.page_type, ""],
    ["worth keeping", extraction.quality.worth_keeping ? "yes" : "no", extraction.quality.flags.map((flag) => flag.name ?? flag).join(", ")],
    ["encoding", extraction.encoding ?? "text", ""],
    ["hidden text", `${extraction.hidden.chars} characters`, extraction.hidden.kept ? "kept" : "dropped"],
    ["words", String(extraction.statistics?.words ?? ""), ""],
    ...Object.entries(extraction.timings).map(([name, seconds]) => [`time: ${name}`, milliseconds(seconds), ""]),
    ["time: all, with reasons", milliseconds(result.seconds), ""],
  ];
  panel.replaceChildren(
    make("h3", {}, "Metadata and where it was found"),
    table(["field", "value", "source"], rows),
    make("h3", {}, "The extraction"),
    table(["fact", "value", "note"], facts.map(([name, value, note]) => row(name, value, note))),
  );
}

const row = (name, value, source) => make("tr", {}, make("th", { scope: "row" }, name), make("td", { dir: "auto" }, value), make("td", { class: "soft" }, source));

function table(names, rows) {
  return make("table", { class: "facts" }, make("thead", { class: "visually-hidden" }, make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name)))), make("tbody", {}, ...rows));
}
