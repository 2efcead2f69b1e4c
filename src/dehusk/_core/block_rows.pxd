cimport dehusk._core.feature_steps as feature_steps
cimport dehusk._core.views as views

cdef void sum_rows(
    views.Tags tag, views.Ints chars, views.Bytes in_link, views.Bytes roles, views.NewInts first, views.NewInts total,
) noexcept nogil
cdef Py_ssize_t group_siblings(views.Tags tag, views.Ints parent, views.Ints kind, views.NewInts group)
cdef bint bits_around(
    views.Tags tag, views.Ints parent, views.Ints end, views.NewInts sums, views.Bits class_bits, views.Bits tag_bits,
    views.NewInts first, views.NewInts holder, views.NewBits found,
)
