/* Element types with fields, as a module makes them:
 *
 *     D = np.dtype([('x', 'f8'), ('n', np.int32), ('v', 'f4', (3,)), ('inner', E)], align=True)
 *     D = np.dtype({'names': ['x', 'n'], 'formats': ['f8', 'i4']})
 *
 * What a field is, and where, is known when compiling: packed as NumPy packs, or aligned as it
 * aligns. Anything that is not written so leaves D a name of the module's. */
#include "fold.h"
#include "library.h"
#include "resolve_private.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FIELDS = 64, MAX_EXTENT = 1 << 20, TEXT_ITEM = 4 };

/* ---- the types of fields */

/* 'f8', '<i4', '?', 'float64' */
static bool dtype_of_text(const char *text, enum dtype *d) {
    static const struct {
        const char *code;
        enum dtype dtype;
    } codes[] = {
        {"?", DT_BOOL},   {"b1", DT_BOOL},   {"i1", DT_I8},     {"i2", DT_I16},      {"i4", DT_I32},
        {"i8", DT_I64},   {"u1", DT_U8},     {"u2", DT_U16},    {"u4", DT_U32},      {"u8", DT_U64},
        {"f2", DT_F16},   {"e", DT_F16},     {"f4", DT_F32},    {"f8", DT_F64},      {"c8", DT_C64},
        {"c16", DT_C128}, {"b", DT_I8},      {"B", DT_U8},      {"h", DT_I16},       {"H", DT_U16},
        {"i", DT_I32},    {"I", DT_U32},     {"l", DT_I64},     {"L", DT_U64},       {"q", DT_I64},
        {"Q", DT_U64},    {"f", DT_F32},     {"d", DT_F64},     {"F", DT_C64},       {"D", DT_C128},
        {"int", DT_I64},  {"float", DT_F64}, {"bool", DT_BOOL}, {"complex", DT_C128}};
    text += *text == '<' || *text == '=' || *text == '|';
    for (size_t i = 0; i < sizeof codes / sizeof *codes; ++i) {
        if (strcmp(codes[i].code, text) == 0) {
            *d = codes[i].dtype;
            return true;
        }
    }
    *d = dtype_time(text);
    return *d != DT_COUNT || library_dtype(IN_NP, text, d);
}

/* 'U5', '<U5', 'S3': octets that elements have in them, and nobody reads. */
static bool is_text_field(struct scopes *s, const char *text, struct records_field *f) {
    const char *code = text + (*text == '<' || *text == '=' || *text == '|');
    char *end;
    long n = *code == 'U' || *code == 'S' ? strtol(code + 1, &end, 10) : 0;
    if (n < 1 || n >= MAX_EXTENT / TEXT_ITEM || *end || !(code[1] > '0' && code[1] <= '9')) {
        return false;
    }
    f->text = intern_str(s->p->names, code);
    f->dtype = DT_U8;
    f->rank = 1;
    f->extent[0] = (int)n * (*code == 'U' ? TEXT_ITEM : 1);
    return true;
}

static const struct symbol *named(const struct expr *e) {
    return e->kind == EXPR_NAME ? e->name.sym : e->kind == EXPR_ATTR ? e->attr.sym : NULL;
}

static const struct records *read_type(struct scopes *s, const struct expr *e);

static bool read_format(struct scopes *s, const struct expr *e, struct records_field *f) {
    const struct symbol *sym = named(e);
    if (e->kind == EXPR_STR) {
        return is_text_field(s, e->str.text, f) ||
               (dtype_of_text(e->str.text, &f->dtype) && f->dtype != DT_CHAR);
    }
    if (sym && sym->kind == SYM_DTYPE) {
        f->dtype = dtype_strong(sym->dtype);
        return sym->dtype != DT_CHAR;
    }
    f->of = sym && sym->kind == SYM_RECORDS ? sym->records : sym ? NULL : read_type(s, e);
    return f->of != NULL;
}

static bool read_extent(struct scopes *s, const struct expr *e, struct records_field *f) {
    const struct expr *value = fold(s->p->arena, (struct expr *)e);
    bool fine = value && value->kind == EXPR_INT && value->integer.value > 0 && !f->text &&
                value->integer.value < MAX_EXTENT && f->rank < RECORDS_MAX_RANK;
    if (fine) {
        f->extent[f->rank++] = (int)value->integer.value;
    }
    return fine;
}

static bool read_shape(struct scopes *s, const struct expr *e, struct records_field *f) {
    if (e->kind != EXPR_TUPLE && e->kind != EXPR_LIST) {
        return read_extent(s, e, f);
    }
    for (int i = 0; i < e->list.n; ++i) {
        if (!read_extent(s, e->list.item[i], f)) {
            return false;
        }
    }
    return true;
}

