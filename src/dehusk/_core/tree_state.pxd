cimport dehusk._core.inline_flow as inline_flow
cimport dehusk._core.views as views

cdef class OpenElement:
    cdef int form
    cdef Py_ssize_t row
    cdef Py_ssize_t end
    cdef object scope
    cdef object outer_scope
    cdef object node
    cdef list children
    cdef list media
    cdef inline_flow.InlineFlow outer_flow
    cdef Py_ssize_t next_value
    cdef Py_ssize_t step

cdef OpenElement open_element(int form, Py_ssize_t row, Py_ssize_t end)

cdef class TreeState:
    cdef Py_ssize_t count
    cdef object plan
    cdef object types
    cdef str text
    cdef object scope
    cdef inline_flow.InlineFlow flow
    cdef list open_elements
    cdef OpenElement top
    cdef list containers
    cdef OpenElement inner
    cdef OpenElement break_in
    cdef object loose_items
    cdef OpenElement listing
    cdef list tables
    cdef list posts

    cdef bint begin(self, Py_ssize_t count, object plan, object types) except -1
    cdef OpenElement container(self, int form, Py_ssize_t row, Py_ssize_t end, list children, object node)
    cdef bint push(self, OpenElement opened, object outer_scope) except -1
    cdef bint push_container(self, OpenElement opened) except -1
    cdef bint add_block(self, object block) except -1
    cdef list children_for_block(self, OpenElement container)
    cdef bint state_scope(self, object node) except -1
    cdef bint add_inline(
        self, object node, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t paragraph, Py_ssize_t block
    ) except -1
    cdef bint add_to_listing(
        self, str raw, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t paragraph, Py_ssize_t block
    ) except -1
    cdef bint close_last(self) except -1
    cdef bint end_container(self, OpenElement element) except -1
    cdef bint end_listing(self, OpenElement listing) except -1
    cdef bint end_list(self, object block) except -1
    cdef object footnote_of(self, object item)
    cdef list split_at_footnotes(self, object block)
