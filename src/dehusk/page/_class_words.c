/* dehusk.page._class_words: the loops over class names that Python is slow at.

   Compiled forms of python_name_bits and python_read_class_words (class_words.py), optional as all of dehusk's compiled
   code. */

#include "checked_arrays.h"

/* What words mean: dictionaries of bits, of single words and of second words by the first; the bit of numbers. */
typedef struct {
    PyObject *words, *pairs;
    long long number_bit;
} Vocabulary;

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
add_word(const Vocabulary *vocabulary, PyObject *before, PyObject *word, long long *bits)
{
    if (add_bits(vocabulary->words, word, bits) < 0)
        return -1;
    PyObject *firsts = before ? PyDict_GetItemWithError(vocabulary->pairs, word) : NULL;
    if (!firsts)
        return PyErr_Occurred() ? -1 : 0;
    if (!PyDict_Check(firsts)) {
        PyErr_SetString(PyExc_TypeError, "pairs must be a dictionary of dictionaries");
        return -1;
    }
    return add_bits(firsts, before, bits);
}

/* Add the bits of the words in a name, which end at a change of case, a digit or a sign, as _WORD in class_words.py
   says, and the bit of a number of three digits. */
static int
add_name(const Vocabulary *vocabulary, PyObject *name, long long *bits)
{
    int kind = PyUnicode_KIND(name), digits = 0;
    const void *data = PyUnicode_DATA(name);
    Py_ssize_t length = PyUnicode_GET_LENGTH(name), stop;
    PyObject *before = NULL;
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
            digits = AT(stop) >= '0' && AT(stop) <= '9' ? digits + 1 : 0;
            if (digits == 3)
                *bits |= vocabulary->number_bit;
            stop++;
            continue;
        }
        digits = 0;
        PyObject *word = PyUnicode_Substring(name, start, stop);
        int failed = !word || add_word(vocabulary, before, word, bits) < 0;
        Py_XDECREF(before);
        before = word;
        if (failed) {
            Py_XDECREF(before);
            return -1;
        }
    }
#undef AT
    Py_XDECREF(before);
    return 0;
}

static PyObject *
name_bits(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *name;
    Vocabulary vocabulary;
    if (!PyArg_ParseTuple(args, "UO!O!L", &name, &PyDict_Type, &vocabulary.words, &PyDict_Type, &vocabulary.pairs,
                          &vocabulary.number_bit))
        return NULL;
    long long bits = 0;
    return add_name(&vocabulary, name, &bits) < 0 ? NULL : PyLong_FromLongLong(bits);
}

/* The bits of an attribute's value; values that come again on the page are looked up. */
static int
value_bits(const Vocabulary *vocabulary, PyObject *seen, PyObject *value, long long *bits)
{
    PyObject *known = PyDict_GetItemWithError(seen, value);
    if (known) {
        *bits = PyLong_AsLongLong(known);
        return 0;
    }
    *bits = 0;
    if (PyErr_Occurred() || add_name(vocabulary, value, bits) < 0)
        return -1;
    PyObject *number = PyLong_FromLongLong(*bits);
    int failed = !number || PyDict_SetItem(seen, value, number) < 0;
    Py_XDECREF(number);
    return failed ? -1 : 0;
}

/* The number of the kind that a class names: kinds are numbered from 1 by their first word without digits at its
   end; 0 if nothing is left of it. */
static Py_ssize_t
kind_number(PyObject *kinds, PyObject *value)
{
    int kind = PyUnicode_KIND(value);
    const void *data = PyUnicode_DATA(value);
    Py_ssize_t length = PyUnicode_GET_LENGTH(value), start = 0, stop;
    while (start < length && Py_UNICODE_ISSPACE(PyUnicode_READ(kind, data, start)))
        start++;
    for (stop = start; stop < length && PyUnicode_READ(kind, data, stop) != ' '; stop++)
        ;
    while (stop > start && PyUnicode_READ(kind, data, stop - 1) >= '0' && PyUnicode_READ(kind, data, stop - 1) <= '9')
        stop--;
    if (stop == start)
        return 0;
    PyObject *word = PyUnicode_Substring(value, start, stop);
    if (!word)
        return -1;
    PyObject *known = PyDict_GetItemWithError(kinds, word);
    Py_ssize_t number = -1;
    if (known)
        number = PyLong_AsSsize_t(known);
    else if (!PyErr_Occurred()) {
        PyObject *next = PyLong_FromSsize_t(PyDict_GET_SIZE(kinds) + 1);
        if (next && PyDict_SetItem(kinds, word, next) == 0)
            number = PyDict_GET_SIZE(kinds);
        Py_XDECREF(next);
    }
    Py_DECREF(word);
    return number;
}

