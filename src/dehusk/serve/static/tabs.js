// Tabs as in the ARIA Authoring Practices: arrows move, the panel follows.
import { make } from "/static/dom.js";

export class Tabs {
  constructor(list, panels, onShow) {
    this.list = list;
    this.panels = panels;
    this.onShow = onShow;
    this.entries = new Map();
    list.addEventListener("keydown", (event) => this.#onKey(event));
  }

  add(id, label) {
    const tab = make("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, tabindex: -1 }, label);
    const panel = make("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, tabindex: 0, class: `panel panel-${id}`, hidden: true });
    tab.addEventListener("click", () => this.show(id));
    this.list.append(tab);
    this.panels.append(panel);
    this.entries.set(id, { tab, panel });
    return panel;
  }

  panel(id) {
    return this.entries.get(id).panel;
  }

  show(id) {
    this.current = id;
    for (const [other, { tab, panel }] of this.entries) {
      const isCurrent = other === id;
      tab.setAttribute("aria-selected", String(isCurrent));
      tab.tabIndex = isCurrent ? 0 : -1;
      panel.hidden = !isCurrent;
    }
    this.entries.get(id).tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.onShow(id);
  }

  #onKey(event) {
    const ids = [...this.entries.keys()];
    const place = ids.indexOf(this.current);
    const next = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: ids.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.show(ids[(next + ids.length) % ids.length]);
    this.entries.get(this.current).tab.focus();
  }
}
