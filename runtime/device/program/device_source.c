/* The text in front of a kernel's source: what PYCC_* mean for this call.
 *
 * Only macros whose names occur in the source are written, so that numbers that the kernel does not
 * ask for make no difference between two calls. Coefficients 0, 1 and -1 are written as such in the
 * general form too: compilers see from them which accesses are contiguous. */
#include "device_program.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALL 1e9 /* indices below that are 32-bit integers where that is faster */

/* ---- a growing text */

void device_text_put(struct device_text *t, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (t->failed || n < 0) {
        t->failed = true;
        return;
    }
    if (t->length + (size_t)n + 1 > t->room) {
        size_t room = 2 * (t->length + (size_t)n + 1);
        char *text = realloc(t->text, room);
        if (!text) {
            t->failed = true;
            return;
        }
        t->text = text;
        t->room = room;
    }
    va_start(list, format);
    vsnprintf(t->text + t->length, t->room - t->length, format, list);
    va_end(list);
    t->length += (size_t)n;
}

void device_text_free(struct device_text *t) {
    free(t->text);
    free(t->number);
    *t = (struct device_text){0};
}

/* A literal, or the next element of the constant buffer. */
void device_text_number(struct device_text *t, int64_t value) {
    if (!t->general) {
        if (value == INT64_MIN) {
            device_text_put(t, "(-9223372036854775807L - 1)");
        } else {
            device_text_put(t, value < 0 ? "(%" PRId64 "%s)" : "%" PRId64 "%s", value,
                            t->narrow ? "" : "L");
        }
        return;
    }
    if (t->n_numbers == t->number_room) {
        int room = t->number_room ? 2 * t->number_room : 32;
        int64_t *number = realloc(t->number, sizeof(*number) * (size_t)room);
        if (!number) {
            t->failed = true;
            return;
        }
        t->number = number;
        t->number_room = room;
    }
    device_text_put(t, "pycc_numbers[%d]", t->n_numbers);
    t->number[t->n_numbers++] = value;
}

/* " + coef * (counter)" */
void device_text_term(struct device_text *t, int64_t coef, const char *counter) {
    if (coef == 0) {
        return;
    }
    if (coef == 1 || coef == -1) {
        device_text_put(t, " %c (%s)", coef > 0 ? '+' : '-', counter);
        return;
    }
    device_text_put(t, " + ");
    device_text_number(t, coef);
    device_text_put(t, " * (%s)", counter);
}

static void put_constant(struct device_text *t, int64_t value) {
    if (value != 0 || t->general) {
        device_text_put(t, " + ");
        device_text_number(t, value);
    }
}

/* ---- what the source asks for */

static const char *source_of(const struct pycc_device_nest *nest, const struct device_bound *b) {
    return b->group ? nest->group_source : nest->source;
}

/* Does a name occur, not followed by a digit? */
static bool uses(const char *source, const char *name) {
    size_t n = strlen(name);
    for (const char *at = source; (at = strstr(at, name)); at += n) {
        if (!isdigit((unsigned char)at[n])) {
            return true;
        }
    }
    return false;
}

static bool uses_number(const char *source, const char *prefix, int k) {
    char name[64];
    snprintf(name, sizeof(name), "%s%d", prefix, k);
    return uses(source, name);
}

static void define_number(struct device_text *t, const char *source, const char *prefix, int k,
                          int64_t value) {
    if (uses_number(source, prefix, k)) {
        device_text_put(t, "#define %s%d ", prefix, k);
        device_text_number(t, value);
        device_text_put(t, "\n");
    }
}

/* ---- names of types */

static const char *device_dtype_name(enum pycc_dtype dtype) {
    static const char *const name[] = {
        [PYCC_BOOL] = "uchar", [PYCC_I8] = "char",      [PYCC_I16] = "short",
        [PYCC_I32] = "int",    [PYCC_I64] = "long",     [PYCC_U8] = "uchar",
        [PYCC_U16] = "ushort", [PYCC_U32] = "uint",     [PYCC_U64] = "ulong",
        [PYCC_F16] = "ushort", [PYCC_F32] = "float",    [PYCC_F64] = "double",
        [PYCC_C64] = "float2", [PYCC_C128] = "double2", [PYCC_PYBOOL] = "uchar",
        [PYCC_INT] = "long",   [PYCC_FLOAT] = "double", [PYCC_COMPLEX] = "double2",
    };
    return dtype >= PYCC_M8_NONE && dtype <= PYCC_TD_PS ? "long" : name[dtype];
}

/* ---- parameters */

