/* C names and constants: what a Python identifier, type or number is called in the generated file.
 *
 * Lowering has already kept clear of C and its library. A name that the emitter uses itself gets an
 * underscore at its end; since such a name with underscores gets one more, the map stays
 * one-to-one. The emitter's other names end in __<letter>..., and so do no variables. */
#include "emit.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sorted. What functions and nests declare, and macros of the headers that are no words. */
static const char *const reserved[] = {
    "HUGE", "HUGE_VAL", "HUGE_VALF", "arg",   "array",    "bad",  "copies",   "ctx",     "exact",
    "eye",  "fuel",     "guard",     "held",  "how",      "i386", "lib",      "look",    "made",
    "memo", "nest",     "ordered",   "outs",  "overflow", "part", "question", "reduced", "result",
    "ret",  "safe",     "shadow",    "table", "tile",     "unit", "until",    "view",
};

/* Sorted. Words of OpenCL C that are none of C, and what kernels and the run time declare. */
static const char *const kernel_reserved[] = {
    "barrier",      "constant",   "event_t",   "failed",     "get_global_id", "get_group_id",
    "get_local_id", "global",     "half",      "image1d_t",  "image2d_t",     "image3d_t",
    "kernel",       "local",      "min",       "numbers",    "pipe",          "private",
    "read_only",    "read_write", "sampler_t", "uchar",      "uint",          "ulong",
    "uniform",      "ushort",     "vec_step",  "write_only",
};

/* char2, double16, ... */
static bool is_vector_type(const char *name) {
    static const char *const types[] = {"char", "uchar", "short", "ushort", "int",  "uint",
                                        "long", "ulong", "float", "double", "half", "quad"};
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); ++i) {
        size_t n = strlen(types[i]);
        if (strncmp(name, types[i], n) == 0 && name[n + strspn(name + n, "0123456789")] == '\0') {
            return true;
        }
    }
    return false;
}

static int compare_names(const void *key, const void *item) {
    return strcmp(key, *(const char *const *)item);
}

/* Does it end like a name that the emitter makes: __ and a letter? */
static bool looks_made(const char *name) {
    for (const char *p = strstr(name, "__"); p; p = strstr(p + 1, "__")) {
        if (isalpha((unsigned char)p[2])) {
            return true;
        }
    }
    return false;
}

/* Temporaries of the lowering, which nearly all variables are. */
static bool is_temporary(const char *name) {
    return name[0] == 't' && isdigit((unsigned char)name[1]) &&
           name[1 + strspn(name + 1, "0123456789")] == '\0';
}

/* A function may have __ and letters in its name (outer__lambda_1), but not these. */
static bool looks_like_ours(const char *name) {
    return strstr(name, "__loop") || strstr(name, "__call") || strstr(name, "__params");
}

static bool is_reserved(const char *name, bool function) {
    if (is_temporary(name)) {
        return false;
    }
    size_t n = sizeof(reserved) / sizeof(reserved[0]);
    return bsearch(name, reserved, n, sizeof(*reserved), compare_names) != NULL ||
           (function ? looks_like_ours(name) : looks_made(name));
}

static const char *safe_name(struct emit *e, const char *name, bool function) {
    size_t length = strlen(name), n = length;
    while (n > 1 && name[n - 1] == '_') {
        n--;
    }
    const char *stem = n < length ? arena_strndup(e->arena, name, n) : name;
    if (!is_reserved(stem, function)) {
        return name;
    }
    return arena_printf(e->arena, "%s_", name);
}

void emit_name_functions(struct emit *e) {
    int n = e->module->funcs.n;
    e->function_name = ARENA_ARRAY(e->arena, const char *, n);
    for (int i = 0; i < n; ++i) {
        e->function_name[e->module->funcs.item[i]->id] =
            safe_name(e, e->module->funcs.item[i]->name, true);
    }
}

