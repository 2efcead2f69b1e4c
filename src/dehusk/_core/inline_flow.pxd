cdef class InlineFlow:
    cdef readonly object types
    cdef object gaps
    cdef readonly list styles
    cdef list targets
    cdef list target
    cdef list pieces
    cdef bint are_code
    cdef readonly bint spans_blocks
    cdef public bint keeps_lines
    cdef public bint pending_space
    cdef bint pending_break
    cdef readonly list code_rows
    cdef Py_ssize_t last_code
    cdef public Py_ssize_t last_paragraph
    cdef public Py_ssize_t last_block
    cdef public Py_ssize_t stop
    cdef bint is_empty

    cdef object paragraph_at(self, Py_ssize_t paragraph, Py_ssize_t block)
    cdef bint begin_line(self, list line) except -1
    cdef bint close(self) except -1
    cdef bint close_style(self) except -1
    cdef object add_text(self, str raw, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t paragraph, Py_ssize_t block)
    cdef object add_words(
        self, str words, bint begins_blank, bint ends_blank, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t paragraph,
        Py_ssize_t block
    )
    cdef bint add_lines(
        self, str before, str raw, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t paragraph, Py_ssize_t block
    ) except -1
    cdef bint add_node(
        self, object node, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t paragraph, Py_ssize_t block
    ) except -1
    cdef bint _join(
        self, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t paragraph, Py_ssize_t block, bint space
    ) except -1
    cdef bint _add_piece(self, str text, bint is_code) except -1
    cdef bint _end_pieces(self) except -1

cpdef last_of(list items)