static void put_parameters(const struct pycc_device_nest *nest, const struct device_bound *b,
                           bool tiled, struct device_text *t) {
    const char *comma = "";
    device_text_put(t, "#define PYCC_ARGUMENTS ");
    for (int k = 0; k < nest->n_arrays; ++k) {
        const struct device_array *a = &b->array[k];
        bool alone = !tiled && (a->part < 0 || b->part[a->part].arrays == 1);
        device_text_put(t, "%s__global %s%s *%s%s, const long %s__at", comma,
                        a->write ? "" : "const ", device_dtype_name(nest->array[k].dtype),
                        alone ? "restrict " : "", nest->array[k].name, nest->array[k].name);
        comma = ", ";
    }
    for (int k = 0; k < nest->n_scalars; ++k) {
        device_text_put(t, "%s%s %s", comma, device_dtype_name(nest->scalar[k].dtype),
                        nest->scalar[k].name);
        comma = ", ";
    }
    for (int k = 0; k < nest->n_results; ++k) {
        device_text_put(t, "%s__global %s *%s", comma, device_dtype_name(nest->result[k].dtype),
                        nest->result[k].name);
        comma = ", ";
    }
    if (nest->may_fail) {
        device_text_put(t, "%s__global int *failed", comma);
        comma = ", ";
    }
    for (int d = 0; d < nest->dims && tiled; ++d) {
        device_text_put(t, "%sconst long pycc_first%d, const long pycc_end%d", comma, d, d);
        comma = ", ";
    }
    if (t->general) {
        device_text_put(t, "%s__constant long *pycc_numbers", comma);
    }
    device_text_put(t, "\n");
}

/* ---- counters and ranges */

/* Number of the first iteration of loop d that a work-item does; of those beyond the end too. */
static void first_of(const struct pycc_device_nest *nest, const struct device_bound *b, bool tiled,
                     int d, char *text, size_t size) {
    char tile[32] = "", lanes[32] = "";
    if (tiled) {
        snprintf(tile, sizeof(tile), "pycc_first%d + ", d);
    }
    if (b->lanes[d] > 1) {
        snprintf(lanes, sizeof(lanes), "%d * ", b->lanes[d]);
    }
    snprintf(text, size, "%s%s(long)get_%s_id(%d)", tile, lanes, b->group ? "group" : "global",
             nest->dims - 1 - d);
}

/* Where the iterations of loop d end. */
static void put_end(const struct device_bound *b, bool tiled, int d, struct device_text *t) {
    if (tiled) {
        device_text_put(t, "pycc_end%d", d);
    } else {
        device_text_number(t, b->trips[d]);
    }
}

static void put_lanes(const struct pycc_device_nest *nest, const struct device_bound *b, bool tiled,
                      struct device_text *t) {
    for (int d = 0; d < nest->dims; ++d) {
        char first[96];
        if (uses_number(source_of(nest, b), "PYCC_LANES", d)) {
            device_text_put(t, "#define PYCC_LANES%d %d\n", d, b->lanes[d]);
        }
        if (uses_number(source_of(nest, b), "PYCC_LEFT", d) && b->lanes[d] == 1) {
            device_text_put(t, "#define PYCC_LEFT%d 1\n", d);
        } else if (uses_number(source_of(nest, b), "PYCC_LEFT", d)) {
            first_of(nest, b, tiled, d, first, sizeof(first));
            device_text_put(t, "#define PYCC_LEFT%d min(%dL, ", d, b->lanes[d]);
            put_end(b, tiled, d, t);
            device_text_put(t, " - (%s))\n", first);
        }
    }
}

static void put_counters(const struct pycc_device_nest *nest, const struct device_bound *b,
                         bool tiled, struct device_text *t) {
    for (int d = 0; d < nest->dims; ++d) {
        define_number(t, source_of(nest, b), "PYCC_START", d, b->start[d]);
        define_number(t, source_of(nest, b), "PYCC_STEP", d, b->step[d]);
        define_number(t, source_of(nest, b), "PYCC_TRIPS", d, b->trips[d]);
        if (!uses_number(source_of(nest, b), "PYCC_COUNTER", d)) {
            continue;
        }
        char id[96];
        first_of(nest, b, tiled, d, id, sizeof(id));
        device_text_put(t, "#define PYCC_COUNTER%d (0L", d);
        put_constant(t, b->start[d]);
        device_text_term(t, b->step[d], id);
        device_text_put(t, ")\n");
    }
}