const char **emit_name_variables(struct emit *e, const struct tfunc *f) {
    const char **name = ARENA_ARRAY(e->arena, const char *, f->n_vars);
    for (int i = 0; i < f->n_vars; ++i) {
        name[f->var[i]->id] = safe_name(e, f->var[i]->name, false);
    }
    return name;
}

static const char *kernel_name(struct emit *e, const char *name) {
    size_t n = strlen(name), count = sizeof(kernel_reserved) / sizeof(kernel_reserved[0]);
    while (n > 1 && name[n - 1] == '_') {
        n--;
    }
    const char *stem = arena_strndup(e->arena, name, n);
    bool taken = bsearch(stem, kernel_reserved, count, sizeof(*kernel_reserved), compare_names) ||
                 is_vector_type(stem);
    return taken ? arena_printf(e->arena, "%s_", name) : name;
}

const char **emit_name_kernel(struct emit *e, const struct tfunc *f) {
    const char **name = emit_name_variables(e, f);
    for (int i = 0; i < f->n_vars; ++i) {
        name[f->var[i]->id] = kernel_name(e, name[f->var[i]->id]);
    }
    return name;
}

/* ---- types */

const char *emit_tag(enum dtype d) {
    enum dtype strong = dtype_strong(d);
    return strong == DT_BOOL       ? "bool"
           : strong == DT_CHAR     ? "u32"
           : dtype_is_time(strong) ? "i64"
                                   : dtype_info[strong].name;
}

static const char *const KERNEL_TYPES[] = {
    [DT_BOOL] = "uchar", [DT_I8] = "char",      [DT_I16] = "short",  [DT_I32] = "int",
    [DT_I64] = "long",   [DT_U8] = "uchar",     [DT_U16] = "ushort", [DT_U32] = "uint",
    [DT_U64] = "ulong",  [DT_F16] = "ushort",   [DT_F32] = "float",  [DT_F64] = "double",
    [DT_C64] = "float2", [DT_C128] = "double2", [DT_CHAR] = "uint"};

const char *emit_dtype(const struct emit *e, enum dtype d) {
    d = dtype_is_time(d) ? DT_I64 : d;
    return e->version->variant == VARIANT_KERNEL ? KERNEL_TYPES[dtype_strong(d)] : dtype_info[d].c;
}

const char *emit_counter_type(const struct emit *e) {
    return emit_dtype(e, DT_I64);
}

/* The same, of dates one for each unit: dateD, spanns. */
static const char *own_tag(struct emit *e, enum dtype d) {
    const char *unit = strchr(dtype_info[d].name, '[');
    return !dtype_is_time(d) ? emit_tag(d)
                             : arena_printf(e->arena, "%s%.*s", dtype_is_date(d) ? "date" : "span",
                                            (int)strlen(unit) - 2, unit + 1);
}

/* f64, f64a2 (an array of rank 2), tuple2_..., appended to what stands in name. */
static const char *tuple_part(struct emit *e, const struct ty *t) {
    if (t->kind == TY_SCALAR) {
        return t->dtype == DT_BOOL       ? "npbool"
               : dtype_is_time(t->dtype) ? own_tag(e, t->dtype)
                                         : dtype_info[t->dtype].name;
    }
    if (t->kind == TY_ARRAY) {
        const char *layout = t->layout == TY_C ? "C" : t->layout == TY_F ? "F" : "";
        return arena_printf(e->arena, "%sa%d%s", own_tag(e, t->dtype), t->rank, layout);
    }
    if (t->kind == TY_LIST) {
        return arena_printf(e->arena, "list%d", t->id);
    }
    if (t->keys || t->names) {
        return arena_printf(e->arena, "%s_type%d", t->keys ? "dict" : "tuple", t->id);
    }
    const char *name = arena_printf(e->arena, "tuple%d", t->n);
    for (int i = 0; i < t->n; ++i) {
        name = arena_printf(e->arena, "%s_%s", name, tuple_part(e, t->item[i]));
    }
    return strlen(name) > 60 ? arena_printf(e->arena, "tuple_type%d", t->id) : name;
}

