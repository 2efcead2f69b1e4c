// What the options page sets, and asking a local "dehusk serve".
(() => {
  "use strict";
  globalThis.dehusk = globalThis.dehusk || {};
  const DEFAULTS = { method: "grain", action: "main", favor: 0, server: "", token: "" };

  async function read_settings() {
    return { ...DEFAULTS, ...(await chrome.storage.local.get(Object.keys(DEFAULTS))) };
  }

  // The address of a server on this machine, or null.
  function loopback_address(address) {
    try {
      const url = new URL(address);
      return url.protocol === "http:" && ["127.0.0.1", "localhost"].includes(url.hostname) ? url : null;
    } catch {
      return null;
    }
  }

  // The answer of a local "dehusk serve" for a page.
  async function ask_server(html, url) {
    const { server, token } = await read_settings();
    const address = loopback_address(server);
    if (!address) throw new Error(chrome.i18n.getMessage("server_address"));
    const response = await fetch(new URL("/v1/extract", address), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ html, page_url: url, fields: ["blocks"] }),
      credentials: "omit",
      redirect: "error",
    });
    if (!response.ok) throw new Error(`${chrome.i18n.getMessage("server_answer")} ${response.status}`);
    return response.json();
  }

  Object.assign(globalThis.dehusk, { DEFAULTS, read_settings, loopback_address, ask_server });
})();
