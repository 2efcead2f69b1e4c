cimport dehusk._core.feature_steps as feature_steps
cimport dehusk._core.views as views

ctypedef fused Number:
    Py_ssize_t
    double

cdef void _sum_subtrees(views.Ints end, const Number[::1] column, Number[::1] before, Number[::1] total) noexcept nogil
