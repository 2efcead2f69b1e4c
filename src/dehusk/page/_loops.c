/* dehusk.page._loops: loops over the text and the rows of a page that are slow in numpy.

   The compiled forms of functions in text_measures.py and loops.py, optional like all compiled code of dehusk. They
   write into arrays that the caller allocates, and check all sizes, bounds and parents. */

#include "checked_arrays.h"

#define CODE_POINTS 0x110000

/* The classes of characters of text_measures.py that matter for counting words. */
enum { SPACE, LETTER, UPPER, DIGIT, IDEOGRAPH, DENSE, MARK };

/* Check that bounds ascend and are within the text; return the number of pieces, which is one less. */
static Py_ssize_t
check_bounds(const Py_buffer *view, Py_ssize_t length)
{
    const Py_ssize_t *bounds = view->buf;
    Py_ssize_t count = length_of(view);
    for (Py_ssize_t i = 0; i < count; i++)
        if (bounds[i] < (i ? bounds[i - 1] : 0) || bounds[i] > length) {
            PyErr_Format(PyExc_IndexError, "bound %zd is %zd", i, bounds[i]);
            return -1;
        }
    if (!count)
        PyErr_SetString(PyExc_ValueError, "no bounds");
    return count - 1;
}

/* ---- text --------------------------------------------------------------------------------------------------- */

/* The same loop for each width of character that Python stores text in. */
#define EACH_WIDTH(text, LOOP)                                                                                      \
    switch (PyUnicode_KIND(text)) {                                                                                 \
    case PyUnicode_1BYTE_KIND: LOOP(PyUnicode_1BYTE_DATA(text)) break;                                              \
    case PyUnicode_2BYTE_KIND: LOOP(PyUnicode_2BYTE_DATA(text)) break;                                              \
    default: LOOP(PyUnicode_4BYTE_DATA(text))                                                                       \
    }

static PyObject *
look_up(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    const Argument wanted[] = {{"text", NULL, 0}, {"table", BYTES, 0}, {"found", BYTES, 1}};
    Py_buffer views[3];
    if (take(wanted, 3, args, number, views) < 0)
        return NULL;
    Py_ssize_t length = PyUnicode_GET_LENGTH(args[0]);
    if (check_length(&views[1], CODE_POINTS, "table") == 0 && check_length(&views[2], length, "found") == 0) {
        const uint8_t *table = views[1].buf;
        uint8_t *found = views[2].buf;
#define LOOP(chars)                                                                                                 \
    for (Py_ssize_t i = 0; i < length; i++)                                                                         \
        found[i] = table[(chars)[i]];
        EACH_WIDTH(args[0], LOOP)
#undef LOOP
    }
    return release(views, 3);
}

static PyObject *
sign_counts(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    const Argument wanted[] = {{"text", NULL, 0}, {"table", BYTES, 0}, {"bounds", INTS, 0}, {"counts", INTS, 1}};
    Py_buffer views[4];
    if (take(wanted, 4, args, number, views) < 0)
        return NULL;
    Py_ssize_t pieces = check_bounds(&views[2], PyUnicode_GET_LENGTH(args[0]));
    if (pieces >= 0 && check_length(&views[1], CODE_POINTS, "table") == 0 &&
        check_length(&views[3], pieces, "counts") == 0) {
        const uint8_t *table = views[1].buf;
        const Py_ssize_t *bounds = views[2].buf;
        Py_ssize_t *counts = views[3].buf;
        for (Py_ssize_t piece = 0; piece < pieces; piece++) {
            Py_ssize_t found = 0;
#define LOOP(chars)                                                                                                 \
    for (Py_ssize_t i = bounds[piece]; i < bounds[piece + 1]; i++)                                                  \
        found += table[(chars)[i]];
            EACH_WIDTH(args[0], LOOP)
#undef LOOP
            counts[piece] = found;
        }
    }
    return release(views, 4);
}

