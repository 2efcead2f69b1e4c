cimport dehusk._core.views as views

cpdef Py_ssize_t raw_end(views.Bytes data, Py_ssize_t at, Py_ssize_t start, Py_ssize_t stop, int flags) noexcept nogil
cpdef Py_ssize_t script_end(views.Bytes data, Py_ssize_t at) noexcept nogil
cpdef Py_ssize_t markup_end(views.Bytes data, Py_ssize_t at) noexcept nogil
