cimport cython

cimport dehusk._core.element_names as element_names
cimport dehusk._core.moved_attributes as moved_attributes
cimport dehusk._core.raw_text as raw_text
cimport dehusk._core.tag_attributes as tag_attributes
cimport dehusk._core.views as views

@cython.final
cdef class Flattener:
    cdef bytes source
    cdef dict extra
    cdef views.Bytes data
    cdef element_names.Names names
    cdef tag_attributes.TagAttributes attributes
    cdef views.Bytes moved
    cdef views.Ints moved_places
    # Where the attributes of the last tag are among those of the page.
    cdef Py_ssize_t attr_first
    cdef Py_ssize_t attr_last
    cdef int svg_number
    cdef Py_ssize_t known
    cdef Py_ssize_t full
    cdef Py_ssize_t at
    cdef Py_ssize_t rows
    cdef Py_ssize_t chars
    cdef Py_ssize_t text_bytes
    cdef Py_ssize_t blob_bytes
    cdef Py_ssize_t open
    cdef Py_ssize_t level
    cdef bint in_text
    cdef bint too_deep
    # What is outside the rows: everything before BODY, and skipped elements.
    cdef bint is_outside
    cdef bint body_started
    cdef Py_ssize_t outside_open
    cdef Py_ssize_t scripts
    cdef Py_ssize_t item
    cdef Py_ssize_t items
    cdef Py_ssize_t item_start
    cdef Py_ssize_t item_attr_start
    cdef Py_ssize_t item_attr_stop
    cdef bint item_is_raw
    cdef Py_ssize_t root_start
    cdef Py_ssize_t root_stop
    cdef Py_ssize_t styled
    cdef views.NewTags tag
    cdef views.NewInts parent
    cdef views.NewInts end
    cdef views.NewInts depth
    cdef views.NewInts offset
    cdef views.NewInts attr_start
    cdef views.NewInts attr_stop
    cdef views.NewInts position
    cdef views.NewInts stack
    cdef views.NewBytes spaces
    cdef views.NewBytes text
    cdef views.NewBytes blob
    cdef views.NewInts styled_values
    cdef views.NewInts item_values
    cdef object all_tags
    cdef object all_ints
    cdef object all_places
    cdef object all_bytes

    cdef bint _run(self, Py_ssize_t limit) noexcept nogil
    cdef bint _text(self, views.Bytes data, views.NewBytes out, Py_ssize_t stop, bint raw) noexcept nogil
    cdef Py_ssize_t _add_row(self, int number, Py_ssize_t attr_start, Py_ssize_t attr_stop, Py_ssize_t position) noexcept nogil
    cdef bint _end_tag(self) noexcept nogil
    cdef bint _add_item(self, Py_ssize_t place, Py_ssize_t attr_start, Py_ssize_t attr_stop, Py_ssize_t text_stop) noexcept nogil
    cdef bint _start_tag(self, Py_ssize_t limit) noexcept nogil
    cdef bint _start_row(self, Py_ssize_t place, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t last, bint void) noexcept nogil
    cdef bint _start_outside(self, Py_ssize_t place, int flags, Py_ssize_t stop, Py_ssize_t last, bint is_html, bint void) noexcept nogil
    cdef bint _is_svg_open(self) noexcept nogil
    cdef Py_ssize_t _read_attributes(self, Py_ssize_t at, int flags) noexcept nogil
    cdef Py_ssize_t _take_attributes(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef bint _add_styles(self, Py_ssize_t row, Py_ssize_t shift) noexcept nogil
    cdef bint _add_style(self, Py_ssize_t row, bint is_style, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef int _extra_number(self, Py_ssize_t start, Py_ssize_t stop) except? -1 with gil
