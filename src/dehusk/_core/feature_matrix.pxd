cimport dehusk._core.block_places as block_places
cimport dehusk._core.block_tree as block_tree
cimport dehusk._core.feature_steps as feature_steps
cimport dehusk._core.own_features as own_features
cimport dehusk._core.title_places as title_places
cimport dehusk._core.views as views
from dehusk._core.block_columns cimport BlockColumns
