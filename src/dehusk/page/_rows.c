/* dehusk.page._rows: the rows of a page, collected from the events of a document.

   The compiled form of dehusk/page/rows.py: the same class with the same names; tests check that both give the same
   results. It is optional: without a compiler the Python class is used. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>
#include <stdint.h>
#include <string.h>

#define MAX_NAME 100 /* characters of a tag name, as in tags.py */
#define MAX_TAG 65535
#define MAX_DEPTH 1000000

typedef struct {
    PyObject_HEAD
    /* the columns */
    uint16_t *tag;
    Py_ssize_t *parent, *end, *depth, *offset;
    Py_ssize_t rows, room;
    Py_ssize_t chars;    /* of text so far */
    PyObject *attrs;     /* list: the attributes of each row */
    PyObject *texts;     /* list: the pieces of text in document order */
    PyObject *styled;    /* list: rows with an attribute that can hide them */
    /* the open rows */
    Py_ssize_t *stack;
    Py_ssize_t open, stack_room;
    Py_ssize_t full;     /* number of open rows from which on deeper elements are not rows */
    /* what is outside the rows */
    PyObject *start_outside, *end_outside, *text_outside, *check;
    Py_ssize_t next_check;
    char is_outside, in_text, too_deep, ready;
    PyObject *numbers;   /* dict: tag name -> number */
    PyObject *skipped;   /* frozenset: names of elements that are not rows */
} Rows;

static PyObject *empty_tuple, *name_style, *name_hidden;

/* __new__ alone makes an object without columns. */
static int
is_ready(const Rows *self)
{
    if (!self->ready)
        PyErr_SetString(PyExc_TypeError, "the collector was not initialized");
    return self->ready;
}

static int
grow(Rows *self)
{
    if (self->rows + 1 < self->room)
        return 0;
    Py_ssize_t room = self->room ? self->room * 2 : 4096;
#define GROW(column)                                                                   \
    {                                                                                  \
        void *bigger = PyMem_Realloc(self->column, room * sizeof(*self->column));      \
        if (!bigger) {                                                                 \
            PyErr_NoMemory();                                                          \
            return -1;                                                                 \
        }                                                                              \
        self->column = bigger;                                                         \
    }
    GROW(tag) GROW(parent) GROW(end) GROW(depth) GROW(offset)
#undef GROW
    self->room = room;
    return 0;
}

static int
push(Rows *self, Py_ssize_t row)
{
    if (self->open == self->stack_room) {
        Py_ssize_t room = self->stack_room ? self->stack_room * 2 : 1024;
        Py_ssize_t *bigger = PyMem_Realloc(self->stack, room * sizeof(Py_ssize_t));
        if (!bigger) {
            PyErr_NoMemory();
            return -1;
        }
        self->stack = bigger;
        self->stack_room = room;
    }
    self->stack[self->open++] = row;
    return 0;
}

/* Add a row as a child of the innermost open row. */
static int
add_row(Rows *self, uint16_t tag, PyObject *attrs)
{
    if (grow(self) < 0 || PyList_Append(self->attrs, attrs) < 0)
        return -1;
    Py_ssize_t row = self->rows++;
    Py_ssize_t parent = self->open ? self->stack[self->open - 1] : -1;
    self->tag[row] = tag;
    self->parent[row] = parent;
    self->end[row] = row + 1;
    self->depth[row] = parent < 0 ? 0 : self->depth[parent] + 1;
    self->offset[row] = self->chars;
    return 0;
}

static int
set_outside(Rows *self, PyObject *answer)
{
    if (!answer)
        return -1;
    int is_outside = PyObject_IsTrue(answer);
    Py_DECREF(answer);
    self->is_outside = is_outside > 0;
    return is_outside < 0 ? -1 : 0;
}

