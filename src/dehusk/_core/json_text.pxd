cimport dehusk._core.views as views
