/* Import of a compiled module: the source runs as it would uncompiled, then compiled functions
 * replace the Python ones.
 *
 * The whole source is in the module's tables. It is executed in the module's namespace, so that
 * constants, classes, plain functions and decorators are what they are in the interpreter; a name
 * that afterwards still means the function that the source defined at module level gets the
 * compiled one. An exception of that code is the import's. */
#include "glue.h"

#include <sys/stat.h>
#include <unistd.h>

struct module_state {
    PyTypeObject *function_type;
};

/* A definition per compiled module in this shared object; CPython keeps pointers to them. */
struct module_def {
    PyModuleDef def; /* first: PyModule_GetDef gives its address */
    const struct pycc_module *module;
    struct module_def *next;
};

/* ---- the source */

/* A new reference: the path that the module has, or of a file with its name beside it. */
static PyObject *source_path(const struct pycc_module *m, PyObject *dict) {
    if (m->path) {
        return PyUnicode_DecodeFSDefault(m->path);
    }
    PyObject *file = PyDict_GetItemString(dict, "__file__");
    bool known = file && PyUnicode_Check(file);
    Py_ssize_t n = known ? PyUnicode_GET_LENGTH(file) : 0;
    Py_ssize_t slash = known ? PyUnicode_FindChar(file, '/', 0, n, -1) : -1;
    PyObject *folder =
        slash >= 0 ? PyUnicode_Substring(file, 0, slash + 1) : PyUnicode_FromString("");
    const char *dot = strrchr(m->name, '.');
    const char *name = dot ? dot + 1 : m->name;
    PyObject *path = folder ? PyUnicode_FromFormat("%U%s.py", folder, name) : NULL;
    Py_XDECREF(folder);
    return path;
}

/* Is there a file that can be read, beside the module one of the source's size? */
static bool is_there(const struct pycc_module *m, PyObject *path) {
    struct stat s;
    PyObject *bytes = PyUnicode_EncodeFSDefault(path);
    const char *name = bytes ? PyBytes_AS_STRING(bytes) : "";
    bool there = access(name, R_OK) == 0 &&
                 (m->path || (stat(name, &s) == 0 && (size_t)s.st_size == m->source_size));
    PyErr_Clear();
    Py_XDECREF(bytes);
    return there;
}

/* Tracebacks and inspect find the text in linecache when it is not in the file, unless that knows
 * it already: a notebook's cell. */
static bool remember_source(const struct pycc_module *m, PyObject *path) {
    if (is_there(m, path)) {
        return true;
    }
    PyObject *text = PyUnicode_DecodeUTF8(m->source, (Py_ssize_t)m->source_size, "replace");
    PyObject *lines = text ? PyUnicode_Splitlines(text, 1) : NULL;
    PyObject *linecache = lines ? PyImport_ImportModule("linecache") : NULL;
    PyObject *cache = linecache ? PyObject_GetAttrString(linecache, "cache") : NULL;
    PyObject *entry =
        cache ? Py_BuildValue("(nOOO)", (Py_ssize_t)m->source_size, Py_None, lines, path) : NULL;
    bool ok = entry && PyDict_SetDefault(cache, path, entry) != NULL;
    Py_XDECREF(text);
    Py_XDECREF(lines);
    Py_XDECREF(linecache);
    Py_XDECREF(cache);
    Py_XDECREF(entry);
    return ok;
}

/* compile(source, path, 'exec'): from bytes, so that an encoding line is obeyed. */
static PyObject *compile_source(const struct pycc_module *m, PyObject *path) {
    PyObject *builtins = PyImport_ImportModule("builtins");
    PyObject *code = NULL;
    if (builtins) {
        code = PyObject_CallMethod(builtins, "compile", "y#OsiO", m->source,
                                   (Py_ssize_t)m->source_size, path, "exec", 0, Py_True);
    }
    Py_XDECREF(builtins);
    return code;
}

static bool set_default(PyObject *dict, const char *name, PyObject *value) {
    PyObject *key = PyUnicode_FromString(name);
    bool ok = key && value && PyDict_SetDefault(dict, key, value) != NULL;
    Py_XDECREF(key);
    return ok;
}

static bool execute_source(const struct pycc_module *m, PyObject *dict) {
    PyObject *path = source_path(m, dict);
    bool ok = path && remember_source(m, path) &&
              set_default(dict, "__builtins__", PyEval_GetBuiltins()) &&
              set_default(dict, "__file__", path);
    PyObject *code = ok ? compile_source(m, path) : NULL;
    PyObject *result = code ? PyEval_EvalCode(code, dict, dict) : NULL;
    ok = result != NULL;
    Py_XDECREF(path);
    Py_XDECREF(code);
    Py_XDECREF(result);
    return ok;
}

/* ---- replacing functions */

static bool attribute_is(PyObject *o, const char *attribute, const char *text) {
    PyObject *value = PyObject_GetAttrString(o, attribute);
    PyErr_Clear();
    bool is = glue_is_text(value, text);
    Py_XDECREF(value);
    return is;
}

