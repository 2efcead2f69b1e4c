// Methods and peers side by side, and the difference of two of them.
import { postJson } from "/static/api.js";
import { button, make, tell } from "/static/dom.js";
import { wordDiff } from "/static/diff.js";

const FIRST = ["grain", "readability-style", "boilerpipe-article", "cectd-ds", "trafilatura", "resiliparse"];

export class Comparing {
  constructor(panel, service) {
    const plain = service.methods.filter((method) => !method.needs.length).map((method) => method.name);
    const chosen = (names, legend) =>
      make("fieldset", {}, make("legend", {}, legend), ...names.map((name) => make("label", {}, make("input", { type: "checkbox", value: name, checked: FIRST.includes(name) }), name)));
    this.choices = make("div", { class: "choices" }, chosen(plain, "Methods"), service.peers.length ? chosen(service.peers, "Other extractors") : null);
    this.output = make("div", { class: "comparison", "aria-live": "polite" });
    const summary = make("summary", {}, "Choose methods and other extractors");
    panel.append(make("details", {}, summary, this.choices), button("Compare", () => this.run(), { class: "main", id: "run-compare" }), this.output);
  }

  setRequest(request) {
    this.request = request;
    this.output.replaceChildren();
  }

  async run() {
    const methods = [...this.choices.querySelectorAll("input:checked")].map((input) => input.value);
    if (!methods.length) return tell("Choose at least one method.", true);
    this.output.replaceChildren(make("p", { class: "hint" }, "Comparing …"));
    try {
      this.show(await postJson("/v1/compare", { ...this.request, methods }));
    } catch (error) {
      this.output.replaceChildren();
      tell(error.message, true);
    }
  }

  show({ methods, blocks }) {
    const letters = methods.map((_method, place) => String.fromCharCode(65 + place));
    const legend = methods.map((method, place) =>
      make(
        "li",
        {},
        make("b", {}, letters[place]),
        make("span", { class: "name" }, method.name),
        make("span", { class: "soft" }, method.status === "failed" ? method.reason : `${blocks.filter((block) => block.kept[place]).length} blocks · ${(method.seconds * 1000).toFixed(0)} ms`),
      ),
    );
    const rows = blocks.map((block) => {
      const agreed = block.kept.every((kept) => kept === block.kept[0]);
      const cells = block.kept.map((kept, place) => make("td", { class: kept ? "yes" : "no" }, make("span", { "aria-hidden": "true" }, kept ? "●" : "·"), make("span", { class: "visually-hidden" }, `${methods[place].name}: ${kept ? "kept" : "dropped"}`)));
      return make("tr", { class: agreed ? "agreed" : "disputed" }, ...cells, make("td", { class: "text", dir: "auto" }, block.text.length > 160 ? `${block.text.slice(0, 160)}…` : block.text));
    });
    const heads = letters.map((letter, place) => make("th", { scope: "col", title: methods[place].name }, letter));
    const matrix = make("table", { class: "matrix" }, make("thead", {}, make("tr", {}, ...heads, make("th", { scope: "col" }, "block"))), make("tbody", {}, ...rows));
    const only = make("input", { type: "checkbox" });
    only.addEventListener("change", () => matrix.classList.toggle("disputed-only", only.checked));
    const filter = make("label", { class: "filter" }, only, `only the ${blocks.filter((block) => !block.kept.every((kept) => kept === block.kept[0])).length} blocks on which they differ`);
    const wide = make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Blocks by method" }, matrix);
    this.output.replaceChildren(make("ul", { class: "legend" }, ...legend), filter, wide, this.#differences(methods));
  }

  #differences(methods) {
    const select = (label, place) => make("select", { "aria-label": label }, ...methods.map((method, index) => make("option", { value: index, selected: index === place }, method.name)));
    const [first, second] = [select("First text", 0), select("Second text", Math.min(1, methods.length - 1))];
    const output = make("div", { class: "diff", dir: "auto", tabindex: 0, role: "region", "aria-label": "Difference" });
    const update = () => {
      const pieces = wordDiff(methods[first.value].text, methods[second.value].text);
      const marks = { same: "span", "only-first": "del", "only-second": "ins" };
      if (pieces) output.replaceChildren(...pieces.map(([kind, text]) => make(marks[kind], {}, text)));
      else output.replaceChildren(make("p", { class: "hint" }, "These texts differ too much for a diff."));
    };
    first.addEventListener("change", update);
    second.addEventListener("change", update);
    update();
    return make("section", { class: "differences" }, make("h3", {}, "Difference of two texts"), make("p", { class: "pair" }, first, make("del", {}, "only in the first"), second, make("ins", {}, "only in the second")), output);
  }
}
