// The same call as curl, Python and command line, to copy.
import { button, copyText, make } from "/static/dom.js";

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

export function callTexts({ method, favor, url, name }) {
  const file = name && !name.includes("/") ? name : "page.html";
  const options = [["method", method === "grain" ? null : method], ["favor", favor]].filter(([, value]) => value !== null && value !== undefined);
  const query = new URLSearchParams([...options, ["format", "markdown"]]);
  const python = options.map(([key, value]) => `, ${key}=${typeof value === "number" ? value : `"${value}"`}`).join("");
  const flags = options.map(([key, value]) => `--${key} ${value} `).join("");
  const json = JSON.stringify({ url, ...Object.fromEntries(options), format: "markdown" });
  return {
    curl: url
      ? `curl -H 'Content-Type: application/json' \\\n  -d ${quoted(json)} \\\n  ${location.origin}/v1/extract`
      : `curl -H 'Content-Type: text/html' --data-binary @${quoted(file)} \\\n  '${location.origin}/v1/extract?${query}'`,
    Python: `import dehusk\n\npage = dehusk.read("${url ?? file}")\nextraction = dehusk.extract(page${python})\nprint(extraction.markdown)`,
    "Command line": `dehusk ${flags}--format markdown ${url ? quoted(url) : quoted(file)}`,
  };
}

export function showCalls(panel, call) {
  const parts = Object.entries(callTexts(call)).map(([name, text]) =>
    make("section", { class: "call" }, make("h3", {}, name, button("Copy", () => copyText(text, name), { "aria-label": `Copy ${name}` })), make("pre", {}, make("code", {}, text))),
  );
  panel.replaceChildren(...parts);
}
