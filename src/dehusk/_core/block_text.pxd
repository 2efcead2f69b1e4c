cimport dehusk._core.feature_steps as feature_steps
cimport dehusk._core.views as views

cdef Py_ssize_t gather_blocks(
    views.Tags tag, views.Ints parent, views.Ints end, views.Ints chars, views.Bytes roles, Py_ssize_t most,
    views.NewInts leaf_rows, views.NewInts of_leaf, views.NewInts holder,
)
cdef Py_ssize_t sum_leaves(
    views.NewInts leaf_rows, views.NewInts of_leaf, views.Ints chars, views.Ints words, views.Bytes in_link,
    views.NewInts first, views.NewInts total,
)
cdef bint count_signs(
    str text, views.Bytes kinds, views.Bytes signs, views.NewInts bounds, views.NewInts totals, views.NewInts count,
    views.NewBytes dated,
)
cdef bint find_repeats(
    str text, views.Bytes kinds, views.NewInts bounds, views.NewInts repeat, views.NewBytes seen,
)
