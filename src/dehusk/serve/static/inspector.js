// The chosen block: its text, its score, and what moved the score most, in words.
import { make } from "/static/dom.js";

const shortPath = (path) => path.split("/").slice(3).slice(-4).join(" › ") || "body";
const value = (number) => (Number.isInteger(number) ? String(number) : number.toPrecision(3).replace(/\.?0+$/, ""));

// Features that are 1 or 0 are said with yes and no.
function inWords({ meaning, value: here, usual }) {
  const condition = /^1 if (.*)$/s.exec(meaning)?.[1];
  if (!condition) return [meaning, `here ${value(here)}, usual on this page ${value(usual)}`];
  return [`${here ? "Yes" : "No"}: ${condition}`, `usual on this page: ${usual ? "yes" : "no"}`];
}

function reasonRow(reason) {
  const isFor = reason.effect > 0;
  const [meaning, values] = inWords(reason);
  const size = Math.min(Math.ceil(Math.abs(reason.effect) * 4), 10);
  return make(
    "li",
    { class: isFor ? "for" : "against" },
    make("span", { class: `effect size-${size}`, "aria-hidden": "true" }),
    make("span", { class: "side" }, `${isFor ? "For" : "Against"} (${isFor ? "+" : "−"}${Math.abs(reason.effect).toFixed(1)})`),
    make("span", { class: "meaning" }, meaning),
    make("span", { class: "values" }, values),
  );
}

export function showBlock(target, result, block, isKept) {
  const { texts, paths, scores } = result.label;
  if (block === null || !(block in texts)) {
    const hint = "Point at a block of the page, or choose one in the list of blocks, to see why it is kept or dropped.";
    target.replaceChildren(make("p", { class: "hint" }, hint));
    return;
  }
  const score = scores[block];
  const reasons = result.reasons[block] ?? [];
  const rule = result.rules[block];
  const parts = [
    make(
      "p",
      { class: "verdict" },
      make("strong", { class: isKept ? "kept" : "dropped" }, isKept ? "Kept" : "Dropped"),
      make("meter", { min: 0, max: 1, value: score, "aria-label": "Score" }),
      make("span", { class: "score" }, `score ${score.toFixed(2)}`),
      make("code", { class: "path", title: paths[block] }, shortPath(paths[block])),
    ),
    make("p", { class: "excerpt", dir: "auto" }, texts[block].length > 280 ? `${texts[block].slice(0, 280)}…` : texts[block]),
    rule ? make("p", { class: "rule" }, rule) : null,
    reasons.length
      ? make("ul", { class: "reasons", "aria-label": "What moved the score most" }, ...reasons.map(reasonRow))
      : make("p", { class: "hint" }, "This method gives a score, but no reasons."),
  ];
  target.replaceChildren(...parts.filter(Boolean));
}