/* Is o the function that this source defined at module level, or in a class there, under this name?
 */
static bool is_original(PyObject *o, const char *name, const char *qualified, PyObject *dict) {
    if (!o || !PyFunction_Check(o) || PyFunction_GET_GLOBALS(o) != dict) {
        return false;
    }
    return attribute_is(PyFunction_GET_CODE(o), "co_name", name) &&
           attribute_is(o, "__qualname__", qualified);
}

/* Every module-level name of the original, which may have aliases, means the compiled one. */
static bool rebind(PyObject *dict, PyObject *original, PyObject *compiled) {
    PyObject *keys = PyDict_Keys(dict);
    bool ok = keys != NULL;
    for (Py_ssize_t i = 0; ok && i < PyList_GET_SIZE(keys); ++i) {
        PyObject *key = PyList_GET_ITEM(keys, i);
        if (PyDict_GetItemWithError(dict, key) == original) {
            ok = PyDict_SetItem(dict, key, compiled) == 0;
        }
    }
    Py_XDECREF(keys);
    return ok;
}

/* What functools.lru_cache or cache makes of a function? */
static bool is_cached(PyObject *o) {
    PyObject *type = (PyObject *)Py_TYPE(o);
    return attribute_is(type, "__module__", "functools") &&
           attribute_is(type, "__name__", "_lru_cache_wrapper");
}

/* The Python function that a value stands for: of what @pycc.jit and @functools.cache made its
 * __wrapped__, else itself. A new reference, or NULL. */
static PyObject *under_jit(PyObject *o) {
    PyObject *wrapped = NULL;
    if (o && (is_cached(o) || attribute_is((PyObject *)Py_TYPE(o), "__module__", "pycc._jit") ||
              attribute_is((PyObject *)Py_TYPE(o), "__module__", "pycc._cu"))) {
        wrapped = PyObject_GetAttrString(o, "__wrapped__");
        PyErr_Clear();
    } else if (o) {
        wrapped = Py_NewRef(o);
    }
    return wrapped;
}

/* The same cache around what was compiled. */
static PyObject *cached(PyObject *value, PyObject *compiled) {
    PyObject *functools = PyImport_ImportModule("functools"), *made = NULL;
    PyObject *none = PyTuple_New(0), *size = PyObject_CallMethod(value, "cache_parameters", NULL);
    PyObject *maker = functools ? PyObject_GetAttrString(functools, "lru_cache") : NULL;
    PyObject *decorator = maker && none && size ? PyObject_Call(maker, none, size) : NULL;
    if (decorator) {
        made = PyObject_CallFunctionObjArgs(decorator, compiled, NULL);
    }
    Py_XDECREF(decorator);
    Py_XDECREF(maker);
    Py_XDECREF(size);
    Py_XDECREF(none);
    Py_XDECREF(functools);
    return made;
}

/* What takes the place of a function: what was compiled, that in a cache, or a procedure of
 * pycc.copperhead that takes it, for calls of other types. Consumes compiled. */
static PyObject *settled(PyObject *value, PyObject *compiled) {
    if (compiled && is_cached(value)) {
        PyObject *around = cached(value, compiled);
        Py_DECREF(compiled);
        return around;
    }
    if (!compiled || !attribute_is((PyObject *)Py_TYPE(value), "__module__", "pycc._cu")) {
        return compiled;
    }
    PyObject *taken = PyObject_CallMethod(value, "__pycc_compiled__", "O", compiled);
    Py_DECREF(compiled);
    return taken;
}

/* A method, "Path.length", that the class which the source defined has got from it: a name of the
 * class means the compiled one, of a static method one as well. */
static bool replace_method(PyTypeObject *type, const struct pycc_module *m,
                           const struct pycc_function *table, PyObject *dict) {
    const char *name = strchr(table->name, '.') + 1;
    PyObject *key = PyUnicode_FromStringAndSize(table->name, name - 1 - table->name);
    PyObject *class = key ? PyDict_GetItemWithError(dict, key) : NULL;
    PyObject *own = class && PyType_Check(class) ? PyObject_GetAttrString(class, "__dict__") : NULL;
    PyObject *value = own ? PyMapping_GetItemString(own, name) : NULL, *compiled = NULL;
    bool fixed = value && Py_IS_TYPE(value, &PyStaticMethod_Type), ok = true;
    PyErr_Clear();
    PyObject *original = fixed ? PyObject_GetAttrString(value, "__func__") : Py_XNewRef(value);
    if (is_original(original, name, table->name, dict)) {
        compiled = glue_function_new(type, m, table, original);
        PyObject *made = compiled && fixed ? PyStaticMethod_New(compiled) : Py_XNewRef(compiled);
        ok = made ? PyObject_SetAttrString(class, name, made) == 0 : !PyErr_Occurred();
        Py_XDECREF(made);
    }
    Py_XDECREF(compiled);
    Py_XDECREF(original);
    Py_XDECREF(value);
    Py_XDECREF(own);
    Py_XDECREF(key);
    return ok;
}