const char *emit_type(struct emit *e, const struct ty *t) {
    switch (t->kind) {
    case TY_NONE:
        return "void";
    case TY_SCALAR:
        return emit_dtype(e, t->dtype);
    case TY_ARRAY:
        return arena_printf(e->arena, "struct pycc_array%d", t->rank);
    case TY_TUPLE:
        if (e->used_tuple) {
            e->used_tuple[t->id] = true;
        }
        return arena_printf(e->arena, "struct %s", tuple_part(e, t));
    case TY_LIST:
        return "struct pycc_list";
    }
    return "void";
}

const char *emit_zero(const struct ty *t) {
    if (t->kind != TY_SCALAR) {
        return "{0}";
    }
    switch (dtype_info[t->dtype].kind) {
    case KIND_BOOL:
        return "false";
    case KIND_FLOAT:
    case KIND_COMPLEX:
        return t->dtype == DT_F16                            ? "0"
               : dtype_info[dtype_part(t->dtype)].bytes == 4 ? "0.0f"
                                                             : "0.0";
    default:
        return "0";
    }
}

/* ---- constants */

/* Numbers of few digits: 45.0, 0.25. False when x is none. The quotient of two integers that are
 * exact is the double nearest to the decimal number, which is what reading it gives. */
static bool put_short_float(struct writer *w, double x, bool single) {
    int64_t scale = 1;
    for (int places = 0; places <= 4; ++places, scale *= 10) {
        double scaled = x * (double)scale;
        if (!(fabs(scaled) < 1e6) || (x == 0 && signbit(x))) {
            return false;
        }
        int64_t n = (int64_t)scaled;
        double back = (double)n / (double)scale;
        if (single ? (float)back != (float)x : back != x) {
            continue;
        }
        int64_t magnitude = n < 0 ? -n : n, rest = magnitude % scale;
        w_put(w, "%s%lld.", x < 0 ? "-" : "", (long long)(magnitude / scale));
        for (int64_t place = scale / 10; place > 1 && rest < place; place /= 10) {
            w_text(w, "0");
        }
        w_put(w, "%lld%s", (long long)rest, single ? "f" : "");
        return true;
    }
    return false;
}

/* The shortest decimal number that reads back as x. */
static void put_float(struct writer *w, double x, bool single) {
    char text[40];
    if (isnan(x) || isinf(x)) {
        w_put(w, "%s%s", x < 0 ? "-" : "", isnan(x) ? "NAN" : "INFINITY");
        return;
    }
    if (put_short_float(w, x, single)) {
        return;
    }
    for (int digits = single ? 6 : 15; digits <= 17; ++digits) {
        snprintf(text, sizeof(text), "%.*g", digits, x);
        double back = strtod(text, NULL);
        if (single ? (float)back == (float)x : back == x) {
            break;
        }
    }
    w_put(w, "%s%s%s", text, strpbrk(text, ".e") ? "" : ".0", single ? "f" : "");
}

/* OpenCL C has no long long; its long has 64 bits. */
static void put_integer(struct writer *w, const struct texpr *x, bool wide, bool kernel) {
    int64_t v = x->value.i;
    enum dtype d = dtype_strong(x->type->dtype);
    bool is64 = dtype_info[d].bytes == 8;
    if (dtype_info[d].kind == KIND_UINT) {
        const char *suffix = is64 && (wide || v < 0 || v > INT32_MAX) ? (kernel ? "UL" : "ULL")
                             : wide || v > INT32_MAX                  ? "U"
                                                                      : "";
        w_put(w, "%" PRIu64 "%s", (uint64_t)v, suffix);
    } else if (v == INT64_MIN) {
        w_text(w, kernel ? "LONG_MIN" : "INT64_MIN");
    } else if (d == DT_I32 && v == INT32_MIN) {
        w_text(w, kernel ? "INT_MIN" : "INT32_MIN");
    } else {
        bool suffix = is64 && (wide || v > INT32_MAX || v < INT32_MIN);
        w_put(w, "%" PRId64 "%s", v, !suffix ? "" : kernel ? "L" : "LL");
    }
}

