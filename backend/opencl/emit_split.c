/* The kernel in which a work-group does one iteration of the index space together.
 *
 *     for (long k = 0 + item__id; k < n; k += PYCC_GROUP) {      a split loop
 *         s__mine += a[PYCC_A0(i, k)] * x[PYCC_A1(0, k)];
 *     }
 *     s__all[item__id] = s__mine;                                combined by halves
 *     ...
 *     s = s + s__all[0];
 *     if (item__id == 0) {                                       one work-item stores
 *         y[PYCC_A2(i, 0)] = s;
 *     }
 *
 * A scan (s = s + a[i, k], b[i, k] = s) goes through its loop in tiles of a group. What iterations
 * of the tile add is combined with what those before them add, in local memory, by distances of 1,
 * 2, 4, ..., and then with what the tiles before came to.
 *
 * Everything else every work-item executes for itself, so that scalars have one value in all of
 * them. The order of combining depends on trip counts only. */
#include "emit_kernel.h"

#define BOTH "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"

/* Local memory for a variable, once. */
static void declare(struct emit *e, const struct tvar *v, bool *declared) {
    if (!declared[v->id]) {
        w_line(e->w, "__local %s %s__all[PYCC_GROUP];", emit_type(e, v->type), e->name[v->id]);
        declared[v->id] = true;
    }
}

void emit_split_begin(struct emit *e) {
    const struct device_plan *d = e->nest->device;
    bool *declared = ARENA_ARRAY(e->arena, bool, e->func->n_vars + 1);
    for (int i = 0; i < d->splits.n; ++i) {
        const struct device_split *split = &d->splits.item[i];
        for (int k = 0; k < split->reductions.n; ++k) {
            declare(e, split->reductions.item[k].var, declared);
        }
        if (split->update) {
            declare(e, split->scan.var, declared);
        }
    }
    w_line(e->w, "const int item__id = (int)get_local_id(0);");
}

/* ---- elements that one work-item writes and others read */

/* Is there an array that the nest both reads and writes? */
static bool meets(const struct emit *e) {
    for (int i = 0; i < e->nest->arrays.n; ++i) {
        if (e->nest->arrays.item[i].read && e->nest->arrays.item[i].written) {
            return true;
        }
    }
    return false;
}

void emit_split_store(struct emit *e, const struct tstmt *s,
                      void (*put)(struct emit *e, const struct tstmt *s)) {
    if (meets(e)) {
        w_line(e->w, BOTH);
    }
    w_open(e->w, "if (item__id == 0)");
    put(e, s);
    w_close(e->w, "");
    if (meets(e)) {
        w_line(e->w, BOTH);
    }
}

/* ---- the loop */

/* The neutral element, for idempotent operators the value so far. */
static const char *begins_with(struct emit *e, const struct reduction *r) {
    const char *neutral = emit_neutral(e, r->op, r->var->type->dtype);
    return neutral ? neutral : e->name[r->var->id];
}

static void put_own(struct emit *e, const struct device_split *split) {
    for (int k = 0; k < split->reductions.n; ++k) {
        const struct reduction *r = &split->reductions.item[k];
        w_line(e->w, "%s %s__mine = %s;", emit_type(e, r->var->type), e->name[r->var->id],
               begins_with(e, r));
    }
}

static void put_loop(struct emit *e, const struct device_split *split, const char *start,
                     const char *stop) {
    const struct tstmt *loop = split->loop, *outer = e->loop;
    const char *i = e->name[loop->for_.counter->id];
    const char **plain = ARENA_ARRAY(e->arena, const char *, split->reductions.n + 1);
    for (int k = 0; k < split->reductions.n; ++k) {
        const char **name = &e->name[split->reductions.item[k].var->id];
        plain[k] = *name;
        *name = arena_printf(e->arena, "%s__mine", *name);
    }
    w_open(e->w, "for (long %s = %s + item__id; %s < %s; %s += PYCC_GROUP)", i, start, i, stop, i);
    e->loop = loop;
    emit_block(e, &loop->for_.body);
    e->loop = outer;
    w_close(e->w, "");
    for (int k = 0; k < split->reductions.n; ++k) {
        e->name[split->reductions.item[k].var->id] = plain[k];
    }
}

