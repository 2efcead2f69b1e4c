// Why a block was scored as it was: src/dehusk/methods/learned/reasons.py for one block.
(() => {
  "use strict";

  function median(values) {
    const sorted = Array.from(values).sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  // The strongest reasons of a block: for each group of features the one with the largest share in its effect.
  function block_reasons(scored, block, count = 3) {
    const { features, network, style } = scored;
    const { model, matrix, width, blocks } = features;
    const gradient = network.own_gradient(block, style);
    const effects = gradient.map((value, i) => {
      let mean = 0;
      for (let at = i; at < network.scaled.length; at += width) mean += network.scaled[at];
      return value * (network.scaled[block * width + i] - mean / blocks.count);
    });
    const groups = model.groups.map(([, start], number) => {
      const stop = number + 1 < model.groups.length ? model.groups[number + 1][1] : width;
      const own = Array.from(effects.subarray(start, stop));
      const effect = own.reduce((sum, value) => sum + value, 0);
      const strongest = own.reduce((best, value, i) => (value * Math.sign(effect) > own[best] * Math.sign(effect) ? i : best), 0);
      return { effect, place: start + strongest };
    });
    groups.sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
    return groups
      .slice(0, count)
      .filter(({ effect }) => effect)
      .map(({ effect, place }) => ({
        feature: model.features[place],
        value: matrix[block * width + place],
        usual: median(Array.from({ length: blocks.count }, (_, other) => matrix[other * width + place])),
        effect,
      }));
  }

  globalThis.dehusk.block_reasons = block_reasons;
})();