static PyObject *
tally(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    const Argument wanted[] = {{"kinds", BYTES, 0}, {"bounds", INTS, 0}, {"counts", INTS, 1}};
    Py_buffer views[3];
    if (take(wanted, 3, args, number, views) < 0)
        return NULL;
    Py_ssize_t pieces = check_bounds(&views[1], views[0].len);
    Py_ssize_t columns = pieces > 0 ? length_of(&views[2]) / pieces : 0;
    if (pieces >= 0 && check_length(&views[2], pieces * columns, "counts") == 0) {
        const uint8_t *kind = views[0].buf;
        const Py_ssize_t *bounds = views[1].buf;
        Py_ssize_t *counts = views[2].buf;
        memset(counts, 0, views[2].len);
        for (Py_ssize_t piece = 0; piece < pieces; piece++, counts += columns)
            for (Py_ssize_t i = bounds[piece]; i < bounds[piece + 1]; i++)
                if (kind[i] < columns)
                    counts[kind[i]]++;
    }
    return release(views, 3);
}

/* The top bit of each of eight characters that is not white space. */
static uint64_t
solid_of_eight(const uint8_t *kind)
{
    uint64_t eight, low = 0x7F7F7F7F7F7F7F7F;
    memcpy(&eight, kind, sizeof(eight));
    return (((eight & low) + low) | eight) & ~low;
}

static Py_ssize_t
count_of_eight(uint64_t top_bits)
{
    return (Py_ssize_t)((top_bits >> 7) * 0x0101010101010101 >> 56);
}

typedef struct {
    Py_ssize_t chars, runs;
} Solid;

/* Count the characters that are not white space, and the runs of them. */
static Solid
solid(const uint8_t *kind, Py_ssize_t at, Py_ssize_t stop)
{
    Solid found = {0, 0};
    if (at == stop)
        return found;
    found.chars = found.runs = kind[at++] != SPACE;
    for (; at + 8 <= stop; at += 8) {
        uint64_t here = solid_of_eight(kind + at);
        found.chars += count_of_eight(here);
        found.runs += count_of_eight(here & ~solid_of_eight(kind + at - 1));
    }
    for (; at < stop; at++) {
        found.chars += kind[at] != SPACE;
        found.runs += kind[at] != SPACE && kind[at - 1] == SPACE;
    }
    return found;
}

static Py_ssize_t
collapsed_length(const uint8_t *kind, Py_ssize_t at, Py_ssize_t stop)
{
    Solid found = solid(kind, at, stop);
    return found.chars + (found.runs ? found.runs - 1 : 0);
}

static Py_ssize_t
spaced_words(const uint8_t *kind, Py_ssize_t at, Py_ssize_t stop)
{
    return solid(kind, at, stop).runs;
}

/* See text_measures.word_counts. `waiting`: signs after an ideograph are not a word until a letter or digit follows. */
static Py_ssize_t
word_count(const uint8_t *kind, Py_ssize_t at, Py_ssize_t stop)
{
    Py_ssize_t words = 0, dense = 0;
    int last = SPACE, was_spaced = 0, was_unspaced = 0, waiting = 0;
    for (; at < stop; at++) {
        /* A combining mark has the class of the character before it. */
        int here = kind[at] == MARK && last != SPACE ? last : kind[at];
        int is_unspaced = here == IDEOGRAPH || here == DENSE;
        int is_spaced = here != SPACE && !is_unspaced;
        words += kind[at] == IDEOGRAPH;
        dense += here == DENSE;
        if (is_spaced && !was_spaced) {
            waiting = was_unspaced;
            words += !waiting;
        }
        if (waiting && (here == LETTER || here == UPPER || here == DIGIT)) {
            waiting = 0;
            words++;
        }
        last = here, was_spaced = is_spaced, was_unspaced = is_unspaced;
    }
    return words + (dense + 4) / 5;
}

