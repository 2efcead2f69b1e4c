// The bar at the lower edge of a pressed page: a slider and buttons, in a closed shadow root.
(() => {
  "use strict";
  const STYLE = `
:host { all: initial !important; }
.bar { position: fixed; inset-block-end: 16px; inset-inline-end: 16px; z-index: 2147483647; display: flex;
  flex-wrap: wrap; align-items: center; gap: 6px; max-width: calc(100vw - 32px); box-sizing: border-box;
  padding: 8px 10px; border-radius: 12px; background: #1f2328; color: #f0f2f5;
  font: 13px/1.4 system-ui, "Segoe UI", Roboto, sans-serif; box-shadow: 0 4px 20px #0006; }
button, select { font: inherit; color: inherit; background: #343a42; border: 1px solid #57606a; border-radius: 7px;
  padding: 4px 9px; cursor: pointer; }
button:hover, select:hover { background: #424a53; }
button[aria-pressed="true"] { background: #1a7f37; border-color: #2da44e; }
button:focus-visible, select:focus-visible, input:focus-visible { outline: 2px solid #54aeff; outline-offset: 1px; }
label { display: flex; align-items: center; gap: 6px; }
input { inline-size: 96px; accent-color: #2da44e; }
.note { padding-inline: 4px; max-inline-size: 30em; }
.why { position: fixed; z-index: 2147483647; max-inline-size: 380px; padding: 9px 12px; border-radius: 9px;
  background: #1f2328; color: #f0f2f5; font: 12px/1.5 system-ui, "Segoe UI", Roboto, sans-serif;
  box-shadow: 0 4px 20px #0006; pointer-events: none; }
.why b { font-size: 13px; }
.why ul { display: grid; grid-template-columns: auto 1fr; gap: 6px 8px; margin: 6px 0 0; padding: 0; }
.why li { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; }
.why li > :first-child { font-weight: 600; text-align: end; font-variant-numeric: tabular-nums; }
.for > :first-child { color: #7ee2a8; } .against > :first-child { color: #ffb3ad; }
.why small { display: block; font-size: 11px; color: #b1bac4; }
[hidden] { display: none !important; }
`;
  const message = (name, ...values) => chrome.i18n.getMessage(name, values);

  function make(name, properties = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (key in element && key !== "list") element[key] = value;
      else element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  }

  class Bar {
    constructor(controller) {
      this.controller = controller;
      this.host = document.createElement("dehusk-bar");
      // Of the browser's language, not of the page.
      this.host.dir = chrome.i18n.getMessage("@@bidi_dir") || "ltr";
      this.root = this.host.attachShadow({ mode: "closed" });
      this.root.append(make("style", { textContent: STYLE }));
      this.note = make("span", { className: "note", role: "status" });
      this.tip = make("div", { className: "why", hidden: true });
      document.documentElement.append(this.host);
    }

    button(name, action) {
      const element = make("button", { type: "button", textContent: message(name), title: message(`${name}_title`) });
      element.addEventListener("click", action);
      return element;
    }

    // The bar of a pressed page.
    open(settings, has_scores) {
      const { controller } = this;
      const slider = make("input", { type: "range", min: -1, max: 1, step: 0.1, value: settings.favor });
      slider.setAttribute("aria-label", message("slider"));
      slider.addEventListener("input", () => controller.set_favor(Number(slider.value)));
      const scale = make("label", { title: message("slider") }, message("less"), slider, message("more"));
      this.why = this.button("why", () => controller.toggle_why());
      this.reader = this.button("reader", () => controller.toggle_reader());
      const copy = this.button("copy", () => controller.copy(format.value));
      const save = this.button("save", () => controller.save(format.value));
      const format = make("select", {}, ...["markdown", "html", "text"].map((value) =>
        make("option", { value, textContent: message(value) }),
      ));
      format.setAttribute("aria-label", message("format"));
      this.site = this.button("site", () => controller.ask_site());
      const buttons = [this.reader, format, copy, save, this.button("print", () => controller.print())];
      const scored = has_scores ? [scale, this.why, this.site] : [];
      const close = this.button("close", () => controller.close());
      this.bar = make("div", { className: "bar", role: "toolbar" }, ...scored, ...buttons, close, this.note);
      this.bar.setAttribute("aria-label", message("name"));
      this.root.append(this.bar, this.tip);
    }

    say(text) {
      this.note.textContent = text;
    }

    // A question with two answers; resolves to whether the first was chosen.
    ask(text, yes, no) {
      return new Promise((resolve) => {
        const answer = (value) => () => {
          question.remove();
          resolve(value);
        };
        const question = make("span", { className: "note" }, `${text} `);
        const accept = make("button", { type: "button", textContent: yes });
        const refuse = make("button", { type: "button", textContent: no });
        accept.addEventListener("click", answer(true));
        refuse.addEventListener("click", answer(false));
        question.append(accept, " ", refuse);
        this.bar.append(question);
      });
    }

    // What is known of the block under the pointer.
    explain(x, y, { score, kept, reasons }) {
      const percent = `${Math.round(100 * score)} %`;
      const items = reasons.map(({ effect, meaning, values }) => {
        const size = make("span", { textContent: `${effect > 0 ? "+" : "−"}${Math.abs(effect).toFixed(1)}` });
        const text = make("span", { textContent: meaning }, make("small", { textContent: values }));
        return make("li", { className: effect > 0 ? "for" : "against" }, size, text);
      });
      this.tip.replaceChildren(
        make("b", { textContent: message(kept ? "block_kept" : "block_dropped", percent) }),
        make("ul", {}, ...items),
      );
      this.tip.hidden = false;
      const { width, height } = this.tip.getBoundingClientRect();
      this.tip.style.left = `${Math.max(8, Math.min(x + 14, innerWidth - width - 8))}px`;
      this.tip.style.top = `${y + 18 + height > innerHeight ? Math.max(8, y - height - 12) : y + 18}px`;
    }

    stop_explaining() {
      this.tip.hidden = true;
    }

    // A message without a bar, for a few seconds.
    toast(text, seconds = 4) {
      this.root.append(make("div", { className: "bar", role: "status", textContent: text }));
      setTimeout(() => this.remove(), seconds * 1000);
    }

    remove() {
      this.host.remove();
    }
  }

  globalThis.dehusk.Bar = Bar;
})();