/* What is read for one page: the names of attributes, that of the kind, and what was seen so far. */
typedef struct {
    Vocabulary vocabulary;
    PyObject *names, *kind_name, *seen, *kinds;
} Reader;

/* Add one attribute of a row to its bits; set its kind if it is the attribute for that. */
static int
read_attribute(const Reader *reader, PyObject *pair, int64_t *bits, Py_ssize_t *kind)
{
    if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2)
        return 0;
    PyObject *name = PyTuple_GET_ITEM(pair, 0), *value = PyTuple_GET_ITEM(pair, 1);
    if (!PyUnicode_Check(value) || PyUnicode_GET_LENGTH(value) == 0)
        return 0;
    int wanted = PySet_Contains(reader->names, name);
    if (wanted <= 0)
        return wanted;
    long long found;
    if (value_bits(&reader->vocabulary, reader->seen, value, &found) < 0)
        return -1;
    *bits |= found;
    int is_kind = PyObject_RichCompareBool(name, reader->kind_name, Py_EQ);
    if (is_kind <= 0)
        return is_kind;
    *kind = kind_number(reader->kinds, value);
    return *kind < 0 ? -1 : 0;
}

static int
read_rows(const Reader *reader, PyObject *attrs, int64_t *bits, Py_ssize_t *kinds)
{
    for (Py_ssize_t row = 0; row < PyTuple_GET_SIZE(attrs); row++) {
        PyObject *pairs = PyTuple_GET_ITEM(attrs, row);
        bits[row] = 0;
        kinds[row] = 0;
        for (Py_ssize_t i = 0; PyTuple_Check(pairs) && i < PyTuple_GET_SIZE(pairs); i++)
            if (read_attribute(reader, PyTuple_GET_ITEM(pairs, i), bits + row, kinds + row) < 0)
                return -1;
    }
    return 0;
}

static PyObject *
read_page(PyObject *Py_UNUSED(module), PyObject *args)
{
    const Argument wanted[] = {{"bits", BITS, 1}, {"kinds", INTS, 1}};
    PyObject *attrs, *given[2];
    Reader reader;
    if (!PyArg_ParseTuple(args, "O!O!UO!O!LOO", &PyTuple_Type, &attrs, &PyFrozenSet_Type, &reader.names,
                          &reader.kind_name, &PyDict_Type, &reader.vocabulary.words, &PyDict_Type,
                          &reader.vocabulary.pairs, &reader.vocabulary.number_bit, &given[0], &given[1]))
        return NULL;
    Py_buffer views[2];
    if (take(wanted, 2, given, 2, views) < 0)
        return NULL;
    Py_ssize_t rows = PyTuple_GET_SIZE(attrs);
    if (check_length(&views[0], rows, "bits") == 0 && check_length(&views[1], rows, "kinds") == 0) {
        reader.seen = PyDict_New();
        reader.kinds = PyDict_New();
        if (reader.seen && reader.kinds)
            read_rows(&reader, attrs, views[0].buf, views[1].buf);
        Py_XDECREF(reader.seen);
        Py_XDECREF(reader.kinds);
    }
    return release(views, 2);
}

static PyMethodDef methods[] = {
    {"name_bits", name_bits, METH_VARARGS, "The bits of the words in a name."},
    {"read", read_page, METH_VARARGS, "Write the bits of each row's attributes, and the number of its kind."},
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
