/* The tables that the glue reads: types, overloads, functions, the module with its source text and
 * report, and PyInit. */
#include "emit_home.h"
#include "emit_special.h"
#include "punycode.h"

#include <inttypes.h>
#include <string.h>

#include "explain.h"

const char *emit_dtype_id(enum dtype d) {
    static const char *const ids[] = {
#define DTYPE(id, name, numpy, c, bytes, kind) #id,
        DTYPE_LIST
#undef DTYPE
    };
    return ids[d];
}

/* ---- types */

static const char *items_text(struct emit *e, const struct ty *t, enum written written) {
    const char *text = "";
    for (int i = 0; i < t->n; ++i) {
        bool offset = ty_is_nested(t) && i != NESTED_DATA; /* never written */
        text = arena_printf(e->arena, "%s, %s", text,
                            emit_type_table(e, t->item[i], offset ? UNWRITTEN : written));
    }
    return text;
}

/* An object of a class that Python has, and the module. */
static bool is_instance(const struct ty *t) {
    return t->kind == TY_LIST && t->keys && t->keys[0] != '{';
}

/* One that may hold others of its type, which has a name. */
static bool is_linked(const struct ty *t) {
    return is_instance(t) && t->linked;
}

/* For all types with names: their names where there is no text yet, or what they are. */
static void put_linked(struct emit *e, const bool *done, bool named) {
    for (int i = 0; i < e->module->types.n; ++i) {
        const struct ty *t = e->module->types.item[i];
        for (int k = UNWRITTEN; done[t->id] && is_linked(t) && k <= WRITTEN_WHOLE; ++k) {
            if (named) {
                w_line(e->w,
                       "__attribute__((unused)) static const struct pycc_type pycc_type_%d_%d;",
                       t->id, k);
            } else {
                w_line(e->w, "PYCC_LINKED(pycc_type_%d_%d, %d, %s%s);", t->id, k, t->id,
                       emit_quoted(e, t->keys), items_text(e, t, (enum written)k));
            }
        }
    }
}

/* What a list or a tuple that is written into holds is written into. */
const char *emit_type_table(struct emit *e, const struct ty *t, enum written written) {
    switch (t->kind) {
    case TY_SCALAR:
        return arena_printf(e->arena, "PYCC_SCALAR_OF(%s)", emit_dtype_id(t->dtype));
    case TY_ARRAY:
        return arena_printf(e->arena, "PYCC_ARRAY_OF(%s, %d%s%s%s)", emit_dtype_id(t->dtype),
                            t->rank,
                            t->layout == TY_C   ? ", .layout = 'C'"
                            : t->layout == TY_F ? ", .layout = 'F'"
                                                : "",
                            written > UNWRITTEN ? ", .written = true" : "",
                            written == WRITTEN_WHOLE ? ", .whole = true" : "");
    case TY_TUPLE:
        if (t->keys) {
            return arena_printf(e->arena, "PYCC_RECORD_OF(%d, %s%s)", t->n, emit_quoted(e, t->keys),
                                items_text(e, t, written));
        }
        if (ty_is_optional(t)) {
            return arena_printf(e->arena, "PYCC_OPTIONAL_OF(%s)", items_text(e, t, written) + 2);
        }
        if (ty_is_either(t)) {
            return arena_printf(e->arena, "PYCC_EITHER_OF(4%s)", items_text(e, t, written));
        }
        if (ty_is_late(t)) {
            return arena_printf(e->arena, "PYCC_LATE_OF(%s%s)",
                                ty_is_unset(t->item[1]) ? "UNSET" : "LATE",
                                items_text(e, t, written));
        }
        if (ty_is_unset(t)) {
            return "PYCC_TYPE(PYCC_TUPLE, .n = 0)";
        }
        if (t->names && written != PASSED) {
            return arena_printf(e->arena, "PYCC_NAMED_OF(%d, %d, %s%s)", t->id, t->n,
                                emit_quoted(e, t->names), items_text(e, t, written));
        }
        return arena_printf(e->arena, "PYCC_TUPLE_OF(%d%s)", t->n, items_text(e, t, written));
    case TY_LIST:
        if (is_linked(t)) {
            return arena_printf(e->arena, "&pycc_type_%d_%d", t->id, (int)written);
        }
        if (t->keys) {
            return arena_printf(e->arena, "PYCC_%s_OF(%d, %s%s)",
                                is_instance(t) ? "INSTANCE" : "OBJECT", t->id,
                                emit_quoted(e, t->keys), items_text(e, t, written));
        }
        return arena_printf(e->arena, "PYCC_LIST_OF(%d%s)", t->id, items_text(e, t, written));
    case TY_NONE:
        break;
    }
    return "PYCC_NOTHING";
}

