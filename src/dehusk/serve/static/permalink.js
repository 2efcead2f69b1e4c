// A small page in the fragment of the address: it is never sent to a server by opening the link.
const LONGEST = 24000;

async function pass(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// The address of this page with the request in it; null if it would be too long.
export async function linkTo(request) {
  const packed = await pass(new TextEncoder().encode(JSON.stringify(request)), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  const text = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return text.length > LONGEST ? null : `${location.origin}/#p=${text}`;
}

// The request in a fragment; null if there is none.
export async function requestIn(fragment) {
  if (!fragment.startsWith("#p=")) return null;
  try {
    const binary = atob(fragment.slice(3).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const found = JSON.parse(new TextDecoder().decode(await pass(bytes, new DecompressionStream("deflate-raw"))));
    const { html, page_url, method, favor } = found;
    return typeof html === "string" ? { html, page_url, method, favor } : null;
  } catch {
    return null;
  }
}
