cimport libc.math as math

cimport dehusk._core.feature_steps as feature_steps
cimport dehusk._core.views as views
from dehusk._core.block_columns cimport BlockColumns

cdef bint ancestor_features(BlockColumns columns, views.NewInts size, views.NewFloats words, views.NewFloats32 matrix, Py_ssize_t width, Py_ssize_t at)
cdef bint surrounding_features(BlockColumns columns, views.NewFloats32 matrix, Py_ssize_t width, Py_ssize_t at)
cdef bint region_features(BlockColumns columns, views.Floats held, views.NewInts regions, views.NewFloats32 matrix, Py_ssize_t width, Py_ssize_t at)
cdef bint record_features(BlockColumns columns, views.NewInts room, views.NewFloats totals, views.NewFloats32 matrix, Py_ssize_t width, Py_ssize_t at)