/* The values of an item of a list. */
static void put_spread(struct emit *e, const struct ty *list) {
    int leaf = 0;
    if (is_instance(list)) {
        w_line(e->w, "static void *pycc_class_%d[3];", list->id);
    }
    w_open(e->w, "static void pycc_spread_%d(const void *item, union pycc_value *leaf)", list->id);
    emit_to_leaves(e, list->item[0], "leaf",
                   arena_printf(e->arena, "(*(const %s *)item)", emit_type(e, list->item[0])),
                   &leaf);
    w_close(e->w, "");
    leaf = 0;
    w_open(e->w, "static void pycc_gather_%d(void *item, const union pycc_value *leaf)", list->id);
    w_line(e->w, "*(%s *)item = %s;", emit_type(e, list->item[0]),
           emit_from_leaves(e, list->item[0], "leaf", &leaf));
    w_close(e->w, "");
}

/* Those of all lists in a type, once each. */
static void put_spreads(struct emit *e, const struct ty *t, bool *done) {
    if ((t->kind != TY_TUPLE && t->kind != TY_LIST) || done[t->id]) {
        return;
    }
    done[t->id] = true;
    for (int i = 0; i < t->n; ++i) {
        put_spreads(e, t->item[i], done);
    }
    if (t->names && !ty_is_optional(t) && !ty_is_late(t) && !ty_is_unset(t) && !ty_is_either(t)) {
        w_line(e->w, "static void *pycc_class_%d[3];", t->id);
    }
    if (t->kind == TY_LIST) {
        put_spread(e, t);
    }
}

/* ---- stubs: from union pycc_value to C arguments and back */

int emit_leaf_count(const struct ty *t) {
    int n = t->kind == TY_SCALAR || t->kind == TY_ARRAY || t->kind == TY_LIST;
    for (int i = 0; t->kind == TY_TUPLE && i < t->n; ++i) {
        n += emit_leaf_count(t->item[i]);
    }
    return n;
}

/* The member of union pycc_value for a leaf. */
const char *emit_leaf_member(struct emit *e, const struct ty *t) {
    if (t->kind == TY_ARRAY) {
        return arena_printf(e->arena, "a%d", t->rank);
    }
    if (t->kind == TY_LIST) {
        return "list";
    }
    return dtype_strong(t->dtype) == DT_BOOL ? "b" : emit_tag(t->dtype);
}

const char *emit_from_leaves(struct emit *e, const struct ty *t, const char *array, int *leaf) {
    if (t->kind != TY_TUPLE) {
        int k = (*leaf)++;
        return arena_printf(e->arena, "%s[%d].%s", array, k, emit_leaf_member(e, t));
    }
    const char *text = arena_printf(e->arena, "(%s){", emit_type(e, t));
    for (int i = 0; i < t->n; ++i) {
        const char *item = emit_from_leaves(e, t->item[i], array, leaf);
        text = arena_printf(e->arena, "%s%s%s", text, i > 0 ? ", " : "", item);
    }
    return arena_printf(e->arena, "%s}", text);
}

void emit_to_leaves(struct emit *e, const struct ty *t, const char *array, const char *path,
                    int *leaf) {
    if (t->kind != TY_TUPLE) {
        w_line(e->w, "%s[%d].%s = %s;", array, (*leaf)++, emit_leaf_member(e, t), path);
        return;
    }
    for (int i = 0; i < t->n; ++i) {
        emit_to_leaves(e, t->item[i], array, arena_printf(e->arena, "%s.e%d", path, i), leaf);
    }
}

