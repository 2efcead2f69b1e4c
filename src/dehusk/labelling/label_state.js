"use strict";
// The labels of one page: which blocks are kept, the fields, and whether the page is done. Knows nothing of the document.
const FIELDS = ["url", "title", "author", "date", "type", "lang", "split"];
const MOST_UNDO = 500;

class PageLabels {
  constructor(page, stored) {
    this.page = page;
    this.kept = page.kept.map(Boolean);
    this.fields = { ...page.fields };
    this.done = false;
    this.past = [];
    this.future = [];
    if (stored && stored.kept.length === this.kept.length) {
      this.kept = Array.from(stored.kept, (mark) => mark === "1");
      Object.assign(this.fields, stored.fields);
      this.done = stored.done;
    }
  }

  get stored() {
    return { kept: this.kept.map(Number).join(""), fields: this.fields, done: this.done };
  }

  // Keep or drop the blocks between two places, these included, in either order.
  setRange(one, other, kept) {
    const [first, last] = one < other ? [one, other] : [other, one];
    this.change(this.kept.map((value, place) => (place >= first && place <= last ? kept : value)));
  }

  setAll(kept) {
    this.change(this.kept.map(() => kept));
  }

  reset() {
    this.change(this.page.kept.map(Boolean));
  }

  change(kept) {
    if (kept.every((value, place) => value === this.kept[place])) return;
    this.past.push(this.kept);
    if (this.past.length > MOST_UNDO) this.past.shift();
    this.future = [];
    this.kept = kept;
  }

  undo() {
    if (!this.past.length) return;
    this.future.push(this.kept);
    this.kept = this.past.pop();
  }

  redo() {
    if (!this.future.length) return;
    this.past.push(this.kept);
    this.kept = this.future.pop();
  }

  get gold() {
    return this.page.texts.filter((_text, place) => this.kept[place]).join("\n");
  }

  // The XPaths of the elements and text leaves all of whose text is kept: unlike the gold text, they are never unclear.
  get goldNodes() {
    const before = [0];
    for (const kept of this.kept) before.push(before.at(-1) + kept);
    const paths = [];
    for (const [parent, step] of this.page.nodes) paths.push(parent < 0 ? step : paths[parent] + step);
    return paths.filter((_path, place) => {
      const [, , first, stop] = this.page.nodes[place];
      return before[stop] - before[first] === stop - first;
    });
  }

  // A labelled page needs words to find: a letter or a digit.
  get hasGold() {
    return /[\p{L}\p{N}]/u.test(this.gold);
  }

  // Kept blocks whose text a dropped block has too, with no kept block between them: the gold text does not tell
  // which of them is meant.
  get unclear() {
    const found = new Set();
    const texts = this.page.texts;
    let last = -1;
    let dropped = new Set();
    const compare = (place) => {
      if (place >= 0 && place < texts.length && dropped.has(texts[place])) found.add(place);
    };
    for (let place = 0; place <= texts.length; place++) {
      if (place < texts.length && !this.kept[place]) {
        dropped.add(texts[place]);
      } else {
        compare(last);
        compare(place);
        last = place;
        dropped = new Set();
      }
    }
    return found;
  }

  // One line of a file of labelled pages.
  get line() {
    const fields = Object.fromEntries(FIELDS.map((name) => [name, this.fields[name].trim()]).filter(([, value]) => value));
    const labels = { gold: this.gold, gold_nodes: this.goldNodes };
    return JSON.stringify({ id: this.page.id, ...fields, ...labels, html: this.page.html }) + "\n";
  }
}
