# Arrays as compiled code sees them: contiguous memory with a type. The same names are in views.py.

ctypedef const Py_ssize_t[::1] Ints
ctypedef const unsigned char[::1] Bytes
ctypedef const unsigned short[::1] Tags
ctypedef const double[::1] Floats
ctypedef const float[::1] Floats32
ctypedef const long long[::1] Bits
ctypedef const unsigned long long[::1] Hashes

ctypedef Py_ssize_t[::1] NewInts
ctypedef unsigned char[::1] NewBytes
ctypedef unsigned short[::1] NewTags
ctypedef double[::1] NewFloats
ctypedef float[::1] NewFloats32
ctypedef long long[::1] NewBits
ctypedef unsigned long long[::1] NewHashes

ctypedef fused Aligned:
    Ints
    Tags
    Floats
    Floats32
    Bits
    Hashes

cdef inline int align(Aligned view) except -1:
    if view.shape[0] and <size_t> &view[0] % sizeof(view[0]):
        raise ValueError("an array is not aligned")
    return 0

ctypedef fused NewAligned:
    NewFloats32
    NewFloats
    NewBits
    NewHashes

cdef inline int align_new(NewAligned view) except -1:
    if view.shape[0] and <size_t> &view[0] % sizeof(view[0]):
        raise ValueError("an array is not aligned")
    return 0

cdef extern from "string.h" nogil:
    const void *memchr(const void *, int, size_t)
    void *memcpy(void *, const void *, size_t)
    int memcmp(const void *, const void *, size_t)

# Cython's name for a macro that the limited API replaces by a function.
cdef extern from *:
    Py_UCS4 read_char "__Pyx_PyUnicode_READ_CHAR"(object, Py_ssize_t) noexcept

cdef inline int char_at(str text, Py_ssize_t at) noexcept:
    return <int> read_char(text, at)

cdef inline Py_ssize_t find_byte(Bytes data, Py_ssize_t at, Py_ssize_t stop, int code) noexcept nogil:
    cdef const unsigned char *found
    if at >= stop:
        return at
    found = <const unsigned char *> memchr(&data[at], code, stop - at)
    return found - &data[0] if found else stop

cdef inline Py_ssize_t find_code(Bytes data, Py_ssize_t at, Py_ssize_t stop, int code) noexcept nogil:
    while at < stop and data[at] != code:
        at += 1
    return at

