cimport cython

cimport dehusk._core.html_attributes as html_attributes
cimport dehusk._core.views as views

cdef class HtmlTree:
    cdef readonly bytes source
    cdef readonly dict names
    cdef public Py_ssize_t root
    cdef public Py_ssize_t body
    cdef object columns
    cdef Py_ssize_t room
    cdef Py_ssize_t count
    # Per node; see COLUMNS.
    cdef views.NewInts code
    cdef views.NewInts parent
    cdef views.NewInts first
    cdef views.NewInts last
    cdef views.NewInts before
    cdef views.NewInts after
    cdef views.NewInts start
    cdef views.NewInts stop
    cdef views.NewInts state
    cdef views.NewInts row
    cdef object text_bytes
    cdef views.NewBytes text
    cdef Py_ssize_t used
    cdef readonly html_attributes.AttributeReader attributes
    # One more than MAX_OPEN and the most active formatting elements.
    cdef Py_ssize_t stack[513]
    cdef Py_ssize_t open
    cdef Py_ssize_t open_paragraphs
    # End tags of elements that were not opened because too many were open.
    cdef Py_ssize_t overflow
    cdef Py_ssize_t listed[1025]
    cdef Py_ssize_t listed_count
    cdef Py_ssize_t reopened
    cdef Py_ssize_t max_reopened
    cdef readonly bint reopened_too_many
    # Whether what does not belong into a table comes before it.
    cdef bint fosters
    cdef Py_ssize_t parent_place
    cdef Py_ssize_t sibling_place

    cdef Py_ssize_t _new_node(self, int code, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef bint _put(self, Py_ssize_t node, Py_ssize_t parent, Py_ssize_t sibling) noexcept nogil
    cdef bint _take_out(self, Py_ssize_t node) noexcept nogil
    cdef bint _move_children(self, Py_ssize_t node, Py_ssize_t target) noexcept nogil
    cdef bint _find_place(self, Py_ssize_t target) noexcept nogil
    cdef bint _insert_node(self, Py_ssize_t node) noexcept nogil
    cdef bint _insert_text(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef Py_ssize_t _said(self, Py_ssize_t node) noexcept nogil
    cdef Py_ssize_t _current(self) noexcept nogil
    cdef int _current_code(self) noexcept nogil
    cdef bint _push(self, Py_ssize_t node) noexcept nogil
    cdef Py_ssize_t _pop(self) noexcept nogil
    cdef bint _pop_until(self, int code) noexcept nogil
    cdef bint _pop_to(self, Py_ssize_t left) noexcept nogil
    cdef bint _close(self, Py_ssize_t node) noexcept nogil
    cdef Py_ssize_t _place_of(self, Py_ssize_t node) noexcept nogil
    cdef Py_ssize_t _place_of_code(self, int code) noexcept nogil
    cdef bint _in_scope(self, int code, Py_ssize_t scope) noexcept nogil
    cdef bint _p_in_scope(self) noexcept nogil
    cdef bint _heading_in_scope(self) noexcept nogil
    cdef bint _is_heading(self, Py_ssize_t code) noexcept nogil
    cdef bint _imply_ends(self, int but) noexcept nogil
    cdef bint _close_said(self, Py_ssize_t said, int but) noexcept nogil
    cdef bint _close_p(self) noexcept nogil
    cdef bint _mark(self) noexcept nogil
    cdef bint _clear_to_mark(self) noexcept nogil
    cdef bint _list(self, Py_ssize_t node) noexcept nogil
    cdef bint _are_alike(self, Py_ssize_t one, Py_ssize_t other) noexcept nogil
    cdef bint _unlist(self, Py_ssize_t node) noexcept nogil
    cdef Py_ssize_t _place_in_list(self, Py_ssize_t node) noexcept nogil
    cdef Py_ssize_t _listed_with(self, int code) noexcept nogil
    cdef Py_ssize_t _copy_of(self, Py_ssize_t node) noexcept nogil
    cdef bint _reopen_formatting(self) noexcept nogil
    cdef bint _adopt(self, int code) noexcept nogil
    cdef bint _node_in_scope(self, Py_ssize_t node) noexcept nogil
    cdef bint _adopt_block(self, Py_ssize_t formatting, Py_ssize_t place, Py_ssize_t furthest_place) noexcept nogil
