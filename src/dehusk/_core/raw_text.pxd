cimport dehusk._core.views as views

cpdef Py_ssize_t script_end(views.Bytes data, Py_ssize_t at) noexcept nogil
cpdef Py_ssize_t comment_end(views.Bytes data, Py_ssize_t at) noexcept nogil