static long
tag_number(Rows *self, PyObject *name)
{
    PyObject *number = PyDict_GetItemWithError(self->numbers, name);
    if (number) {
        long known = PyLong_AsLong(number);
        if ((known < 0 || known > MAX_TAG) && !PyErr_Occurred())
            PyErr_Format(PyExc_IndexError, "%U has the tag number %ld", name, known);
        return PyErr_Occurred() ? -1 : known;
    }
    if (PyErr_Occurred())
        return -1;
    if (PyUnicode_GET_LENGTH(name) > MAX_NAME) {
        PyObject *cut = PyUnicode_Substring(name, 0, MAX_NAME);
        long found = cut ? tag_number(self, cut) : -1;
        Py_XDECREF(cut);
        return found;
    }
    /* Names past the last number of the column share it. */
    Py_ssize_t next = PyDict_GET_SIZE(self->numbers);
    if (next > MAX_TAG)
        next = MAX_TAG;
    number = PyLong_FromSsize_t(next);
    if (!number)
        return -1;
    int failed = PyDict_SetItem(self->numbers, name, number);
    Py_DECREF(number);
    return failed ? -1 : (long)next;
}

static int
is_name(PyObject *name, PyObject *wanted)
{
    return name == wanted || (PyUnicode_Check(name) && PyUnicode_GET_LENGTH(name) == PyUnicode_GET_LENGTH(wanted) &&
                              PyUnicode_Compare(name, wanted) == 0);
}

static int
can_hide(PyObject *attrs)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(attrs); i++) {
        PyObject *pair = PyTuple_GET_ITEM(attrs, i);
        if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2)
            continue;
        PyObject *name = PyTuple_GET_ITEM(pair, 0);
        if (is_name(name, name_style) || is_name(name, name_hidden))
            return 1;
    }
    return 0;
}