# In 16 lanes, which compilers vectorise, for as long as none of them can overflow.
cdef inline Py_ssize_t count_byte(Bytes data, int code) noexcept nogil:
    cdef Py_ssize_t size = data.shape[0]
    cdef Py_ssize_t found = 0
    cdef Py_ssize_t at = 0
    cdef Py_ssize_t block
    cdef const unsigned char *place
    cdef unsigned char lanes[16]
    cdef unsigned char value = <unsigned char> code
    cdef int i
    while at + 16 <= size:
        for i in range(16):
            lanes[i] = 0
        for block in range(min((size - at) // 16, 255)):
            place = &data[at]
            for i in range(16):
                lanes[i] += place[i] == value
            at += 16
        for i in range(16):
            found += lanes[i]
    while at < size:
        found += data[at] == value
        at += 1
    return found

cdef inline Py_ssize_t find_wide(Bytes data, Py_ssize_t at, Py_ssize_t stop) noexcept nogil:
    cdef unsigned long long words[8]
    cdef unsigned long long word
    # Compilers make vectors of this.
    while at + 64 <= stop:
        memcpy(words, &data[at], 64)
        word = (words[0] | words[1] | words[2] | words[3]) | (words[4] | words[5] | words[6] | words[7])
        if word & 0x8080808080808080ULL:
            break
        at += 64
    while at + 8 <= stop:
        memcpy(&word, &data[at], 8)
        if word & 0x8080808080808080ULL:
            break
        at += 8
    while at < stop and data[at] < 0x80:
        at += 1
    return at

# Sixteen bytes at a time where the C compiler has vectors; the last ones overlap those before.
cdef extern from *:
    """
    #if defined(__GNUC__)
    typedef unsigned char dehusk_bytes __attribute__((vector_size(16)));
    static inline int dehusk_changed_signs(const unsigned char *data, Py_ssize_t size) {
        dehusk_bytes block, ands = {0}, others = {0};
        unsigned long long halves[2];
        Py_ssize_t at;
        int found;
        for (at = 0; at < size; at += 16) {
            if (size < 16) {
                block = (dehusk_bytes) {0} + 1;
                memcpy(&block, data, (size_t) size);
            } else
                memcpy(&block, data + (at < size - 16 ? at : size - 16), 16);
            ands |= (dehusk_bytes) (block == 38);
            others |= (dehusk_bytes) ((block == 60) | (block == 62) | (block == 13) | (block == 0) | (block == 0xC2));
        }
        memcpy(halves, &ands, 16);
        found = (halves[0] | halves[1]) != 0;
        memcpy(halves, &others, 16);
        return found | ((halves[0] | halves[1]) != 0) << 1;
    }
    #else
    static int dehusk_changed_signs(const unsigned char *data, Py_ssize_t size) {
        int found = 0;
        Py_ssize_t at;
        for (at = 0; at < size; at++) {
            unsigned char code = data[at];
            found |= (code == 38) | (code == 60 || code == 62 || code == 13 || code == 0 || code == 0xC2) << 1;
        }
        return found;
    }
    #endif
    """
    int dehusk_changed_signs(const unsigned char *, Py_ssize_t) noexcept nogil

# The same for the next sign of markup.
cdef extern from *:
    """
    static inline Py_ssize_t dehusk_find_markup(const unsigned char *data, Py_ssize_t at, Py_ssize_t stop) {
    #if defined(__GNUC__)
        dehusk_bytes block;
        unsigned long long halves[2];
        while (at + 16 <= stop) {
            memcpy(&block, data + at, 16);
            block = (dehusk_bytes) ((block == 60) | (block == 38) | (block == 13) | (block == 0));
            memcpy(halves, &block, 16);
            if (halves[0] | halves[1])
                break;
            at += 16;
        }
    #endif
        while (at < stop && data[at] != 60 && data[at] != 38 && data[at] != 13 && data[at] != 0)
            at++;
        return at;
    }
    """
    Py_ssize_t dehusk_find_markup(const unsigned char *, Py_ssize_t, Py_ssize_t) noexcept nogil

# The same for the names of attributes that mark metadata: a space and the first two letters. Also, the last ones again.
cdef extern from *:
    """
    static inline int dehusk_has_mark(const unsigned char *data, Py_ssize_t size) {
        Py_ssize_t at = 0;
    #if defined(__GNUC__)
        dehusk_bytes space, first, second;
        unsigned long long halves[2];
        for (; size >= 18 && at + 2 < size; at += 16) {
            if (at > size - 18)
                at = size - 18;
            memcpy(&space, data + at, 16);
            memcpy(&first, data + at + 1, 16);
            memcpy(&second, data + at + 2, 16);
            space = (dehusk_bytes) (space == 32) & (((dehusk_bytes) (first == 105) & (dehusk_bytes) (second == 116))
                | ((dehusk_bytes) (first == 112) & (dehusk_bytes) (second == 114))
                | ((dehusk_bytes) (first == 114) & (dehusk_bytes) (second == 101)));
            memcpy(halves, &space, 16);
            if (halves[0] | halves[1])
                return 1;
        }
    #endif
        for (; at + 2 < size; at++)
            if (data[at] == 32 && ((data[at + 1] == 105 && data[at + 2] == 116)
                    || (data[at + 1] == 112 && data[at + 2] == 114) || (data[at + 1] == 114 && data[at + 2] == 101)))
                return 1;
        return 0;
    }
    """
    int dehusk_has_mark(const unsigned char *, Py_ssize_t) noexcept nogil

cdef inline bint has_mark(Bytes data, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    return start < stop and dehusk_has_mark(&data[start], stop - start)

cdef inline Py_ssize_t find_markup(Bytes data, Py_ssize_t at, Py_ssize_t stop) noexcept nogil:
    return dehusk_find_markup(&data[0], at, stop) if at < stop else stop

# Where the value starts of an attribute in the usual form.
cdef inline Py_ssize_t attribute_value(Bytes data, Py_ssize_t at, Py_ssize_t stop) noexcept nogil:
    cdef const unsigned char *signs = &data[0]
    cdef Py_ssize_t start = at + 1
    if at >= stop or signs[at] != 32:
        return -1
    at = start
    while at < stop and (
        97 <= signs[at] <= 122 or (45 <= signs[at] <= 58 and signs[at] != 47) or signs[at] == 95 or signs[at] == 64
    ):
        at += 1
    return at + 2 if at > start and at + 1 < stop and signs[at] == 61 and signs[at + 1] == 34 else -1

cdef inline int changed_signs(Bytes data, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    return dehusk_changed_signs(&data[start], stop - start)

cdef inline void copy_bytes(NewBytes out, Py_ssize_t place, Bytes data, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    if stop > start:
        memcpy(&out[place], &data[start], stop - start)

cdef inline bint same_bytes(Bytes data, Py_ssize_t one, Py_ssize_t other, Py_ssize_t count) noexcept nogil:
    return count <= 0 or memcmp(&data[one], &data[other], count) == 0

# The items of a string; with the limited API the kind is 0 and nothing is known of them.
cdef extern from *:
    int unicode_kind "__Pyx_PyUnicode_KIND"(object) noexcept
    void *unicode_data "__Pyx_PyUnicode_DATA"(object) noexcept
    bytes PyBytes_FromStringAndSize(const char *, Py_ssize_t)

    str PyUnicode_DecodeUTF8(const char *, Py_ssize_t, const char *)

cdef inline bytes part(Bytes data, Py_ssize_t start, Py_ssize_t stop):
    return PyBytes_FromStringAndSize(<const char *> &data[start], stop - start) if start < stop else b""

cdef inline str decoded(Bytes data, Py_ssize_t start, Py_ssize_t stop):
    return PyUnicode_DecodeUTF8(<const char *> &data[start], stop - start, "replace") if start < stop else ""

cdef extern from "stdlib.h" nogil:
    void *malloc(size_t)
    void free(void *)

ctypedef fused Unit:
    unsigned short
    unsigned int

# Blocks of ASCII, which most of a page is, are loops of a fixed length that compilers vectorise.
cdef inline bint is_ascii_block(const Unit *units) noexcept nogil:
    cdef Unit every = 0
    cdef int i
    for i in range(16):
        every |= units[i]
    return every < 0x80

# Returns where the last byte was written; NULL if there is a surrogate.
cdef inline unsigned char *write_utf8(unsigned char *out, const Unit *units, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t at = 0
    cdef Py_ssize_t stop
    cdef unsigned int code
    cdef unsigned char block[16]
    cdef int i
    while at < count:
        while at + 16 <= count and is_ascii_block(&units[at]):
            for i in range(16):
                block[i] = <unsigned char> units[at + i]
            memcpy(out, block, 16)
            out += 16
            at += 16
        stop = min(at + 16, count)
        while at < stop:
            code = units[at]
            at += 1
            if code >= 0x80:
                if code >= 0x800:
                    if code >= 0x10000:
                        out[0] = 0xF0 | code >> 18
                        out[1] = 0x80 | code >> 12 & 0x3F
                        out += 2
                    elif 0xD800 <= code < 0xE000:
                        return NULL
                    else:
                        out[0] = 0xE0 | code >> 12
                        out += 1
                    out[0] = 0x80 | code >> 6 & 0x3F
                else:
                    out[0] = 0xC0 | code >> 6
                out += 1
                code = 0x80 | code & 0x3F
            out[0] = code
            out += 1
    return out

cdef inline bytes utf8(str text):
    cdef Py_ssize_t count = len(text)
    cdef int kind = unicode_kind(text)
    cdef unsigned char *start
    cdef unsigned char *stop
    if kind < 2:
        return text.encode()
    start = <unsigned char *> malloc(count * (3 if kind == 2 else 4))
    if not start:
        raise MemoryError
    if kind == 2:
        stop = write_utf8(start, <const unsigned short *> unicode_data(text), count)
    else:
        stop = write_utf8(start, <const unsigned int *> unicode_data(text), count)
    try:
        return PyBytes_FromStringAndSize(<char *> start, stop - start) if stop else text.encode()
    finally:
        free(start)

cdef inline void write_narrow(unsigned char *out, const Unit *units, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(count):
        out[i] = <unsigned char> min(units[i], 255)

cdef extern from *:
    unsigned int *PyUnicode_AsUCS4Copy(object) except NULL
    void PyMem_Free(void *)

cdef inline bytes narrow(str text):
    cdef Py_ssize_t count = len(text)
    cdef int kind = unicode_kind(text)
    cdef unsigned int *units
    cdef bytes found
    if kind == 1:
        return PyBytes_FromStringAndSize(<const char *> unicode_data(text), count)
    found = PyBytes_FromStringAndSize(NULL, count)
    if kind == 2:
        write_narrow(<unsigned char *> <char *> found, <const unsigned short *> unicode_data(text), count)
    else:
        units = PyUnicode_AsUCS4Copy(text)
        write_narrow(<unsigned char *> <char *> found, units, count)
        PyMem_Free(units)
    return found