void emit_const(struct emit *e, const struct texpr *x, bool wide) {
    enum dtype d = dtype_strong(x->type->dtype);
    switch (dtype_info[d].kind) {
    case KIND_BOOL:
        w_put(e->w, "%s", x->value.i ? "true" : "false");
        break;
    case KIND_INT:
    case KIND_UINT:
        put_integer(e->w, x, wide, e->version->variant == VARIANT_KERNEL);
        break;
    case KIND_FLOAT:
        w_text(e->w, d == DT_F16 ? "pycc_f16_f32(" : "");
        put_float(e->w, x->value.f[0], d == DT_F16 || d == DT_F32);
        w_text(e->w, d == DT_F16 ? ")" : "");
        break;
    case KIND_COMPLEX:
        w_put(e->w, "pycc_complex_%s(", d == DT_C64 ? "f32" : "f64");
        put_float(e->w, x->value.f[0], d == DT_C64);
        w_put(e->w, ", ");
        put_float(e->w, x->value.f[1], d == DT_C64);
        w_put(e->w, ")");
        break;
    }
}

int emit_const_prec(const struct texpr *x) {
    enum dtype_kind kind = dtype_info[x->type->dtype].kind;
    bool negative = (kind == KIND_INT && x->value.i < 0) ||
                    (kind == KIND_FLOAT && signbit(x->value.f[0]) && !isnan(x->value.f[0]));
    return negative ? PREC_UNARY : PREC_PRIMARY;
}

enum { STRING_PIECE = 500 }; /* bytes of a literal that are written together */

/* Bytes that stand for themselves in a string literal. */
static const bool plain_byte[UINT8_MAX + 1] = {
    [' ' ... '!'] = true, ['#' ... '>'] = true, ['@' ... '['] = true, [']' ... '~'] = true};

/* One of the others; returns its length. Trigraphs are broken up, other than printable ASCII is
 * octal. */
static size_t put_byte(char *to, unsigned char c, char before) {
    if (c < 32 || c > 126) {
        to[0] = '\\';
        to[1] = c == '\n' ? 'n' : c == '\t' ? 't' : (char)('0' + (c >> 6));
        to[2] = (char)('0' + (c >> 3 & 7));
        to[3] = (char)('0' + (c & 7));
        return c == '\n' || c == '\t' ? 2 : 4;
    }
    size_t n = 0;
    if (c == '"' || c == '\\' || (c == '?' && before == '?')) {
        to[n++] = '\\';
    }
    to[n++] = (char)c;
    return n;
}

void emit_string(struct writer *w, const char *s, size_t n, bool multi) {
    char piece[STRING_PIECE + 4];
    size_t length = 0;
    w_text(w, "\"");
    for (size_t i = 0; i < n; ++i) {
        unsigned char c = (unsigned char)s[i];
        piece[length] = s[i];
        length += plain_byte[c] ? 1 : put_byte(piece + length, c, i > 0 ? s[i - 1] : 0);
        bool line = multi && s[i] == '\n' && length > STRING_PIECE - 100;
        if (length >= STRING_PIECE || line) {
            w_raw(w, piece, length);
            length = 0;
            w_text(w, multi && i + 1 < n ? "\"\n\"" : "");
        }
    }
    w_raw(w, piece, length);
    w_text(w, "\"");
}

const char *emit_quoted(struct emit *e, const char *text) {
    struct writer w;
    writer_init(&w);
    emit_string(&w, text, strlen(text), false);
    const char *copy = arena_strndup(e->arena, w.text, w.n);
    writer_free(&w);
    return copy;
}

