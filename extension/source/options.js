// The options page.
(async () => {
  "use strict";
  const { dehusk } = globalThis;
  const message = (name) => chrome.i18n.getMessage(name);
  const form = document.querySelector("form");
  const server = document.getElementById("server");
  const menu = document.getElementById("menu");

  for (const element of document.querySelectorAll("[data-message]")) {
    element.textContent = message(element.dataset.message);
  }
  document.title = message("options_title");
  document.documentElement.lang = chrome.i18n.getUILanguage();

  const settings = await dehusk.read_settings();
  for (const [name, value] of Object.entries(settings)) form.elements[name].value = value;
  server.hidden = settings.method !== "serve";

  // The browser asks for the permission to reach this machine's own server.
  async function check_server() {
    const address = dehusk.loopback_address(form.elements.server.value);
    const problem = document.getElementById("problem");
    problem.textContent = address ? "" : message("server_address");
    if (address) await chrome.permissions.request({ origins: [`${address.protocol}//${address.hostname}/*`] });
  }

  form.addEventListener("change", async (event) => {
    if (event.target === menu) return;
    const values = Object.fromEntries(Object.keys(dehusk.DEFAULTS).map((name) => [name, form.elements[name].value]));
    values.favor = Number(values.favor);
    server.hidden = values.method !== "serve";
    if (values.method === "serve" && (event.target.name === "server" || values.server)) await check_server();
    await chrome.storage.local.set(values);
    document.getElementById("saved").textContent = message("options_saved");
  });
  form.addEventListener("submit", (event) => event.preventDefault());

  const { optional_permissions: optional = [] } = chrome.runtime.getManifest();
  document.getElementById("menu_label").hidden = !optional.includes("contextMenus");
  menu.checked = await chrome.permissions.contains({ permissions: ["contextMenus"] });
  menu.addEventListener("change", async () => {
    const permission = { permissions: ["contextMenus"] };
    menu.checked = menu.checked
      ? await chrome.permissions.request(permission)
      : !(await chrome.permissions.remove(permission));
  });

  const commands = await chrome.commands.getAll();
  const own = commands.find(({ name }) => name === "_execute_action");
  document.getElementById("shortcut").textContent = (own && own.shortcut) || message("options_none");
})();
