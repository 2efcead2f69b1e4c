"""The learned default in JavaScript against Python: blocks, features and decisions, page by page.

The scripts of the extension run in a tab of a real browser. JavaScript decides on the DOM of a page, Python on the
serialisation of this DOM.
"""

from __future__ import annotations

import base64
import json
import time
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from dehusk import Source, draw, parse
from dehusk.layout import Drawing
from dehusk.layout.devtools import DevTools
from dehusk.layout.find import find_browser
from dehusk.methods.alarte import Alarte
from dehusk.methods.gce import Gce
from dehusk.methods.learned import shipped_model
from dehusk.methods.learned.copy_evidence import change_by_copy
from dehusk.methods.learned.decision import DecisionInputs, decide_page
from dehusk.methods.learned.feature_table import TABLE, BlockFeatures
from dehusk.methods.learned.page_style import styled_scores
from extension_browser import LOCAL_SERVERS

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

SCRIPTS = (
    *("core_steps.js", "core.js", "model_file.js", "class_words.js", "page_rows.js", "block_features.js"),
    *("matrix_kernel.js", "matrix_product.js", "page_network.js", "decision.js", "grain.js", "alarte.js", "gce.js"),
)
_SECONDS = 120.0
_DECIDE = """
((page_document, favors) => {
  const { dehusk } = globalThis;
  const started = performance.now();
  const page = dehusk.read_page(page_document, dehusk.model);
  const scored = dehusk.grain.score_page(page, dehusk.model);
  const keep = favors.map((favor) => Array.from(dehusk.grain.decide(scored, favor).keep).join(""));
  const seconds = (performance.now() - started) / 1000;
  const { blocks, matrix } = scored.features;
  let binary = "";
  const bytes = new Uint8Array(matrix.buffer);
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  const between = (start, stop) => dehusk.steps.text_between(page.text, start, stop);
  const text = Array.from(blocks.first, (_, at) => between(blocks.bounds[at], blocks.bounds[at + 1]));
  const alarte = dehusk.alarte.select(page, dehusk.model);
  const chosen = [];
  alarte.forEach((is_kept, row) => is_kept && chosen.push(between(page.offset[row], page.offset[row + 1])));
  return { text, matrix: btoa(binary), keep, logits: Array.from(scored.logits), alarte: chosen, seconds };
})
"""
_DECIDE_HTML = f"""
((html, favors) => {{
  const parsed = (source) => new DOMParser().parseFromString(source, "text/html");
  let page_document = parsed(html);
  let serialised = page_document.documentElement.outerHTML;
  // A DOM with a form in a form, for example, is another one when its serialisation is parsed.
  for (let again = parsed(serialised); again.documentElement.outerHTML !== serialised; again = parsed(serialised)) {{
    page_document = again;
    serialised = again.documentElement.outerHTML;
  }}
  return {{ html: serialised, ...{_DECIDE}(page_document, favors) }};
}})
"""
_DECIDE_LIVE = f"""
((favors) => {{
  const shadows = [];
  const visit = (root) => {{
    for (const element of root.querySelectorAll("*")) {{
      if (!element.shadowRoot) continue;
      shadows.push(element.shadowRoot);
      visit(element.shadowRoot);
    }}
  }};
  visit(document);
  const inner = document.documentElement.getHTML({{ serializableShadowRoots: true, shadowRoots: shadows }});
  const start = document.documentElement.cloneNode(false).outerHTML.replace("</html>", "");
  return {{ html: `${{start}}${{inner}}</html>`, ...{_DECIDE}(document, favors) }};
}})
"""
_GCE = """
(() => {
  const page = dehusk.read_page(document, dehusk.model);
  const keep = dehusk.gce.select(page);
  const kept = [];
  keep.forEach((is_kept, row) => is_kept && kept.push([page.offset[row], page.offset[row + 1]]));
  return kept.map(([start, stop]) => dehusk.steps.text_between(page.text, start, stop));
})()
"""


