cimport dehusk._core.views as views

# Where the C compiler and the system can choose by processor: forms with vectors of 512 and of 256 bits, and one for all
# processors. Products are not fused with sums (setup.py) and are summed in the same order, so all give the same results.
cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
    #define DEHUSK_BY_PROCESSOR __attribute__((target_clones("avx512f", "avx2", "default")))
    #define DEHUSK_AVX2 __attribute__((target("avx2")))
    #define DEHUSK_HAS_AVX2 __builtin_cpu_supports("avx2")
    #define DEHUSK_AVX512 __attribute__((target("avx512f")))
    #define DEHUSK_HAS_AVX512 __builtin_cpu_supports("avx512f")
    typedef float dehusk_wide_lanes __attribute__((vector_size(64), aligned(4), may_alias));
    typedef float dehusk_lanes __attribute__((vector_size(32), aligned(4), may_alias));
    typedef float dehusk_compared __attribute__((vector_size(32)));
    #define DEHUSK_POSITIVE(lanes) __builtin_ia32_movmskps256((dehusk_compared) ((lanes) > 0))
    #define DEHUSK_DIFFERENT(lanes, others) __builtin_ia32_movmskps256((dehusk_compared) ((lanes) != (others)))
    #define DEHUSK_LOWEST_BIT(bits) __builtin_ctz(bits)
    #else
    #define DEHUSK_BY_PROCESSOR
    #define DEHUSK_AVX2
    #define DEHUSK_HAS_AVX2 0
    #define DEHUSK_AVX512
    #define DEHUSK_HAS_AVX512 0
    typedef float dehusk_wide_lanes;
    typedef float dehusk_lanes;
    #define DEHUSK_POSITIVE(lanes) 0
    #define DEHUSK_DIFFERENT(lanes, others) 0
    #define DEHUSK_LOWEST_BIT(bits) 0
    #endif
    """
    ctypedef void by_processor "DEHUSK_BY_PROCESSOR void"
    # Only called if has_avx2.
    ctypedef void with_avx2 "DEHUSK_AVX2 void"
    bint has_avx2 "DEHUSK_HAS_AVX2"
    # Only called if has_avx512.
    ctypedef void with_avx512 "DEHUSK_AVX512 void"
    bint has_avx512 "DEHUSK_HAS_AVX512"
    # Eight numbers, sixteen numbers.
    ctypedef float Lanes "dehusk_lanes"
    ctypedef float WideLanes "dehusk_wide_lanes"
    unsigned int positive_lanes "DEHUSK_POSITIVE" (Lanes) noexcept nogil
    unsigned int different_lanes "DEHUSK_DIFFERENT" (Lanes, Lanes) noexcept nogil
    int lowest_bit "DEHUSK_LOWEST_BIT" (unsigned int) noexcept nogil
    void *memcpy(void *, const void *, size_t) nogil
    # What is written does not overlap what is read.
    ctypedef float *Written "float * __restrict"

# Sixteen columns at a time, whose sums stay in vectors; then the columns that are left.
cdef inline by_processor add_sums(
    Written out, const float *matrix, const Py_ssize_t *rows, const float *factors, Py_ssize_t count, Py_ssize_t size,
) noexcept nogil:
    cdef Py_ssize_t column = 0
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

cdef inline with_avx2 positive_of_lanes(
    const float *values, Py_ssize_t size, Py_ssize_t *places, float *found, Py_ssize_t *counted,
) noexcept nogil:
    cdef Py_ssize_t i = 0, count = 0, place
    cdef unsigned int bits
    while i + 8 <= size:
        bits = positive_lanes((<const Lanes *> (values + i))[0])
        while bits:
            place = i + lowest_bit(bits)
            places[count] = place
            found[count] = values[place]
            count += 1
            bits &= bits - 1
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
        while bits:
            places[count] = i + lowest_bit(bits)
            count += 1
            bits &= bits - 1
        i += 8
    while i < size:
        if values[i] != others[i]:
            places[count] = i
            count += 1
        i += 1
    counted[0] = count

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