/* A name that any text of Python's may have in it as it is. */
static bool is_word(const char *name) {
    bool word = *name && !(*name >= '0' && *name <= '9');
    for (const char *c = name; *c && word; ++c) {
        word = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
               *c == '_';
    }
    return word;
}

static bool read_name(struct scopes *s, const struct expr *e, struct records *t) {
    if (e->kind != EXPR_STR || !is_word(e->str.text) || t->n == MAX_FIELDS) {
        return false;
    }
    const char *name = intern_str(s->p->names, e->str.text);
    for (int i = 0; i < t->n; ++i) {
        if (t->field[i].name == name) {
            return false;
        }
    }
    t->field[t->n++].name = name;
    return true;
}

/* ---- layouts */

static int aligned_to(const struct records_field *f) {
    if (f->of) {
        return f->of->align;
    }
    if (f->text) {
        return *f->text == 'U' ? TEXT_ITEM : 1;
    }
    return dtype_info[dtype_part(f->dtype)].bytes;
}

static int count_of(const struct records_field *f) {
    int64_t count = 1;
    for (int i = 0; i < f->rank; ++i) {
        count = count * f->extent[i] < MAX_EXTENT ? count * f->extent[i] : MAX_EXTENT;
    }
    return (int)count;
}

static int up(int n, int to) {
    return (n + to - 1) / to * to;
}

static bool lay_out(struct records *t, bool align) {
    int64_t size = 0;
    t->align = 1;
    for (int i = 0; i < t->n; ++i) {
        struct records_field *f = &t->field[i];
        int to = align ? aligned_to(f) : 1;
        t->align = to > t->align ? to : t->align;
        f->offset = up((int)size, to);
        size =
            f->offset + (int64_t)count_of(f) * (f->of ? f->of->size : dtype_info[f->dtype].bytes);
        if (size > MAX_EXTENT * 16) {
            return false;
        }
    }
    t->size = up((int)size, t->align);
    return t->n > 0;
}

/* {'names':('x',),'formats':('<f8',),'offsets':(0,),'itemsize':8}: what np.dtype makes it of. */
static const char *text_of(struct arena *a, const struct records *t, bool align) {
    const char *names = "", *formats = "", *offsets = "";
    for (int i = 0; i < t->n; ++i) {
        const struct records_field *f = &t->field[i];
        const char *name = f->text ? f->text : dtype_info[dtype_strong(f->dtype)].numpy,
                   *type = f->of ? f->of->text : arena_printf(a, "'%s'", name), *shape = "";
        int rank = f->text ? 0 : f->rank;
        for (int k = 0; k < rank; ++k) {
            shape = arena_printf(a, "%s%d,", shape, f->extent[k]);
        }
        type = rank ? arena_printf(a, "(%s,(%s))", type, shape) : type;
        names = arena_printf(a, "%s'%s',", names, f->name);
        formats = arena_printf(a, "%s%s,", formats, type);
        offsets = arena_printf(a, "%s%d,", offsets, f->offset);
    }
    return arena_printf(a, "{'names':(%s),'formats':(%s),'offsets':(%s),'itemsize':%d%s}", names,
                        formats, offsets, t->size, align ? ",'aligned':True" : "");
}

/* ---- what is written */

static bool read_list(struct scopes *s, const struct expr *e, struct records *t) {
    for (int i = 0; i < e->list.n; ++i) {
        const struct expr *item = e->list.item[i];
        if (item->kind != EXPR_TUPLE || item->list.n < 2 || item->list.n > 3 ||
            !read_name(s, item->list.item[0], t) ||
            !read_format(s, item->list.item[1], &t->field[t->n - 1]) ||
            (item->list.n == 3 && !read_shape(s, item->list.item[2], &t->field[t->n - 1]))) {
            return false;
        }
    }
    return true;
}

/* The value of a key of a display of a dictionary; NULL: it has none. */
static const struct expr *value_of(const struct expr *e, const char *key) {
    int i = dict_key_place(e->list.keys, key);
    return i < 0 ? NULL : e->list.item[i];
}

static bool read_dict(struct scopes *s, const struct expr *e, struct records *t) {
    const struct expr *names = value_of(e, "names"), *formats = value_of(e, "formats");
    bool lists = e->list.n == 2 && names && formats &&
                 (names->kind == EXPR_LIST || names->kind == EXPR_TUPLE) &&
                 (formats->kind == EXPR_LIST || formats->kind == EXPR_TUPLE) &&
                 names->list.n == formats->list.n;
    for (int i = 0; lists && i < names->list.n; ++i) {
        lists = read_name(s, names->list.item[i], t) &&
                read_format(s, formats->list.item[i], &t->field[i]);
    }
    return lists;
}

