cimport cython

cimport dehusk._core.markdown_text as markdown_text
cimport dehusk._core.views as views

cdef class MarkdownInline:
    cdef object types
    cdef object media_link
    cdef str line_break
    cdef Py_ssize_t place
    cdef Py_ssize_t depth

    cpdef str write(self, list nodes, str line_break=*)
    cdef str _write(self, list nodes, str left, str right)
    cdef bint _go_deeper(self) except -1
    cdef str _label(self, str text)
    cdef list _pieces(self, list nodes)
    cdef bint _add_pieces(self, list nodes, list pieces, list codes) except -1
    cdef bint _end_code(self, list pieces, list codes) except -1
    cdef bint _add_styled(self, object node, list pieces) except -1
    cdef str _link(self, object node)
    cdef str _other(self, object node)
    cdef str _emphasis(self, object node, str left, str right)

cpdef str link_target(str url)
