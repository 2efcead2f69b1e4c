// A diff of two texts by words: Myers' algorithm, with a bound on the number of differences.
const MOST_DIFFERENCES = 2500;

// Pieces [kind, text]; kind is "same", "only-first" or "only-second". Null if the texts differ too much.
export function wordDiff(first, second) {
  const one = first.match(/\s*\S+/gu) ?? [];
  const other = second.match(/\s*\S+/gu) ?? [];
  const same = (a, b) => one[a].trim() === other[b].trim();
  let start = 0;
  while (start < one.length && start < other.length && same(start, start)) start += 1;
  let end = 0;
  while (end < one.length - start && end < other.length - start && same(one.length - 1 - end, other.length - 1 - end)) end += 1;
  const steps = editScript(one.length - start - end, other.length - start - end, (a, b) => same(start + a, start + b));
  if (!steps) return null;
  const pieces = [];
  const add = (kind, text) => {
    if (pieces.at(-1)?.[0] === kind) pieces.at(-1)[1] += text;
    else pieces.push([kind, text]);
  };
  // The space before a word that both have: the first word of a text has none.
  const both = (left, right) => add("same", /^\s/u.test(one[left]) ? one[left] : other[right]);
  for (let place = 0; place < start; place += 1) both(place, place);
  let [a, b] = [start, start];
  for (const step of steps) {
    if (step === "same") both(a++, b++);
    else if (step === "only-first") add("only-first", one[a++]);
    else add("only-second", other[b++]);
  }
  for (let left = end; left > 0; left -= 1) both(one.length - left, other.length - left);
  return pieces;
}

function editScript(n, m, same) {
  const trace = [];
  let reach = new Map([[1, 0]]);
  for (let d = 0; d <= Math.min(n + m, MOST_DIFFERENCES); d += 1) {
    trace.push(new Map(reach));
    for (let k = -d; k <= d; k += 2) {
      let x = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1)) ? reach.get(k + 1) : reach.get(k - 1) + 1;
      let y = x - k;
      while (x < n && y < m && same(x, y)) [x, y] = [x + 1, y + 1];
      reach.set(k, x);
      if (x >= n && y >= m) return backtrack(trace, n, m);
    }
  }
  return null;
}

function backtrack(trace, n, m) {
  const steps = [];
  let [x, y] = [n, m];
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const reach = trace[d];
    const k = x - y;
    const before = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1)) ? k + 1 : k - 1;
    const fromX = reach.get(before) ?? 0;
    const fromY = fromX - before;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      steps.push("same");
      [x, y] = [x - 1, y - 1];
    }
    if (d > 0) steps.push(x === fromX ? "only-second" : "only-first");
    [x, y] = [fromX, fromY];
  }
  return steps.reverse();
}
