cimport dehusk._core.attribute_loops as attribute_loops
cimport dehusk._core.feature_steps as feature_steps
cimport dehusk._core.views as views
