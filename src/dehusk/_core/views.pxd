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

# Cython's name for a macro that the limited API replaces by a function.
cdef extern from *:
    Py_UCS4 read_char "__Pyx_PyUnicode_READ_CHAR"(object, Py_ssize_t) noexcept
    Py_ssize_t PyUnicode_FindChar(object, Py_UCS4, Py_ssize_t, Py_ssize_t, int) noexcept

cdef inline int char_at(str text, Py_ssize_t at) noexcept:
    return <int> read_char(text, at)

cdef inline Py_ssize_t find_char(str text, Py_ssize_t at, Py_ssize_t stop, int code) noexcept:
    return PyUnicode_FindChar(text, code, at, stop, 1)

cdef inline Py_ssize_t find_byte(Bytes data, Py_ssize_t at, Py_ssize_t stop, int code) noexcept nogil:
    cdef const unsigned char *found
    if at >= stop:
        return at
    found = <const unsigned char *> memchr(&data[at], code, stop - at)
    return found - &data[0] if found else stop

cdef inline void copy_bytes(NewBytes out, Py_ssize_t place, Bytes data, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    if stop > start:
        memcpy(&out[place], &data[start], stop - start)
