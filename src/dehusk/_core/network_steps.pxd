cimport libc.math as math

cimport dehusk._core.feature_steps as feature_steps
cimport dehusk._core.vectors as vectors
cimport dehusk._core.views as views

cdef class NetworkRun:
    cdef Py_ssize_t rows, first, size, wide, queries, types, reach, here, there, mark
    cdef views.Floats32 sums, weights
    cdef views.NewBytes above
    cdef views.NewFloats32 states, mixed, product, found, pools, summary, page
    cdef views.NewInts numbers, places

    cdef void share_words(self, views.Floats words) noexcept nogil
    cdef Py_ssize_t embed(self, views.Floats style) noexcept nogil
    cdef Py_ssize_t positive(self, Py_ssize_t at, Py_ssize_t size) noexcept nogil
    cdef Py_ssize_t summarise(self, Py_ssize_t at, Py_ssize_t queries, Py_ssize_t outputs) noexcept nogil
    cdef Py_ssize_t add_layer(self, Py_ssize_t at, Py_ssize_t dilation) noexcept nogil
    cdef Py_ssize_t score(self, Py_ssize_t at, views.NewFloats scores) noexcept nogil