/* What a list of fields, or np.dtype(...), means; NULL: nothing that is known. */
static const struct records *read_type(struct scopes *s, const struct expr *e) {
    bool align = false, call = e->kind == EXPR_CALL;
    if (call) {
        const struct keyword *kw = e->call.n_kw ? e->call.kw : NULL;
        bool keyword = !kw || (e->call.n_kw == 1 && strcmp(kw->name, "align") == 0 &&
                               kw->value->kind == EXPR_BOOL);
        if (e->call.n != 1 || !keyword || !resolve_means(s, e->call.fn, "numpy", "dtype")) {
            return NULL;
        }
        align = kw && kw->value->boolean;
        e = e->call.arg[0];
    }
    struct records *t = ARENA_NEW(s->p->keep, struct records);
    t->field = ARENA_ARRAY(s->p->keep, struct records_field, MAX_FIELDS);
    bool read = e->kind == EXPR_LIST   ? read_list(s, e, t)
                : e->kind == EXPR_DICT ? call && read_dict(s, e, t)
                                       : false;
    if (!read || !lay_out(t, align)) {
        return NULL;
    }
    t->text = intern_str(s->p->names, text_of(s->p->arena, t, align));
    return t;
}

/* ---- np.zeros(n, D), a.view(np.recarray) */

static struct expr *function(struct resolver *r, struct sugar *g, const struct expr *like,
                             enum op op, enum op_module module) {
    struct expr *name = sugar_new(g, EXPR_NAME, like->span);
    name->name.name = op_info[op].name;
    name->name.sym = scope_new_symbol(r->s, SYM_OP, op_info[op].name, like->span);
    name->name.sym->op = op;
    name->name.sym->module = module;
    return name;
}

static bool views_recarray(struct resolver *r, struct sugar *g, struct expr *e) {
    bool view = e->call.fn->kind == EXPR_ATTR && !e->call.fn->attr.sym && e->call.n == 1 &&
                e->call.n_kw == 0 && strcmp(e->call.fn->attr.name, "view") == 0 &&
                resolve_means(r->s, e->call.arg[0], "numpy", "recarray");
    if (view) {
        e->call.arg[0] = e->call.fn->attr.base;
        e->call.fn = function(r, g, e->call.fn, OP_RECARRAY, IN_PYCC);
    }
    return view;
}

/* A name for the type that e writes out, np.dtype([('x', 'f8')]) or the list alone; NULL: none. */
static struct expr *written_type(struct resolver *r, struct sugar *g, const struct expr *e) {
    const struct records *t =
        e->kind == EXPR_CALL || e->kind == EXPR_LIST ? read_type(r->s, e) : NULL;
    if (!t) {
        return NULL;
    }
    struct expr *name = sugar_new(g, EXPR_NAME, e->span);
    name->name.name = "dtype";
    name->name.sym = scope_new_symbol(r->s, SYM_RECORDS, "dtype", e->span);
    name->name.sym->records = t;
    return name;
}

void resolve_records_call(struct resolver *r, struct sugar *g, struct expr *e) {
    struct expr *written = views_recarray(r, g, e) ? e : written_type(r, g, e);
    if (written) {
        *e = *written;
        return;
    }
    static const struct {
        enum op op, of_records;
    } calls[] = {
        {OP_ZEROS, OP_RECORDS_ZEROS}, {OP_EMPTY, OP_RECORDS_EMPTY}, {OP_ONES, OP_RECORDS_ONES}};
    const struct symbol *fn = sugar_callee(e->call.fn);
    bool keyword = e->call.n == 1 && e->call.n_kw == 1 && strcmp(e->call.kw[0].name, "dtype") == 0;
    struct expr *type = keyword                               ? e->call.kw[0].value
                        : e->call.n == 2 && e->call.n_kw == 0 ? e->call.arg[1]
                                                              : NULL;
    written = type ? written_type(r, g, type) : NULL;
    type = written ? written : type;
    const struct symbol *sym = type ? named(type) : NULL;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i) {
        bool of_numpy = fn && fn->kind == SYM_OP && fn->module == IN_NP;
        if (!sym || sym->kind != SYM_RECORDS || !of_numpy || fn->op != calls[i].op) {
            continue;
        }
        struct expr **arg = ARENA_ARRAY(g->arena, struct expr *, 2);
        arg[0] = e->call.arg[0];
        arg[1] = type;
        e->call.fn = function(r, g, e->call.fn, calls[i].of_records, IN_NP);
        e->call.n = 2;
        e->call.n_kw = 0;
        e->call.arg = arg;
    }
}

const struct records *resolve_records(struct scopes *s, const struct expr *e) {
    return e->kind == EXPR_CALL ? read_type(s, e) : NULL;
}