static PyObject *
measure(PyObject *const *args, Py_ssize_t number, int words)
{
    const Argument wanted[] = {{"kinds", BYTES, 0}, {"bounds", INTS, 0}, {"measured", INTS, 1}};
    Py_buffer views[3];
    if (take(wanted, 3, args, number, views) < 0)
        return NULL;
    Py_ssize_t pieces = check_bounds(&views[1], views[0].len);
    if (pieces >= 0 && check_length(&views[2], pieces, "measured") == 0) {
        const uint8_t *kind = views[0].buf;
        const Py_ssize_t *bounds = views[1].buf;
        Py_ssize_t *measured = views[2].buf;
        size_t length = (size_t)views[0].len;
        int all_spaced = !length || (!memchr(kind, IDEOGRAPH, length) && !memchr(kind, DENSE, length));
        Py_ssize_t (*of_piece)(const uint8_t *, Py_ssize_t, Py_ssize_t) =
            !words ? collapsed_length : all_spaced ? spaced_words : word_count;
        for (Py_ssize_t piece = 0; piece < pieces; piece++)
            measured[piece] = of_piece(kind, bounds[piece], bounds[piece + 1]);
    }
    return release(views, 3);
}

static PyObject *
collapsed_lengths(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    return measure(args, number, 0);
}

static PyObject *
word_counts(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    return measure(args, number, 1);
}

static PyObject *
hashes(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    const Argument wanted[] = {{"text", NULL, 0}, {"bounds", INTS, 0}, {"hashes", HASHES, 1}};
    Py_buffer views[3];
    if (take(wanted, 3, args, number, views) < 0)
        return NULL;
    Py_ssize_t pieces = check_bounds(&views[1], PyUnicode_GET_LENGTH(args[0]));
    if (pieces >= 0 && check_length(&views[2], pieces, "hashes") == 0) {
        const Py_ssize_t *bounds = views[1].buf;
        uint64_t *hash = views[2].buf;
        for (Py_ssize_t piece = 0; piece < pieces; piece++) {
            Py_ssize_t at = bounds[piece], stop = bounds[piece + 1];
            uint64_t sum = 0xCBF29CE484222325; /* FNV-1a over characters */
#define LOOP(chars)                                                                                                 \
    while (at < stop && Py_UNICODE_ISSPACE((chars)[at]))                                                            \
        at++;                                                                                                       \
    while (at < stop && Py_UNICODE_ISSPACE((chars)[stop - 1]))                                                      \
        stop--;                                                                                                     \
    for (; at < stop; at++)                                                                                         \
        sum = (sum ^ (chars)[at]) * 0x100000001B3;
            EACH_WIDTH(args[0], LOOP)
#undef LOOP
            hash[piece] = sum;
        }
    }
    return release(views, 3);
}

/* ---- rows --------------------------------------------------------------------------------------------------- */

static PyObject *
inside(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    const Argument wanted[] = {{"end", INTS, 0}, {"mask", BYTES, 0}, {"inside", BYTES, 1}};
    Py_buffer views[3];
    if (take(wanted, 3, args, number, views) < 0)
        return NULL;
    Py_ssize_t rows = views[1].len;
    if (check_length(&views[0], rows, "end") == 0 && check_length(&views[2], rows, "inside") == 0) {
        const Py_ssize_t *end = views[0].buf;
        const uint8_t *mask = views[1].buf;
        uint8_t *found = views[2].buf;
        Py_ssize_t until = 0;
        for (Py_ssize_t row = 0; row < rows; row++) {
            if (mask[row] && end[row] > until)
                until = end[row];
            found[row] = row < until;
        }
    }
    return release(views, 3);
}

static PyObject *
nearest(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    const Argument wanted[] = {{"parent", INTS, 0}, {"mask", BYTES, 0}, {"nearest", INTS, 1}};
    Py_buffer views[3];
    if (take(wanted, 3, args, number, views) < 0)
        return NULL;
    Py_ssize_t rows = views[1].len;
    if (check_length(&views[0], rows, "parent") == 0 && check_length(&views[2], rows, "nearest") == 0) {
        const Py_ssize_t *parent = views[0].buf;
        const uint8_t *mask = views[1].buf;
        Py_ssize_t *found = views[2].buf;
        for (Py_ssize_t row = 0; row < rows; row++) {
            if (row && check_parent(row, parent[row]) < 0)
                break;
            found[row] = mask[row] || !row ? row : found[parent[row]];
        }
    }
    return release(views, 3);
}

