// The button: injects the scripts into the page when it is pressed, and shows its state.
"use strict";
/* global dehusk */
if (typeof importScripts === "function") importScripts("page_style.js", "settings.js");

const SCRIPTS = [
  "core_steps.js",
  "core.js",
  "feature_meanings.js",
  "reader_style.js",
  "model_file.js",
  "class_words.js",
  "page_rows.js",
  "block_features.js",
  "matrix_kernel.js",
  "matrix_product.js",
  "page_network.js",
  "decision.js",
  "grain.js",
  "reasons.js",
  "alarte.js",
  "gce.js",
  "page_style.js",
  "visible_rows.js",
  "showing.js",
  "metadata.js",
  "writers.js",
  "bar.js",
  "reader.js",
  "site_pages.js",
  "controller.js",
];
const MENU = "dehusk-press";
const WAITS = [30, 100, 300];

// The model in base64: arguments of injected functions are JSON. It is not kept, so that the worker stays small.
async function model_text() {
  const bytes = new Uint8Array(await (await fetch(chrome.runtime.getURL("model.bin"))).arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 32768) binary += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(binary);
}

async function run_in(tab, func, ...args) {
  const [answer] = await chrome.scripting.executeScript({ target: { tabId: tab.id }, func, args });
  return answer.result;
}

// The state of the page. The browser may announce a press shortly before it gives the access that comes with it.
async function state_of(tab) {
  const read = () => globalThis.dehusk?.controller?.wake() ?? "absent";
  for (const wait of WAITS) {
    try {
      return await run_in(tab, read);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return run_in(tab, read);
}

async function set_badge(tab, text, title) {
  await chrome.action.setBadgeBackgroundColor({ color: "#1a7f37", tabId: tab.id });
  await chrome.action.setBadgeText({ text, tabId: tab.id });
  await chrome.action.setTitle({ title: title || chrome.i18n.getMessage("action"), tabId: tab.id });
}

// The style sheets of a pressed page.
function styles_of(tab) {
  const target = { tabId: tab.id, allFrames: true };
  return [
    { target, css: dehusk.PAGE_STYLE, origin: "USER" },
    { target, css: dehusk.HIGHLIGHT_STYLE, origin: "AUTHOR" },
  ];
}

const insert_styles = (tab) => Promise.all(styles_of(tab).map((style) => chrome.scripting.insertCSS(style)));
const remove_styles = (tab) => Promise.all(styles_of(tab).map((style) => chrome.scripting.removeCSS(style)));

async function press(tab) {
  try {
    const state = await state_of(tab);
    if (state === "pressed") {
      await run_in(tab, () => dehusk.controller.restore());
      await remove_styles(tab);
      await set_badge(tab, "");
      return;
    }
    const model = model_text();
    if (state === "absent") {
      await chrome.scripting.executeScript({ target: { tabId: tab.id }, files: SCRIPTS });
    }
    await insert_styles(tab);
    const settings = await dehusk.read_settings();
    const pressed = (given, data) => dehusk.controller.press(given, data);
    const found = await run_in(tab, pressed, settings, await model);
    if (!found.pressed) await remove_styles(tab);
    const name = found.pressed ? "pressed" : found.reason;
    await set_badge(tab, found.pressed ? "✓" : "–", chrome.i18n.getMessage(name));
  } catch {
    // Pages of the browser and of its store let no extension in.
    await set_badge(tab, "–", chrome.i18n.getMessage("not_allowed"));
  }
}

chrome.action.onClicked.addListener(press);

// ---- what a page asks for ------------------------------------------------------------------------

async function answer(message, tab) {
  if (message.do === "restored") {
    await remove_styles(tab);
    await set_badge(tab, "");
    return true;
  }
  if (message.do === "options") return chrome.runtime.openOptionsPage();
  if (message.do === "serve") return dehusk.ask_server(message.html, message.url);
  return null;
}

chrome.runtime.onMessage.addListener((message, sender, reply) => {
  if (!sender.tab) return false;
  answer(message, sender.tab).then(reply, (error) => reply({ error: String(error.message || error) }));
  return true;
});

// ---- the context menu: an optional permission ------------------------------------------------------

function add_menu() {
  if (!chrome.contextMenus) return;
  chrome.contextMenus.create({ id: MENU, title: chrome.i18n.getMessage("action"), contexts: ["page"] }, () => {
    void chrome.runtime.lastError;
  });
  // The same function: added again when another permission is given, it is still called once.
  chrome.contextMenus.onClicked.addListener(on_menu);
}

function on_menu(_info, tab) {
  return press(tab);
}

add_menu();
if (chrome.permissions && chrome.permissions.onAdded) chrome.permissions.onAdded.addListener(add_menu);