/* ---- comments */

int emit_line_of(struct emit *e, struct span s) {
    return source_line_at(e->module->source, s.lo);
}

const char *emit_file(struct emit *e, const char *path) {
    const char *slash = strrchr(path, '/');
    char *name = arena_strdup(e->arena, slash ? slash + 1 : path);
    for (char *p = name; *p; ++p) {
        if (*p < 32 || *p > 126 || *p == '*') {
            *p = '?';
        }
    }
    return name;
}

const char *emit_file_line(struct emit *e, struct span s) {
    const struct source *source = e->module->source;
    bool other = source_file_at(source, s.lo) > 0;
    return arena_printf(e->arena, "%s:%d",
                        other ? emit_file(e, source_path(source, s.lo)) : e->file,
                        source_pos(source, s.lo).line);
}

/* -g: debuggers and profilers show the source's lines. */
static void put_line_directive(struct emit *e, struct span at) {
    const char *path = source_path(e->module->source, at.lo);
    w_put(e->w, "#line %d ", source_pos(e->module->source, at.lo).line);
    emit_string(e->w, path, strlen(path), false);
    w_line(e->w, "%s", "");
}

void emit_items(struct emit *e, const char *head, const struct emit_items *items,
                const char *tail) {
    size_t column = (size_t)e->w->indent * 4 + strlen(head);
    w_put(e->w, "%s", head);
    for (int i = 0; i < items->text.n; ++i) {
        size_t n = strlen(items->text.item[i]);
        if (i > 0 && column + n > 96) {
            w_text(e->w, ",\n");
            e->w->indent += 2;
            w_put(e->w, "%s", items->text.item[i]);
            e->w->indent -= 2;
            column = (size_t)e->w->indent * 4 + 8;
        } else {
            w_put(e->w, "%s%s", i > 0 ? ", " : "", items->text.item[i]);
        }
        column += n + 2;
    }
    w_line(e->w, "%s", tail);
}

void emit_add_list(struct emit *e, struct emit_items *items, const char *head,
                   const char *const *text, int n) {
    for (int i = 0; i < n; ++i) {
        vec_push(e->arena, &items->text,
                 arena_printf(e->arena, "%s%s%s", i ? "" : head, text[i], i + 1 < n ? "" : ")"));
    }
}

void emit_pack(struct emit *e, size_t from) {
    char *text = arena_strndup(e->arena, e->w->text + from, e->w->n - from);
    size_t column = 0;
    char last = 0;
    w_cut(e->w, from);
    for (char *line = text, *end; *line; line = end) {
        size_t blanks = strspn(line, " "), n = strcspn(line, "\n");
        end = line + n + (line[n] == '\n');
        const char *word = line + blanks;
        n -= blanks;
        bool closes = *word == '}';
        bool ends = n > 0 && (word[n - 1] == ',' || (word[n - 1] == ';' && !closes));
        bool joins =
            (last == ',' || (last == ';' && (blanks > 0 || closes)) || (last == '{' && ends)) &&
            n > 0 && column + n + 1 <= (closes ? 103 : 100);
        bool tight = last == '{' ? word[n - 1] == ',' : closes && last == ',';
        if (joins && closes && last == ',') {
            w_cut(e->w, e->w->n - 1); /* the comma */
        }
        if (joins) {
            w_raw(e->w, " ", !tight);
            w_raw(e->w, word, n);
            column += n + 1;
        } else {
            w_raw(e->w, "\n", last != 0);
            w_raw(e->w, line, n + blanks);
            column = n + blanks;
        }
        last = n > 0 ? word[n - 1] : '\n';
    }
    w_raw(e->w, "\n", 1);
}

