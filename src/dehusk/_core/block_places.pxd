cimport dehusk._core.feature_steps as feature_steps
cimport dehusk._core.views as views
from dehusk._core.block_columns cimport BlockColumns

cdef bint position_features(BlockColumns columns, views.NewFloats32 matrix, Py_ssize_t width, Py_ssize_t at)
cdef bint heading_features(BlockColumns columns, views.NewFloats32 matrix, Py_ssize_t width, Py_ssize_t at)
cdef bint date_features(BlockColumns columns, Py_ssize_t title, views.NewInts until, views.NewFloats32 matrix, Py_ssize_t width, Py_ssize_t at)
cdef bint reply_form_features(BlockColumns columns, views.NewInts with_area, views.NewFloats32 matrix, Py_ssize_t width, Py_ssize_t at)