/* Work-items beyond the end of a dimension: its size is rounded up to whole groups. */
static void put_outside(const struct pycc_device_nest *nest, const struct device_bound *b,
                        bool tiled, struct device_text *t) {
    if (!uses(source_of(nest, b), "PYCC_OUTSIDE")) {
        return;
    }
    if (b->whole && !tiled && !t->general) {
        device_text_put(t, "#define PYCC_OUTSIDE 0\n");
        return;
    }
    device_text_put(t, "#define PYCC_OUTSIDE (");
    for (int d = 0; d < nest->dims; ++d) {
        char first[96];
        first_of(nest, b, tiled, d, first, sizeof(first));
        device_text_put(t, "%s%s >= ", d > 0 ? " || " : "", first);
        put_end(b, tiled, d, t);
    }
    device_text_put(t, ")\n");
}

/* The index space of a nest with results, flat, in chunks: one per group, the first ones longer by
 * one. */
static void put_chunks(const struct pycc_device_nest *nest, const struct pycc_device_call *call,
                       const struct device_bound *b, bool tiled, struct device_text *t) {
    int64_t trips = 1;
    for (int d = 0; d < nest->dims; ++d) {
        trips *= b->trips[d];
    }
    device_text_put(t, "#define PYCC_GROUP %d\n#define PYCC_CHUNK (%s(long)get_group_id(0))\n",
                    b->items[0], tiled ? "pycc_first0 + " : "");
    if (uses(source_of(nest, b), "PYCC_TURN")) {
        int last = nest->dims - 1;
        if (b->items[0] == 1) {
            device_text_put(t, "#define PYCC_TURN (PYCC_LAST - PYCC_FIRST)\n");
        } else {
            device_text_put(t, "#define PYCC_TURN PYCC_LANES%d\n", last);
        }
    }
    device_text_put(t, "#define PYCC_CHUNKS ");
    device_text_number(t, call->chunks);
    device_text_put(t, "\n#define PYCC_CUT(k) (");
    device_text_number(t, trips / call->chunks);
    device_text_put(t, " * (k) + ((k) < ");
    device_text_number(t, trips % call->chunks);
    device_text_put(t, " ? (k) : ");
    device_text_number(t, trips % call->chunks);
    device_text_put(
        t, "))\n#define PYCC_FIRST PYCC_CUT(PYCC_CHUNK)\n#define PYCC_LAST PYCC_CUT(PYCC_CHUNK + "
           "1)\n");
}

/* ---- indices */

static void put_names(struct device_text *t, const char *prefix, int n) {
    for (int k = 0; k < n; ++k) {
        device_text_put(t, "%s%s%d", k > 0 ? ", " : "", prefix, k);
    }
}

/* Reference m of a packed part: its footprint's map, over the source's counters. */
static void put_packed(const struct pycc_device_nest *nest, const struct device_bound *b, int m,
                       const struct lmad_footprint *f, struct device_text *t) {
    int at = 0;
    while (f->member[at] != m) {
        ++at;
    }
    const struct lmad_map *map = &f->map[at];
    int64_t base = map->base;
    device_text_put(t, "#define PYCC_A%d(", m);
    put_names(t, "c", nest->accesses->table->rank);
    device_text_put(t, ") (0L");
    for (int k = 0; k < nest->accesses->table->rank; ++k) {
        const struct lmad_level *level = &b->lmad.nest.level[k];
        char counter[16];
        snprintf(counter, sizeof(counter), "c%d", k);
        if (map->stride[k] == 0) {
            continue;
        }
        if (level->step == 1 || level->step == -1) {
            base -= map->stride[k] * level->step * level->value;
            device_text_term(t, map->stride[k] * level->step, counter);
            continue;
        }
        device_text_put(t, " + ");
        device_text_number(t, map->stride[k]);
        device_text_put(t, " * (((%s) - ", counter);
        device_text_number(t, level->value);
        device_text_put(t, ") / ");
        device_text_number(t, level->step);
        device_text_put(t, ")");
    }
    put_constant(t, base);
    device_text_put(t, ")\n");
}

/* Does an index, and every part of its sum, fit into 31 bits? In doubles: sizes near the limit do
 * not count as fitting. */
static bool is_small(const struct pycc_device_call *call, const struct device_bound *b,
                     const struct lmad_affine *form, const struct device_array *a) {
    double sum = 0, most[LMAD_MAX_RANK];
    int64_t base, coef;
    if (!lmad_form_value(&form->base, call->symbol, &base)) {
        return false;
    }
    sum = fabs((double)base - (double)a->address);
    for (int k = 0; k < form->ncoef; ++k) {
        const struct lmad_level *level = &b->lmad.nest.level[k];
        most[k] =
            fabs((double)level->value) + fabs((double)level->step) * (double)(level->extent - 1);
        for (int j = 0; j < k; ++j) {
            most[k] +=
                fabs((double)level->value_coef[j]) * (double)(b->lmad.nest.level[j].extent - 1);
        }
        if (!lmad_form_value(&form->coef[k], call->symbol, &coef) || most[k] > SMALL) {
            return false;
        }
        sum += fabs((double)coef) * most[k];
    }
    return sum / (double)a->item < SMALL;
}

