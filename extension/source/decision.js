// From scores to a decision: the functions of src/dehusk/methods/learned/decision.py.
(() => {
  "use strict";

  function probability(logit) {
    return 1 / (1 + Math.exp(Math.min(Math.max(-logit, -30), 30)));
  }

  // What the decision reads beside the scores: one entry per block.
  function decision_inputs({ page, blocks, measures, model, width, matrix }) {
    const { in_data_tables } = globalThis.dehusk.core.block_places;
    // One entry per block: whether a feature is above a number.
    const is_above = (name, least) => {
      const above = new Uint8Array(blocks.count);
      for (let block = 0, at = model.place[name]; block < blocks.count; block += 1, at += width) {
        above[block] = matrix[at] > least ? 1 : 0;
      }
      return above;
    };
    const is_set = (name) => is_above(name, 0);
    const link_share = new Float64Array(blocks.count);
    for (let block = 0; block < blocks.count; block += 1) {
      link_share[block] = matrix[block * width + model.place.link_share];
    }
    const frame = is_above("link_share", model.only_links);
    for (const name of model.frame_features) {
      const is_frame = is_set(name);
      for (let block = 0; block < blocks.count; block += 1) frame[block] |= is_frame[block];
    }
    return {
      count: blocks.count,
      words: measures.words,
      repeats: measures.repeats,
      link_share,
      comment: is_set("class.comment"),
      consent: is_set("class.consent"),
      option: is_set("in.select"),
      frame,
      title: is_set("is_title"),
      heading: blocks.levels,
      table: in_data_tables(page.tag, page.parent, page.end, model.roles, blocks.holder),
      caption: is_set("in.caption"),
      figure: is_set("in.figure"),
      code: is_set("in.code"),
    };
  }

  function total(values) {
    let sum = 0;
    for (const value of values) sum += value;
    return sum;
  }

  // What is subtracted from logits in comments and in boilerplate, if content is expected outside them.
  function penalties(logits, inputs, rule) {
    const penalty = new Float64Array(inputs.count);
    let outside = 0;
    for (let block = 0; block < inputs.count; block += 1) {
      const label =
        inputs.repeats[block] >= rule.label_repeats && inputs.link_share[block] > rule.label_link_share;
      const boilerplate = inputs.consent[block] || inputs.option[block] || label;
      if (!inputs.comment[block] && !boilerplate) outside += probability(logits[block]) * inputs.words[block];
      penalty[block] =
        (inputs.comment[block] ? rule.comment_penalty : 0) + (boilerplate ? rule.boilerplate_penalty : 0);
    }
    return outside < rule.min_words_outside ? penalty.fill(0) : penalty;
  }

  // The expected F-beta of keeping the first 1, 2, ... blocks; blocks are sorted by falling logit.
  function expected_f(logits, words, rule, beta) {
    const { max_shift, shifts } = rule;
    const steps = Float64Array.from({ length: shifts }, (_, i) => -max_shift + (2 * max_shift * i) / Math.max(1, shifts - 1));
    const density = steps.map((step) => Math.exp(-0.5 * step ** 2));
    const all = total(density);
    const [moved, weights] = [steps.map((step) => rule.spread * step), density.map((each) => each / all)];
    return globalThis.dehusk.core.decision_steps.expected_f(logits, words, moved, weights, beta);
  }

  // The blocks above the cut along the logits with the largest expected F-beta, and the expected F1 of it.
  function best_cut(logits, words, rule, beta) {
    const count = logits.length;
    const keep = new Uint8Array(count);
    const order = Array.from(logits.keys()).sort((a, b) => logits[b] - logits[a] || a - b);
    const sorted = Float64Array.from(order, (block) => logits[block]);
    const sorted_words = Float64Array.from(order, (block) => words[block]);
    const expected = expected_f(sorted, sorted_words, rule, beta);
    let best = 0;
    for (let i = 1; i < count; i += 1) if (expected[i] > expected[best]) best = i;
    let kept = 0;
    for (let i = 0; i <= best; i += 1) {
      if (probability(sorted[i]) <= rule.floor) break;
      keep[order[i]] = 1;
      kept += 1;
    }
    if (!kept) return { keep, expected_f1: 0 };
    const f1 = beta === 1 ? expected : expected_f(sorted, sorted_words, rule, 1);
    return { keep, expected_f1: f1[kept - 1] };
  }

  // Captions, figures, code and tables with nothing but themselves between two kept blocks, and captions after the last.
  function parts_between(logits, inputs, keep, rule) {
    const least = new Float64Array(inputs.count).fill(Infinity);
    const kinds = [
      [inputs.table, rule.min_table_logit],
      [inputs.caption, rule.min_caption_logit],
      [inputs.figure, rule.min_figure_logit],
      [inputs.code, rule.min_code_logit],
    ];
    for (const [mask, part_least] of kinds) {
      for (let block = 0; block < inputs.count; block += 1) {
        if (mask[block]) least[block] = Math.min(least[block], part_least);
      }
    }
    const { decision_steps } = globalThis.dehusk.core;
    return decision_steps.parts_between(logits, keep, inputs.caption, least, rule.max_joined_blocks);
  }

  // The blocks to keep: those that make the expected F-beta of the page largest, and what belongs to them.
  function decide_page(given, inputs, rule, beta) {
    let logits = given;
    if (total(inputs.words) < rule.few_words && inputs.frame.includes(0)) {
      const bonus = rule.short_page_bonus;
      logits = logits.map((logit, block) => logit + (inputs.frame[block] ? -bonus : bonus));
    }
    const penalty = penalties(logits, inputs, rule);
    const { keep, expected_f1 } = best_cut(
      logits.map((logit, block) => logit - penalty[block]),
      inputs.words,
      rule,
      beta,
    );
    const { headings_between } = globalThis.dehusk.core.decision_steps;
    const headings = headings_between(logits, keep, inputs.heading, rule.min_heading_logit);
    const parts = parts_between(logits, inputs, keep, rule);
    for (let block = 0; block < keep.length; block += 1) if (headings[block] || parts[block]) keep[block] = 1;
    return { keep, penalty, expected_f1 };
  }

  globalThis.dehusk.decision = { probability, decision_inputs, decide_page };
})();