static void put_stub(struct emit *e, const struct tfunc *f) {
    int leaf = 0;
    const char *name = e->function_name[f->id];
    bool tuple = f->ret->kind == TY_TUPLE, long_one = tuple || e->away[f->id];
    w_put(e->w, "PYCC_STUB(%s__call) {%s", name, long_one ? "\n    " : " ");
    if (tuple) {
        w_put(e->w, "const %s result = ", emit_type(e, f->ret));
    } else if (f->ret->kind != TY_NONE) {
        w_put(e->w, "ret[0].%s = ", emit_leaf_member(e, f->ret));
    }
    w_put(e->w, "%s(ctx", name);
    for (int i = 0; i < f->n_params; ++i) {
        w_put(e->w, ", ");
        w_put(e->w, "%s", emit_from_leaves(e, f->param[i]->type, "arg", &leaf));
    }
    w_put(e->w, ");%s", long_one ? "\n" : " }\n");
    if (!long_one) {
        return;
    }
    e->w->indent++;
    leaf = 0;
    if (tuple) {
        emit_to_leaves(e, f->ret, "ret", "result", &leaf);
    }
    if (e->away[f->id]) {
        w_line(e->w, "PYCC_HOME_LAST(ctx);");
    }
    w_close(e->w, "");
}

/* ---- functions */

static const char *signature(struct emit *e, const struct texport *x, const struct tfunc *f) {
    const char *text = arena_printf(e->arena, "%s(", x->pyname);
    for (int i = 0; i < x->n_params; ++i) {
        bool none = f->formal[i]->kind == TY_NONE;
        text = arena_printf(e->arena, "%s%s%s: %s", text, i > 0 ? ", " : "", x->param[i],
                            none ? "None" : ty_name(e->arena, f->formal[i]));
    }
    return arena_printf(e->arena, "%s) -> %s", text,
                        f->ret->kind == TY_NONE ? "None" : ty_name(e->arena, f->ret));
}

static bool holds_list(const struct ty *t) {
    bool found = t->kind == TY_LIST;
    for (int i = 0; t->kind == TY_TUPLE && i < t->n; ++i) {
        found = found || holds_list(t->item[i]);
    }
    return found;
}

/* The parameter that a formal one is: those that are None are none. */
static int param_of(const struct tfunc *f, int formal) {
    int k = 0;
    for (int i = 0; i < formal; ++i) {
        k += f->formal[i]->kind != TY_NONE;
    }
    return k;
}

/* Does the function write into its formal parameter? */
static enum written writes_formal(const struct func_plan *p, const struct tfunc *f, int formal) {
    int k = param_of(f, formal);
    bool written = f->formal[formal]->kind != TY_NONE && p->writes_param[k];
    return !written ? UNWRITTEN : p->writes_whole[k] ? WRITTEN_WHOLE : WRITTEN;
}

/* Is one of these objects in it? What is returned is then the caller's own. */
static bool holds_instance(const struct ty *t) {
    bool found = is_instance(t);
    for (int i = 0; !found && i < t->n; ++i) {
        found = holds_instance(t->item[i]);
    }
    return found;
}

static bool holds_linked(const struct ty *t) {
    bool found = is_linked(t);
    for (int i = 0; !found && i < t->n; ++i) {
        found = holds_linked(t->item[i]);
    }
    return found;
}

/* Does a parameter hold what is given back after the call? */
static bool holds_own(const struct ty *t) {
    bool tuple = t->kind == TY_TUPLE && !t->keys && emit_holds_arrays(t);
    return tuple || t->kind == TY_LIST || ty_is_nested(t) || ty_is_records(t) ||
           (t->kind == TY_ARRAY && t->dtype == DT_CHAR);
}

/* The variables of modules that are its last parameters. */
static void put_globals(struct emit *e, struct emit_items *items, const struct tfunc *f) {
    const char **text = ARENA_ARRAY(e->arena, const char *, f->n_globals);
    for (int i = 0; i < f->n_globals; ++i) {
        const struct tglobal *g = &f->global[i];
        text[i] = arena_printf(e->arena, "{%s, %s}", emit_quoted(e, g->name),
                               g->module ? emit_quoted(e, g->module) : "NULL");
    }
    vec_push(e->arena, &items->text, arena_printf(e->arena, ".n_globals = %d", f->n_globals));
    emit_add_list(e, items, ".global = PYCC_GLOBALS(", text, f->n_globals);
}

