/* Texts with values in them: what print() writes, and messages of exceptions.
 *
 * Compiled code gives a template of str.format and the values (frontend/sugar/sugar_text.c);
 * Python's own formatting and print() do the rest. */
#include "glue.h"

static PyObject *formatted(PyObject *template, PyObject *const *value, Py_ssize_t n) {
    PyObject *format = PyObject_GetAttrString(template, "format");
    PyObject *text = format ? PyObject_Vectorcall(format, value, (size_t)n, NULL) : NULL;
    Py_XDECREF(format);
    return text;
}

/* template % values, or template.format(*values); one value that is a tuple is all of them. */
static PyObject *by_python(PyObject *template, PyObject *const *value, Py_ssize_t n, bool percent) {
    bool all = n == 1 && PyTuple_Check(value[0]);
    PyObject *tuple = all ? Py_NewRef(value[0]) : PyTuple_New(n);
    for (Py_ssize_t i = 0; tuple && !all && i < n; ++i) {
        PyTuple_SET_ITEM(tuple, i, Py_NewRef(value[i]));
    }
    PyObject *text =
        !tuple    ? NULL
        : percent ? PyNumber_Remainder(template, tuple)
                  : formatted(template, &PyTuple_GET_ITEM(tuple, 0), PyTuple_GET_SIZE(tuple));
    Py_XDECREF(tuple);
    return text;
}

static PyObject *builtin(PyObject *name) {
    PyObject *f = PyDict_GetItemWithError(PyEval_GetBuiltins(), name);
    if (!f && !PyErr_Occurred()) {
        PyErr_SetObject(PyExc_NameError, name);
    }
    return f;
}

/* print(text, end=end, flush=flush); arg: end, flush, the template, the values. */
static PyObject *print_text(PyObject *const *arg, Py_ssize_t n) {
    PyObject *name = PyUnicode_FromString("print"), *f = name ? builtin(name) : NULL;
    PyObject *text = f ? formatted(arg[2], arg + 3, n - 3) : NULL;
    PyObject *names = text ? Py_BuildValue("(ss)", "end", "flush") : NULL;
    PyObject *of[] = {text, arg[0], arg[1]};
    PyObject *done = names ? PyObject_Vectorcall(f, of, 1, names) : NULL;
    Py_XDECREF(names);
    Py_XDECREF(text);
    Py_XDECREF(name);
    return done;
}

/* A text that repr() shows without quotes, behind "\3": the key of a KeyError; others as they are.
 */
static PyObject *unquoted(PyObject *text) {
    if (!PyUnicode_Check(text) || PyUnicode_GET_LENGTH(text) == 0 ||
        PyUnicode_READ_CHAR(text, 0) != 3) {
        return Py_NewRef(text);
    }
    PyType_Slot slots[] = {{Py_tp_base, &PyUnicode_Type}, {Py_tp_repr, PyObject_Str}, {0, NULL}};
    PyType_Spec spec = {.name = "pycc.key", .flags = Py_TPFLAGS_DEFAULT, .slots = slots};
    PyObject *class = PyType_FromSpec(&spec);
    PyObject *shown = class ? PyUnicode_Substring(text, 1, PY_SSIZE_T_MAX) : NULL;
    PyObject *key = shown ? PyObject_CallOneArg(class, shown) : NULL;
    Py_XDECREF(class);
    Py_XDECREF(shown);
    return key;
}

/* "\x1e2\x1e{}: {}", of the next two values, which *value is moved behind. */
static PyObject *of_values(PyObject *text, PyObject *const **value) {
    const char *at = PyUnicode_AsUTF8(text);
    char *end = NULL;
    Py_ssize_t n = at ? strtol(at + 1, &end, 10) : 0;
    PyObject *template = at ? PyUnicode_FromString(end + 1) : NULL;
    PyObject *item = template ? formatted(template, *value, n) : NULL;
    Py_XDECREF(template);
    *value += n;
    return item;
}

