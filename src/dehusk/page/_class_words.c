/* dehusk.page._class_words: the loops over class names that Python is slow at.

   Compiled forms of python_word_bits and python_read_class_words (class_words.py), optional as all of dehusk's compiled
   code. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

static int
is_upper(Py_UCS4 c)
{
    return c >= 'A' && c <= 'Z';
}

static int
is_lower(Py_UCS4 c)
{
    return c >= 'a' && c <= 'z';
}

/* Add the bits that a dictionary has for a word. */
static int
add_bits(PyObject *bits_of_word, PyObject *word, long long *bits)
{
    PyObject *found = PyDict_GetItemWithError(bits_of_word, word);
    if (found)
        *bits |= PyLong_AsLongLong(found);
    return PyErr_Occurred() ? -1 : 0;
}

/* Add the bits of a word, and those of the pair that it makes with the word before it (NULL for the first word). */
static int
add_word(PyObject *words, PyObject *pairs, PyObject *before, PyObject *word, long long *bits)
{
    if (add_bits(words, word, bits) < 0)
        return -1;
    PyObject *firsts = before ? PyDict_GetItemWithError(pairs, word) : NULL;
    if (!firsts)
        return PyErr_Occurred() ? -1 : 0;
    if (!PyDict_Check(firsts)) {
        PyErr_SetString(PyExc_TypeError, "pairs must be a dictionary of dictionaries");
        return -1;
    }
    return add_bits(firsts, before, bits);
}

/* The bits of the words in a name: they end at a change of case, a digit or a sign, as _WORD in class_words.py says. */
static PyObject *
word_bits(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *name, *words, *pairs, *before = NULL;
    if (!PyArg_ParseTuple(args, "UO!O!", &name, &PyDict_Type, &words, &PyDict_Type, &pairs))
        return NULL;
    int kind = PyUnicode_KIND(name);
    const void *data = PyUnicode_DATA(name);
    Py_ssize_t length = PyUnicode_GET_LENGTH(name), stop;
    long long bits = 0;
#define AT(i) ((i) < length ? PyUnicode_READ(kind, data, i) : 0)
    for (Py_ssize_t start = 0; start < length; start = stop) {
        for (stop = start; is_upper(AT(stop)); stop++)
            ;
        if (stop - start > 1 && is_lower(AT(stop)))
            stop--; /* the last capital of "HTMLBody" begins the next word */
        else if (stop - start < 2)
            for (; is_lower(AT(stop)); stop++)
                ;
        if (stop == start) {
            stop++;
            continue;
        }
        PyObject *word = PyUnicode_Substring(name, start, stop);
        int failed = !word || add_word(words, pairs, before, word, &bits) < 0;
        Py_XDECREF(before);
        before = word;
        if (failed) {
            Py_XDECREF(before);
            return NULL;
        }
    }
#undef AT
    Py_XDECREF(before);
    return PyLong_FromLongLong(bits);
}

/* A number that a mapping has for an attribute's value. */
static int
look_up(PyObject *mapping, PyObject *value, long long *number)
{
    PyObject *found = PyObject_GetItem(mapping, value);
    if (!found)
        return -1;
    *number = PyLong_AsLongLong(found);
    Py_DECREF(found);
    return PyErr_Occurred() ? -1 : 0;
}

/* Add the bits of one attribute to those of its row; the kind is read from the attribute named so. */
static int
read_attribute(PyObject *pair, PyObject *names, PyObject *bits_of, PyObject *kind_name, PyObject *kind_of,
               int64_t *bits, Py_ssize_t *kind)
{
    if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2)
        return 0;
    PyObject *name = PyTuple_GET_ITEM(pair, 0), *value = PyTuple_GET_ITEM(pair, 1);
    if (!PyUnicode_Check(value) || PyUnicode_GET_LENGTH(value) == 0)
        return 0;
    int wanted = PySet_Contains(names, name);
    if (wanted <= 0)
        return wanted;
    long long number;
    if (look_up(bits_of, value, &number) < 0)
        return -1;
    *bits |= number;
    int is_kind = PyObject_RichCompareBool(name, kind_name, Py_EQ);
    if (is_kind <= 0)
        return is_kind;
    if (look_up(kind_of, value, &number) < 0)
        return -1;
    *kind = (Py_ssize_t)number;
    return 0;
}

static int
get(PyObject *object, Py_buffer *view, Py_ssize_t item, Py_ssize_t count, const char *name)
{
    if (PyObject_GetBuffer(object, view, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE) < 0)
        return -1;
    if (view->len != item * count) {
        PyErr_Format(PyExc_ValueError, "%s has %zd bytes, not %zd", name, view->len, item * count);
        PyBuffer_Release(view);
        return -1;
    }
    return 0;
}

static PyObject *
read_rows(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *attrs, *names, *bits_of, *kind_name, *kind_of, *bits_out, *kinds_out, *answer = NULL;
    if (!PyArg_ParseTuple(args, "O!O!OUOOO", &PyTuple_Type, &attrs, &PyFrozenSet_Type, &names, &bits_of, &kind_name,
                          &kind_of, &bits_out, &kinds_out))
        return NULL;
    Py_buffer bits, kinds;
    Py_ssize_t rows = PyTuple_GET_SIZE(attrs);
    if (get(bits_out, &bits, sizeof(int64_t), rows, "bits") < 0)
        return NULL;
    if (get(kinds_out, &kinds, sizeof(Py_ssize_t), rows, "kinds") < 0)
        goto no_kinds;
    for (Py_ssize_t row = 0; row < rows; row++) {
        PyObject *pairs = PyTuple_GET_ITEM(attrs, row);
        int64_t *row_bits = (int64_t *)bits.buf + row;
        Py_ssize_t *kind = (Py_ssize_t *)kinds.buf + row;
        *row_bits = 0;
        *kind = 0;
        for (Py_ssize_t i = 0; PyTuple_Check(pairs) && i < PyTuple_GET_SIZE(pairs); i++)
            if (read_attribute(PyTuple_GET_ITEM(pairs, i), names, bits_of, kind_name, kind_of, row_bits, kind) < 0)
                goto done;
    }
    answer = Py_NewRef(Py_None);
done:
    PyBuffer_Release(&kinds);
no_kinds:
    PyBuffer_Release(&bits);
    return answer;
}

static PyMethodDef methods[] = {
    {"read", read_rows, METH_VARARGS, "Write the bits of each row's attributes, and a number for one of them."},
    {"word_bits", word_bits, METH_VARARGS, "The bits of the words in a name."},
    {NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dehusk.page._class_words",
    .m_doc = "The loops over class names that Python is slow at: compiled.",
    .m_size = 0,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit__class_words(void)
{
    return PyModuleDef_Init(&module);
}
