cimport cython

cimport dehusk._core.html_body as html_body
cimport dehusk._core.views as views

cdef class ModeRules(html_body.BodyRules):
    cdef bint _start_tag(self, int number) noexcept nogil
    cdef bint _end_tag(self, int number) noexcept nogil
    cdef bint _start_in_mode(self, int number) noexcept nogil
    cdef bint _end_in_mode(self, int number) noexcept nogil
    cdef bint _start_root(self) noexcept nogil
    cdef bint _start_head(self) noexcept nogil
    cdef bint _start_body(self) noexcept nogil
    cdef bint _leave_head(self) noexcept nogil
    cdef bint _leave_noscript(self) noexcept nogil
    cdef bint _start_before_body(self, int number) noexcept nogil
    cdef bint _start_after_head(self, int number) noexcept nogil
    cdef bint _end_before_body(self, int number) noexcept nogil
    cdef bint _leave_mode_before_body(self) noexcept nogil
    cdef bint _start_in_other_mode(self, int number) noexcept nogil
    cdef bint _start_in_template(self, int number) noexcept nogil
    cdef bint _end_in_other_mode(self, int number) noexcept nogil
    cdef bint _clear_to_table(self, int one, int two, int three) noexcept nogil
    cdef bint _leave(self, int mode) noexcept nogil
    cdef bint _body_of_table_is_open(self) noexcept nogil
    cdef bint _close_cell(self) noexcept nogil
    cdef bint _close_caption(self) noexcept nogil
    cdef bint _start_marked(self, int code, int mode) noexcept nogil
    cdef bint _start_in_table_mode(self, int number) noexcept nogil
    cdef bint _start_in_column_group(self, int number) noexcept nogil
    cdef bint _start_in_table(self, int number) noexcept nogil
    cdef bint _end_in_table_mode(self, int number) noexcept nogil
    cdef bint _end_in_table(self, int number, bint is_place) noexcept nogil
    cdef bint _end_cell(self, int code) noexcept nogil
    cdef bint _end_in_column_group(self, int code) noexcept nogil
    cdef bint _is_foreign(self) noexcept nogil
    cdef bint _is_html_point(self) noexcept nogil
    cdef bint _is_html_start(self, int number) noexcept nogil
    cdef bint _leave_foreign(self) noexcept nogil
    cdef bint _start_foreign(self, int number) noexcept nogil
    cdef bint _is_styled_font(self) noexcept with gil
    cdef bint _contains_html(self) noexcept with gil
    cdef bint _end_foreign(self, int number) noexcept nogil
    cdef int _space_of_start(self, int number) noexcept nogil
    cdef bint _is_foreign_text(self) noexcept nogil
