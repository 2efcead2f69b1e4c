cimport cython

cimport dehusk._core.views as views

@cython.final
cdef class Names:
    cdef views.Ints slots
    cdef views.Bytes bytes
    cdef views.Ints starts
    cdef views.Ints numbers
    cdef views.Ints flags

    cpdef Py_ssize_t find(self, views.Bytes data, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cpdef int flags_at(self, Py_ssize_t place) noexcept nogil
    cpdef int number_at(self, Py_ssize_t place) noexcept nogil

cpdef int space_of(int flags, int above, bint is_html_annotation) noexcept nogil
