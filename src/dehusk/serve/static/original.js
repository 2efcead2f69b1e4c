// The original page in a sandboxed frame: no scripts, no network, its own styles. Its blocks are found in the tree and marked.
import { inertDocument } from "/static/dom.js";

const LEFT_OUT = new Set(["script", "noscript", "iframe", "frame", "frameset", "object", "embed", "applet", "link", "meta", "base", "template", "title", "portal"]);
const SVG_SCRIPTED = new Set(["script", "foreignobject", "use", "animate", "set", "animatemotion", "animatetransform", "handler", "listener"]);
const ADDRESSES = new Set(["href", "src", "srcset", "action", "formaction", "poster", "background", "data", "ping", "xlink:href", "longdesc", "cite", "manifest", "srcdoc", "target", "http-equiv", "autofocus", "is", "nonce", "imagesrcset", "lowsrc", "dynsrc"]);
const MARK = "dehusk-block";
const STEP = /^(?:([^[*]+)|\*\[name\(\)=(["'])(.*)\2\]|\*\[starts-with.*\])(?:\[(\d+)\])?$/s;
const OWN_STYLE = `
  [data-dehusk] { cursor: pointer; }
  html[data-overlay=kept] [data-dehusk-kept="1"] { background: rgb(64 158 106 / .16) !important; box-shadow: -4px 0 rgb(46 132 84) !important; }
  html[data-overlay=kept] [data-dehusk-kept="0"] { opacity: .38 !important; filter: grayscale(1) !important; }
  html[data-overlay=kept] ${MARK}[data-dehusk-kept="1"] { box-shadow: inset 0 -2px rgb(46 132 84) !important; }
  ${[...Array(11).keys()].map((level) => `html[data-overlay=heat] [data-dehusk-heat="${level}"] { background: hsl(${16 + level * 12} ${58 + level}% 52% / ${(0.14 + Math.abs(level - 4) * 0.055).toFixed(3)}) !important; }`).join("\n  ")}
  [data-dehusk].dehusk-active, html [data-dehusk]:hover { outline: 2px solid #c98a12 !important; outline-offset: 1px !important; opacity: 1 !important; filter: none !important; }
  html[data-edit] [data-dehusk] { cursor: cell; }
  [data-dehusk].dehusk-changed { outline: 2px dashed #b3541e !important; outline-offset: 1px !important; }
`;

const squeezed = (text) => text.replace(/\s+/gu, "");
const safeStyle = (text) => text.replace(/@import[^;]*;?/gi, "").replace(/url\(\s*(["']?)(?!data:image\/)[^)]*\)/gi, "none");

// The security policy of this page would report styles and event handlers of an inert document, although they do nothing
// there: they get other names before it is parsed.
// The text of NOFRAMES is parsed like that of STYLE.
const withoutStyles = (html) =>
  html.replace(/<style(?=[\s>/])/gi, "<noframes data-dehusk-style").replace(/<\/style(?=[\s>/])/gi, "</noframes").replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/([\s/"'])(on[a-z]+|style)(?=\s*=)/gi, "$1data-dehusk-$2"));

// A copy of a tree without anything that runs or loads; style elements become the text of style sheets.
function copyTree(from, target, sheets) {
  const stack = [[from, null]];
  let root = null;
  while (stack.length) {
    const [node, parent] = stack.pop();
    if (node.nodeType === Node.TEXT_NODE) {
      parent?.append(target.createTextNode(node.data));
      continue;
    }
    if (node.nodeType !== Node.ELEMENT_NODE) continue;
    const name = node.localName.toLowerCase();
    if (name === "style" || (name === "noframes" && node.hasAttribute("data-dehusk-style"))) {
      sheets.push(safeStyle(node.textContent));
      continue;
    }
    const isHtml = node.namespaceURI === "http://www.w3.org/1999/xhtml";
    if (LEFT_OUT.has(name) || (!isHtml && SVG_SCRIPTED.has(name))) continue;
    const made = target.createElementNS(node.namespaceURI, node.localName.includes(":") ? "span" : node.localName);
    copyAttributes(node, made, name);
    if (parent) parent.append(made);
    else root = made;
    for (let child = node.lastChild; child; child = child.previousSibling) stack.push([child, made]);
  }
  return root;
}

function copyAttributes(node, made, name) {
  for (const { name: key, value } of node.attributes) {
    const lower = key.toLowerCase();
    if (lower.startsWith("on") || lower === "style") continue;
    if (lower === "data-dehusk-style") {
      made.style?.setProperty && (made.style.cssText = safeStyle(value));
    } else if (lower === "href" && name === "a") {
      made.setAttribute("href", "#");
    } else if (lower === "src" && name === "img" && value.startsWith("data:image/")) {
      made.setAttribute("src", value);
    } else if (!ADDRESSES.has(lower)) {
      try {
        made.setAttribute(key, value);
      } catch {
        // A name that only a parser can make.
      }
    }
  }
  if (["input", "button", "select", "textarea"].includes(name)) made.setAttribute("tabindex", "-1");
}

export class OriginalPage {
  // handlers: onHover(block), onChoose(block, event)
  constructor(frame, handlers) {
    this.frame = frame;
    this.handlers = handlers;
    this.elements = [];
  }

  show(html, paths, texts) {
    const target = this.frame.contentDocument;
    const sheets = [];
    const root = copyTree(inertDocument(withoutStyles(html)).documentElement, target, sheets) ?? target.createElement("html");
    target.replaceChild(root, target.documentElement);
    const makeSheet = (text) => {
      const sheet = new this.frame.contentWindow.CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    };
    target.adoptedStyleSheets = [...sheets, OWN_STYLE].map(makeSheet);
    this.#mark(target, paths, texts);
    root.addEventListener("pointerover", (event) => this.#on(event, this.handlers.onHover));
    root.addEventListener("click", (event) => {
      event.preventDefault();
      this.#on(event, this.handlers.onChoose);
    });
    root.addEventListener("submit", (event) => event.preventDefault());
    this.frame.contentWindow.scrollTo(0, 0);
  }

  #on(event, act) {
    const found = event.target.closest?.("[data-dehusk]");
    if (found) act(Number(found.dataset.dehusk), event);
  }

  // Find the text nodes of each block, in document order, and mark the element that holds them, or each of them.
  #mark(target, paths, texts) {
    const walker = target.createTreeWalker(target.body ?? target.documentElement, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) {
      const text = squeezed(walker.currentNode.data);
      if (text) nodes.push({ node: walker.currentNode, text });
    }
    const known = new Map([["", target]]);
    let next = 0;
    this.elements = texts.map((text, block) => {
      const holder = findPath(paths[block], known);
      if (!holder) return [];
      const wanted = squeezed(text);
      let at = next;
      while (at < nodes.length && !(holder.contains(nodes[at].node) && wanted.startsWith(nodes[at].text))) at += 1;
      const found = [];
      for (let rest = wanted; at < nodes.length && rest && rest.startsWith(nodes[at].text) && holder.contains(nodes[at].node); at += 1) {
        rest = rest.slice(nodes[at].text.length);
        found.push(nodes[at].node);
      }
      if (!found.length) return [];
      next = at;
      const isWhole = squeezed(holder.textContent) === wanted && holder !== target.body && !holder.hasAttribute("data-dehusk");
      const elements = isWhole ? [holder] : found.map((node) => wrap(node, target));
      for (const element of elements) element.dataset.dehusk = block;
      return elements;
    });
  }

  update(kept, scores, changed) {
    this.elements.forEach((elements, block) => {
      for (const element of elements) {
        element.dataset.dehuskKept = kept[block] ? "1" : "0";
        element.dataset.dehuskHeat = Math.round(scores[block] * 10);
        element.classList.toggle("dehusk-changed", changed.has(block));
      }
    });
  }

  setOverlay(name) {
    this.frame.contentDocument.documentElement.dataset.overlay = name;
  }

  setEditing(isOn) {
    this.frame.contentDocument.documentElement.toggleAttribute("data-edit", isOn);
  }

  activate(block, isScrolled) {
    for (const element of this.frame.contentDocument.querySelectorAll(".dehusk-active")) element.classList.remove("dehusk-active");
    const elements = this.elements[block] ?? [];
    for (const element of elements) element.classList.add("dehusk-active");
    if (isScrolled) elements[0]?.scrollIntoView({ block: "center" });
  }
}

function wrap(node, target) {
  const mark = target.createElement(MARK);
  node.replaceWith(mark);
  mark.append(node);
  return mark;
}

// The element of an XPath such as /html/body/div[2]/p, counted by names as the service does.
function findPath(path, known) {
  if (known.has(path)) return known.get(path);
  const cut = path.lastIndexOf("/");
  const parent = findPath(path.slice(0, cut), known);
  const match = STEP.exec(path.slice(cut + 1));
  let found = null;
  if (parent && match) {
    const name = match[1] ?? match[3];
    const same = [...parent.children].filter((child) => name === undefined || child.localName.toLowerCase() === name.toLowerCase());
    found = same[Number(match[4] ?? 1) - 1] ?? null;
  }
  known.set(path, found);
  return found;
}
