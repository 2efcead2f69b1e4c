// All blocks of the page as a list: what can be seen in the page by pointing is here for keyboards and screen readers.
import { make } from "/static/dom.js";

const STEPS = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };

export class BlockList {
  // handlers: onActivate(block), onToggle(block)
  constructor(panel, handlers) {
    this.handlers = handlers;
    this.active = 0;
    this.list = make("ul", { class: "block-list", role: "listbox", tabindex: 0, "aria-multiselectable": "true", "aria-label": "Blocks of the page; selected ones are kept" });
    panel.removeAttribute("tabindex");
    panel.append(this.list);
    this.list.addEventListener("keydown", (event) => this.#onKey(event));
    // Not for a click: the list would scroll away under it.
    this.list.addEventListener("focus", () => this.list.matches(":focus-visible") && this.activate(this.active, true));
    this.list.addEventListener("click", (event) => {
      const option = event.target.closest("li");
      if (!option) return;
      this.activate(this.options.indexOf(option), true);
      handlers.onToggle(this.active);
    });
    this.options = [];
  }

  show(texts, scores) {
    this.active = 0;
    this.options = texts.map((text, block) => {
      const score = make("span", { class: "score", "aria-hidden": "true" }, scores[block].toFixed(2));
      const bar = make("span", { class: `bar part-${Math.round(scores[block] * 10)}`, "aria-hidden": "true" });
      const words = make("span", { class: "text", dir: "auto" }, text);
      return make("li", { role: "option", id: `block-${block}` }, make("span", { class: "mark", "aria-hidden": "true" }), words, bar, score);
    });
    this.list.replaceChildren(...this.options);
  }

  update(kept, scores, changed) {
    this.options.forEach((option, block) => {
      option.setAttribute("aria-selected", String(Boolean(kept[block])));
      option.setAttribute("aria-description", `score ${scores[block].toFixed(2)}`);
      option.classList.toggle("changed", changed.has(block));
    });
  }

  activate(block, isTold) {
    if (!this.options.length) return;
    this.options[this.active]?.classList.remove("active");
    this.active = Math.min(Math.max(block, 0), this.options.length - 1);
    const option = this.options[this.active];
    option.classList.add("active");
    this.list.setAttribute("aria-activedescendant", option.id);
    if (isTold) {
      option.scrollIntoView({ block: "nearest" });
      this.handlers.onActivate(this.active);
    }
  }

  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in STEPS) this.activate(this.active + STEPS[event.key], true);
    else if (event.key === " " || event.key === "Enter") this.handlers.onToggle(this.active);
    else return;
    event.preventDefault();
  }
}
