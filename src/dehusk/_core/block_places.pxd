cimport libc.math as math

cimport dehusk._core.feature_steps as feature_steps
cimport dehusk._core.views as views
from dehusk._core.block_columns cimport BlockColumns
