cimport dehusk._core.feature_steps as feature_steps
cimport dehusk._core.views as views