/* Reference m: bytes from its array's first element, over the source's counters, in elements. */
static void put_reference(const struct pycc_device_nest *nest, const struct pycc_device_call *call,
                          const struct device_bound *b, int m, struct device_text *t) {
    const struct lmad_affine *form = &nest->accesses->table->access[m].address;
    const struct device_array *a = &b->array[nest->accesses->table->access[m].array];
    int64_t base, coef;
    t->failed = t->failed || !lmad_form_value(&form->base, call->symbol, &base);
    if (t->failed) {
        return;
    }
    device_text_put(t, "#define PYCC_A%d(", m);
    put_names(t, "c", nest->accesses->table->rank);
    t->narrow = b->narrow && !t->general && is_small(call, b, form, a);
    device_text_put(t, ") (%s__at%s", nest->array[nest->accesses->table->access[m].array].name,
                    t->narrow ? " + (long)(0" : "");
    t->failed = t->failed || (base - a->address) % a->item != 0;
    put_constant(t, (base - a->address) / a->item);
    for (int k = 0; k < form->ncoef && !t->failed; ++k) {
        char counter[16];
        snprintf(counter, sizeof(counter), t->narrow ? "(int)(c%d)" : "c%d", k);
        t->failed = !lmad_form_value(&form->coef[k], call->symbol, &coef) || coef % a->item != 0;
        if (!t->failed) {
            device_text_term(t, coef / a->item, counter);
        }
    }
    device_text_put(t, t->narrow ? "))\n" : ")\n");
    t->narrow = false;
}

static void put_array(const struct pycc_device_nest *nest, const struct device_bound *b, int k,
                      struct device_text *t) {
    const struct device_array *a = &b->array[k];
    char prefix[40];
    snprintf(prefix, sizeof(prefix), "PYCC_N%d_", k);
    for (int d = 0; d < a->rank; ++d) {
        define_number(t, source_of(nest, b), prefix, d, a->shape[d]);
    }
    if (!uses_number(source_of(nest, b), "PYCC_V", k)) {
        return;
    }
    device_text_put(t, "#define PYCC_V%d(", k);
    put_names(t, "i", a->rank);
    device_text_put(t, ") (%s__at", nest->array[k].name);
    for (int d = 0; d < a->rank; ++d) {
        char counter[16];
        snprintf(counter, sizeof(counter), "i%d", d);
        device_text_term(t, a->stride[d] / a->item, counter);
    }
    device_text_put(t, ")\n");
}

void device_source(const struct pycc_device_nest *nest, const struct pycc_device_call *call,
                   const struct device_bound *b, const bool *packed, bool general, bool tiled,
                   struct device_text *t) {
    *t = (struct device_text){.general = general};
    device_text_put(t, "/* %s:%d: %s */\n", nest->file, nest->line, nest->name);
    put_parameters(nest, b, tiled, t);
    if (nest->n_results > 0) {
        put_chunks(nest, call, b, tiled, t);
    }
    if (b->group) {
        device_text_put(t, "#define PYCC_GROUP %d\n", DEVICE_GROUP);
    }
    put_counters(nest, b, tiled, t);
    put_lanes(nest, b, tiled, t);
    put_outside(nest, b, tiled, t);
    for (int k = 0; k < nest->n_symbols; ++k) {
        bool address = k < 64 && (nest->addresses >> k & 1);
        define_number(t, source_of(nest, b), "PYCC_S", k, address ? 0 : call->symbol[k]);
    }
    for (int m = 0; m < nest->accesses->table->naccess; ++m) {
        if (!uses_number(source_of(nest, b), "PYCC_A", m)) {
            continue;
        }
        int p = b->array[nest->accesses->table->access[m].array].part;
        if (p >= 0 && packed[p]) {
            put_packed(nest, b, m, b->part[p].pack, t);
        } else {
            put_reference(nest, call, b, m, t);
        }
    }
    for (int k = 0; k < nest->n_arrays; ++k) {
        put_array(nest, b, k, t);
    }
    if (b->strip > 0 && !tiled) {
        device_local_source(nest, call, b, t);
    }
    device_text_put(t, "\n%s", source_of(nest, b));
}
