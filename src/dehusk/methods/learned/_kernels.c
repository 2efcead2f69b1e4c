/* dehusk.methods.learned._kernels: the loops of the learned method that numpy and Python are slow at.

   Compiled forms of Trees.scores_numpy (oblivious_trees.py), inherit_numpy (measures.py) and bit_rows_numpy
   (array_ops.py), optional as all of dehusk's compiled code. */

#include "checked_arrays.h"

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
    const Argument wanted[] = {{"columns", SHORT_FLOATS, 0},
                               {"feature", SHORT_INTS, 0},
                               {"border", SHORT_FLOATS, 0},
                               {"value", SHORT_FLOATS, 0},
                               {"sum", FLOATS, 1}};
    PyObject *given[5];
    Py_ssize_t features, blocks, trees, depth;
    if (!PyArg_ParseTuple(args, "OnnOOOnnO", &given[0], &features, &blocks, &given[1], &given[2], &given[3], &trees,
                          &depth, &given[4]))
        return NULL;
    if (features < 0 || blocks < 0 || trees < 0 || depth < 1 || depth > 16 ||
        (blocks && features > MAX_ITEMS / blocks) || trees > MAX_ITEMS >> depth) {
        PyErr_SetString(PyExc_ValueError, "sizes out of range");
        return NULL;
    }
    Py_buffer views[5];
    if (take(wanted, 5, given, 5, views) < 0)
        return NULL;
    if (check_length(&views[0], features * blocks, "columns") == 0 &&
        check_length(&views[1], trees * depth, "feature") == 0 &&
        check_length(&views[2], trees * depth, "border") == 0 &&
        check_length(&views[3], trees << depth, "value") == 0 && check_length(&views[4], blocks, "sum") == 0) {
        const int32_t *asked = views[1].buf;
        Py_ssize_t i = 0;
        while (i < trees * depth && asked[i] >= 0 && asked[i] < features)
            i++;
        if (i < trees * depth)
            PyErr_Format(PyExc_IndexError, "a tree asks for feature %d of %zd", (int)asked[i], features);
        else {
            Py_BEGIN_ALLOW_THREADS
            add_trees(views[0].buf, blocks, asked, views[2].buf, views[3].buf, trees, depth, views[4].buf);
            Py_END_ALLOW_THREADS
        }
    }
    return release(views, 5);
}

static PyObject *
inherit(PyObject *Py_UNUSED(module), PyObject *args)
{
    const Argument wanted[] = {
        {"parent", INTS, 0}, {"tags", BITS, 1}, {"classes", BITS, 1}, {"tag_path", HASHES, 1}, {"class_path", HASHES, 1}};
    PyObject *given[5];
    Py_ssize_t rows;
    if (!PyArg_ParseTuple(args, "nOOOOO", &rows, &given[0], &given[1], &given[2], &given[3], &given[4]))
        return NULL;
    Py_buffer views[5];
    if (take(wanted, 5, given, 5, views) < 0)
        return NULL;
    for (int i = 0; i < 5; i++)
        if (check_length(&views[i], rows, wanted[i].name) < 0)
            return release(views, 5);
    const Py_ssize_t *parent = views[0].buf;
    int64_t *tags = views[1].buf, *classes = views[2].buf;
    uint64_t *tag_path = views[3].buf, *class_path = views[4].buf;
    const uint64_t factor = 0x100000001B3;
    for (Py_ssize_t row = 1; row < rows && check_parent(row, parent[row]) == 0; row++) {
        Py_ssize_t above = parent[row];
        tags[row] |= tags[above];
        classes[row] |= classes[above];
        tag_path[row] += tag_path[above] * factor;
        class_path[row] += class_path[above] * factor;
    }
    return release(views, 5);
}

/* One row per bit: whether each number has it. */
static PyObject *
bit_rows(PyObject *Py_UNUSED(module), PyObject *args)
{
    const Argument wanted[] = {{"bits", BITS, 0}, {"places", INTS, 0}, {"rows", BYTES, 1}};
    PyObject *given[3];
    Py_ssize_t numbers, places;
    if (!PyArg_ParseTuple(args, "nnOOO", &numbers, &places, &given[0], &given[1], &given[2]))
        return NULL;
    if (numbers < 0 || places < 0 || (numbers && places > MAX_ITEMS / numbers)) {
        PyErr_SetString(PyExc_ValueError, "sizes out of range");
        return NULL;
    }
    Py_buffer views[3];
    if (take(wanted, 3, given, 3, views) < 0)
        return NULL;
    if (check_length(&views[0], numbers, "bits") == 0 && check_length(&views[1], places, "places") == 0 &&
        check_length(&views[2], numbers * places, "rows") == 0) {
        const int64_t *number = views[0].buf;
        const Py_ssize_t *place = views[1].buf;
        uint8_t *row = views[2].buf;
        for (Py_ssize_t i = 0; i < places; i++, row += numbers) {
            if (place[i] < 0 || place[i] > 63) {
                PyErr_Format(PyExc_IndexError, "there is no bit %zd", place[i]);
                break;
            }
            for (Py_ssize_t j = 0; j < numbers; j++)
                row[j] = (uint64_t)number[j] >> place[i] & 1;
        }
    }
    return release(views, 3);
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
