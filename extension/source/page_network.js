// The network of the default: the steps of src/dehusk/methods/learned/page_network.py.
(() => {
  "use strict";
  // Add a bias to each row and set negative numbers to 0.
  function add_relu(states, bias) {
    for (let row = 0; row < states.length; row += bias.length) {
      for (let i = 0; i < bias.length; i += 1) states[row + i] = Math.max(0, states[row + i] + bias[i]);
    }
  }

  // Add rows and a bias to the states from a row on.
  function add_states(states, start, added, bias) {
    const first = start * bias.length;
    for (let row = 0; row < added.length; row += bias.length) {
      for (let i = 0; i < bias.length; i += 1) states[first + row + i] += added[row + i] + bias[i];
    }
  }

  // Write, for each row from start, the sum of page and of rows around it, each multiplied by its taps.
  function mix_around(states, taps, page, dilation, start, mixed) {
    const size = page.length;
    const count = taps.length / size;
    const row_sums = new Float64Array(size);
    for (let row = 0; row < mixed.length / size; row += 1) {
      row_sums.set(page);
      for (let tap = 0; tap < count; tap += 1) {
        const from = (start + row + (tap - Math.floor(count / 2)) * dilation) * size;
        for (let i = 0; i < size; i += 1) row_sums[i] += states[from + i] * taps[tap * size + i];
      }
      mixed.set(row_sums, row * size);
    }
  }

  // The softmax.
  function soften(scores) {
    let highest = -Infinity;
    for (const score of scores) highest = Math.max(highest, score);
    let total = 0;
    for (let i = 0; i < scores.length; i += 1) total += scores[i] = Math.exp(scores[i] - highest);
    for (let i = 0; i < scores.length; i += 1) scores[i] /= total;
  }

  // The sums of the states by weights of the blocks; the maximum of the states stands after the first two.
  function page_like(states, reach, count, size, pools) {
    const like = new Float64Array((pools.length + 1) * size);
    pools.forEach((pool, number) => {
      const own = like.subarray((number + (number > 1)) * size);
      for (let block = 0; block < count; block += 1) {
        const from = (reach + block) * size;
        for (let i = 0; i < size; i += 1) own[i] += pool[block] * states[from + i];
      }
    });
    const largest = like.subarray(2 * size, 3 * size).fill(-Infinity);
    for (let at = reach * size; at < (reach + count) * size; at += size) {
      for (let i = 0; i < size; i += 1) if (states[at + i] > largest[i]) largest[i] = states[at + i];
    }
    return like;
  }

  // The product of what a page is like and a matrix; pools: weights of the blocks, by which their states are summed.
  function page_vector(states, reach, count, size, pools, weight) {
    const like = page_like(states, reach, count, size, pools);
    const vector = new Float64Array(weight.length / like.length);
    like.forEach((value, inner) => {
      for (let i = 0; i < vector.length; i += 1) vector[i] += value * weight[inner * vector.length + i];
    });
    return vector;
  }

  // A network over the blocks of one page: the part that no style changes is computed once.
  class PageNetwork {
    constructor(features, words) {
      const { model, matrix } = features;
      this.model = model;
      this.weights = model.weights;
      this.count = features.blocks.count;
      this.size = this.weights["block.bias"].length;
      this.reach = Math.floor(model.taps / 2) * Math.max(...model.dilations);
      this.products = new globalThis.dehusk.MatrixProduct();
      this.scaled = new Float32Array(matrix.length);
      globalThis.dehusk.core.feature_scale.scale_rows(matrix, ...model.scale, this.scaled);
      this.embedded = this.products.of(this.scaled, this.count, features.width, this.weights["input.weight"]);
      const total = words.reduce((sum, each) => sum + each, 0);
      this.mean = new Float64Array(this.count).fill(1 / this.count);
      this.by_words = Float64Array.from(words, (each) => each / total);
    }

    // How likely each block is to be content, and how likely each page type is, for a style. masks: an array to which
    // each stage adds its states after its relu.
    run(style, masks = null) {
      const { weights, count, size, reach, products } = this;
      const bias = Float32Array.from(weights["input.bias"]);
      style.forEach((number, i) => {
        for (let j = 0; j < bias.length; j += 1) bias[j] += number * weights["style.weight"][i * bias.length + j];
      });
      const first = this.embedded.slice();
      add_relu(first, bias);
      const second = products.of(first, count, bias.length, weights["block.weight"]);
      add_relu(second, weights["block.bias"]);
      if (masks) masks.push(first, second);
      const states = new Float32Array((count + 2 * reach) * size);
      states.set(second, reach * size);
      const [mixed, wide, added] = [size, weights["0.wide.bias"].length, size].map((width) => new Float32Array(count * width));
      this.model.dilations.forEach((dilation, number) => {
        this.layer(states, number, dilation, { mixed, wide, added });
        if (masks) masks.push(wide.slice());
      });
      const here = states.subarray(reach * size, (reach + count) * size);
      const summed = products.of(here, count, size, weights["output.weight"]);
      const logits = Float64Array.from(summed, (sum) => sum + weights["output.bias"][0]);
      const pools = [this.mean, this.by_words];
      const types = page_vector(states, reach, count, size, pools, weights["page_type.weight"]);
      for (let i = 0; i < types.length; i += 1) types[i] += weights["page_type.bias"][i];
      return { logits, types };
    }

    // One layer; mixed, wide, added: memory that all layers use.
    layer(states, number, dilation, { mixed, wide, added }) {
      const { weights, count, size, reach, products } = this;
      const here = states.subarray(reach * size, (reach + count) * size);
      const asked = products.of(here, count, size, weights[`${number}.query`]);
      const queries = [];
      for (let query = 0; query < this.model.queries; query += 1) {
        const scores = new Float64Array(count);
        for (let block = 0; block < count; block += 1) scores[block] = asked[block * this.model.queries + query];
        soften(scores);
        queries.push(scores);
      }
      const pools = [this.mean, this.by_words, ...queries];
      const page = page_vector(states, reach, count, size, pools, weights[`${number}.page.weight`]);
      mix_around(states, weights[`${number}.around`], page, dilation, reach, mixed);
      products.of(mixed, count, size, weights[`${number}.wide.weight`], wide);
      add_relu(wide, weights[`${number}.wide.bias`]);
      products.of(wide, count, wide.length / count, weights[`${number}.narrow.weight`], added);
      add_states(states, reach, added, weights[`${number}.narrow.bias`]);
    }

    // How much each scaled feature of one block moves its own logit, for a style; the other blocks are taken as they are.
    own_gradient(block, style) {
      const { weights, size } = this;
      if (!this.masks) this.run(style, (this.masks = []));
      const [first, second, ...layers] = this.masks;
      const above = (mask, width, i) => mask[block * width + i] > 0;
      let gradient = Float64Array.from(weights["output.weight"]);
      const middle = Math.floor(this.model.taps / 2) * size;
      for (let number = layers.length - 1; number >= 0; number -= 1) {
        const width = layers[number].length / this.count;
        const wide = transposed_product(gradient, weights[`${number}.narrow.weight`], width).map((value, i) =>
          above(layers[number], width, i) ? value : 0,
        );
        const below = transposed_product(wide, weights[`${number}.wide.weight`], size);
        gradient = gradient.map((value, i) => value + below[i] * weights[`${number}.around`][middle + i]);
      }
      const width = first.length / this.count;
      const masked = gradient.map((value, i) => (above(second, size, i) ? value : 0));
      const before = transposed_product(masked, weights["block.weight"], width).map((value, i) =>
        above(first, width, i) ? value : 0,
      );
      return transposed_product(before, weights["input.weight"], this.scaled.length / this.count);
    }
  }

  // The product of a vector and the transpose of a matrix with so many rows.
  function transposed_product(vector, weight, rows) {
    const result = new Float64Array(rows);
    for (let row = 0; row < rows; row += 1) {
      for (let i = 0; i < vector.length; i += 1) result[row] += vector[i] * weight[row * vector.length + i];
    }
    return result;
  }

  globalThis.dehusk.PageNetwork = PageNetwork;
})();
