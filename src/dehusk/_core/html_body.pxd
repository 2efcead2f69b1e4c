cimport cython

cimport dehusk._core.html_head as html_head
cimport dehusk._core.views as views

cdef class BodyRules(html_head.HeadRules):
    cdef bint _start_in_body(self, int number) noexcept nogil
    cdef bint _end_p(self) noexcept nogil
    cdef bint _start_formatting(self, int code, int kind) noexcept nogil
    cdef bint _start_item(self, int code, bint is_term) noexcept nogil
    cdef bint _insert_foreign(self, int number, int space) noexcept nogil
    cdef bint _start_outer(self, int code, int kind) noexcept nogil
    cdef bint _start_rarer(self, int number, int kind) noexcept nogil
    cdef bint _start_text(self, int number, int kind) noexcept nogil
    cdef bint _is_hidden_input(self) noexcept with gil
    cdef bint _end_in_body(self, int number) noexcept nogil
    cdef bint _end_any(self, int code) noexcept nogil
    cdef bint _end_formatting(self, int code) noexcept nogil
    cdef bint _end_scoped(self, int code) noexcept nogil
    cdef bint _end_form(self) noexcept nogil
