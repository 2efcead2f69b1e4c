cimport libc.math as math

cimport dehusk._core.feature_steps as feature_steps
cimport dehusk._core.views as views
from dehusk._core.block_columns cimport BlockColumns

cdef bint title_features(BlockColumns columns, Py_ssize_t title, Py_ssize_t article_tag, views.NewFloats32 matrix, Py_ssize_t width, Py_ssize_t at)
cdef bint title_tree_features(BlockColumns columns, Py_ssize_t title, Py_ssize_t article_tag, views.NewInts room, views.NewFloats32 matrix, Py_ssize_t width, Py_ssize_t at)
