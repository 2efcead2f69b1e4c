cimport dehusk._core.views as views

cpdef int check_table(views.Ints slots, views.Bytes names, views.Ints starts, views.Ints numbers, views.Ints flags) except -1
cpdef int number_with(views.Ints numbers, views.Ints flags, int flag, int default) noexcept
cpdef int space_of(int flags, int above, bint is_html_annotation) noexcept nogil