static bool replace(PyTypeObject *type, const struct pycc_module *m,
                    const struct pycc_function *table, PyObject *dict) {
    if (strchr(table->name, '.')) {
        return replace_method(type, m, table, dict);
    }
    PyObject *value = PyDict_GetItemString(dict, table->name);
    Py_XINCREF(value);
    PyObject *original = under_jit(value);
    bool ok = true;
    if (is_original(original, table->name, table->name, dict)) {
        PyObject *compiled = settled(value, glue_function_new(type, m, table, original));
        ok = compiled ? rebind(dict, value, compiled) : !PyErr_Occurred();
        Py_XDECREF(compiled);
    }
    Py_XDECREF(original);
    Py_XDECREF(value);
    return ok;
}

static PyObject *function_names(const struct pycc_module *m) {
    PyObject *names = PyList_New(0);
    for (int i = 0; names && i < m->n_functions; ++i) {
        PyObject *name = PyUnicode_FromString(m->function[i].name);
        if (!name || PyList_Append(names, name) < 0) {
            Py_CLEAR(names);
        }
        Py_XDECREF(name);
    }
    return names;
}

/* __pycc__: what pycc.info shows. */
static bool describe(const struct pycc_module *m, PyObject *dict) {
    const char *text = m->report ? m->report : "";
    PyObject *names = function_names(m);
    PyObject *path = names ? source_path(m, dict) : NULL;
    PyObject *report =
        path ? PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace") : NULL;
    PyObject *about = NULL;
    if (report) {
        unsigned long long hash = pycc_hash(m->source, m->source_size);
        about = Py_BuildValue("{s:i,s:O,s:O,s:O,s:K}", "abi", m->abi, "source", path, "report",
                              report, "functions", names, "hash", hash);
    }
    PyObject *target = about ? PyUnicode_FromString(m->target ? m->target : "") : NULL;
    bool ok = target && PyDict_SetItemString(about, "target", target) == 0 &&
              PyDict_SetItemString(dict, "__pycc__", about) == 0;
    Py_XDECREF(target);
    Py_XDECREF(names);
    Py_XDECREF(path);
    Py_XDECREF(report);
    Py_XDECREF(about);
    return ok;
}

/* ---- the module */

static int module_exec(PyObject *module) {
    const struct pycc_module *m = ((struct module_def *)PyModule_GetDef(module))->module;
    struct module_state *state = PyModule_GetState(module);
    PyObject *dict = PyModule_GetDict(module);
    if (!glue_import_numpy(m) || !execute_source(m, dict) || !glue_check_taken(m, dict) ||
        (m->special && !glue_find_special(m->special))) {
        return -1;
    }
    struct glue_shared *shared = glue_shared_get();
    if (!shared) {
        return -1;
    }
    blas_share(&shared->blas, glue_blas_scipy);
    crew_share(&shared->crew);
    glue_find_solver();
    state->function_type = glue_function_type(module);
    if (!state->function_type || (m->device && !glue_device_register(m))) {
        return -1;
    }
    for (int i = 0; i < m->n_functions; ++i) {
        if (!replace(state->function_type, m, &m->function[i], dict)) {
            return -1;
        }
    }
    return glue_find_classes(m, dict) && describe(m, dict) ? 0 : -1;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg) {
    struct module_state *state = PyModule_GetState(module);
    if (state) {
        Py_VISIT(state->function_type);
    }
    return 0;
}

static int module_clear(PyObject *module) {
    struct module_state *state = PyModule_GetState(module);
    if (state) {
        Py_CLEAR(state->function_type);
    }
    return 0;
}

static void module_free(void *module) {
    module_clear(module);
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
#if PY_VERSION_HEX >= 0x030c0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED}, /* as NumPy */
#endif
    {0, NULL},
};

/* The definition of a module, made once. */
static struct module_def *find_def(const struct pycc_module *m) {
    static struct module_def *all;
    for (struct module_def *d = all; d; d = d->next) {
        if (d->module == m) {
            return d;
        }
    }
    struct module_def *d = calloc(1, sizeof *d);
    if (!d) {
        PyErr_NoMemory();
        return NULL;
    }
    d->def = (PyModuleDef){
        PyModuleDef_HEAD_INIT,
        .m_name = m->name,
        .m_size = sizeof(struct module_state),
        .m_slots = module_slots,
        .m_traverse = module_traverse,
        .m_clear = module_clear,
        .m_free = module_free,
    };
    d->module = m;
    d->next = all;
    all = d;
    return d;
}

void *pycc_module_init(const struct pycc_module *m) {
    if (!glue_python_fits(m) || !glue_processor_fits(m)) {
        return NULL;
    }
    if (m->abi != PYCC_ABI) {
        PyErr_Format(PyExc_ImportError,
                     "module was compiled for version %d of pycc's run time but linked with "
                     "version %d; compile it again",
                     m->abi, PYCC_ABI);
        return NULL;
    }
    struct module_def *d = find_def(m);
    return d ? PyModuleDef_Init(&d->def) : NULL;
}
