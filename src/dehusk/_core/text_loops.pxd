cimport dehusk._core.views as views

cdef str collapsed(str text, views.Bytes kinds, Py_ssize_t start, Py_ssize_t stop)