static void put_overload(struct emit *e, const struct texport *x, const struct tfunc *f,
                         const char *tail) {
    const struct func_plan *p = e->plan->funcs.item[f->id];
    int in = 0;
    for (int i = 0; i < f->n_params; ++i) {
        in += emit_leaf_count(f->param[i]->type);
    }
    bool lists = false, linked = holds_linked(f->ret);
    uint64_t changed = 0;
    const char **type = ARENA_ARRAY(e->arena, const char *, f->n_formals + 1);
    for (int i = 0; i < f->n_formals; ++i) {
        lists = lists || holds_own(f->formal[i]);
        linked = linked || holds_linked(f->formal[i]);
        bool kept = holds_instance(f->formal[i]) && holds_own(f->ret);
        if (f->formal[i]->kind != TY_NONE && (kept || p->changes_param[param_of(f, i)])) {
            changed |= (uint64_t)1 << (i < 63 ? i : 63);
        }
        type[i] = emit_type_table(e, f->formal[i], writes_formal(p, f, i));
    }
    struct emit_items items = {0};
    vec_push(e->arena, &items.text, emit_quoted(e, signature(e, x, f)));
    vec_push(e->arena, &items.text,
             arena_printf(e->arena, "%s__call, %d, %d", e->function_name[f->id], in,
                          emit_leaf_count(f->ret)));
    vec_push(e->arena, &items.text, emit_type_table(e, f->ret, UNWRITTEN));
    emit_add_list(e, &items, "PYCC_TYPES(", type, f->n_formals);
    vec_push(
        e->arena, &items.text,
        arena_printf(e->arena, "%s%s", f->n_formals ? "" : "NULL, ", p->loops ? "true" : "false"));
    if (lists) {
        vec_push(e->arena, &items.text, ".lists = true");
    }
    if (changed) {
        vec_push(e->arena, &items.text, arena_printf(e->arena, ".changed = 0x%" PRIx64, changed));
    }
    if (linked) {
        vec_push(e->arena, &items.text, ".linked = true");
    }
    if (f->n_globals > 0) {
        put_globals(e, &items, f);
    }
    if (e->away[f->id] && !lists && !holds_list(f->ret)) { /* arrays in lists are not followed */
        vec_push(e->arena, &items.text, ".device = true");
    }
    emit_items(e, "{", &items, tail);
}

static bool has_kw_only(const struct texport *x) {
    bool has = false;
    for (int i = 0; i < x->n_params; ++i) {
        has = has || x->kw_only[i];
    }
    return has;
}

/* A row of the table of functions. */
static void put_function(struct emit *e, const struct texport *x) {
    int n = x->n_params;
    struct emit_items items = {0};
    const char **name = ARENA_ARRAY(e->arena, const char *, n + 1);
    const char **flag = ARENA_ARRAY(e->arena, const char *, n + 1);
    for (int i = 0; i < n; ++i) {
        name[i] = emit_quoted(e, x->param[i]);
        flag[i] = x->kw_only[i] ? "true" : "false";
    }
    vec_push(e->arena, &items.text, arena_printf(e->arena, "%s, %d", emit_quoted(e, x->pyname), n));
    emit_add_list(e, &items, "PYCC_NAMES(", name, n);
    if (n == 0) {
        vec_push(e->arena, &items.text, "NULL");
    }
    if (has_kw_only(x)) {
        emit_add_list(e, &items, "PYCC_FLAGS(", flag, n);
    } else {
        vec_push(e->arena, &items.text, "NULL");
    }
    vec_push(e->arena, &items.text, arena_printf(e->arena, "%d, PYCC_OVERLOADS(", x->n_overloads));
    emit_items(e, "{", &items, "");
    for (int i = 0; i < x->n_overloads; ++i) {
        put_overload(e, x, x->overload[i],
                     i + 1 < x->n_overloads ? "},"
                     : x->stays             ? "}), true},"
                                            : "})},");
    }
}

static void put_functions(struct emit *e) {
    bool *done = ARENA_ARRAY(e->arena, bool, emit_type_ids(e) + 1);
    for (int i = 0; i < e->module->exports.n; ++i) {
        const struct texport *x = e->module->exports.item[i];
        for (int k = 0; k < x->n_overloads; ++k) {
            const struct tfunc *f = x->overload[k];
            put_stub(e, f);
            put_spreads(e, f->ret, done);
            for (int m = 0; m < f->n_formals; ++m) {
                put_spreads(e, f->formal[m], done);
            }
        }
    }
    put_linked(e, done, true);
    put_linked(e, done, false);
    w_open(e->w, "static const struct pycc_function pycc_functions[] =");
    for (int i = 0; i < e->module->exports.n; ++i) {
        put_function(e, e->module->exports.item[i]);
    }
    w_close(e->w, ";");
}

/* ---- the module */

static void open_text(struct emit *e, const char *name) {
    w_line(e->w, "static const char %s[] =", name);
    e->w->indent++;
}

