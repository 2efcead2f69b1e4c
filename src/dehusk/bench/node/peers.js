// Runs one npm package on pages: node peers.js PACKAGE DOM NODE_MODULES
// Reads lines {"html", "url"} and writes one line {"html", "cpu"} or {"error", "cpu"} for each; cpu in seconds.
"use strict";

const path = require("node:path");
const readline = require("node:readline");

const [name, dom, modules] = process.argv.slice(2);
const load = (...parts) => require(path.join(modules, ...parts));

// Only answers may go to standard output.
for (const level of ["debug", "error", "info", "log", "trace", "warn"]) console[level] = () => {};

function parseWithJsdom(html, url) {
  const { JSDOM, VirtualConsole } = load("jsdom");
  const { window } = new JSDOM(html, { url, virtualConsole: new VirtualConsole() });
  return { document: window.document, close: () => window.close() };
}

function parseWithLinkedom(html, url) {
  // Defuddle includes what it needs beyond linkedom.
  if (name === "defuddle") {
    const { parseLinkedomHTML } = load("defuddle", "dist", "utils", "linkedom-compat.js");
    return { document: parseLinkedomHTML(html, url), close: () => {} };
  }
  const { document } = load("linkedom").parseHTML(html);
  // Readability resolves links against these properties, which linkedom does not set.
  for (const key of ["baseURI", "documentURI"]) {
    try {
      Object.defineProperty(document, key, { value: url, configurable: true });
    } catch {}
  }
  return { document, close: () => {} };
}

const extractors = {
  "@mozilla/readability": (document) => {
    const { Readability } = load("@mozilla", "readability");
    return new Readability(document).parse()?.content;
  },
  // The synchronous parse, because the asynchronous one may use the network.
  defuddle: (document, url) => {
    const { DefuddleClass } = load("defuddle", "dist", "node.js");
    return new DefuddleClass(document, { url }).parse().content;
  },
};

const parse = dom === "jsdom" ? parseWithJsdom : parseWithLinkedom;
const extract = extractors[name];

function answer({ html, url }) {
  const address = url || "http://example.org/";
  const { document, close } = parse(html, address);
  try {
    return { html: extract(document, address) || "" };
  } finally {
    close();
  }
}

readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
  const start = process.cpuUsage();
  let found;
  try {
    found = answer(JSON.parse(line));
  } catch (error) {
    found = { error: String(error).slice(0, 200) };
  }
  const { user, system } = process.cpuUsage(start);
  process.stdout.write(JSON.stringify({ ...found, cpu: (user + system) / 1e6 }) + "\n");
});