/* A tuple of what stands between "\x1f": "{}" is the next value, others are texts. */
static PyObject *arguments(PyObject *template, PyObject *const *value) {
    PyObject *mark = PyUnicode_FromString("\x1f");
    PyObject *part = mark ? PyUnicode_Split(template, mark, -1) : NULL;
    Py_ssize_t size = part && PyUnicode_GET_LENGTH(template) > 0 ? PyList_GET_SIZE(part) : 0;
    PyObject *tuple = part ? PyTuple_New(size) : NULL;
    for (Py_ssize_t i = 0; tuple && i < PyTuple_GET_SIZE(tuple); ++i) {
        PyObject *text = PyList_GET_ITEM(part, i);
        bool is_value = PyUnicode_CompareWithASCIIString(text, "{}") == 0;
        bool holds_values = PyUnicode_GET_LENGTH(text) > 0 && PyUnicode_READ_CHAR(text, 0) == 0x1e;
        PyObject *item = is_value       ? unquoted(*value++)
                         : holds_values ? of_values(text, &value)
                                        : formatted(text, NULL, 0);
        if (item) {
            PyTuple_SET_ITEM(tuple, i, item);
        } else {
            Py_CLEAR(tuple);
        }
    }
    Py_XDECREF(mark);
    Py_XDECREF(part);
    return tuple;
}

/* arg: the name of the exception, the template, the values; behind "(" a name whose arguments these
 * are, none where the template is empty. Always NULL. */
static PyObject *raise_text(PyObject *scope, PyObject *const *arg, Py_ssize_t n) {
    bool several = PyUnicode_READ_CHAR(arg[0], 0) == '(';
    Py_ssize_t size;
    const char *name = PyUnicode_AsUTF8AndSize(arg[0], &size);
    PyObject *class =
        name ? glue_class_named(scope, name + several, (size_t)(size - several)) : NULL;
    if (name && !class) {
        PyErr_SetObject(PyExc_NameError, arg[0]);
    }
    PyObject *text = !class    ? NULL
                     : several ? arguments(arg[1], arg + 2)
                               : formatted(arg[1], arg + 2, n - 2);
    if (text && class == PyExc_UnicodeDecodeError) { /* its bytes are a text here */
        PyObject *bytes = PyUnicode_AsLatin1String(PyTuple_GET_ITEM(text, 1));
        Py_DECREF(PyTuple_GET_ITEM(text, 1));
        PyTuple_SET_ITEM(text, 1, bytes);
    }
    if (text && !PyErr_Occurred()) {
        PyErr_SetObject(class, text);
        Py_DECREF(text);
    }
    Py_XDECREF(class);
    return NULL;
}

/* ---- what only Python knows */

/* What a path of n bytes means among the module's names, behind a module and ":" in that. */
static PyObject *meant(PyObject *scope, const char *path, size_t n) {
    const char *end = path + n, *colon = memchr(path, ':', n);
    PyObject *name = PyUnicode_FromStringAndSize(path, (colon ? colon : end) - path);
    PyObject *o = name && colon ? PyImport_Import(name) : NULL;
    path = colon ? colon + 1 : path;
    for (bool first = !colon; name && (first || o) && path < end; first = false) {
        const char *dot = memchr(path, '.', (size_t)(end - path));
        dot = dot ? dot : end;
        PyObject *part = PyUnicode_FromStringAndSize(path, dot - path), *of = o;
        o = !part         ? NULL
            : first       ? PyDict_GetItemWithError(scope, part)
            : dot == path ? Py_NewRef(of) /* module:.attribute */
                          : PyObject_GetAttr(of, part);
        if (first && part && !o && !PyErr_Occurred()) {
            o = builtin(part);
        }
        if (first) {
            Py_XINCREF(o);
        }
        Py_XDECREF(part);
        Py_XDECREF(of);
        path = dot + (dot < end);
    }
    Py_XDECREF(name);
    return o;
}

/* Calls Python for what it does; arg: the path of the callee, the signature (resolve_outside.c),
 * the values. */
static PyObject *call_outside(PyObject *scope, PyObject *const *arg, Py_ssize_t n) {
    Py_ssize_t size = 0;
    const char *path = PyUnicode_AsUTF8AndSize(arg[0], &size), *at = PyUnicode_AsUTF8(arg[1]);
    PyObject *f = path && at ? meant(scope, path, (size_t)size) : NULL;
    PyObject *given = f ? PyList_New(0) : NULL, *named = given ? PyDict_New() : NULL;
    for (PyObject *const *value = arg + 2; named && *at == ',';) {
        size_t part = strcspn(++at, ","), name = strcspn(at, ",=");
        bool keyword = at[name] == '=';
        const char *is = keyword ? at + name + 1 : at;
        PyObject *o =
            *is == ':' ? meant(scope, is + 1, (size_t)(at + part - is) - 1) : Py_NewRef(*value++);
        PyObject *key = o && keyword ? PyUnicode_FromStringAndSize(at, (Py_ssize_t)name) : NULL;
        bool failed = !o || (keyword ? !key || PyDict_SetItem(named, key, o) != 0
                                     : PyList_Append(given, o) != 0);
        Py_XDECREF(key);
        Py_XDECREF(o);
        at += part;
        if (failed) {
            Py_CLEAR(named);
        }
    }
    (void)n;
    PyObject *tuple = named ? PyList_AsTuple(given) : NULL;
    PyObject *done = tuple ? PyObject_Call(f, tuple, named) : NULL;
    Py_XDECREF(tuple);
    Py_XDECREF(named);
    Py_XDECREF(given);
    Py_XDECREF(f);
    Py_XDECREF(done);
    return done ? Py_NewRef(Py_None) : NULL;
}

