cimport cython

cimport dehusk._core.views as views

@cython.final
cdef class TagAttributes:
    cdef readonly Py_ssize_t style_start
    cdef readonly Py_ssize_t style_stop
    cdef readonly Py_ssize_t hidden_start
    cdef readonly Py_ssize_t hidden_stop
    cdef readonly bint is_json_ld
    cdef readonly bint is_html_annotation

    cpdef void forget(self) noexcept nogil
    cpdef Py_ssize_t read(self, views.Bytes data, Py_ssize_t at, int flags) noexcept nogil
