cimport dehusk._core.views as views

cdef str escaped(str text, Py_ssize_t place)
