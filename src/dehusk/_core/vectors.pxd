cimport dehusk._core.views as views

# Where the C compiler and the system can choose by processor: one form with vectors of 256 bits, one for all processors.
# Products are not fused with sums in either, so both give the same results.
cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
    #define DEHUSK_BY_PROCESSOR __attribute__((target_clones("avx2", "default")))
    #else
    #define DEHUSK_BY_PROCESSOR
    #endif
    """
    ctypedef void by_processor "DEHUSK_BY_PROCESSOR void"
    # What is written does not overlap what is read.
    ctypedef float *Written "float * __restrict"

cdef inline by_processor add_sums(
    Written out, const float *matrix, const Py_ssize_t *rows, const float *factors, Py_ssize_t count, Py_ssize_t size,
) noexcept nogil:
    cdef Py_ssize_t i, k = 0
    cdef const float *a
    cdef const float *b
    cdef const float *c
    cdef const float *d
    cdef float w, x, y, z
    while k + 4 <= count:
        a = matrix + rows[k] * size
        b = matrix + rows[k + 1] * size
        c = matrix + rows[k + 2] * size
        d = matrix + rows[k + 3] * size
        w, x, y, z = factors[k], factors[k + 1], factors[k + 2], factors[k + 3]
        for i in range(size):
            out[i] += (w * a[i] + x * b[i]) + (y * c[i] + z * d[i])
        k += 4
    while k < count:
        a = matrix + rows[k] * size
        w = factors[k]
        for i in range(size):
            out[i] += w * a[i]
        k += 1

cdef inline by_processor mix_five(
    Written out, const float *page, const float *a, const float *b, const float *c, const float *d, const float *e,
    const float *taps, Py_ssize_t size,
) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(size):
        out[i] = page[i] + a[i] * taps[i] + b[i] * taps[size + i]
    for i in range(size):
        out[i] += c[i] * taps[2 * size + i] + d[i] * taps[3 * size + i] + e[i] * taps[4 * size + i]

cdef inline void add_rows(
    views.NewFloats32 out, Py_ssize_t at, Py_ssize_t size, views.Floats32 matrix, Py_ssize_t start,
    views.NewInts rows, views.NewFloats32 factors, Py_ssize_t first, Py_ssize_t count,
) noexcept nogil:
    add_sums(&out[at], &matrix[start], &rows[0], &factors[first], count, size)

cdef inline void mix_rows(
    views.NewFloats32 out, Py_ssize_t at, views.Floats32 page, Py_ssize_t size, views.Floats32 states, Py_ssize_t start,
    Py_ssize_t step, views.Floats32 taps,
) noexcept nogil:
    cdef const float *here = &states[start]
    mix_five(
        &out[at], &page[0], here - 2 * step, here - step, here, here + step, here + 2 * step, &taps[0], size,
    )

cdef inline float dot(views.Floats32 first, Py_ssize_t at, views.Floats32 second, Py_ssize_t start, Py_ssize_t size) noexcept nogil:
    cdef float sums[8]
    cdef Py_ssize_t i = 0, lane
    cdef float rest = 0
    cdef const float *a = &first[at]
    cdef const float *b = &second[start]
    for lane in range(8):
        sums[lane] = 0
    while i + 8 <= size:
        for lane in range(8):
            sums[lane] += a[i + lane] * b[i + lane]
        i += 8
    while i < size:
        rest += a[i] * b[i]
        i += 1
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7])) + rest
