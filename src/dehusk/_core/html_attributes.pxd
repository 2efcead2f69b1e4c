cimport cython

cimport dehusk._core.html_references as html_references
cimport dehusk._core.views as views

@cython.final
cdef class AttributeReader:
    cdef object all_bytes
    cdef set more_names
    cdef html_references.ReferenceReader references
    cdef views.NewBytes out
    cdef readonly Py_ssize_t used
    cdef readonly Py_ssize_t start
    cdef readonly Py_ssize_t stop
    cdef readonly bint is_closed
    cdef readonly bint may_hide
    # The names of the tag that is read, as places in the document, and a bit for the hash of each.
    cdef Py_ssize_t names[128]
    cdef Py_ssize_t seen_count
    cdef unsigned long long seen
    cdef bint has_more_names

    cpdef Py_ssize_t read(self, views.Bytes data, Py_ssize_t at, int space) noexcept nogil
    cpdef void forget(self) noexcept nogil
    cdef bint _has_room(self, Py_ssize_t length) noexcept nogil
    cdef bint _make_room(self, Py_ssize_t length) noexcept with gil
    cdef Py_ssize_t _copy(self, views.Bytes data, Py_ssize_t at, Py_ssize_t value, int space) noexcept nogil
    cdef bint _note_hiding(self, views.Bytes data, Py_ssize_t name, Py_ssize_t length) noexcept nogil
    cdef Py_ssize_t _attribute(self, views.Bytes data, Py_ssize_t at, int space) noexcept nogil
    cdef bint _write_name(self, views.Bytes data, Py_ssize_t start, Py_ssize_t stop, bint is_odd, int space) noexcept nogil
    cdef bint _change_case(self, Py_ssize_t start, int space) noexcept nogil
    cdef bint _is_written(self, Py_ssize_t at, views.Bytes name, Py_ssize_t first, Py_ssize_t stop) noexcept nogil
    cdef bint _write_value(self, views.Bytes data, Py_ssize_t at, Py_ssize_t stop, bint has_no_quotes) noexcept nogil
    cdef bint _write_sign(self, int code) noexcept nogil
    cdef bint _add(self, views.Bytes written) noexcept nogil
    cdef bint _is_repeated(self, views.Bytes data, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef bint _is_same(self, views.Bytes data, Py_ssize_t first, Py_ssize_t first_stop, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef bint _is_among_more(self, views.Bytes data, Py_ssize_t start, Py_ssize_t stop) noexcept with gil
