cimport dehusk._core.views as views

# Where the C compiler and the system can choose by processor: forms with vectors of 512 and of 256 bits, and one for all
# processors. Products are not fused with sums (setup.py) and are summed in the same order, so all give the same results.
cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
    #define DEHUSK_BY_PROCESSOR __attribute__((target_clones("avx512f", "avx2", "default")))
    #define DEHUSK_AVX2 __attribute__((target("avx2,bmi2")))
    #define DEHUSK_HAS_AVX2 (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
    #define DEHUSK_AVX512 __attribute__((target("avx512f")))
    #define DEHUSK_HAS_AVX512 __builtin_cpu_supports("avx512f")
    #define DEHUSK_INLINED __attribute__((always_inline))
    typedef float dehusk_wide_lanes __attribute__((vector_size(64), aligned(4), may_alias));
    typedef float dehusk_lanes __attribute__((vector_size(32), aligned(4), may_alias));
    typedef float dehusk_compared __attribute__((vector_size(32)));
    #define DEHUSK_POSITIVE(lanes) __builtin_ia32_movmskps256((dehusk_compared) ((lanes) > 0))
    #define DEHUSK_DIFFERENT(lanes, others) __builtin_ia32_movmskps256((dehusk_compared) ((lanes) != (others)))
    #define DEHUSK_AT_MOST(lanes, number) __builtin_ia32_movmskps256((dehusk_compared) ((lanes) <= (number)))
    #define DEHUSK_COUNT_BITS(bits) __builtin_popcount(bits)
    typedef long long dehusk_places __attribute__((vector_size(32), aligned(8), may_alias));
    typedef char dehusk_signs __attribute__((vector_size(16)));
    typedef unsigned long long dehusk_halves __attribute__((vector_size(16)));
    typedef int dehusk_eight __attribute__((vector_size(32)));
    /* Of eight bits, which are set: one byte each, and what is left is 0. */
    static inline DEHUSK_INLINED DEHUSK_AVX2 unsigned long long dehusk_set_bits(unsigned int bits) {
        unsigned long long wanted = __builtin_ia32_pdep_di(bits, 0x0101010101010101ULL) * 255;
        return __builtin_ia32_pext_di(0x0706050403020100ULL, wanted);
    }
    static inline DEHUSK_INLINED DEHUSK_AVX2 void dehusk_write_set(
        Py_ssize_t *places, Py_ssize_t first, unsigned long long set
    ) {
        dehusk_signs low = (dehusk_signs) (dehusk_halves) {set, 0}, high = (dehusk_signs) (dehusk_halves) {set >> 32, 0};
        ((dehusk_places *) places)[0] = (dehusk_places) __builtin_ia32_pmovzxbq256(low) + first;
        ((dehusk_places *) places)[1] = (dehusk_places) __builtin_ia32_pmovzxbq256(high) + first;
    }
    static inline DEHUSK_INLINED DEHUSK_AVX2 void dehusk_take_set(
        float *found, dehusk_lanes lanes, unsigned long long set
    ) {
        dehusk_signs wanted = (dehusk_signs) (dehusk_halves) {set, 0};
        *(dehusk_lanes *) found = __builtin_ia32_permvarsf256(
            (dehusk_compared) lanes, (dehusk_eight) __builtin_ia32_pmovzxbd256(wanted)
        );
    }
    #else
    #define DEHUSK_BY_PROCESSOR
    #define DEHUSK_AVX2
    #define DEHUSK_HAS_AVX2 0
    #define DEHUSK_AVX512
    #define DEHUSK_HAS_AVX512 0
    #define DEHUSK_INLINED
    typedef float dehusk_wide_lanes;
    typedef float dehusk_lanes;
    #define DEHUSK_POSITIVE(lanes) 0
    #define DEHUSK_DIFFERENT(lanes, others) 0
    #define DEHUSK_AT_MOST(lanes, number) 0
    #define DEHUSK_COUNT_BITS(bits) 0
    #define dehusk_set_bits(bits) 0
    #define dehusk_write_set(places, first, set) ((void) 0)
    #define dehusk_take_set(found, lanes, set) ((void) 0)
    #endif
    """
    ctypedef void by_processor "DEHUSK_BY_PROCESSOR void"
    # Only called if has_avx2.
    ctypedef void with_avx2 "DEHUSK_AVX2 void"
    bint has_avx2 "DEHUSK_HAS_AVX2"
    # Only called if has_avx512.
    ctypedef void with_avx512 "DEHUSK_AVX512 void"
    bint has_avx512 "DEHUSK_HAS_AVX512"
    # Parts of these.
    ctypedef void inlined_avx2 "DEHUSK_INLINED DEHUSK_AVX2 void"
    ctypedef void inlined_avx512 "DEHUSK_INLINED DEHUSK_AVX512 void"
    # Eight numbers, sixteen numbers.
    ctypedef float Lanes "dehusk_lanes"
    ctypedef float WideLanes "dehusk_wide_lanes"
    unsigned int positive_lanes "DEHUSK_POSITIVE" (Lanes) noexcept nogil
    unsigned int different_lanes "DEHUSK_DIFFERENT" (Lanes, Lanes) noexcept nogil
    unsigned int lanes_at_most "DEHUSK_AT_MOST" (Lanes, float) noexcept nogil
    Py_ssize_t count_bits "DEHUSK_COUNT_BITS" (unsigned int) noexcept nogil
    # Which of eight bits are set; their places, from a first one on, and the numbers there: eight are written.
    unsigned long long set_bits "dehusk_set_bits" (unsigned int) noexcept nogil
    void write_set "dehusk_write_set" (Py_ssize_t *, Py_ssize_t, unsigned long long) noexcept nogil
    void take_set "dehusk_take_set" (float *, Lanes, unsigned long long) noexcept nogil
    void *memcpy(void *, const void *, size_t) nogil
    # What is written does not overlap what is read.
    ctypedef float *Written "float * __restrict"

# Add rows to so many lanes, a constant: 1, 3 or 4.
cdef inline inlined_avx512 add_wide_lanes(
    float *out, const float *matrix, const Py_ssize_t *rows, const float *factors, Py_ssize_t count, Py_ssize_t size,
    int lanes,
) noexcept nogil:
    cdef WideLanes *sums = <WideLanes *> out
    cdef const WideLanes *a
    cdef const WideLanes *b
    cdef const WideLanes *c
    cdef const WideLanes *d
    cdef float w, x, y, z
    cdef Py_ssize_t k = 0
    cdef WideLanes e = sums[0], f = e, g = e, h = e
    e = sums[0]
    if lanes > 1:
        f = sums[1]
        g = sums[2]
    if lanes > 3:
        h = sums[3]
    while k + 4 <= count:
        a = <const WideLanes *> (matrix + rows[k] * size)
        b = <const WideLanes *> (matrix + rows[k + 1] * size)
        c = <const WideLanes *> (matrix + rows[k + 2] * size)
        d = <const WideLanes *> (matrix + rows[k + 3] * size)
        w, x, y, z = factors[k], factors[k + 1], factors[k + 2], factors[k + 3]
        e += (w * a[0] + x * b[0]) + (y * c[0] + z * d[0])
        if lanes > 1:
            f += (w * a[1] + x * b[1]) + (y * c[1] + z * d[1])
            g += (w * a[2] + x * b[2]) + (y * c[2] + z * d[2])
        if lanes > 3:
            h += (w * a[3] + x * b[3]) + (y * c[3] + z * d[3])
        k += 4
    while k < count:
        a = <const WideLanes *> (matrix + rows[k] * size)
        w = factors[k]
        e += w * a[0]
        if lanes > 1:
            f += w * a[1]
            g += w * a[2]
        if lanes > 3:
            h += w * a[3]
        k += 1
    sums[0] = e
    if lanes > 1:
        sums[1] = f
        sums[2] = g
    if lanes > 3:
        sums[3] = h

# The same for 2, 6 or 8 lanes of half the width.
cdef inline inlined_avx2 add_lanes(
    float *out, const float *matrix, const Py_ssize_t *rows, const float *factors, Py_ssize_t count, Py_ssize_t size,
    int lanes,
) noexcept nogil:
    cdef Lanes *sums = <Lanes *> out
    cdef const Lanes *a
    cdef const Lanes *b
    cdef const Lanes *c
    cdef const Lanes *d
    cdef float w, x, y, z
    cdef Py_ssize_t k = 0
    cdef Lanes e = sums[0], f = e, g = e, h = e, i = e, j = e, l = e, m = e
    e = sums[0]
    f = sums[1]
    if lanes > 2:
        g = sums[2]
        h = sums[3]
        i = sums[4]
        j = sums[5]
    if lanes > 6:
        l = sums[6]
        m = sums[7]
    while k + 4 <= count:
        a = <const Lanes *> (matrix + rows[k] * size)
        b = <const Lanes *> (matrix + rows[k + 1] * size)
        c = <const Lanes *> (matrix + rows[k + 2] * size)
        d = <const Lanes *> (matrix + rows[k + 3] * size)
        w, x, y, z = factors[k], factors[k + 1], factors[k + 2], factors[k + 3]
        e += (w * a[0] + x * b[0]) + (y * c[0] + z * d[0])
        f += (w * a[1] + x * b[1]) + (y * c[1] + z * d[1])
        if lanes > 2:
            g += (w * a[2] + x * b[2]) + (y * c[2] + z * d[2])
            h += (w * a[3] + x * b[3]) + (y * c[3] + z * d[3])
            i += (w * a[4] + x * b[4]) + (y * c[4] + z * d[4])
            j += (w * a[5] + x * b[5]) + (y * c[5] + z * d[5])
        if lanes > 6:
            l += (w * a[6] + x * b[6]) + (y * c[6] + z * d[6])
            m += (w * a[7] + x * b[7]) + (y * c[7] + z * d[7])
        k += 4
    while k < count:
        a = <const Lanes *> (matrix + rows[k] * size)
        w = factors[k]
        e += w * a[0]
        f += w * a[1]
        if lanes > 2:
            g += w * a[2]
            h += w * a[3]
            i += w * a[4]
            j += w * a[5]
        if lanes > 6:
            l += w * a[6]
            m += w * a[7]
        k += 1
    sums[0] = e
    sums[1] = f
    if lanes > 2:
        sums[2] = g
        sums[3] = h
        sums[4] = i
        sums[5] = j
    if lanes > 6:
        sums[6] = l
        sums[7] = m

cdef inline with_avx512 add_wide_sums(
    float *out, const float *matrix, const Py_ssize_t *rows, const float *factors, Py_ssize_t count, Py_ssize_t size,
    Py_ssize_t columns,
) noexcept nogil:
    cdef Py_ssize_t column = 0
    while column + 64 <= columns:
        add_wide_lanes(out + column, matrix + column, rows, factors, count, size, 4)
        column += 64
    if column + 48 <= columns:
        add_wide_lanes(out + column, matrix + column, rows, factors, count, size, 3)
        column += 48
    while column < columns:
        add_wide_lanes(out + column, matrix + column, rows, factors, count, size, 1)
        column += 16

cdef inline with_avx2 add_lane_sums(
    float *out, const float *matrix, const Py_ssize_t *rows, const float *factors, Py_ssize_t count, Py_ssize_t size,
    Py_ssize_t columns,
) noexcept nogil:
    cdef Py_ssize_t column = 0
    while column + 64 <= columns:
        add_lanes(out + column, matrix + column, rows, factors, count, size, 8)
        column += 64
    if column + 48 <= columns:
        add_lanes(out + column, matrix + column, rows, factors, count, size, 6)
        column += 48
    while column < columns:
        add_lanes(out + column, matrix + column, rows, factors, count, size, 2)
        column += 16

# On any processor, from a column on: sixteen columns at a time, whose sums stay in vectors; then those that are left.
cdef inline void add_columns(
    Written out, const float *matrix, const Py_ssize_t *rows, const float *factors, Py_ssize_t count, Py_ssize_t size,
    Py_ssize_t column,
) noexcept nogil:
    cdef Py_ssize_t i, k
    cdef const float *a
    cdef const float *b
    cdef const float *c
    cdef const float *d
    cdef float w, x, y, z
    cdef float sums[16]
    while column + 16 <= size:
        for i in range(16):
            sums[i] = out[column + i]
        k = 0
        while k + 4 <= count:
            a = matrix + rows[k] * size + column
            b = matrix + rows[k + 1] * size + column
            c = matrix + rows[k + 2] * size + column
            d = matrix + rows[k + 3] * size + column
            w, x, y, z = factors[k], factors[k + 1], factors[k + 2], factors[k + 3]
            for i in range(16):
                sums[i] += (w * a[i] + x * b[i]) + (y * c[i] + z * d[i])
            k += 4
        while k < count:
            a = matrix + rows[k] * size + column
            w = factors[k]
            for i in range(16):
                sums[i] += w * a[i]
            k += 1
        for i in range(16):
            out[column + i] = sums[i]
        column += 16
    while column < size:
        k = 0
        while k + 4 <= count:
            a = matrix + column
            w = factors[k] * a[rows[k] * size] + factors[k + 1] * a[rows[k + 1] * size]
            x = factors[k + 2] * a[rows[k + 2] * size] + factors[k + 3] * a[rows[k + 3] * size]
            out[column] += w + x
            k += 4
        while k < count:
            out[column] += factors[k] * matrix[rows[k] * size + column]
            k += 1
        column += 1

# In vectors where the processor has them.
cdef inline void add_sums(
    float *out, const float *matrix, const Py_ssize_t *rows, const float *factors, Py_ssize_t count, Py_ssize_t size,
) noexcept nogil:
    cdef Py_ssize_t columns = size & -16
    cdef bint is_fast = has_avx2
    cdef bint is_wide = has_avx512
    if is_wide:
        add_wide_sums(out, matrix, rows, factors, count, size, columns)
    elif is_fast:
        add_lane_sums(out, matrix, rows, factors, count, size, columns)
    else:
        columns = 0
    if columns < size:
        add_columns(out, matrix, rows, factors, count, size, columns)

cdef inline by_processor add_two(Written out, const float *first, const float *second, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(size):
        out[i] = first[i] + second[i]

cdef inline by_processor cut_below_zero(Written out, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(size):
        out[i] = out[i] if out[i] > 0 else 0

# Eight sums per product, so that vectors of 128 and of 256 bits give the same results.
cdef inline by_processor multiply_by_row(
    Written out, const float *row, const float *rows, Py_ssize_t count, Py_ssize_t size,
) noexcept nogil:
    cdef float sums[8]
    cdef Py_ssize_t i, k, lane
    cdef float rest
    cdef const float *other
    for k in range(count):
        other = rows + k * size
        rest = 0
        for lane in range(8):
            sums[lane] = 0
        i = 0
        while i + 8 <= size:
            for lane in range(8):
                sums[lane] += row[i + lane] * other[i + lane]
            i += 8
        while i < size:
            rest += row[i] * other[i]
            i += 1
        out[k] = ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7])) + rest

cdef inline by_processor mix_five(
    Written out, const float *page, const float *a, const float *b, const float *c, const float *d, const float *e,
    const float *taps, Py_ssize_t size,
) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(size):
        out[i] = page[i] + a[i] * taps[i] + b[i] * taps[size + i]
    for i in range(size):
        out[i] += c[i] * taps[2 * size + i] + d[i] * taps[3 * size + i] + e[i] * taps[4 * size + i]

cdef inline by_processor keep_highest(Written out, const float *rows, Py_ssize_t count, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t i, row
    for i in range(size):
        out[i] = rows[i]
    for row in range(1, count):
        for i in range(size):
            out[i] = rows[row * size + i] if rows[row * size + i] > out[i] else out[i]

# Sixteen columns of the product of four rows and a matrix, from what is added to them.
cdef inline with_avx2 multiply_lanes(
    float *out, Py_ssize_t wide, const float *rows, Py_ssize_t size, const float *panel, const float *bias,
) noexcept nogil:
    cdef const Lanes *columns = <const Lanes *> panel
    cdef Lanes a = (<const Lanes *> bias)[0], b = a, c = a, d = a
    cdef Lanes e = (<const Lanes *> bias)[1], f = e, g = e, h = e
    cdef Lanes x, y
    cdef Py_ssize_t k
    for k in range(size):
        x, y = columns[2 * k], columns[2 * k + 1]
        a += rows[k] * x
        e += rows[k] * y
        b += rows[size + k] * x
        f += rows[size + k] * y
        c += rows[2 * size + k] * x
        g += rows[2 * size + k] * y
        d += rows[3 * size + k] * x
        h += rows[3 * size + k] * y
    (<Lanes *> out)[0], (<Lanes *> out)[1] = a, e
    (<Lanes *> (out + wide))[0], (<Lanes *> (out + wide))[1] = b, f
    (<Lanes *> (out + 2 * wide))[0], (<Lanes *> (out + 2 * wide))[1] = c, g
    (<Lanes *> (out + 3 * wide))[0], (<Lanes *> (out + 3 * wide))[1] = d, h

# The same for eight rows.
cdef inline with_avx512 multiply_wide_lanes(
    float *out, Py_ssize_t wide, const float *rows, Py_ssize_t size, const float *panel, const float *bias,
) noexcept nogil:
    cdef const WideLanes *columns = <const WideLanes *> panel
    cdef WideLanes a = (<const WideLanes *> bias)[0], b = a, c = a, d = a, e = a, f = a, g = a, h = a
    cdef WideLanes x
    cdef Py_ssize_t k
    for k in range(size):
        x = columns[k]
        a += rows[k] * x
        b += rows[size + k] * x
        c += rows[2 * size + k] * x
        d += rows[3 * size + k] * x
        e += rows[4 * size + k] * x
        f += rows[5 * size + k] * x
        g += rows[6 * size + k] * x
        h += rows[7 * size + k] * x
    (<WideLanes *> out)[0] = a
    (<WideLanes *> (out + wide))[0] = b
    (<WideLanes *> (out + 2 * wide))[0] = c
    (<WideLanes *> (out + 3 * wide))[0] = d
    (<WideLanes *> (out + 4 * wide))[0] = e
    (<WideLanes *> (out + 5 * wide))[0] = f
    (<WideLanes *> (out + 6 * wide))[0] = g
    (<WideLanes *> (out + 7 * wide))[0] = h

# The same for one row, on any processor.
cdef inline void multiply_row(
    Written out, const float *row, Py_ssize_t size, const float *panel, const float *bias,
) noexcept nogil:
    cdef Py_ssize_t k, i
    for i in range(16):
        out[i] = bias[i]
    for k in range(size):
        for i in range(16):
            out[i] += row[k] * panel[16 * k + i]

# Places are written eight at a time, but none beyond those that were looked at.
cdef inline with_avx2 positive_of_lanes(
    const float *values, Py_ssize_t size, Py_ssize_t *places, float *found, Py_ssize_t *counted,
) noexcept nogil:
    cdef Py_ssize_t i = 0, count = 0
    cdef unsigned int bits
    cdef unsigned long long those
    while i + 8 <= size:
        bits = positive_lanes((<const Lanes *> (values + i))[0])
        those = set_bits(bits)
        write_set(places + count, i, those)
        take_set(found + count, (<const Lanes *> (values + i))[0], those)
        count += count_bits(bits)
        i += 8
    while i < size:
        if values[i] > 0:
            places[count] = i
            found[count] = values[i]
            count += 1
        i += 1
    counted[0] = count

cdef inline with_avx2 different_of_lanes(
    const float *values, const float *others, Py_ssize_t size, Py_ssize_t *places, Py_ssize_t *counted,
) noexcept nogil:
    cdef Py_ssize_t i = 0, count = 0
    cdef unsigned int bits
    while i + 8 <= size:
        bits = different_lanes((<const Lanes *> (values + i))[0], (<const Lanes *> (others + i))[0])
        write_set(places + count, i, set_bits(bits))
        count += count_bits(bits)
        i += 8
    while i < size:
        if values[i] != others[i]:
            places[count] = i
            count += 1
        i += 1
    counted[0] = count

cdef inline with_avx2 corners_of_lanes(
    const float *borders, Py_ssize_t corners, const Py_ssize_t *lines, const float *values, const Py_ssize_t *places,
    Py_ssize_t count, Py_ssize_t *found,
) noexcept nogil:
    cdef Py_ssize_t i, first, below, at
    cdef const Lanes *line
    cdef float value
    for i in range(count):
        first = lines[places[i]]
        if first >= 0:
            value = values[places[i]]
            line = <const Lanes *> (borders + first)
            below = 0
            at = 0
            while at + 4 <= corners >> 3:
                below += count_bits(
                    lanes_at_most(line[at], value) | lanes_at_most(line[at + 1], value) << 8
                    | lanes_at_most(line[at + 2], value) << 16 | lanes_at_most(line[at + 3], value) << 24
                )
                at += 4
            while at < corners >> 3:
                below += count_bits(lanes_at_most(line[at], value))
                at += 1
            first += below - (below > 0)
        found[i] = first

cdef inline void add_rows(
    views.NewFloats32 out, Py_ssize_t at, Py_ssize_t size, views.Floats32 matrix, Py_ssize_t start,
    views.NewInts rows, views.NewFloats32 factors, Py_ssize_t first, Py_ssize_t count,
) noexcept nogil:
    add_sums(&out[at], &matrix[start], &rows[0], &factors[first], count, size)

cdef inline void mix_rows(
    views.NewFloats32 out, Py_ssize_t at, views.NewFloats32 page, Py_ssize_t size, views.NewFloats32 states,
    Py_ssize_t start, Py_ssize_t step, views.Floats32 taps, Py_ssize_t first,
) noexcept nogil:
    cdef const float *here = &states[start]
    mix_five(
        &out[at], &page[0], here - 2 * step, here - step, here, here + step, here + 2 * step, &taps[first], size,
    )

cdef inline void highest(
    views.NewFloats32 out, Py_ssize_t at, views.NewFloats32 rows, Py_ssize_t start, Py_ssize_t count, Py_ssize_t size,
) noexcept nogil:
    keep_highest(&out[at], &rows[start], count, size)

cdef inline void multiply(
    views.NewFloats32 out, views.NewFloats32 rows, Py_ssize_t count, Py_ssize_t size, views.Floats32 weights,
    Py_ssize_t start, Py_ssize_t wide,
) noexcept nogil:
    cdef Py_ssize_t row, column
    cdef const float *bias = &weights[start + size * wide]
    cdef bint is_fast = has_avx2
    cdef bint is_wide = has_avx512
    for column in range(0, wide, 16):
        row = 0
        while is_wide and row + 8 <= count:
            multiply_wide_lanes(
                &out[row * wide + column], wide, &rows[row * size], size, &weights[start + column * size], bias + column,
            )
            row += 8
        while is_fast and row < count:
            multiply_lanes(
                &out[row * wide + column], wide, &rows[row * size], size, &weights[start + column * size], bias + column,
            )
            row += 4
        while row < count:
            multiply_row(
                &out[row * wide + column], &rows[row * size], size, &weights[start + column * size], bias + column,
            )
            row += 1

cdef inline Py_ssize_t positive(
    views.NewFloats32 values, Py_ssize_t at, Py_ssize_t size, views.NewInts places, views.NewFloats32 found,
) noexcept nogil:
    cdef Py_ssize_t i, count = 0
    if has_avx2:
        positive_of_lanes(&values[at], size, &places[0], &found[0], &count)
        return count
    for i in range(size):
        if values[at + i] > 0:
            places[count] = i
            found[count] = values[at + i]
            count += 1
    return count

cdef inline Py_ssize_t different(
    views.Floats32 values, Py_ssize_t at, Py_ssize_t other, Py_ssize_t size, views.NewInts places,
) noexcept nogil:
    cdef Py_ssize_t i, count = 0
    if has_avx2:
        different_of_lanes(&values[at], &values[other], size, &places[0], &count)
        return count
    for i in range(size):
        places[count] = i
        count += values[at + i] != values[other + i]
    return count

cdef inline void last_corners(
    views.Floats32 borders, Py_ssize_t corners, views.Ints lines, views.Floats32 values, Py_ssize_t at,
    views.Ints places, Py_ssize_t count, views.NewInts found,
) noexcept nogil:
    cdef Py_ssize_t i, corner, step
    if has_avx2 and corners % 8 == 0:
        corners_of_lanes(&borders[0], corners, &lines[0], &values[at], &places[0], count, &found[0])
        return
    for i in range(count):
        corner = lines[places[i]]
        step = corners >> 1 if corner >= 0 else 0
        while step:
            if borders[corner + step] <= values[at + places[i]]:
                corner += step
            step >>= 1
        found[i] = corner

cdef inline void dots(
    views.NewFloats32 out, Py_ssize_t at, views.Floats32 row, Py_ssize_t start, views.NewFloats32 rows, Py_ssize_t first,
    Py_ssize_t count, Py_ssize_t size,
) noexcept nogil:
    multiply_by_row(&out[at], &row[start], &rows[first], count, size)

cdef inline void add(
    views.NewFloats32 out, Py_ssize_t at, views.Floats32 first, Py_ssize_t start, views.Floats32 second, Py_ssize_t other,
    Py_ssize_t size,
) noexcept nogil:
    add_two(&out[at], &first[start], &second[other], size)

cdef inline void relu(views.NewFloats32 out, Py_ssize_t at, Py_ssize_t size) noexcept nogil:
    cut_below_zero(&out[at], size)

cdef inline void copy(views.NewFloats32 out, Py_ssize_t at, views.Floats32 row, Py_ssize_t start, Py_ssize_t size) noexcept nogil:
    memcpy(&out[at], &row[start], size * sizeof(float))
