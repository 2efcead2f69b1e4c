// Small helpers for the document.

export const part = (id) => document.getElementById(id);

const number = new Intl.NumberFormat("en");
export const count = (value, noun) => `${number.format(value)} ${noun}${value === 1 ? "" : "s"}`;

// An element with attributes and children; text is never markup.
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key === "class") made.className = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export function button(text, act, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}

const SHOWN = 6000;
let hiding = 0;

// A message in the status line; problems stay until the next message.
export function tell(message, isProblem = false) {
  const status = part("status");
  clearTimeout(hiding);
  if (message && !isProblem) hiding = setTimeout(() => tell(""), SHOWN);
  status.textContent = message;
  status.classList.toggle("problem", isProblem);
}

// The only way from text to a tree: an inert document, in which no script runs and nothing is loaded.
const policy = globalThis.trustedTypes?.createPolicy("dehusk-inert", { createHTML: (html) => html });

export function inertDocument(html) {
  return new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, "text/html");
}

export async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    tell(`${what} copied.`);
  } catch {
    tell("The browser does not allow copying here: select the text instead.", true);
  }
}

export function save(name, data, type) {
  const address = URL.createObjectURL(new Blob([data], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
