/* dehusk.methods.learned._kernels: the loops of the learned method that numpy and Python are slow at.

   Compiled forms of Trees.scores_numpy (oblivious_trees.py), inherit_numpy (measures.py) and bit_rows_numpy
   (array_ops.py), optional as all of dehusk's compiled code. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

/* Blocks that go through a tree together: their leaf numbers stay in the first-level cache. */
#define TOGETHER 256

/* Items of an array whose number of bytes is still a Py_ssize_t. */
#define MAX_ITEMS (PY_SSIZE_T_MAX / (Py_ssize_t)sizeof(uint64_t))

/* Built for processors with AVX2 and for any other, chosen when the module is loaded: two thirds of the time. */
#if defined(__GLIBC__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

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

FOR_EACH_PROCESSOR static void
add_trees(const float *columns, Py_ssize_t blocks, const int32_t *feature, const float *border, const float *value,
          Py_ssize_t trees, Py_ssize_t depth, double *sum)
{
    uint32_t leaf[TOGETHER];
    for (Py_ssize_t start = 0; start < blocks; start += TOGETHER) {
        Py_ssize_t count = blocks - start < TOGETHER ? blocks - start : TOGETHER;
        for (Py_ssize_t tree = 0; tree < trees; tree++) {
            for (Py_ssize_t level = 0; level < depth; level++) {
                const float *column = columns + feature[tree * depth + level] * blocks + start;
                float limit = border[tree * depth + level];
                uint32_t bit = 1u << level;
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
    if (features < 0 || blocks < 0 || trees < 0 || depth < 1 || depth > 16 ||
        (blocks && features > MAX_ITEMS / blocks) || trees > MAX_ITEMS >> depth) {
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

static PyObject *
inherit(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *given[5];
    Py_ssize_t rows;
    if (!PyArg_ParseTuple(args, "nOOOOO", &rows, &given[0], &given[1], &given[2], &given[3], &given[4]))
        return NULL;
    static const char *names[] = {"parent", "tags", "classes", "tag_path", "class_path"};
    Py_buffer views[5];
    PyObject *answer = NULL;
    int got = 0;
    for (; got < 5; got++) {
        int flags = got ? PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE : PyBUF_C_CONTIGUOUS;
        if (get(given[got], &views[got], sizeof(int64_t), rows, flags, names[got]) < 0)
            goto done;
    }
    const int64_t *parent = views[0].buf;
    int64_t *tags = views[1].buf, *classes = views[2].buf;
    uint64_t *tag_path = views[3].buf, *class_path = views[4].buf;
    const uint64_t factor = 0x100000001B3;
    for (Py_ssize_t row = 1; row < rows; row++) {
        int64_t above = parent[row];
        if (above < 0 || above >= row) {
            PyErr_Format(PyExc_ValueError, "row %zd has parent %lld", row, (long long)above);
            goto done;
        }
        tags[row] |= tags[above];
        classes[row] |= classes[above];
        tag_path[row] += tag_path[above] * factor;
        class_path[row] += class_path[above] * factor;
    }
    answer = Py_NewRef(Py_None);
done:
    while (got--)
        PyBuffer_Release(&views[got]);
    return answer;
}

/* One row per bit: whether each number has it. */
static PyObject *
bit_rows(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *bits_in, *places_in, *rows_in, *answer = NULL;
    Py_ssize_t numbers, places;
    if (!PyArg_ParseTuple(args, "nnOOO", &numbers, &places, &bits_in, &places_in, &rows_in))
        return NULL;
    Py_buffer bits, place, rows;
    if (numbers < 0 || places < 0 || numbers > MAX_ITEMS || places > MAX_ITEMS || (numbers && places > MAX_ITEMS / numbers)) {
        PyErr_SetString(PyExc_ValueError, "sizes out of range");
        return NULL;
    }
    if (get(bits_in, &bits, sizeof(uint64_t), numbers, PyBUF_C_CONTIGUOUS, "bits") < 0)
        return NULL;
    if (get(places_in, &place, sizeof(Py_ssize_t), places, PyBUF_C_CONTIGUOUS, "places") < 0)
        goto no_place;
    if (get(rows_in, &rows, 1, numbers * places, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE, "rows") < 0)
        goto no_rows;
    const uint64_t *number = bits.buf;
    uint8_t *row = rows.buf;
    for (Py_ssize_t i = 0; i < places; i++, row += numbers) {
        Py_ssize_t shift = ((const Py_ssize_t *)place.buf)[i];
        if (shift < 0 || shift > 63) {
            PyErr_Format(PyExc_ValueError, "there is no bit %zd", shift);
            goto done;
        }
        for (Py_ssize_t j = 0; j < numbers; j++)
            row[j] = number[j] >> shift & 1;
    }
    answer = Py_NewRef(Py_None);
done:
    PyBuffer_Release(&rows);
no_rows:
    PyBuffer_Release(&place);
no_place:
    PyBuffer_Release(&bits);
    return answer;
}

static PyMethodDef methods[] = {
    {"bit_rows", bit_rows, METH_VARARGS, "One row per bit: whether each number has it."},
    {"inherit", inherit, METH_VARARGS, "Hand bits and path numbers down from every row to its children."},
    {"scores", scores, METH_VARARGS, "Add the value of every tree's leaf to each block's sum."},
    {NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dehusk.methods.learned._kernels",
    .m_doc = "The loops of the learned method that numpy and Python are slow at: compiled.",
    .m_size = 0,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit__kernels(void)
{
    return PyModuleDef_Init(&module);
}
