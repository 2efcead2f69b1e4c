cimport cython

cimport dehusk._core.html_tree as html_tree
cimport dehusk._core.views as views

cdef class HeadRules(html_tree.HtmlTree):
    cdef int mode
    # How the text of an element is read whose start tag was just inserted, and the element.
    cdef int raw
    cdef Py_ssize_t raw_node
    cdef Py_ssize_t head
    cdef Py_ssize_t form
    cdef bint frameset_ok
    cdef bint is_quirky
    cdef bint skip_newline
    # Whether there is an element with the attributes of the tag that is read.
    cdef bint is_used
    cdef Py_ssize_t template_modes[513]
    cdef Py_ssize_t templates
    cdef Py_ssize_t merges

    cdef int _kind(self, int number) noexcept nogil
    cdef Py_ssize_t _node_for_tag(self, int code) noexcept nogil
    cdef Py_ssize_t _insert(self, int code) noexcept nogil
    cdef Py_ssize_t _imply(self, int code) noexcept nogil
    cdef bint _insert_raw(self, int number, int raw) noexcept nogil
    cdef bint _merge_attributes(self, Py_ssize_t node) noexcept with gil
    cdef bint _template_is_open(self) noexcept nogil
    cdef bint _start_in_head(self, int number) noexcept nogil
    cdef bint _end_template(self) noexcept nogil
    cdef bint _reset_mode(self) noexcept nogil
