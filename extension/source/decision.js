// From scores to a decision: the functions of src/dehusk/methods/learned/decision.py.
(() => {
  "use strict";

  function probability(logit) {
    return 1 / (1 + Math.exp(Math.min(Math.max(-logit, -30), 30)));
  }

  // What the decision reads beside the scores: one entry per block.
  function decision_inputs({ blocks, model, width, matrix }) {
    const { in_data_tables } = globalThis.dehusk.core.decision_steps;
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
      words: blocks.words,
      repeats: blocks.repeats,
      link_share,
      comment: is_set("class.comment"),
      consent: is_set("class.consent"),
      option: is_set("in.select"),
      frame,
      title: is_set("is_title"),
      heading: blocks.levels,
      table: in_data_tables(blocks.columns),
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
    const { words, repeats, link_share, comment, consent, option } = inputs;
    return globalThis.dehusk.core.decision_steps.penalties(
      ...[logits, words, repeats, link_share, comment, consent, option],
      ...[rule.label_repeats, rule.label_link_share, rule.min_words_outside],
      ...[rule.comment_penalty, rule.boilerplate_penalty],
    );
  }

  // The blocks above the cut along the logits with the largest expected F-beta, and the expected F1 of it.
  function best_cut(logits, words, rule, beta) {
    const { max_shift, shifts } = rule;
    const steps = Float64Array.from({ length: shifts }, (_, i) => -max_shift + (2 * max_shift * i) / Math.max(1, shifts - 1));
    const density = steps.map((step) => Math.exp(-0.5 * step ** 2));
    const all = total(density);
    const [moved, weights] = [steps.map((step) => rule.spread * step), density.map((each) => each / all)];
    const order = Int32Array.from(Array.from(logits.keys()).sort((a, b) => logits[b] - logits[a] || a - b));
    const core = globalThis.dehusk.core.decision_steps;
    const [keep, expected_f1] = core.best_cut(logits, words, order, moved, weights, beta, rule.floor);
    return { keep, expected_f1 };
  }

  // Captions, figures, code and tables with nothing but themselves between two kept blocks, and captions after the last.
  function parts_between(logits, inputs, keep, rule) {
    const { min_table_logit, min_caption_logit, min_figure_logit, min_code_logit } = rule;
    const bounds = Float64Array.of(min_table_logit, min_caption_logit, min_figure_logit, min_code_logit);
    const parts = [inputs.table, inputs.caption, inputs.figure, inputs.code];
    const { decision_steps } = globalThis.dehusk.core;
    return decision_steps.parts_between(logits, keep, ...parts, bounds, rule.max_joined_blocks);
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
