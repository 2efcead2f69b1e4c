cimport cython

cimport dehusk._core.views as views

@cython.final
cdef class AttributeMover:
    cdef object all_bytes
    cdef object all_places
    cdef views.NewBytes out
    cdef views.NewInts places
    # Whether an attribute of the tag that is read may hide it.
    cdef bint may_hide
    cdef Py_ssize_t used
    cdef readonly Py_ssize_t count
    # The names of the tag that is read, as places in the document, and a bit for the hash of each.
    cdef views.NewInts names
    cdef Py_ssize_t seen_count
    cdef unsigned long long seen

    cpdef Py_ssize_t move(self, views.Bytes data, Py_ssize_t at, bint is_foreign) noexcept nogil
    cpdef void take_back(self) noexcept nogil
    cdef Py_ssize_t _copy(self, views.Bytes data, Py_ssize_t at, bint is_foreign) noexcept nogil
    cdef bint _is_repeated(self, views.Bytes data, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef bint _add(self, views.Bytes data, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef bint _write(self, views.Bytes data, Py_ssize_t name, Py_ssize_t name_stop, Py_ssize_t value, Py_ssize_t stop) noexcept nogil
    cdef bint _escape(self, Py_ssize_t start) noexcept nogil
    cdef bint _is_amp(self, Py_ssize_t at) noexcept nogil

cpdef Py_ssize_t write_number(views.NewBytes out, Py_ssize_t at, Py_ssize_t number) noexcept nogil
cpdef Py_ssize_t read_number(views.Bytes data, Py_ssize_t at) noexcept nogil
