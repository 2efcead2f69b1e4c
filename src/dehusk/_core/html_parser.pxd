cimport cython

cimport dehusk._core.html_modes as html_modes
cimport dehusk._core.html_references as html_references
cimport dehusk._core.raw_text as raw_text
cimport dehusk._core.views as views

@cython.final
cdef class HtmlParser(html_modes.ModeRules):
    cdef views.Bytes data
    cdef Py_ssize_t size
    cdef Py_ssize_t at
    cdef html_references.ReferenceReader references
    cdef readonly bint has_tex
    cdef bint is_after_nul

    cdef bint _run(self, Py_ssize_t nodes) noexcept nogil
    cdef bint _read_text(self) noexcept nogil
    cdef bint _copy_text(self, Py_ssize_t stop, bint is_markup, bint keeps_nul) noexcept nogil
    cdef bint _copy_raw_text(self, Py_ssize_t stop) noexcept nogil
    cdef bint _write(self, int code) noexcept nogil
    cdef bint _is_markup(self, Py_ssize_t at) noexcept nogil
    cdef bint _is_empty_tag(self, Py_ssize_t at) noexcept nogil
    cdef Py_ssize_t _name_end(self, Py_ssize_t at) noexcept nogil
    cdef int _number_of(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef bint _is_name(self, Py_ssize_t at, int number) noexcept nogil
    cdef int _extra_number(self, Py_ssize_t start, Py_ssize_t stop) noexcept with gil
    cdef bint _read_start_tag(self) noexcept nogil
    cdef bint _read_end_tag(self) noexcept nogil
    cdef bint _read_raw_element(self) noexcept nogil
    cdef Py_ssize_t _raw_end(self, int number) noexcept nogil
    cdef bint _starts_with(self, views.Bytes word) noexcept nogil
    cdef bint _read_markup(self) noexcept nogil
    cdef bint _read_doctype(self, Py_ssize_t stop) noexcept with gil
    cdef Py_ssize_t _first_word(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef bint _add_text(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef bint _characters(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef bint _table_text(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef bint _add_white_space(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef bint _is_tex(self) noexcept nogil
