// Requests to the service; a problem becomes an Error with its words.

async function send(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error("The service does not answer. Is it still running?");
  }
  if (response.ok) return response;
  let detail = `The service answered with status ${response.status}.`;
  let id = "";
  try {
    const problem = await response.json();
    detail = problem.detail;
    id = ` (request ${problem.request_id})`;
  } catch {
    // Not a problem document: the status has to do.
  }
  throw new Error(detail[0].toUpperCase() + detail.slice(1) + "." + id);
}

export async function get(path) {
  return (await send(path)).json();
}

function post(path, body) {
  return send(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

export async function postJson(path, body) {
  return (await post(path, body)).json();
}

export async function postText(path, body) {
  return (await post(path, body)).text();
}

// A file as base64: the service finds its encoding, and the page of an MHTML archive.
export async function fileData(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 0x8000) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(pieces.join(""));
}
