cimport dehusk._core.block_rows as block_rows
cimport dehusk._core.block_text as block_text
cimport dehusk._core.feature_steps as feature_steps
cimport dehusk._core.views as views

cdef class BlockColumns:
    cdef Py_ssize_t rows, blocks, group_count
    cdef views.Tags tag
    cdef views.Ints parent, end, depth
    cdef views.Bytes roles
    cdef views.NewInts leaf_rows, of_leaf, first, holder, totals, counts, repeats, row_sums, groups
    cdef views.NewBits bits
    cdef views.NewBytes dated, seen, levels
    cdef views.NewFloats text_sums, sums_before, words_before
