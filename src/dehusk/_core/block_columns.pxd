cimport dehusk._core.feature_steps as feature_steps
cimport dehusk._core.views as views

cdef class BlockColumns:
    cdef Py_ssize_t rows, blocks
    cdef views.Tags tag
    cdef views.Ints parent, end, depth, chars, first, holder, totals, counts, repeats, row_sums, groups
    cdef views.Bytes roles, dated
    cdef views.Bits bits
    cdef views.NewBytes levels
    cdef views.NewFloats text_sums, sums_before, words_before
