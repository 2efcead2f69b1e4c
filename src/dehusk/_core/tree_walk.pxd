cimport dehusk._core.feature_steps as feature_steps
cimport dehusk._core.inline_flow as inline_flow
cimport dehusk._core.text_loops as text_loops
cimport dehusk._core.tree_state as tree_state
cimport dehusk._core.views as views

cdef class TreeWalk(tree_state.TreeState):
    cdef views.Bytes classes
    cdef views.Ints offset
    cdef views.Ints end
    cdef views.Ints paragraph
    cdef views.Ints block
    cdef views.Ints rows
    cdef views.Bytes kinds
    cdef object elements
    cdef list nodes
    cdef dict scopes
    cdef dict notes
    cdef list spans
    cdef bint are_whole

    cdef bint run(self) except -1
    cdef Py_ssize_t visit_special(self, Py_ssize_t row) except -1
    cdef Py_ssize_t stop_before(self, Py_ssize_t row) except -1
    cdef bint add_media(
        self, Py_ssize_t row, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t paragraph, Py_ssize_t block
    ) except -1
    cdef bint visit_leaf(self, Py_ssize_t row) except -1
    cdef bint visit_formulas(self, Py_ssize_t row, Py_ssize_t start, Py_ssize_t stop) except -1
    cdef bint visit_part(self, Py_ssize_t row, Py_ssize_t start, Py_ssize_t stop) except -1
    cdef bint visit_text(self, Py_ssize_t row, Py_ssize_t start, Py_ssize_t stop) except -1
    cdef bint visit_element(self, Py_ssize_t place, Py_ssize_t row, int kind) except -1
    cdef bint is_in_link(self) except -1
    cdef tree_state.OpenElement open_style(self, Py_ssize_t row, Py_ssize_t end, str style, object own)
    cdef tree_state.OpenElement open_in_line(self, Py_ssize_t row, Py_ssize_t end)
    cdef tree_state.OpenElement open_block(self, Py_ssize_t place, Py_ssize_t row, Py_ssize_t end, int kind)
    cdef tree_state.OpenElement open_caption(self, Py_ssize_t row, Py_ssize_t end)
    cdef tree_state.OpenElement open_container(self, Py_ssize_t row, Py_ssize_t end, int kind, object node)
    cdef tree_state.OpenElement open_list(self, Py_ssize_t row, Py_ssize_t end, object node)
    cdef tree_state.OpenElement open_item(self, Py_ssize_t row, Py_ssize_t end, object node)
    cdef tree_state.OpenElement open_footnote(self, Py_ssize_t row, Py_ssize_t end, tree_state.OpenElement opened)
    cdef bint open_sidenote(self, object note) except -1
