// The kept content as a small tree, and that tree as HTML, Markdown and text.
(() => {
  "use strict";
  const INLINE = new Set(
    "a abbr b bdi bdo br cite code del em i ins kbd mark q rp rt ruby s samp small strong sub sup time u var img".split(" "),
  );
  const BLOCKS = new Set(
    ("address article aside blockquote caption dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 " +
      "header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul video audio").split(" "),
  );
  // Blocks without a meaning of their own: a paragraph if text is directly in them.
  const PLAIN = new Set(
    "address article aside details div footer form header main nav section summary".split(" "),
  );
  const ROLE_BLOCK = 1;
  const SPACES = /[^\S\u00a0]+/g;

  // ---- the tree --------------------------------------------------------------------------------

  function safe_address(value, base, allowed = /^(?:https?|mailto|tel):/i) {
    try {
      const url = new URL(value, base);
      return allowed.test(url.protocol) ? url.href : "";
    } catch {
      return "";
    }
  }

  function attributes_of(element, name, base) {
    const given = {};
    if (name === "a" && element.getAttribute("href")) given.href = safe_address(element.getAttribute("href"), base);
    if (["img", "video", "audio"].includes(name)) {
      const source = element.currentSrc || element.getAttribute("src") || "";
      given.src = source && safe_address(source, base, /^(?:https?|file|data):/i);
      if (name === "img") given.alt = element.getAttribute("alt") || "";
      else given.controls = "";
    }
    for (const key of ["dir", "lang", "colspan", "rowspan", "start", "datetime"]) {
      if (element.hasAttribute(key)) given[key] = element.getAttribute(key);
    }
    return Object.fromEntries(Object.entries(given).filter(([key, value]) => value || key === "alt" || key === "controls"));
  }

  // The kept leaves and media of a page: {name, attributes, children}; a child that is a string is text.
  function content_tree(page, keep, media, model) {
    const is_media = new Set(media);
    const wanted = new Uint8Array(page.rows);
    for (let row = 0; row < page.rows; row += 1) {
      if (!keep[row] && !is_media.has(row)) continue;
      for (let up = row; up >= 0 && !wanted[up]; up = page.parent[up]) wanted[up] = 1;
    }
    const base = page.document.baseURI;
    const root = { name: "root", attributes: {}, children: [] };
    const nodes = [root];
    const text_of = (row) => globalThis.dehusk.steps.text_between(page.text, page.offset[row], page.offset[row + 1]);
    for (let row = 1; row < page.rows; row += 1) {
      const above = nodes[page.parent[row]];
      nodes[row] = above;
      if (page.tag[row] === 0) {
        // Spaces between kept inline elements separate words.
        if (keep[row]) above.children.push(text_of(row));
        else if (!page.chars[row] && wanted[page.parent[row]]) above.children.push(" ");
        continue;
      }
      const element = page.node[row];
      const name = element && element.localName ? element.localName : "";
      const is_break = (name === "br" || name === "hr") && wanted[page.parent[row]];
      if (!wanted[row] && !is_break) continue;
      const is_block = BLOCKS.has(name) || (model.roles[page.tag[row]] & ROLE_BLOCK) !== 0;
      if (!INLINE.has(name) && !is_block) continue;
      if (name === "img" && !is_media.has(row)) continue;
      const known = INLINE.has(name) || BLOCKS.has(name) ? name : "div";
      const node = { name: known, attributes: attributes_of(element, name, base), children: [] };
      above.children.push(node);
      nodes[row] = node;
    }
    return root;
  }

  const is_inline = (child) => typeof child === "string" || INLINE.has(child.name);

  // Children in runs: each run of inline children is a paragraph of its own.
  function runs_of(children) {
    const runs = [];
    for (const child of children) {
      if (!is_inline(child)) runs.push(child);
      else if (Array.isArray(runs.at(-1))) runs.at(-1).push(child);
      else runs.push([child]);
    }
    return runs.filter((run) => !Array.isArray(run) || plain_text(run).trim() || run.some(has_image));
  }

  const has_image = (child) =>
    typeof child !== "string" && (child.name === "img" || child.children.some(has_image));

  function plain_text(children) {
    return children
      .map((child) => (typeof child === "string" ? child : child.name === "br" ? "\n" : plain_text(child.children)))
      .join("");
  }

  // ---- HTML ------------------------------------------------------------------------------------

  const escaped = (text) =>
    text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);

  function html_of(child) {
    if (typeof child === "string") return escaped(child);
    const attributes = Object.entries(child.attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
    const start = `<${child.name}${attributes.join("")}>`;
    if (["br", "hr", "img"].includes(child.name)) return start;
    const inner = PLAIN.has(child.name) ? blocks_html(child.children) : child.children.map(html_of).join("");
    return PLAIN.has(child.name) ? inner : `${start}${inner}</${child.name}>`;
  }

  function blocks_html(children) {
    const parts = runs_of(children).map((run) =>
      Array.isArray(run) ? `<p>${run.map(html_of).join("").trim()}</p>` : html_of(run),
    );
    return parts.filter(Boolean).join("\n");
  }

  function to_html(tree, metadata) {
    const language = metadata.language ? ` lang="${escaped(metadata.language)}"` : "";
    const direction = metadata.direction === "rtl" ? ' dir="rtl"' : "";
    const fields = { author: metadata.authors.join(", "), date: metadata.published, description: metadata.description };
    const named = Object.entries(fields).filter(([, value]) => value);
    const head = named.map(([name, value]) => `<meta name="${name}" content="${escaped(value)}">\n`).join("");
    const canonical = metadata.url ? `<link rel="canonical" href="${escaped(metadata.url)}">\n` : "";
    return (
      `<!DOCTYPE html>\n<html${language}${direction}>\n<head>\n<meta charset="utf-8">\n` +
      `<title>${escaped(metadata.title)}</title>\n${head}${canonical}</head>\n<body>\n` +
      `${blocks_html(tree.children)}\n</body>\n</html>\n`
    );
  }

  // ---- Markdown --------------------------------------------------------------------------------

  const MARKS = { b: "**", strong: "**", i: "*", em: "*", cite: "*", s: "~~", del: "~~" };

  // Text with the signs escaped that have a meaning at their place, as Python's writer does; in_label: in a link or image.
  function marked_text(text, in_label) {
    const flat = text.replace(SPACES, " ");
    return flat.replace(/_+|[\\`*[\]<~&]/g, (sign, at) => {
      const before = flat.slice(at - 1, at);
      const after = flat.slice(at + sign.length);
      const is_plain =
        (sign[0] === "_" && /[\p{L}\p{N}]/u.test(before)) ||
        (sign === "*" && before === " " && after[0] === " ") ||
        (sign === "[" && !in_label && after[0] !== "^") ||
        (sign === "]" && !in_label && after[0] !== "(" && after[0] !== ":") ||
        (sign === "<" && after !== "" && !/^[a-z/!?]/i.test(after)) ||
        (sign === "&" && !/^#?\w{1,31};/.test(after)) ||
        (sign === "\\" && /^[\p{L}\p{N}]/u.test(after));
      return is_plain ? sign : sign.replace(/./g, "\\$&");
    });
  }

  function markdown_line(children, in_label) {
    return children.reduce((line, child) => {
      const piece = markdown_inline(child, in_label);
      return line.endsWith("]") && /^[(:]/.test(piece) ? `${line}\\${piece}` : line + piece;
    }, "");
  }

  function markdown_inline(child, in_label) {
    if (typeof child === "string") return marked_text(child, in_label);
    if (child.name === "br") return "  \n";
    if (child.name === "img") return child.attributes.src ? `![${marked_text(child.attributes.alt || "", true)}](<${child.attributes.src}>)` : "";
    if (["code", "kbd", "samp"].includes(child.name)) return code_span(plain_text(child.children));
    const inner = markdown_line(child.children, in_label || child.name === "a");
    if (!inner.trim() || child.name === "rp") return inner;
    const [, before, body, after] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inner);
    if (child.name === "a" && child.attributes.href) return `${before}[${body}](<${child.attributes.href}>)${after}`;
    const mark = MARKS[child.name] || "";
    return `${before}${mark}${body}${mark}${after}`;
  }

  function code_span(text) {
    const flat = text.replace(SPACES, " ");
    const fence = "`".repeat(Math.max(0, ...(flat.match(/`+/g) || []).map((run) => run.length)) + 1);
    return flat.trim() ? fence + (fence.length > 1 ? ` ${flat} ` : flat) + fence : flat;
  }

  function fenced(text) {
    const fence = "`".repeat(Math.max(2, ...(text.match(/`{3,}/g) || []).map((run) => run.length)) + 1);
    return `${fence}\n${text}\n${fence}`;
  }

  function paragraph(children) {
    const text = markdown_line(children, false).replace(/[ \t]*\n[ \t]*/g, (found) => (found.startsWith("  ") ? "  \n" : "\n"));
    return text.trim().replace(/^(\d*)(#+(?=\s)|[-+*](?=\s)|(?<=\d)[.)](?=\s)|>)/gm, "$1\\$2");
  }

  const indented = (text, by) => text.replace(/\n(?=.)/g, `\n${" ".repeat(by)}`);

  function list_markdown(list) {
    let number = Number(list.attributes.start) || 1;
    const items = list.children.filter((child) => typeof child !== "string");
    return items
      .map((item) => {
        const mark = list.name === "ol" ? `${number++}. ` : "- ";
        return mark + indented(markdown_blocks(item.name === "li" ? item.children : [item]), mark.length);
      })
      .join("\n");
  }

  function rows_of(node) {
    return node.children.flatMap((child) =>
      typeof child === "string" ? [] : child.name === "tr" ? [child] : child.name === "caption" ? [] : rows_of(child),
    );
  }

  function table_markdown(table) {
    const rows = rows_of(table).map((row) =>
      row.children
        .filter((cell) => typeof cell !== "string")
        .map((cell) => markdown_blocks(cell.children).replace(/\s*\n\s*/g, " ").replace(/\|/g, "\\|")),
    );
    const width = Math.max(0, ...rows.map((row) => row.length));
    if (!width) return "";
    const line = (cells) => `| ${Array.from({ length: width }, (_, i) => cells[i] || "").join(" | ")} |`;
    return [line(rows[0]), line(Array(width).fill("---")), ...rows.slice(1).map(line)].join("\n");
  }

  function block_markdown(node) {
    const { name, children } = node;
    if (/^h[1-6]$/.test(name)) return `${"#".repeat(Number(name[1]))} ${paragraph(children).replace(/\s*\n\s*/g, " ")}`;
    if (name === "hr") return "---";
    if (name === "ul" || name === "ol") return list_markdown(node);
    if (name === "table") return table_markdown(node);
    if (name === "pre") return fenced(plain_text(children).replace(/\n$/, ""));
    if (name === "blockquote") return markdown_blocks(children).replace(/^/gm, "> ");
    if (name === "video" || name === "audio") return node.attributes.src ? `[${name}](<${node.attributes.src}>)` : "";
    return markdown_blocks(children);
  }

  function markdown_blocks(children) {
    const parts = runs_of(children).map((run) => (Array.isArray(run) ? paragraph(run) : block_markdown(run)));
    return parts.filter((part) => part.trim()).join("\n\n");
  }

  function front_matter(metadata) {
    const fields = ["title", "authors", "published", "site_name", "description", "language", "url"];
    const lines = fields
      .filter((field) => metadata[field] && metadata[field].length)
      .map((field) => `${field}: ${JSON.stringify(metadata[field])}`);
    return `---\n${lines.join("\n")}\n---\n\n`;
  }

  function to_markdown(tree, metadata) {
    return `${front_matter(metadata)}${markdown_blocks(tree.children)}\n`;
  }

  // ---- text ------------------------------------------------------------------------------------

  function text_lines(children) {
    return runs_of(children).flatMap((run) => {
      if (!Array.isArray(run)) return run.name === "pre" ? [plain_text(run.children)] : text_lines(run.children);
      return [plain_text(run).split("\n").map((line) => line.replace(SPACES, " ").trim()).join("\n")];
    });
  }

  function to_text(tree) {
    return `${text_lines(tree.children).filter((line) => line.trim()).join("\n")}\n`;
  }

  globalThis.dehusk.writers = { content_tree, blocks_html, to_html, to_markdown, to_text };
})();