static void close_text(struct emit *e) {
    e->w->indent--;
    w_line(e->w, ";");
}

/* Puts whole lines of the report and takes them out of it. */
static void put_lines(void *context, struct writer *report) {
    struct emit *e = context;
    const char *end = strrchr(report->text, '\n');
    size_t n = end ? (size_t)(end - report->text) + 1 : 0;
    if (n > 0) {
        w_text(e->w, e->w->text[e->w->n - 1] == '"' ? "\n" : "");
        emit_string(e->w, report->text, n, true);
        report->n -= n;
        memmove(report->text, report->text + n, report->n + 1);
    }
}

static void put_texts(struct emit *e) {
    open_text(e, "pycc_source");
    emit_string(e->w, e->module->source->text, e->module->source->size, true);
    close_text(e);
    struct writer report;
    writer_init(&report);
    open_text(e, "pycc_report");
    explain_data(e->plan, &report, put_lines, e);
    close_text(e);
    writer_free(&report);
}

/* What the import looks at; see taken.h. */
static void put_taken(struct emit *e) {
    if (e->module->n_taken == 0) {
        return;
    }
    w_open(e->w, "static const struct pycc_taken pycc_taken[] =");
    for (int i = 0; i < e->module->n_taken; ++i) {
        const struct taken *t = &e->module->taken[i];
        w_put(e->w, "{");
        emit_string(e->w, t->name, strlen(t->name), false);
        w_put(e->w, ", %d, ", t->line);
        if (t->text) {
            emit_string(e->w, t->text, strlen(t->text), false);
        } else {
            w_put(e->w, "NULL");
        }
        if (t->module) {
            w_put(e->w, ", %s", emit_quoted(e, t->module));
        }
        w_line(e->w, "},");
    }
    w_line(e->w, "{NULL, 0, NULL}");
    w_close(e->w, ";");
}

/* pycc_hash of the run time. */
static uint64_t hash_text(const char *text, size_t n) {
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; ++i) {
        h = (h ^ (unsigned char)text[i]) * 0x100000001b3u;
    }
    return h;
}

static void put_imports(struct emit *e) {
    const struct source *s = e->module->source;
    if (s->n_files == 0) {
        return;
    }
    w_open(e->w, "static const struct pycc_import pycc_imports[] =");
    for (int i = 0; i < s->n_files; ++i) {
        const struct source_file *f = &s->file[i];
        uint64_t hash = f->used ? hash_text(s->text + f->lo, f->size) : 0;
        w_line(e->w, "{%s, %d, 0x%016" PRIx64 "},", emit_quoted(e, f->import), f->line, hash);
    }
    w_line(e->w, "{NULL, %d, 0}", source_line_at(s, s->users));
    w_close(e->w, ";");
}

static void put_module(struct emit *e) {
    const char *given = e->options->module_name;
    const char *name = given ? given : e->module->name, *path = e->options->path;
    const char *dot = strrchr(name, '.');
    struct emit_items items = {0};
    put_taken(e);
    put_imports(e);
    vec_push(e->arena, &items.text, arena_printf(e->arena, ".name = %s", emit_quoted(e, name)));
    if (path) {
        vec_push(e->arena, &items.text, arena_printf(e->arena, ".path = %s", emit_quoted(e, path)));
    }
    if (e->module->exports.n > 0) {
        vec_push(e->arena, &items.text, ".function = pycc_functions");
        vec_push(e->arena, &items.text,
                 arena_printf(e->arena, ".n_functions = %d", e->module->exports.n));
    }
    if (emit_any_special(e)) {
        emit_special_table(e);
        vec_push(e->arena, &items.text, ".special = pycc_specials");
    }
    if (e->module->n_taken > 0) {
        vec_push(e->arena, &items.text, ".taken = pycc_taken");
    }
    if (e->module->source->n_files > 0) {
        vec_push(e->arena, &items.text, ".import = pycc_imports");
    }
    if (emit_any_nest(e, emit_for_device)) {
        vec_push(e->arena, &items.text, ".device = &pycc_device_api");
    }
    const char *init = punycode_init_name(e->arena, dot ? dot + 1 : name);
    emit_items(e, arena_printf(e->arena, "PYCC_MODULE(%s, ", init), &items, ")");
}

void emit_tables(struct emit *e) {
    w_line(e->w, "/* ---- tables for Python */");
    if (e->module->exports.n > 0) {
        put_functions(e);
    }
    put_texts(e);
    put_module(e);
}
