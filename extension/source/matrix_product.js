// The product of two matrices of 32-bit numbers: by extension/matrix_kernel.wat, or by loops where the policy of the page
// allows no WebAssembly.
(() => {
  "use strict";
  const COLUMNS = 8;
  const ROWS = 4;
  const BYTES = 4;

  function start_kernel() {
    const code = Uint8Array.from(atob(globalThis.dehusk.MATRIX_KERNEL), (char) => char.charCodeAt(0));
    try {
      return new WebAssembly.Instance(new WebAssembly.Module(code)).exports;
    } catch {
      return null;
    }
  }

  // Copy rows of so many numbers to rows of another width; what is beyond the shorter of the two is 0 or left out.
  function copy_rows(from, width, to, new_width, rows) {
    if (width === new_width) {
      to.set(from.subarray(0, rows * width));
      return;
    }
    const both = Math.min(width, new_width);
    for (let row = 0; row < rows; row += 1) {
      for (let i = 0; i < both; i += 1) to[row * new_width + i] = from[row * width + i];
      for (let i = both; i < new_width; i += 1) to[row * new_width + i] = 0;
    }
  }

  // One product after the other, in the memory of one kernel.
  class MatrixProduct {
    constructor() {
      this.kernel = start_kernel();
    }

    // The product of a matrix with rows of so many numbers and a matrix of weights; result: memory for it.
    of(states, rows, inner, weight, result = new Float32Array((rows * weight.length) / inner)) {
      if (this.kernel) this.by_kernel(states, rows, inner, weight, result);
      else by_loops(states, rows, inner, weight, result);
      return result;
    }

    // The kernel's memory has the weights, as many rows as fit, and their product.
    by_kernel(states, rows, inner, weight, result) {
      const { memory, product } = this.kernel;
      const numbers = new Float32Array(memory.buffer);
      const outer = weight.length / inner;
      const width = Math.ceil(outer / COLUMNS) * COLUMNS;
      const from = inner * width;
      const most = Math.floor((numbers.length - from) / (inner + width) / ROWS) * ROWS;
      const to = from + most * inner;
      if (most < ROWS) throw new RangeError(`a matrix of ${weight.length} numbers is too large for the kernel`);
      copy_rows(weight, outer, numbers, width, inner);
      for (let start = 0; start < rows; start += most) {
        const count = Math.min(most, rows - start);
        numbers.set(states.subarray(start * inner, (start + count) * inner), from);
        product(from * BYTES, Math.ceil(count / ROWS) * ROWS, inner, 0, width, to * BYTES);
        copy_rows(numbers.subarray(to), width, result.subarray(start * outer), outer, count);
      }
    }
  }

  function by_loops(states, rows, inner, weight, result) {
    const outer = weight.length / inner;
    // Arithmetic with numbers of 64 bits is faster than with 32 bits, and zeros cost nothing.
    const wide = new Float64Array(weight);
    const sums = new Float64Array(outer);
    const values = new Float64Array(inner + 3);
    const places = new Int32Array(inner + 3);
    for (let row = 0; row < rows; row += 1) {
      let count = 0;
      for (let k = 0; k < inner; k += 1) {
        const state = states[row * inner + k];
        if (state === 0) continue;
        values[count] = state;
        places[count] = k * outer;
        count += 1;
      }
      values.fill(0, count, count + 3);
      sums.fill(0);
      for (let at = 0; at < count; at += 4) {
        const [a, b, c, d] = [values[at], values[at + 1], values[at + 2], values[at + 3]];
        const [i, j, k, l] = [places[at], places[at + 1], places[at + 2], places[at + 3]];
        for (let column = 0; column < outer; column += 1) {
          sums[column] += a * wide[i + column] + b * wide[j + column] + (c * wide[k + column] + d * wide[l + column]);
        }
      }
      result.set(sums, row * outer);
    }
  }

  globalThis.dehusk.MatrixProduct = MatrixProduct;
})();
