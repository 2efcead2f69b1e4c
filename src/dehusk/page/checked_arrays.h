/* Arrays as arguments of compiled functions: opened as buffers, with their type, order, alignment, size and overlap
   checked. Every compiled function of dehusk takes its arrays with take() and ends with release(). */

#ifndef DEHUSK_CHECKED_ARRAYS_H
#define DEHUSK_CHECKED_ARRAYS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    const char *name;
    const char *formats; /* of the items, as in Python's struct module; NULL for text, which is not a buffer */
    int writable;
} Argument;

#define BYTES "?Bb"                                            /* numpy's bool, uint8 */
#define INTS (sizeof(Py_ssize_t) == sizeof(long) ? "l" : "qi") /* intp */
#define HASHES (sizeof(long) == 8 ? "LQ" : "Q")                /* uint64 */
#define BITS (sizeof(long) == 8 ? "lq" : "q")                  /* int64 */
#define FLOATS "d"                                             /* float64 */
#define SHORT_FLOATS "f"                                       /* float32 */
#define SHORT_INTS (sizeof(long) == 4 ? "il" : "i")            /* int32 */

static inline int
overlap(const Py_buffer *one, const Py_buffer *other)
{
    const char *first = one->buf, *second = other->buf;
    return first < second + other->len && second < first + one->len;
}

/* Open one argument; -1 with an error that names it if it is not such an array. */
static inline int
take_one(const Argument *wanted, PyObject *given, Py_buffer *view)
{
    if (!PyObject_CheckBuffer(given)) {
        PyErr_Format(PyExc_TypeError, "%s is not an array", wanted->name);
        return -1;
    }
    if (PyObject_GetBuffer(given, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (wanted->writable ? PyBUF_WRITABLE : 0)) < 0) {
        PyErr_Clear();
        view->obj = NULL;
        PyErr_Format(PyExc_ValueError, "%s is not a contiguous%s array of numbers", wanted->name,
                     wanted->writable ? ", writable" : "");
        return -1;
    }
    const char *format = view->format ? view->format : "B";
    if (!format[0] || format[1] || !strchr(wanted->formats, format[0]))
        PyErr_Format(PyExc_ValueError, "%s has items of format '%s', not '%s'", wanted->name, format, wanted->formats);
    else if ((uintptr_t)view->buf % (size_t)view->itemsize)
        PyErr_Format(PyExc_ValueError, "%s is not aligned", wanted->name);
    else
        return 0;
    PyBuffer_Release(view);
    return -1;
}

/* Open the arguments of a function as buffers; if one is not valid, release those that are open. */
static inline int
take(const Argument *wanted, int count, PyObject *const *given, Py_ssize_t number, Py_buffer *views)
{
    if (number != count) {
        PyErr_Format(PyExc_TypeError, "expected %d arguments, not %zd", count, number);
        return -1;
    }
    int i = 0;
    for (; i < count; i++) {
        views[i].obj = NULL;
        if (!wanted[i].formats) {
            if (PyUnicode_Check(given[i]))
                continue;
            PyErr_Format(PyExc_TypeError, "%s is not a string", wanted[i].name);
            break;
        }
        if (take_one(&wanted[i], given[i], &views[i]) < 0)
            break;
        int other = 0;
        while (other < i && !(views[other].obj && (wanted[i].writable || wanted[other].writable) &&
                              overlap(&views[other], &views[i])))
            other++;
        if (other < i) {
            PyErr_Format(PyExc_ValueError, "%s and %s share memory", wanted[other].name, wanted[i].name);
            PyBuffer_Release(&views[i]);
            break;
        }
    }
    if (i == count)
        return 0;
    while (i--)
        PyBuffer_Release(&views[i]);
    return -1;
}

/* Release the buffers of a function; return None, or NULL if an error is set. */
static inline PyObject *
release(Py_buffer *views, int count)
{
    while (count--)
        PyBuffer_Release(&views[count]);
    return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
}

static inline Py_ssize_t
length_of(const Py_buffer *view)
{
    return view->len / view->itemsize;
}

static inline int
check_length(const Py_buffer *view, Py_ssize_t items, const char *name)
{
    if (length_of(view) == items)
        return 0;
    PyErr_Format(PyExc_ValueError, "%s has %zd items, not %zd", name, length_of(view), items);
    return -1;
}

/* Whether the parent of a row is a row before it. */
static inline int
check_parent(Py_ssize_t row, Py_ssize_t parent)
{
    if (parent >= 0 && parent < row)
        return 0;
    PyErr_Format(PyExc_IndexError, "row %zd has parent %zd", row, parent);
    return -1;
}

#endif
