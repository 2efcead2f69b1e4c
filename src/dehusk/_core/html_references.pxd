cimport cython

cimport dehusk._core.views as views

@cython.final
cdef class ReferenceReader:
    cdef public int first
    cdef public int second

    cpdef Py_ssize_t read(self, views.Bytes data, Py_ssize_t at, Py_ssize_t stop, bint in_attribute) noexcept nogil
    cdef Py_ssize_t _number(self, views.Bytes data, Py_ssize_t at, Py_ssize_t stop) noexcept nogil
    cdef bint _is_short_name(self, unsigned long long packed) noexcept nogil
    cdef Py_ssize_t _name(self, views.Bytes data, Py_ssize_t at, Py_ssize_t stop, bint in_attribute) noexcept nogil
    cdef bint _is_known(self, views.Bytes data, Py_ssize_t start, Py_ssize_t stop) noexcept with gil

cpdef Py_ssize_t write_character(views.NewBytes out, Py_ssize_t at, int code) noexcept nogil