/* int(text, base), which has 64 bits in compiled code. */
static PyObject *int_of(PyObject *text, PyObject *base) {
    int overflow = 0;
    PyObject *of[] = {text, base};
    PyObject *o = PyObject_Vectorcall((PyObject *)&PyLong_Type, of, 2, NULL);
    if (o && PyLong_AsLongLongAndOverflow(o, &overflow) == -1 && overflow) {
        Py_CLEAR(o);
        PyErr_SetString(PyExc_OverflowError, "Python int too large to convert to C long");
    }
    return o;
}

/* "yes" if a class of this name is among those of an exception. */
static PyObject *is_one(PyObject *value, const char *name) {
    PyObject *mro = Py_TYPE(value)->tp_mro;
    bool found = false;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(mro); ++i) {
        const char *path = ((PyTypeObject *)PyTuple_GET_ITEM(mro, i))->tp_name;
        const char *dot = strrchr(path, '.');
        found = found || strcmp(dot ? dot + 1 : path, name) == 0;
    }
    return PyUnicode_FromString(found ? "yes" : "");
}

/* ",KeyError,LookupError,Exception,BaseException,object," */
static PyObject *names_of_classes(PyObject *value) {
    PyObject *mro = Py_TYPE(value)->tp_mro, *names = PyUnicode_FromString(",");
    for (Py_ssize_t i = 0; names && i < PyTuple_GET_SIZE(mro); ++i) {
        PyObject *name = PyObject_GetAttrString(PyTuple_GET_ITEM(mro, i), "__name__");
        PyObject *more = name ? PyUnicode_FromFormat("%U%U,", names, name) : NULL;
        Py_XDECREF(name);
        Py_SETREF(names, more);
    }
    return names;
}

/* "code" of "code:?E" and "code():?E". */
static PyObject *part_of(const char *name) {
    return PyUnicode_FromStringAndSize(name, (Py_ssize_t)strcspn(name, ":("));
}

/* The argument that "2:?E" says, of any type. */
static PyObject *typed_argument(PyObject *value, const char *name) {
    PyObject *args = PyObject_GetAttrString(value, "args");
    if (args && *name == '#') { /* len(e.args) */
        PyObject *count = PyLong_FromSsize_t(PyTuple_GET_SIZE(args));
        Py_DECREF(args);
        return count;
    }
    PyObject *at = part_of(name), *index = at ? PyLong_FromUnicodeObject(at, 10) : NULL;
    PyObject *got = args && index ? PyObject_GetItem(args, index) : NULL;
    Py_XDECREF(args);
    Py_XDECREF(at);
    Py_XDECREF(index);
    return got;
}

/* The text that an argument is, the only one where `at` is "args". */
static PyObject *argument_of(PyObject *value, PyObject *at) {
    PyObject *args = PyObject_GetAttrString(value, "args"), *text = NULL;
    PyObject *index = PyLong_FromUnicodeObject(at, 10);
    if (args && !index) { /* "args" */
        PyErr_Clear();
        bool one = PyTuple_GET_SIZE(args) == 1;
        text = one ? Py_NewRef(PyTuple_GET_ITEM(args, 0)) : NULL;
    } else if (args) {
        text = PyObject_GetItem(args, index);
    }
    if (!PyErr_Occurred() && (!text || !PyUnicode_Check(text))) {
        Py_CLEAR(text);
        PyErr_Format(PyExc_RuntimeError,
                     "compiled code knows the arguments of exceptions that are one text: %R",
                     value);
    }
    Py_XDECREF(args);
    Py_XDECREF(index);
    return text;
}

