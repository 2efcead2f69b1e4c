cimport libc.math as math

cimport dehusk._core.feature_steps as feature_steps
cimport dehusk._core.views as views
from dehusk._core.block_columns cimport BlockColumns

cdef bint text_features(BlockColumns columns, views.NewFloats32 matrix, Py_ssize_t width, Py_ssize_t at)
cdef bint write_bits(BlockColumns columns, Py_ssize_t number, views.Ints places, views.NewFloats32 matrix, Py_ssize_t width, Py_ssize_t at)
cdef bint copy_features(BlockColumns columns, views.Floats32 of_page, views.NewFloats32 matrix, Py_ssize_t width, Py_ssize_t at)
cdef bint page_features(BlockColumns columns, views.Floats32 of_page, views.NewFloats32 matrix, Py_ssize_t width, Py_ssize_t at)
