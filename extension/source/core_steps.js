// Steps of the core that Python computes with hashes of 64 bits, written with maps. core.js calls them by these names.
(() => {
  "use strict";
  globalThis.dehusk = globalThis.dehusk || {};

  // The logarithm of 1 more than a count; 0 for a negative one.
  function log_count(count) {
    return count < 0 ? 0 : Math.log1p(count);
  }

  // A string with one character per code point of a part of a text.
  function text_between(text, start, stop) {
    let found = "";
    for (let at = start; at < stop; at += 4096) {
      found += String.fromCodePoint(...text.subarray(at, Math.min(stop, at + 4096)));
    }
    return found;
  }

  // Count the blocks with each block's text: solid has the start and the stop of each text without white space around.
  function _count_repeats(text, solid, repeat, seen) {
    const blocks = repeat.length;
    const sameLength = new Map();
    for (let block = 0; block < blocks; block += 1) {
      const length = solid[2 * block + 1] - solid[2 * block];
      sameLength.set(length, (sameLength.get(length) || 0) + 1);
    }
    // The first block of each text, by a number that equal texts share.
    const groups = new Map();
    for (let block = 0; block < blocks; block += 1) {
      const start = solid[2 * block];
      const stop = solid[2 * block + 1];
      if (sameLength.get(stop - start) === 1) continue;
      const key = text_number(text, start, stop);
      if (!groups.has(key)) groups.set(key, []);
      const others = groups.get(key).find(([first]) => is_same_text(text, solid, first, block));
      if (others) {
        seen[block] = 1;
        others.push(block);
      } else {
        groups.get(key).push([block]);
      }
    }
    for (const group of groups.values()) {
      for (const others of group) for (const block of others) repeat[block] = others.length;
    }
    return true;
  }

  function text_number(text, start, stop) {
    let number = stop - start;
    for (let at = start; at < stop; at += 1) number = (Math.imul(number, 31) + text[at]) | 0;
    return number;
  }

  function is_same_text(text, solid, first, second) {
    const [start, other] = [solid[2 * first], solid[2 * second]];
    const length = solid[2 * first + 1] - start;
    if (solid[2 * second + 1] - other !== length) return false;
    for (let i = 0; i < length; i += 1) if (text[start + i] !== text[other + i]) return false;
    return true;
  }

  // Write a number for each element that siblings of the same tag and kind share, -1 for text; return how many there are.
  function group_siblings(tag, parent, kind, group) {
    let groups = 0;
    const rows = tag.length;
    const numbers = new Map();
    for (let row = 0; row < rows; row += 1) {
      if (tag[row] === 0) {
        group[row] = -1;
        continue;
      }
      const ofParent = (parent[row] + 1) * 65536 + tag[row];
      const key = kind[row] ? `${ofParent} ${kind[row]}` : ofParent;
      let number = numbers.get(key);
      if (number === undefined) {
        number = groups;
        groups += 1;
        numbers.set(key, number);
      }
      group[row] = number;
    }
    return groups;
  }

  globalThis.dehusk.steps = { log_count, text_between, _count_repeats, group_siblings };
})();