/* Differences of prefix sums, added in the order of numpy, so that floats are the same to the last bit. */
#define SUBTREE_SUM(NAME, COLUMN, COLUMN_FORMATS, SUM, SUM_FORMATS)                                                                              \
    static PyObject *NAME(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)                    \
    {                                                                                                               \
        const Argument wanted[] = {{"end", INTS, 0}, {"column", COLUMN_FORMATS, 0}, {"sums", SUM_FORMATS, 1}};  \
        Py_buffer views[3];                                                                                         \
        if (take(wanted, 3, args, number, views) < 0)                                                               \
            return NULL;                                                                                            \
        Py_ssize_t rows = length_of(&views[0]);                                                                       \
        SUM *before = PyMem_Malloc((rows + 1) * sizeof(SUM));                                                       \
        if (!before)                                                                                                \
            PyErr_NoMemory();                                                                                       \
        else if (check_length(&views[1], rows, "column") == 0 && check_length(&views[2], rows, "sums") == 0) {      \
            const Py_ssize_t *end = views[0].buf;                                                                      \
            const COLUMN *column = views[1].buf;                                                                    \
            SUM *sums = views[2].buf;                                                                               \
            before[0] = 0;                                                                                          \
            for (Py_ssize_t row = 0; row < rows; row++)                                                             \
                before[row + 1] = before[row] + (SUM)column[row];                                                   \
            for (Py_ssize_t row = 0; row < rows; row++) {                                                           \
                if (end[row] < 0 || end[row] > rows) {                                                              \
                    PyErr_Format(PyExc_IndexError, "row %zd ends at %zd", row, end[row]);               \
                    break;                                                                                          \
                }                                                                                                   \
                sums[row] = before[end[row]] - before[row];                                                         \
            }                                                                                                       \
        }                                                                                                           \
        PyMem_Free(before);                                                                                         \
        return release(views, 3);                                                                                   \
    }
SUBTREE_SUM(subtree_sum_ints, size_t, INTS, size_t, INTS)
SUBTREE_SUM(subtree_sum_bools, uint8_t, BYTES, size_t, INTS)
SUBTREE_SUM(subtree_sum_floats, double, FLOATS, double, FLOATS)

/* best[row] becomes the element with the largest value in the subtree of the element; parents precede children. */
static PyObject *
subtree_argmax(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    const Argument wanted[] = {
        {"parent", INTS, 0}, {"is_element", BYTES, 0}, {"values", FLOATS, 0}, {"best", INTS, 1}};
    Py_buffer views[4];
    if (take(wanted, 4, args, number, views) < 0)
        return NULL;
    Py_ssize_t rows = views[1].len;
    if (check_length(&views[0], rows, "parent") == 0 && check_length(&views[2], rows, "values") == 0 &&
        check_length(&views[3], rows, "best") == 0) {
        const Py_ssize_t *parent = views[0].buf;
        const uint8_t *is_element = views[1].buf;
        const double *values = views[2].buf;
        Py_ssize_t *best = views[3].buf;
        for (Py_ssize_t row = 0; row < rows; row++)
            best[row] = row;
        for (Py_ssize_t row = rows - 1; row > 0; row--) {
            Py_ssize_t up = parent[row];
            if (!is_element[row])
                continue;
            if (check_parent(row, up) < 0)
                break;
            /* Rows are visited from last to first: of equal values, the one found later is earlier. */
            double here = values[best[row]], there = values[best[up]];
            if (here > there || (here == there && best[up] != up))
                best[up] = best[row];
        }
    }
    return release(views, 4);
}