static PyObject *
start_element(Rows *self, PyObject *const *args, Py_ssize_t count)
{
    if (!is_ready(self))
        return NULL;
    if (count != 2 || !PyUnicode_Check(args[0]) || !PyTuple_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "start_element takes a name and a tuple of attributes");
        return NULL;
    }
    PyObject *name = args[0], *attrs = args[1];
    int skip = self->is_outside ? 1 : PySet_Contains(self->skipped, name);
    if (skip < 0)
        return NULL;
    if (skip) {
        PyObject *answer = PyObject_CallFunctionObjArgs(self->start_outside, (PyObject *)self, name, attrs, NULL);
        if (set_outside(self, answer) < 0)
            return NULL;
        Py_RETURN_NONE;
    }
    self->in_text = 0;
    if (self->rows >= self->next_check) {
        PyObject *answer = PyObject_CallFunction(self->check, "n", self->rows);
        if (!answer)
            return NULL;
        self->next_check = PyLong_AsSsize_t(answer);
        Py_DECREF(answer);
        if (self->next_check == -1 && PyErr_Occurred())
            return NULL;
    }
    if (self->open >= self->full) {
        self->too_deep = 1;
        if (push(self, self->stack[self->open - 1]) < 0)
            return NULL;
        Py_RETURN_NONE;
    }
    long number = tag_number(self, name);
    Py_ssize_t row = self->rows;
    if (number < 0 || add_row(self, (uint16_t)number, attrs) < 0 || push(self, row) < 0)
        return NULL;
    if (can_hide(attrs)) {
        PyObject *index = PyLong_FromSsize_t(row);
        int failed = !index || PyList_Append(self->styled, index) < 0;
        Py_XDECREF(index);
        if (failed)
            return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
end_element(Rows *self, PyObject *name)
{
    if (!is_ready(self))
        return NULL;
    if (self->is_outside) {
        if (set_outside(self, PyObject_CallOneArg(self->end_outside, name)) < 0)
            return NULL;
        Py_RETURN_NONE;
    }
    self->in_text = 0;
    /* BODY stays open: text after the end of HTML belongs to it. */
    if (self->open > 1)
        self->end[self->stack[--self->open]] = self->rows;
    Py_RETURN_NONE;
}

static PyObject *
characters(Rows *self, PyObject *data)
{
    if (!is_ready(self))
        return NULL;
    if (!PyUnicode_Check(data)) {
        PyErr_SetString(PyExc_TypeError, "characters takes text");
        return NULL;
    }
    if (self->is_outside)
        return PyObject_CallOneArg(self->text_outside, data);
    /* Text before and after a comment or script is one leaf. */
    if (!self->in_text) {
        self->in_text = 1;
        if (add_row(self, 0, empty_tuple) < 0)
            return NULL;
    }
    if (PyList_Append(self->texts, data) < 0)
        return NULL;
    self->chars += PyUnicode_GET_LENGTH(data);
    Py_RETURN_NONE;
}

static PyObject *
ignore(PyObject *Py_UNUSED(self), PyObject *const *Py_UNUSED(args), Py_ssize_t Py_UNUSED(count))
{
    Py_RETURN_NONE;
}

static PyObject *
is_open(Rows *self, PyObject *number)
{
    long wanted = PyLong_AsLong(number);
    if (wanted == -1 && PyErr_Occurred())
        return NULL;
    for (Py_ssize_t i = 0; i < self->open; i++)
        if (self->tag[self->stack[i]] == wanted)
            Py_RETURN_TRUE;
    Py_RETURN_FALSE;
}

static Py_ssize_t
rows_length(Rows *self)
{
    return self->rows;
}

static PyObject *
bytes_of(const void *column, Py_ssize_t size)
{
    return PyBytes_FromStringAndSize(column, size);
}

static PyObject *
columns(Rows *self, PyObject *Py_UNUSED(ignored))
{
    if (!is_ready(self))
        return NULL;
    while (self->open)
        self->end[self->stack[--self->open]] = self->rows;
    if (grow(self) < 0)
        return NULL;
    self->offset[self->rows] = self->chars;
    Py_ssize_t size = self->rows * (Py_ssize_t)sizeof(Py_ssize_t);
    return Py_BuildValue("NNNNN",
                         bytes_of(self->tag, self->rows * (Py_ssize_t)sizeof(uint16_t)),
                         bytes_of(self->parent, size),
                         bytes_of(self->end, size),
                         bytes_of(self->depth, size),
                         bytes_of(self->offset, size + (Py_ssize_t)sizeof(Py_ssize_t)));
}

static int
rows_init(Rows *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"numbers", "skipped", "depth", "outside", "check", NULL};
    PyObject *numbers, *skipped, *start, *end, *text, *check;
    Py_ssize_t depth;
    if (self->check) {
        PyErr_SetString(PyExc_TypeError, "a collector is initialized once");
        return -1;
    }
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!O!n(OOO)O", names, &PyDict_Type, &numbers, &PyFrozenSet_Type,
                                     &skipped, &depth, &start, &end, &text, &check))
        return -1;
    if (depth < 0 || depth > MAX_DEPTH) {
        PyErr_Format(PyExc_ValueError, "depth is %zd, not between 0 and %d", depth, MAX_DEPTH);
        return -1;
    }
    self->numbers = Py_NewRef(numbers);
    self->skipped = Py_NewRef(skipped);
    self->start_outside = Py_NewRef(start);
    self->end_outside = Py_NewRef(end);
    self->text_outside = Py_NewRef(text);
    self->check = Py_NewRef(check);
    self->full = depth + 2; /* BODY and HTML */
    self->is_outside = 1;
    self->attrs = PyList_New(0);
    self->texts = PyList_New(0);
    self->styled = PyList_New(0);
    if (!self->attrs || !self->texts || !self->styled)
        return -1;
    PyObject *body = PyUnicode_FromString("body");
    if (!body)
        return -1;
    long number = tag_number(self, body);
    Py_DECREF(body);
    /* Row 0 is BODY; it is pushed twice because the end of HTML pops once, too. */
    if (number < 0 || add_row(self, (uint16_t)number, empty_tuple) < 0 || push(self, 0) < 0 || push(self, 0) < 0)
        return -1;
    self->ready = 1;
    return 0;
}

