cimport libc.math as math

cimport dehusk._core.views as views

cpdef double log_count(Py_ssize_t count) noexcept nogil
cpdef Py_ssize_t clip(Py_ssize_t number, Py_ssize_t low, Py_ssize_t high) noexcept nogil
cpdef unsigned long long mixed(unsigned long long key) noexcept nogil
cpdef int check_length(str name, Py_ssize_t length, Py_ssize_t wanted) except -1
cpdef int check_parents(views.Ints parent) except -1
cpdef int check_ends(views.Ints end) except -1
cpdef int check_ends_after(views.Ints end) except -1