void emit_line_reset(struct emit *e) {
    if (!e->options->line_directives) {
        return;
    }
    for (; e->lines.bytes < e->w->n; ++e->lines.bytes) {
        e->lines.n += e->w->text[e->lines.bytes] == '\n';
    }
    w_line(e->w, "#line %d \"%s.c\"", e->lines.n + 2, e->module->name);
}

void emit_comment(struct emit *e, const struct tstmt *s, bool with_file) {
    bool silent = s->span.hi == 0 || (e->version->quiet && !e->options->line_directives);
    int line = silent ? 0 : emit_line_of(e, s->span), n = 0;
    bool ours = source_is_ours(e->module->source, s->span);
    if (e->options->line_directives && (ours || silent)) {
        return; /* debuggers stay at the user's call */
    }
    if (e->options->line_directives) {
        put_line_directive(e, s->span);
        return;
    }
    if (silent || (line == e->line && !with_file)) {
        return;
    }
    e->line = line;
    const char *text = source_line(e->module->source, line, &n);
    char shown[100];
    int k = 0;
    while (n > 0 && isspace((unsigned char)*text)) {
        text++;
        n--;
    }
    for (int i = 0; i < n && k < (int)sizeof(shown) - 4; ++i) {
        unsigned char c = (unsigned char)text[i];
        bool ends = i > 0 && ((c == '/' && text[i - 1] == '*') || (c == '*' && text[i - 1] == '/'));
        if (ends) {
            shown[k++] = ' ';
        }
        shown[k++] = (char)(c == '\t' ? ' ' : c < 32 || c > 126 ? '?' : c);
    }
    shown[k] = '\0';
    if (ours) { /* a line number would be past the end of the user's text */
        w_line(e->w, "/* prelude: %s */", shown);
    } else if (with_file || source_file_at(e->module->source, s->span.lo) > 0) {
        w_line(e->w, "/* %s: %s */", emit_file_line(e, s->span), shown);
    } else {
        w_line(e->w, "/* %d: %s */", line, shown);
    }
}

/* ---- partial results */

const char *emit_neutral(struct emit *e, enum op op, enum dtype d) {
    enum dtype_kind kind = dtype_info[d].kind;
    if (op == OP_MUL) {
        return kind == KIND_BOOL ? "true" : "1";
    }
    if (op == OP_ADD && kind == KIND_COMPLEX) {
        return arena_printf(e->arena, "pycc_complex_%s(-0.0, -0.0)",
                            dtype_strong(d) == DT_C64 ? "f32" : "f64");
    }
    if (op == OP_ADD && kind == KIND_FLOAT) {
        return "-0.0";
    }
    bool zero = op == OP_ADD || op == OP_BITXOR;
    return !zero ? NULL : kind == KIND_BOOL ? "false" : "0";
}

const char *emit_combiner(enum op op) {
    return op == OP_MINIMUM   ? "minimum"
           : op == OP_MAXIMUM ? "maximum"
           : op == OP_PYMIN   ? "pymin"
                              : "pymax";
}

const char *emit_combined(struct emit *e, enum op op, enum dtype d, const char *a, const char *b) {
    static const struct {
        enum op op;
        const char *infix;
    } infixes[] = {{OP_ADD, "+"},    {OP_MUL, "*"},   {OP_BITAND, "&"}, {OP_BITOR, "|"},
                   {OP_BITXOR, "^"}, {OP_LAND, "&&"}, {OP_LOR, "||"}};
    for (size_t i = 0; i < sizeof(infixes) / sizeof(infixes[0]); ++i) {
        if (op == OP_MUL && dtype_info[d].kind == KIND_COMPLEX) {
            return arena_printf(e->arena, "pycc_mul_%s(%s, %s)", emit_tag(d), a, b);
        }
        if (infixes[i].op == op) {
            return arena_printf(e->arena, "%s %s %s", a, infixes[i].infix, b);
        }
    }
    return arena_printf(e->arena, "pycc_%s_%s(%s, %s)", emit_combiner(op), emit_tag(d), a, b);
}