/* ".code:int": an attribute, which must be of the type; ".code:?E": as it is; ".is_bad():?E": what
 * a method returns. */
static PyObject *attribute_of(PyObject *value, const char *name) {
    const char *type = strchr(name, ':') + 1;
    PyObject *key = part_of(name + 1);
    PyObject *got = key ? PyObject_GetAttr(value, key) : NULL, *text = NULL;
    if (got && *type == '?') {
        text = type[-2] == ')' ? PyObject_CallNoArgs(got) : Py_NewRef(got);
    } else if (got && strcmp(Py_TYPE(got)->tp_name, type) == 0) {
        text = PyObject_Str(got);
    } else if (got) {
        PyErr_Format(PyExc_TypeError, "attribute %R is declared %s, and is %R", key, type, got);
    }
    Py_XDECREF(key);
    Py_XDECREF(got);
    return text;
}

/* What a handler reads (frontend/parse/parse_caught.c) of what is kept in an array
 * (TIR_ERROR_WORDS). */
static PyObject *text_of_caught(PyObject *kept, PyObject *what) {
    PyObject *class, *value, *traceback, *text = NULL;
    const char *name = PyUnicode_AsUTF8(what);
    glue_raise(PyArray_DATA((PyArrayObject *)kept));
    PyErr_Fetch(&class, &value, &traceback);
    PyErr_NormalizeException(&class, &value, &traceback);
    if (!value || !name) {
        text = NULL;
    } else if (strcmp(name, "str") == 0) {
        text = PyObject_Str(value);
    } else if (strcmp(name, "repr") == 0) {
        text = PyObject_Repr(value);
    } else if (strcmp(name, "class") == 0) {
        text = PyObject_GetAttrString(class, "__name__");
    } else if (strcmp(name, "classes") == 0) {
        text = names_of_classes(value);
    } else if (*name == '?') {
        text = is_one(value, name + 1);
    } else {
        text = *name == '.'        ? attribute_of(value, name)
               : strchr(name, ':') ? typed_argument(value, name)
                                   : argument_of(value, what);
    }
    Py_XDECREF(class);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    return text;
}

/* time.name() */
static PyObject *clock_of(PyObject *name) {
    PyObject *time = PyImport_ImportModule("time");
    PyObject *now = time ? PyObject_CallMethodNoArgs(time, name) : NULL;
    Py_XDECREF(time);
    return now;
}

/* The attribute that "n:int" names of a class of the module; set: becomes this value. */
static PyObject *of_class(PyObject *scope, PyObject *const *arg, bool set) {
    PyObject *class = PyDict_GetItemWithError(scope, arg[0]), *key = NULL, *got = NULL;
    const char *what = PyUnicode_AsUTF8(arg[1]);
    key = class && what ? part_of(what) : NULL;
    if (key && set) {
        got = PyObject_SetAttr(class, key, arg[2]) == 0 ? Py_NewRef(Py_None) : NULL;
    } else if (key) {
        got = PyObject_GetAttr(class, key);
    } else if (!PyErr_Occurred()) {
        PyErr_Format(PyExc_NameError, "name %R is not defined", arg[0]);
    }
    Py_XDECREF(key);
    return got;
}

PyObject *glue_text(PyObject *scope, const char *name, PyObject *const *arg, Py_ssize_t n) {
    switch (name[0]) {
    case 'p':
        return name[1] == 'r' ? print_text(arg, n) : by_python(arg[0], arg + 1, n - 1, true);
    case 'g':
    case 's':
        return of_class(scope, arg, name[0] == 's');
    case 'o':
        return call_outside(scope, arg, n);
    case 'r':
        return raise_text(scope, arg, n);
    case 'i':
        return int_of(arg[0], arg[1]);
    case 'w':
        return text_of_caught(arg[0], arg[1]);
    case 'b':
        return by_python(arg[0], arg + 1, n - 1, false);
    case 't':
        return clock_of(arg[0]);
    case 'd':
        return glue_file(arg, n);
    case 'h':
        return PyObject_CallMethod((PyObject *)&PyFloat_Type, "fromhex", "O", arg[0]);
    case 'c':
        if (name[1] == 'o') {
            return PyObject_CallOneArg((PyObject *)&PyComplex_Type, arg[0]);
        }
        return PyObject_CallMethodNoArgs(arg[0], arg[1]);
    default:
        return name[1] == 'o' ? formatted(arg[0], arg + 1, n - 1) : PyFloat_FromString(arg[0]);
    }
}
