// The learned default on a page: src/dehusk/methods/learned.
(() => {
  "use strict";
  const { decision } = globalThis.dehusk;

  function masked_sum(values, mask) {
    let sum = 0;
    for (let i = 0; i < values.length; i += 1) if (mask[i]) sum += values[i];
    return sum;
  }

  // The scores of the blocks; if the page has comments and is no forum, as a page whose text has no comments.
  function styled_scores(network, inputs, model) {
    const comments = model.styles.indexOf("comments");
    const scores = network.run(model.style);
    const few = masked_sum(inputs.words, inputs.comment) < model.rule.min_comment_words;
    const is_forum = scores.types.indexOf(Math.max(...scores.types)) === model.types.indexOf("forum");
    if (model.style[comments] || few || is_forum) return { ...scores, style: model.style };
    const style = model.style.slice();
    style[comments] = -1;
    return { ...network.run(style), style };
  }

  // The scores of a page's blocks, from which a decision can be made again and again.
  function score_page(page, model) {
    const features = globalThis.dehusk.block_features(page, model);
    if (!features.blocks.count) return { features, logits: new Float64Array(0) };
    const inputs = decision.decision_inputs(features);
    const network = new globalThis.dehusk.PageNetwork(features, inputs.words);
    const { logits: by_network, types, style } = styled_scores(network, inputs, model);
    const by_copy = globalThis.dehusk.change_by_copy(features);
    const logits = by_network.map((logit, block) => logit + by_copy[block]);
    const [scale, offset] = model.calibration;
    const score = logits.map((logit) => decision.probability(scale * logit + offset));
    return { features, inputs, network, logits, types, style, score };
  }

  // The blocks to keep. favor: from -1 (precision) over 0 to 1 (recall); it moves the cut and nothing else.
  function decide(scored, favor = 0) {
    const { features, inputs, logits } = scored;
    if (!features.blocks.count) return { keep: new Uint8Array(0), expected_f1: 0 };
    const { rule } = features.model;
    const end = favor < 0 ? rule.precision_beta : rule.recall_beta;
    const beta = rule.usual_beta * (end / rule.usual_beta) ** Math.abs(favor);
    return decision.decide_page(logits, inputs, rule, beta);
  }

  // The leaves of kept blocks: one entry per row.
  function kept_rows(scored, keep) {
    const { page, blocks } = scored.features;
    const rows = new Uint8Array(page.rows);
    let leaf = 0;
    for (let row = 0; row < page.rows; row += 1) {
      if (page.chars[row] === 0) continue;
      rows[row] = keep[blocks.of_leaf[leaf]];
      leaf += 1;
    }
    return rows;
  }

  globalThis.dehusk.grain = { score_page, decide, kept_rows };
})();
