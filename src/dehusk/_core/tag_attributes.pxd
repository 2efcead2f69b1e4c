cimport cython

cimport dehusk._core.views as views

@cython.final
cdef class TagAttributes:
    cdef readonly Py_ssize_t style_start
    cdef readonly Py_ssize_t style_stop
    cdef readonly Py_ssize_t hidden_start
    cdef readonly Py_ssize_t hidden_stop
    cdef readonly bint is_json_ld

    cpdef Py_ssize_t read(self, views.Bytes data, Py_ssize_t at, bint is_script) noexcept nogil
