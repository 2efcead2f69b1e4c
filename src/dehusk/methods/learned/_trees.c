/* dehusk.methods.learned._trees: the sum over boosted oblivious trees.

   The compiled twin of Trees._scores in trees.py, optional as all of dehusk's compiled code. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

/* Blocks that go through a tree together: their leaf numbers stay in the first-level cache. */
#define TOGETHER 256

static int
get(PyObject *object, Py_buffer *view, Py_ssize_t item, Py_ssize_t count, int flags, const char *name)
{
    if (PyObject_GetBuffer(object, view, flags) < 0)
        return -1;
    if (view->len != item * count) {
        PyErr_Format(PyExc_ValueError, "%s has %zd bytes, not %zd", name, view->len, item * count);
        PyBuffer_Release(view);
        return -1;
    }
    return 0;
}

static void
add_trees(const float *columns, Py_ssize_t blocks, const int32_t *feature, const float *border, const float *value,
          Py_ssize_t trees, Py_ssize_t depth, double *sum)
{
    uint16_t leaf[TOGETHER];
    for (Py_ssize_t start = 0; start < blocks; start += TOGETHER) {
        Py_ssize_t count = blocks - start < TOGETHER ? blocks - start : TOGETHER;
        for (Py_ssize_t tree = 0; tree < trees; tree++) {
            for (Py_ssize_t level = 0; level < depth; level++) {
                const float *column = columns + feature[tree * depth + level] * blocks + start;
                float limit = border[tree * depth + level];
                uint16_t bit = (uint16_t)(1u << level);
                if (level == 0)
                    for (Py_ssize_t i = 0; i < count; i++)
                        leaf[i] = column[i] > limit;
                else
                    for (Py_ssize_t i = 0; i < count; i++)
                        leaf[i] |= column[i] > limit ? bit : 0;
            }
            const float *values = value + (tree << depth);
            for (Py_ssize_t i = 0; i < count; i++)
                sum[start + i] += values[leaf[i]];
        }
    }
}

static PyObject *
scores(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *columns_in, *feature_in, *border_in, *value_in, *sum_in;
    Py_ssize_t features, blocks, trees, depth;
    if (!PyArg_ParseTuple(args, "OnnOOOnnO", &columns_in, &features, &blocks, &feature_in, &border_in, &value_in,
                          &trees, &depth, &sum_in))
        return NULL;
    if (features < 0 || blocks < 0 || trees < 0 || depth < 1 || depth > 16) {
        PyErr_SetString(PyExc_ValueError, "sizes out of range");
        return NULL;
    }
    Py_buffer columns, feature, border, value, sum;
    PyObject *answer = NULL;
    if (get(columns_in, &columns, sizeof(float), features * blocks, PyBUF_C_CONTIGUOUS, "columns") < 0)
        return NULL;
    if (get(feature_in, &feature, sizeof(int32_t), trees * depth, PyBUF_C_CONTIGUOUS, "feature") < 0)
        goto no_feature;
    if (get(border_in, &border, sizeof(float), trees * depth, PyBUF_C_CONTIGUOUS, "border") < 0)
        goto no_border;
    if (get(value_in, &value, sizeof(float), trees << depth, PyBUF_C_CONTIGUOUS, "value") < 0)
        goto no_value;
    if (get(sum_in, &sum, sizeof(double), blocks, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE, "sum") < 0)
        goto no_sum;
    const int32_t *asked = feature.buf;
    for (Py_ssize_t i = 0; i < trees * depth; i++)
        if (asked[i] < 0 || asked[i] >= features) {
            PyErr_Format(PyExc_ValueError, "a tree asks for feature %d of %zd", (int)asked[i], features);
            goto done;
        }
    Py_BEGIN_ALLOW_THREADS
    add_trees(columns.buf, blocks, feature.buf, border.buf, value.buf, trees, depth, sum.buf);
    Py_END_ALLOW_THREADS
    answer = Py_NewRef(Py_None);
done:
    PyBuffer_Release(&sum);
no_sum:
    PyBuffer_Release(&value);
no_value:
    PyBuffer_Release(&border);
no_border:
    PyBuffer_Release(&feature);
no_feature:
    PyBuffer_Release(&columns);
    return answer;
}

static PyMethodDef methods[] = {
    {"scores", scores, METH_VARARGS, "Add the value of every tree's leaf to each block's sum."},
    {NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dehusk.methods.learned._trees",
    .m_doc = "The sum over boosted oblivious trees: compiled.",
    .m_size = 0,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit__trees(void)
{
    return PyModuleDef_Init(&module);
}