/* Spreads keys over slots. The seed differs between processes, so that no page can contain keys that collide. */
static uint64_t seed;

static uint64_t
mix(uint64_t key) /* the finalizer of splitmix64 */
{
    key ^= seed;
    key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9;
    key = (key ^ (key >> 27)) * 0x94D049BB133111EB;
    return key ^ (key >> 31);
}

/* Number the different keys in the order of their first occurrence, and count each; return how many there are. */
static PyObject *
group(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t given)
{
    const Argument wanted[] = {{"keys", HASHES, 0}, {"numbers", INTS, 1}, {"sizes", INTS, 1}};
    Py_buffer views[3];
    if (take(wanted, 3, args, given, views) < 0)
        return NULL;
    Py_ssize_t count = length_of(&views[0]), groups = 0;
    const uint64_t *keys = views[0].buf;
    Py_ssize_t *numbers = views[1].buf, *sizes = views[2].buf;
    int bits = 4;
    while (count > ((Py_ssize_t)1 << bits) / 2)
        bits++;
    struct Slot { uint64_t key; Py_ssize_t number; } *slots = NULL; /* the number of a group, from 1 */
    if (check_length(&views[1], count, "numbers") == 0 && check_length(&views[2], count, "sizes") == 0) {
        slots = PyMem_Calloc((size_t)1 << bits, sizeof(*slots));
        if (!slots)
            PyErr_NoMemory();
        for (Py_ssize_t i = 0; slots && i < count; i++) {
            uint64_t at = mix(keys[i]) >> (64 - bits);
            while (slots[at].number && slots[at].key != keys[i])
                at = (at + 1) & (((uint64_t)1 << bits) - 1);
            if (!slots[at].number) {
                slots[at].key = keys[i];
                sizes[groups++] = 0;
                slots[at].number = groups;
            }
            numbers[i] = slots[at].number - 1;
            sizes[numbers[i]]++;
        }
        PyMem_Free(slots);
    }
    PyObject *done = release(views, 3);
    Py_XDECREF(done);
    return done ? PyLong_FromSsize_t(groups) : NULL;
}

#define FUNCTION(name, says) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, says}

static PyMethodDef functions[] = {
    FUNCTION(look_up, "The entry in a table over code points for every character."),
    FUNCTION(sign_counts, "The number of characters between bounds that are in a table."),
    FUNCTION(tally, "The number of characters of each class between bounds."),
    FUNCTION(collapsed_lengths, "Lengths between bounds, white space collapsed."),
    FUNCTION(word_counts, "Words between bounds."),
    FUNCTION(hashes, "A number for the text between bounds, equal for equal text."),
    FUNCTION(inside, "The rows that are in a mask or have an ancestor in it."),
    FUNCTION(nearest, "The nearest of a row and its ancestors that is in a mask."),
    FUNCTION(subtree_sum_ints, "The sum of a column over each row's subtree."),
    FUNCTION(subtree_sum_bools, "The sum of a column over each row's subtree."),
    FUNCTION(subtree_sum_floats, "The sum of a column over each row's subtree."),
    FUNCTION(subtree_argmax, "The element with the largest value in each element's subtree."),
    FUNCTION(group, "Number the different keys, and count each of them."),
    {NULL},
};

static int
module_exec(PyObject *Py_UNUSED(module))
{
    /* The hash of a string is seeded per process (PYTHONHASHSEED). */
    PyObject *text = PyUnicode_FromString("dehusk");
    Py_hash_t hash = text ? PyObject_Hash(text) : -1;
    Py_XDECREF(text);
    seed = (uint64_t)hash;
    return hash == -1 ? -1 : 0;
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dehusk.page._loops",
    .m_doc = "Loops over the text and the rows of a page that are slow in numpy.",
    .m_size = 0,
    .m_methods = functions,
    .m_slots = module_slots,
};

PyMODINIT_FUNC
PyInit__loops(void)
{
    return PyModuleDef_Init(&module);
}