class ScriptEngine:
    """A tab of a browser with the scripts of the extension and the model, but no extension."""

    def __init__(self, folder: Path) -> None:
        self.devtools = DevTools(find_browser(), network=False, flags=LOCAL_SERVERS)
        self.session: str | None = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self._script = "\n".join((folder / name).read_text("utf-8") for name in SCRIPTS)
        self._model = base64.b64encode((folder / "model.bin").read_bytes()).decode()
        self._inject()

    def _inject(self) -> None:
        read = "(data) => dehusk.read_model(Uint8Array.from(atob(data), (char) => char.charCodeAt(0)).buffer)"
        self.evaluate(f"{self._script}\n(() => {{ dehusk.model = ({read})({self._model!r}); }})()")

    def open(self, address: str) -> None:
        """Load a page, run its scripts, and add those of the extension to it."""
        loaded: list[str] = []
        self.devtools.on_event = lambda event: loaded.append(event["method"])
        self.call("Page.navigate", url=address)
        while "Page.loadEventFired" not in loaded:
            self.devtools.listen(time.monotonic() + _SECONDS)
        self._inject()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.devtools.close()

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """Send a command and return its result."""
        session = None if method.startswith("Target.") else self.session
        return self.devtools.call(method, params, session=session, deadline=time.monotonic() + _SECONDS)

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401 - any JSON value
        """The value of an expression."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:2000])
        return answer["result"].get("value")

    def run(self, function: str, *arguments: object) -> Any:  # noqa: ANN401 - any JSON value
        """What a function gives for arguments of JSON."""
        return self.evaluate(f"({function})({', '.join(map(json.dumps, arguments))})")


@dataclass(frozen=True)
class PageParity:
    """How the two agree on a page."""

    name: str
    blocks: int
    same_blocks: bool
    largest_difference: float
    """The largest difference of a feature, relative to 1 or to the feature if that is larger."""
    feature: str
    """The feature that has it."""
    masks_differ: int
    """How many decisions (usual, precision, recall) keep other blocks."""
    logit_difference: float
    same_alarte: bool
    """Whether Alarte & Silva keeps the same text."""
    seconds: float


FAVORS: tuple[tuple[float, str | None], ...] = ((0, None), (-1, "precision"), (1, "recall"))


def compare_html(engine: ScriptEngine, name: str, html: str) -> PageParity:
    """Compare the two on one page, whose scripts do not run."""
    return _compare(name, engine.run(_DECIDE_HTML, html, [favor for favor, _ in FAVORS]))


def compare_live(engine: ScriptEngine, name: str, address: str) -> PageParity:
    """Compare the two on one page after its scripts have run."""
    engine.open(address)
    return _compare(name, engine.run(_DECIDE_LIVE, [favor for favor, _ in FAVORS]))


def compare_gce(engine: ScriptEngine, path: Path) -> bool:
    """Whether GCE keeps the same text on a page of a file in a tab as on the page as dehusk draws it."""
    width, height = Drawing().window
    engine.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
    # As dehusk draws pages.
    engine.call("Emulation.setScriptExecutionDisabled", value=True)
    engine.open(path.resolve().as_uri())
    page = draw(Source.of(path))
    kept = [page.leaf_text(row) for row in np.flatnonzero(Gce().select(page).keep).tolist()]
    found = _collapsed(engine.evaluate(_GCE))
    engine.call("Emulation.setScriptExecutionDisabled", value=False)
    return kept == found


def _compare(name: str, answer: dict[str, Any]) -> PageParity:
    page, model = parse(answer["html"]), shipped_model()
    features = BlockFeatures.of(page)
    count, width, seconds = len(features.blocks), len(features.matrix), float(answer["seconds"])
    matrix = np.frombuffer(base64.b64decode(answer["matrix"]), dtype=np.float32).reshape(-1, width)
    texts = [page.text[a:b] for a, b in pairwise(features.blocks.bounds.tolist())]
    same = _collapsed(texts) == _collapsed(answer["text"])
    kept = [page.leaf_text(row) for row in np.flatnonzero(Alarte().select(page).keep).tolist()]
    same_alarte = kept == _collapsed(answer["alarte"])
    if not same or not count:
        return PageParity(name, count, same, 0.0, "", 0 if same else len(FAVORS), 0.0, same_alarte, seconds)
    ours = features.matrix.T.astype(np.float64)
    difference = np.abs(matrix - ours) / np.maximum(1, np.abs(ours))
    worst = TABLE.names[int(np.argmax(difference.max(axis=0)))]
    inputs = DecisionInputs.of(features)
    scores, _ = styled_scores(model.network, features.matrix, inputs, model.style_with(None), model.rule)
    by_copy = change_by_copy(features)
    logits = scores.logits if by_copy is None else scores.logits + by_copy
    masks = [_mask(decide_page(logits, inputs, model.rule, favor).keep) for _, favor in FAVORS]
    differ = sum(mask != given for mask, given in zip(masks, answer["keep"], strict=True))
    logit = float(np.abs(logits - np.array(answer["logits"])).max())
    return PageParity(name, count, same, float(difference.max()), worst, differ, logit, same_alarte, seconds)


def _collapsed(texts: list[str]) -> list[str]:
    return [" ".join(text.split()) for text in texts]


def _mask(keep: npt.NDArray[np.bool_]) -> str:
    return "".join("1" if each else "0" for each in keep.tolist())
