cimport cython

cimport dehusk._core.html_tree as html_tree
cimport dehusk._core.tag_attributes as tag_attributes
cimport dehusk._core.views as views

@cython.final
cdef class Flattener:
    cdef html_tree.HtmlTree tree
    cdef bytes attr_bytes
    cdef tag_attributes.TagAttributes attributes
    # The tree.
    cdef views.NewInts code
    cdef views.NewInts parent
    cdef views.NewInts first
    cdef views.NewInts after
    cdef views.NewInts start
    cdef views.NewInts stop
    cdef views.NewInts state
    cdef views.NewBytes source_text
    cdef views.Bytes attr_data
    cdef Py_ssize_t body
    # The rows.
    cdef object all_tags
    cdef object all_ints
    cdef object all_text
    cdef views.NewTags tag
    cdef views.NewInts row_parent
    cdef views.NewInts end
    cdef views.NewInts depth
    cdef views.NewInts offset
    cdef views.NewInts attr_start
    cdef views.NewInts attr_stop
    cdef views.NewInts row_of
    cdef views.NewBytes text
    cdef views.Ints tag_of_name
    # Name without a number of its own -> its place among those of the page, from 1; 0 if it is none of them.
    cdef object all_extra
    cdef views.NewInts extra_place
    cdef Py_ssize_t extra_count
    # What can hide a row: two numbers each; the values that further ones are compared with: three numbers each.
    cdef object all_styled
    cdef views.NewInts styled
    cdef Py_ssize_t styled_count
    cdef Py_ssize_t values[48]
    cdef Py_ssize_t value_count
    cdef list style_values
    cdef list marked
    cdef list items
    cdef list row_items
    cdef list pieces
    cdef Py_ssize_t known
    cdef Py_ssize_t max_depth
    cdef Py_ssize_t limit
    cdef Py_ssize_t rows
    # The element that is open; how many are open that are no rows.
    cdef Py_ssize_t row
    cdef Py_ssize_t outside
    cdef Py_ssize_t outside_body
    cdef Py_ssize_t svg_open
    # Open elements that are too deep to be rows.
    cdef Py_ssize_t deeper
    cdef Py_ssize_t chars
    cdef Py_ssize_t used
    cdef Py_ssize_t scripts
    # The element of the head whose text is read.
    cdef Py_ssize_t item
    cdef bint in_body
    cdef bint in_text
    cdef bint too_deep
    cdef bint is_cut

    cdef bint _write(self) noexcept nogil
    cdef bint _start(self, Py_ssize_t node) noexcept nogil
    cdef bint _end(self, Py_ssize_t node) noexcept nogil
    cdef Py_ssize_t _add_row(self, Py_ssize_t node, Py_ssize_t name) noexcept nogil
    cdef bint _text(self, Py_ssize_t node) noexcept nogil
    cdef bint _start_item(self, Py_ssize_t node, Py_ssize_t said) noexcept nogil
    cdef bint _is_json_ld(self, Py_ssize_t node) noexcept nogil
    cdef bint _add_item(self, Py_ssize_t node) noexcept with gil
    cdef bint _add_row_item(self, Py_ssize_t node) noexcept with gil
    cdef bint _add_marked(self) noexcept with gil
    cdef bint _add_piece(self, Py_ssize_t node) noexcept with gil
    cdef bint _add_styles(self, Py_ssize_t node, Py_ssize_t row) noexcept nogil
    cdef bint _add_style(self, Py_ssize_t row, int is_style, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef bint _is_value(self, Py_ssize_t number, int is_style, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef Py_ssize_t _add_value(self, int is_style, Py_ssize_t start, Py_ssize_t stop) noexcept with gil
    cdef bint _make_room_for_styles(self) noexcept with gil
    cdef Py_ssize_t _extra_number(self, Py_ssize_t name) noexcept nogil
