cimport dehusk._core.attribute_loops as attribute_loops
cimport dehusk._core.views as views

cpdef str tidy(str text)
