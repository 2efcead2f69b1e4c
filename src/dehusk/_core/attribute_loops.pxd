cimport dehusk._core.feature_steps as feature_steps
cimport dehusk._core.views as views

cpdef str unescape(bytes value)
cdef bint check_spans(views.Bytes data, views.Ints start, views.Ints stop) except? -1
cdef Py_ssize_t value_start(views.Bytes data, Py_ssize_t at, Py_ssize_t stop, views.Bytes name) noexcept nogil
cdef bint contains_word(views.Bytes data, Py_ssize_t at, Py_ssize_t stop, views.Bytes word, int first) noexcept nogil
cdef bint is_one_of(views.Bytes data, Py_ssize_t start, Py_ssize_t stop, views.Bytes words) noexcept
cdef bint begins_with_word(views.Bytes data, Py_ssize_t at, Py_ssize_t last, views.Bytes words) noexcept