static void put_combined(struct emit *e, const struct device_split *split) {
    for (int k = 0; k < split->reductions.n; ++k) {
        const char *name = e->name[split->reductions.item[k].var->id];
        w_line(e->w, "%s__all[item__id] = %s__mine;", name, name);
    }
    w_line(e->w, "barrier(CLK_LOCAL_MEM_FENCE);");
    w_open(e->w, "for (int half__n = PYCC_GROUP / 2; half__n > 0; half__n /= 2)");
    w_open(e->w, "if (item__id < half__n)");
    for (int k = 0; k < split->reductions.n; ++k) {
        const struct reduction *r = &split->reductions.item[k];
        const char *name = e->name[r->var->id];
        const char *mine = arena_printf(e->arena, "%s__all[item__id]", name);
        const char *other = arena_printf(e->arena, "%s__all[item__id + half__n]", name);
        w_line(e->w, "%s = %s;", mine, emit_combined(e, r->op, r->var->type->dtype, mine, other));
    }
    w_close(e->w, "");
    w_line(e->w, "barrier(CLK_LOCAL_MEM_FENCE);");
    w_close(e->w, "");
    for (int k = 0; k < split->reductions.n; ++k) {
        const struct reduction *r = &split->reductions.item[k];
        const char *name = e->name[r->var->id];
        const char *all = arena_printf(e->arena, "%s__all[0]", name);
        w_line(e->w, "%s = %s;", name, emit_combined(e, r->op, r->var->type->dtype, name, all));
    }
    w_line(e->w, "barrier(CLK_LOCAL_MEM_FENCE);"); /* all have read before any writes again */
}

/* ---- scans */

/* The body without the update, up to it or all. */
static void put_body(struct emit *e, const struct device_split *split, bool all) {
    const struct tblock *b = &split->loop->for_.body;
    for (int i = 0; i < b->n && (all || b->item[i] != split->update); ++i) {
        if (b->item[i] != split->update) {
            emit_stmt(e, b->item[i]);
        }
    }
}

/* s__all[k] = s__all[0] op ... op s__all[k] */
static void put_prefixes(struct emit *e, const struct reduction *r) {
    const char *name = e->name[r->var->id], *type = emit_type(e, r->var->type);
    const char *sum = arena_printf(e->arena, "%s__sum", name);
    const char *left = arena_printf(e->arena, "%s__all[item__id - scan__n]", name);
    w_line(e->w, "barrier(CLK_LOCAL_MEM_FENCE);");
    w_open(e->w, "for (int scan__n = 1; scan__n < PYCC_GROUP; scan__n *= 2)");
    w_line(e->w, "%s %s = %s__all[item__id];", type, sum, name);
    w_open(e->w, "if (item__id >= scan__n)");
    w_line(e->w, "%s = %s;", sum, emit_combined(e, r->op, r->var->type->dtype, left, sum));
    w_close(e->w, "");
    w_line(e->w, "barrier(CLK_LOCAL_MEM_FENCE);");
    w_line(e->w, "%s__all[item__id] = %s;", name, sum);
    w_line(e->w, "barrier(CLK_LOCAL_MEM_FENCE);");
    w_close(e->w, "");
}

static void put_tile(struct emit *e, const struct device_split *split, const char *stop) {
    const struct reduction *r = &split->scan;
    const char *i = e->name[split->loop->for_.counter->id], *type = emit_type(e, r->var->type);
    const char *name = e->name[r->var->id];
    enum dtype d = r->var->type->dtype;
    int line = e->line;
    w_line(e->w, "const long %s = %s__at + item__id;", i, i);
    w_line(e->w, "%s__all[item__id] = %s;", name, begins_with(e, r));
    w_open(e->w, "if (%s < %s)", i, stop);
    put_body(e, split, false);
    w_put(e->w, "%s__all[item__id] = ", name);
    emit_value(e, split->update->assign.value->op.arg[1]);
    w_line(e->w, ";");
    w_close(e->w, "");
    put_prefixes(e, r);
    e->line = line;
    w_open(e->w, "if (%s < %s)", i, stop);
    const char *mine = arena_printf(e->arena, "%s__all[item__id]", name);
    w_line(e->w, "const %s %s__mine = %s;", type, name, emit_combined(e, r->op, d, name, mine));
    e->name[r->var->id] = arena_printf(e->arena, "%s__mine", name);
    put_body(e, split, true);
    e->name[r->var->id] = name;
    w_close(e->w, "");
    const char *all = arena_printf(e->arena, "%s__all[PYCC_GROUP - 1]", name);
    w_line(e->w, "%s = %s;", name, emit_combined(e, r->op, d, name, all));
    w_line(e->w, "barrier(CLK_LOCAL_MEM_FENCE);");
}

static void put_scan(struct emit *e, const struct device_split *split, const char *start,
                     const char *stop) {
    const struct tstmt *outer = e->loop;
    const char *i = e->name[split->loop->for_.counter->id];
    w_open(e->w, "for (long %s__at = %s; %s__at < %s; %s__at += PYCC_GROUP)", i, start, i, stop, i);
    e->loop = split->loop;
    put_tile(e, split, stop);
    e->loop = outer;
    w_close(e->w, "");
}

/* ---- all */

void emit_split(struct emit *e, const struct device_split *split, const char *start,
                const char *stop) {
    bool shared = split->stores && meets(e);
    if (shared) {
        w_line(e->w, BOTH);
    }
    e->kernel->split = split->loop;
    if (split->update) {
        put_scan(e, split, start, stop);
    } else {
        put_own(e, split);
        put_loop(e, split, start, stop);
    }
    e->kernel->split = NULL;
    if (shared) {
        w_line(e->w, BOTH);
    }
    if (split->reductions.n > 0) {
        put_combined(e, split);
    }
}
