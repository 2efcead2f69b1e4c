// The styles that a pressed page gets. They are inserted by the browser, not by the page: no policy of it applies.
(() => {
  "use strict";
  globalThis.dehusk = globalThis.dehusk || {};
  globalThis.dehusk.PAGE_STYLE = `
:root[data-dehusk-page="main"] > body,
:root[data-dehusk-page="main"] > body *,
:root[data-dehusk-page="main"] > frameset,
:root[data-dehusk-page="main"] > frameset * { visibility: hidden !important; }
:root[data-dehusk-page="main"] [data-dehusk-keep] { visibility: visible !important; }
:root[data-dehusk-reader] > body { visibility: hidden !important; }
@media print {
  dehusk-bar { display: none !important; }
  :root[data-dehusk-reader] > body { display: none !important; }
}
`;
  // Chromium draws the highlights of authors' style sheets only.
  globalThis.dehusk.HIGHLIGHT_STYLE = `
:root[data-dehusk-page="main"] *::highlight(dehusk-dropped) { color: transparent !important; }
:root[data-dehusk-page="why"] *::highlight(dehusk-kept) { background-color: #2da44e55 !important; }
:root[data-dehusk-page="why"] *::highlight(dehusk-left) { background-color: #cf222e33 !important; }
:root[data-dehusk-page="why"] *::highlight(dehusk-here) { background-color: #ffe069 !important; color: #1f2328 !important; }
`;
  // In a shadow root there is no :root.
  globalThis.dehusk.SHADOW_STYLE = `
* { visibility: hidden !important; }
[data-dehusk-keep] { visibility: visible !important; }
`;
})();
