cimport cython

cimport dehusk._core.moved_attributes as moved_attributes
cimport dehusk._core.raw_text as raw_text
cimport dehusk._core.views as views

@cython.final
cdef class MarkupScan:
    cdef views.Bytes data
    cdef Py_ssize_t size
    # What is left of the document, how much of it is written, and up to where the document is.
    cdef object room
    cdef views.NewBytes out
    cdef Py_ssize_t written
    cdef Py_ssize_t copied
    cdef moved_attributes.AttributeMover mover
    cdef bint moves
    cdef Py_ssize_t tags
    cdef Py_ssize_t roots
    cdef Py_ssize_t formatting
    cdef Py_ssize_t plain
    cdef Py_ssize_t tex
    # False where what is raw text is no longer known.
    cdef bint is_certain
    # The element that changes what is raw text, what it means, and how many of them are open.
    cdef unsigned long long around
    cdef int around_meaning
    cdef Py_ssize_t opened

    cdef bint _run(self) noexcept nogil
    cdef Py_ssize_t _name_end(self, Py_ssize_t at) noexcept nogil
    cdef Py_ssize_t _tag_end(self, Py_ssize_t at) noexcept nogil
    cdef Py_ssize_t _start_tag_end(self, Py_ssize_t at, int meaning) noexcept nogil
    cdef bint _leave_out(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef Py_ssize_t _comment(self, Py_ssize_t at) noexcept nogil
    cdef Py_ssize_t _end_tag(self, Py_ssize_t at) noexcept nogil
    cdef Py_ssize_t _start_tag(self, Py_ssize_t at) noexcept nogil
    cdef Py_ssize_t _code(self, unsigned long long name, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t at) noexcept nogil
