// Reads the file that "dehusk export" writes: weights, tables and constants.
(() => {
  "use strict";
  const TYPES = {
    float32: Float32Array,
    float64: Float64Array,
    int32: Int32Array,
    uint32: Uint32Array,
    uint16: Uint16Array,
    uint8: Uint8Array,
  };
  const FORMAT = 1;
  const TAGS = 1 << 16;
  const CODE_POINTS = 0x110000;

  // Numbers of 16 bits as numbers of 32 bits.
  function from_half(halves) {
    const scales = Float32Array.from({ length: 32 }, (_, exponent) => 2 ** (Math.max(exponent, 1) - 25));
    const numbers = new Float32Array(halves.length);
    for (let i = 0; i < halves.length; i += 1) {
      const exponent = (halves[i] >> 10) & 31;
      const size = ((exponent ? 1024 : 0) + (halves[i] & 1023)) * scales[exponent];
      numbers[i] = halves[i] & 0x8000 ? -size : size;
    }
    return numbers;
  }

  function read_arrays(buffer) {
    const start = 8 + Number(new DataView(buffer).getBigUint64(0, true));
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, start - 8)));
    const arrays = {};
    for (const [name, place] of Object.entries(header.arrays)) {
      const count = place.shape.reduce((product, size) => product * size, 1);
      const Type = place.type === "float16" ? Uint16Array : TYPES[place.type];
      const array = new Type(buffer, start + place.start, count);
      arrays[name] = place.type === "float16" ? from_half(array) : array;
    }
    return { about: header.about, arrays };
  }

  function whole_table(known, Type) {
    const table = new Type(TAGS);
    table.set(known);
    return table;
  }

  // A table over all code points from runs of equal items.
  function character_classes(lengths, values) {
    const table = new Uint8Array(CODE_POINTS);
    let at = 0;
    for (let run = 0; run < lengths.length; run += 1) {
      table.fill(values[run], at, at + lengths[run]);
      at += lengths[run];
    }
    return table;
  }

  // The broken lines of the features in the form that scale_rows of the core takes.
  function scale_lines(arrays, features) {
    const round = Math.fround;
    const ends = arrays["scale.ends"];
    const lines = new Float32Array(4 * features);
    for (let i = 0; i < features; i += 1) {
      const [low, high, start, stop] = [0, 1, 2, 3].map((row) => ends[row * features + i]);
      const slope = round(round(stop - start) / (high > low ? round(high - low) : 1));
      lines[i] = low;
      lines[features + i] = high;
      lines[2 * features + i] = slope;
      lines[3 * features + i] = round(start - round(slope * low));
    }
    const bent = Int32Array.from(arrays["scale.bent"]);
    const given = bent.length ? arrays["scale.borders"].length / bent.length : 1;
    let corners = 1;
    while (corners < given) corners *= 2;
    const borders = new Float32Array(bent.length * corners);
    const levels = new Float32Array(bent.length * corners);
    const slopes = new Float32Array(bent.length * corners);
    for (let line = 0; line < bent.length; line += 1) {
      for (let corner = 0; corner < corners; corner += 1) {
        const from = line * given + Math.min(corner, given - 1);
        borders[line * corners + corner] = arrays["scale.borders"][from];
        levels[line * corners + corner] = arrays["scale.levels"][from];
      }
      for (let at = line * corners; at < (line + 1) * corners - 1; at += 1) {
        const step = round(borders[at + 1] - borders[at]);
        if (step > 0) slopes[at] = round(round(levels[at + 1] - levels[at]) / step);
      }
    }
    return [bent, lines, borders, levels, slopes];
  }

  // The model in a file, given as an ArrayBuffer.
  function read_model(buffer) {
    const { about, arrays } = read_arrays(buffer);
    if (about.format !== FORMAT) throw new Error(`the model has format ${about.format}, not ${FORMAT}`);
    const features = about.features.length;
    return {
      ...about,
      weights: arrays,
      scale: scale_lines(arrays, features),
      place: Object.fromEntries(about.features.map((name, place) => [name, place])),
      tag_numbers: new Map(about.tag_names.map((name, number) => [name, number])),
      roles: whole_table(arrays["tag.roles"], Uint8Array),
      tag_bits: whole_table(arrays["tag.bits"], Int32Array),
      heading_level: whole_table(arrays["tag.heading_level"], Uint8Array),
      classes: character_classes(arrays["class.lengths"], arrays["class.values"]),
    };
  }

  globalThis.dehusk.read_model = read_model;
})();