static int
rows_traverse(Rows *self, visitproc visit, void *arg)
{
    Py_VISIT(self->attrs);
    Py_VISIT(self->texts);
    Py_VISIT(self->styled);
    Py_VISIT(self->numbers);
    Py_VISIT(self->skipped);
    Py_VISIT(self->start_outside);
    Py_VISIT(self->end_outside);
    Py_VISIT(self->text_outside);
    Py_VISIT(self->check);
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static int
rows_clear(Rows *self)
{
    Py_CLEAR(self->attrs);
    Py_CLEAR(self->texts);
    Py_CLEAR(self->styled);
    Py_CLEAR(self->numbers);
    Py_CLEAR(self->skipped);
    Py_CLEAR(self->start_outside);
    Py_CLEAR(self->end_outside);
    Py_CLEAR(self->text_outside);
    Py_CLEAR(self->check);
    return 0;
}

static void
rows_dealloc(Rows *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    rows_clear(self);
    PyMem_Free(self->tag);
    PyMem_Free(self->parent);
    PyMem_Free(self->end);
    PyMem_Free(self->depth);
    PyMem_Free(self->offset);
    PyMem_Free(self->stack);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"start_element", (PyCFunction)(void (*)(void))start_element, METH_FASTCALL, "An element starts."},
    {"end_element", (PyCFunction)end_element, METH_O, "An element ends."},
    {"characters", (PyCFunction)characters, METH_O, "Text."},
    {"comment", (PyCFunction)(void (*)(void))ignore, METH_FASTCALL, "Ignored: not a row."},
    {"doctype", (PyCFunction)(void (*)(void))ignore, METH_FASTCALL, "Ignored: not a row."},
    {"processing_instruction", (PyCFunction)(void (*)(void))ignore, METH_FASTCALL, "Ignored: not a row."},
    {"is_open", (PyCFunction)is_open, METH_O, "Whether an element with this tag number is open."},
    {"columns", (PyCFunction)columns, METH_NOARGS, "Close all rows; return tag, parent, end, depth and offset as bytes."},
    {NULL},
};

static PyMemberDef members[] = {
    {"attrs", T_OBJECT_EX, offsetof(Rows, attrs), READONLY, "The attributes of each row."},
    {"texts", T_OBJECT_EX, offsetof(Rows, texts), READONLY, "The pieces of text in document order."},
    {"styled", T_OBJECT_EX, offsetof(Rows, styled), READONLY, "Rows with an attribute that can hide them."},
    {"too_deep", T_BOOL, offsetof(Rows, too_deep), READONLY, "Whether there were elements too deep to be rows."},
    {NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_init, rows_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, rows_dealloc},
    {Py_tp_traverse, rows_traverse},
    {Py_tp_clear, rows_clear},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {Py_sq_length, rows_length},
    {Py_tp_doc, "The rows of a page, collected from the events of a document."},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "dehusk.page._rows.Rows",
    .basicsize = sizeof(Rows),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};

/* The attributes that have one of the names and a value: [(row, name, value)]. */
static PyObject *
named(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *rows, *names;
    if (!PyArg_ParseTuple(args, "O!O!", &PyTuple_Type, &rows, &PyFrozenSet_Type, &names))
        return NULL;
    PyObject *found = PyList_New(0);
    for (Py_ssize_t row = 0; found && row < PyTuple_GET_SIZE(rows); row++) {
        PyObject *attrs = PyTuple_GET_ITEM(rows, row);
        for (Py_ssize_t i = 0; found && PyTuple_Check(attrs) && i < PyTuple_GET_SIZE(attrs); i++) {
            PyObject *pair = PyTuple_GET_ITEM(attrs, i);
            if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2)
                continue;
            PyObject *name = PyTuple_GET_ITEM(pair, 0), *value = PyTuple_GET_ITEM(pair, 1);
            if (!PyUnicode_Check(value) || PyUnicode_GET_LENGTH(value) == 0)
                continue;
            int wanted = PySet_Contains(names, name);
            PyObject *item = wanted > 0 ? Py_BuildValue("nOO", row, name, value) : NULL;
            if (wanted < 0 || (wanted && (!item || PyList_Append(found, item) < 0)))
                Py_CLEAR(found);
            Py_XDECREF(item);
        }
    }
    return found;
}

static PyMethodDef functions[] = {
    {"named", named, METH_VARARGS, "The attributes that have one of the names and a value: (row, name, value)."},
    {NULL},
};

static int
module_exec(PyObject *module)
{
    empty_tuple = PyTuple_New(0);
    name_style = PyUnicode_InternFromString("style");
    name_hidden = PyUnicode_InternFromString("hidden");
    if (!empty_tuple || !name_style || !name_hidden)
        return -1;
    PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);
    int failed = !type || PyModule_AddType(module, (PyTypeObject *)type) < 0;
    Py_XDECREF(type);
    return failed ? -1 : 0;
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dehusk.page._rows",
    .m_doc = "The rows of a page, collected from the events of a document: compiled.",
    .m_size = 0,
    .m_methods = functions,
    .m_slots = module_slots,
};

PyMODINIT_FUNC
PyInit__rows(void)
{
    return PyModuleDef_Init(&module);
}
