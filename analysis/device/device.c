/* Which nests of a function marked @pycc.gpu can run on a device, and how.
 *
 * The index space is chosen in device_space.c. What one work-item does is the body of the innermost
 * loop of it, printed as a kernel; the first thing there that no kernel can do is the reason that
 * leaves the nest to OpenMP. */
#include "device_survey.h"

/* ---- the index space */

static void find_levels(struct survey *v) {
    struct device_plan *d = v->d;
    for (int k = 0; k < d->dims; ++k) {
        d->level[k] = -1;
        for (int i = 0; d->table && i < d->table->loops.n; ++i) {
            d->level[k] = d->table->loops.item[i] == d->dim[k] ? i : d->level[k];
        }
        if (d->level[k] < 0) {
            device_leave(v, HOST_BOUNDS, d->dim[k]->for_.counter->name);
        }
    }
}

/* ---- accesses */

/* May the nest end an iteration before its end? Then no store is sure. */
static bool has_jumps(const struct survey *v) {
    for (int i = 0; i < v->at.n; ++i) {
        enum tstmt_kind kind = v->t->sc->facts->order[v->at.item[i]]->stmt->kind;
        if (kind == TS_BREAK || kind == TS_CONTINUE || kind == TS_RETURN) {
            return true;
        }
    }
    return false;
}

/* Is the statement executed for every combination of the counters that the table goes through?
 * loop: the table's, whose bounds are exact, those of triangles too. */
static bool is_sure(const struct survey *v, const struct tstmt *s, struct tstmt *const *loop,
                    int n) {
    const struct facts *f = v->t->sc->facts;
    const struct tstmt *root = v->t->nest->root;
    for (const struct tstmt *p = fact_of(f, s)->parent; p; p = fact_of(f, p)->parent) {
        bool listed = false;
        for (int k = 0; k < n; ++k) {
            listed |= loop[k] == p;
        }
        if (!listed) {
            return false;
        }
        if (p == root) {
            break;
        }
    }
    return true;
}

static void build_table(struct survey *v) {
    const struct access_list *list = v->t->list;
    int *use = ARENA_ARRAY(v->arena, int, list->item.n + 1);
    struct tstmt *loop[LMAD_MAX_RANK];
    int n_loops = table_loops(v->t->sc, loop);
    bool jumps = has_jumps(v);
    v->row = ARENA_ARRAY(v->arena, int, list->item.n + 1);
    for (int i = 0; i < list->item.n; ++i) {
        const struct access *x = list->item.item[i];
        bool sure = x->write && !jumps && is_sure(v, x->stmt, loop, n_loops);
        use[i] = !x->write ? LMAD_READ : sure ? LMAD_WRITE : LMAD_READ_WRITE;
    }
    v->d->table = table_of_device(v->t->sc, list, use, v->row);
    if (!v->d->table) {
        device_leave(v, HOST_TABLE, NULL);
    }
}

static struct kernel_array *array_of(struct survey *v, struct tvar *root) {
    for (int i = 0; i < v->d->arrays.n; ++i) {
        if (v->d->arrays.item[i].var == root) {
            return &v->d->arrays.item[i];
        }
    }
    struct kernel_array array = {.var = root};
    vec_push(v->arena, &v->d->arrays, array);
    return &v->d->arrays.item[v->d->arrays.n - 1];
}

static void add_access(struct survey *v, const struct access *x, int row) {
    const struct device_access *known = device_access_of(v->d, x->array, x->index);
    struct device_access access = {x->array, x->index, row};
    if (!x->root || x->alloc) {
        device_leave(v, HOST_MEMORY, x->array->name);
        return;
    }
    if (known && known->row != row) {
        device_leave(v, HOST_SEVERAL, x->array->name);
    }
    if (row < 0 && x->root != x->array) {
        device_leave(v, HOST_INDICES, x->array->name);
    }
    struct kernel_array *array = array_of(v, x->root);
    array->written |= x->write;
    if (row < 0) {
        array->use |= x->write ? LMAD_READ_WRITE : LMAD_READ;
    }
    if (!known) {
        vec_push(v->arena, &v->d->accesses, access);
    }
}

static void find_accesses(struct survey *v) {
    const struct access_list *list = v->t->list;
    for (int i = 0; v->d->table && i < v->d->table->arrays.n; ++i) {
        array_of(v, v->d->table->arrays.item[i]);
    }
    for (int i = 0; i < list->item.n && !v->d->left; ++i) {
        if (list->item.item[i]->index || list->item.item[i]->rank == 0) {
            add_access(v, list->item.item[i], v->row[i]);
        }
    }
    if (list->escapes.n > 0) {
        device_leave(v, HOST_FROM_TUPLE, NULL);
    }
}

/* ---- extents */

static void need_extent(struct survey *v, struct tvar *array, int axis) {
    struct tvar *root = array;
    int of_root = axis;
    struct tstmt *made;
    if (!access_base_axis(v->t->sc, &root, &of_root, v->pos) ||
        access_root(v->t->sc, root, v->pos, &made) != root || made) {
        device_leave(v, HOST_EXTENT, array->name);
        return;
    }
    int symbol = table_add_extent(v->t->sc, v->d->table, root, of_root);
    int known = device_extent_of(v->d, array, axis);
    struct device_extent extent = {array, axis, symbol};
    if (known < 0) {
        vec_push(v->arena, &v->d->extents, extent);
    } else if (known != symbol) {
        device_leave(v, HOST_SEVERAL, array->name);
    }
}

/* ---- expressions */

static void see_node(struct texpr *e, void *context) {
    struct survey *v = context;
    device_see_dtype(v, e->type);
    switch (e->kind) {
    case TE_SHAPE:
        need_extent(v, e->shape.array, e->shape.axis);
        break;
    case TE_OP:
        device_see_op(v, e);
        break;
    case TE_TUPLE:
    case TE_ITEM:
        device_leave(v, HOST_TUPLE, NULL);
        break;
    case TE_APART:
    case TE_ORDER:
        device_leave(v, HOST_ADDRESS, NULL);
        break;
    case TE_VAR:
        if (e->type->kind == TY_TUPLE) {
            device_leave(v, HOST_TUPLE, NULL);
        }
        break;
    default:
        break;
    }
}

static void see_expr(struct texpr *e, void *context) {
    expr_walk(e, see_node, context);
}

/* ---- statements */

static void see_check(struct survey *v, const struct tstmt *s) {
    bool stays = !v->t->fp->hoisted[s->id];
    if (s->kind == TS_INDEX) {
        v->d->may_fail |= stays && v->t->options->bounds;
        if (stays || v->t->fp->negative[s->id]) {
            need_extent(v, s->index.array, s->index.axis);
        }
    } else {
        v->d->may_fail |= stays;
    }
    if (stays || s->kind == TS_INDEX) {
        see_expr(s->kind == TS_INDEX ? s->index.index : s->check.cond, v);
    }
}

static void see_stmt(struct survey *v, const struct tstmt *s) {
    const struct loop_plan *around = NULL;
    const struct tstmt *loop = fact_of(v->t->sc->facts, s)->loop;
    if (loop) {
        around = &v->t->fp->loop[loop->kind == TS_FOR ? loop->for_.loop : loop->while_.loop];
    }
    v->counts = around && around->innermost;
    switch (s->kind) {
    case TS_INDEX:
    case TS_CHECK:
        see_check(v, s);
        return;
    case TS_FOR:
    case TS_WHILE:
        if ((s->kind == TS_FOR ? s->for_.els.n : s->while_.els.n) > 0) {
            device_leave(v, HOST_ELSE, NULL);
        }
        break;
    case TS_ASSIGN:
        if (s->assign.dst->type->kind == TY_ARRAY) {
            return;
        }
        device_see_dtype(v, s->assign.dst->type);
        break;
    case TS_STORE:
        device_see_dtype(v, s->store.array->type);
        break;
    case TS_IF:
    case TS_BREAK:
    case TS_CONTINUE:
        break;
    case TS_VIEW:
        if (view_may_copy(s)) {
            device_leave(v, HOST_COPY, NULL);
        } else if (s->view.part == PART_BITS) {
            device_leave(v, HOST_OPERATION, "view");
        }
        return;
    case TS_ALLOC:
        device_leave(v, HOST_ALLOC, s->alloc.dst->name);
        return;
    case TS_CALL:
        device_see_call(v, s);
        break;
    case TS_LIB:
        device_leave(v, HOST_LIBRARY, op_info[s->lib.fn].name);
        return;
    case TS_LIST:
        device_leave(v, HOST_LIST, NULL);
        return;
    case TS_RAISE:
        v->d->may_fail = true;
        return;
    default:
        device_leave(v, HOST_LEFT_EARLY, NULL);
        return;
    }
    stmt_exprs(s, see_expr, v);
}

static bool is_dim(const struct device_plan *d, const struct tstmt *s) {
    for (int k = 0; k < d->dims; ++k) {
        if (d->dim[k] == s) {
            return true;
        }
    }
    return false;
}

/* Loops of the index space are not executed; of those whose range varies, the bounds are. */
static void find_positions(struct survey *v) {
    const struct facts *f = v->t->sc->facts;
    const struct device_plan *d = v->d;
    const struct stmt_fact *root = fact_of(f, v->t->nest->root);
    for (int pos = root->pos; pos <= root->body_end; ++pos) {
        const struct tstmt *s = f->order[pos]->stmt;
        bool hull = false;
        for (int k = 0; k < d->dims; ++k) {
            hull |= d->dim[k] == s && d->hull[k].first;
        }
        if (hull || !is_dim(d, s)) {
            vec_push(v->arena, &v->at, pos);
        }
    }
}

static void see_body(struct survey *v) {
    for (int i = 0; i < v->at.n && !v->d->left; ++i) {
        v->pos = v->at.item[i];
        see_stmt(v, v->t->sc->facts->order[v->pos]->stmt);
    }
}

/* ---- scalars */

static bool is_result(const struct survey *v, const struct tvar *x) {
    for (int i = 0; i < v->d->results.n; ++i) {
        if (v->d->results.item[i].var == x) {
            return true;
        }
    }
    return false;
}

static const struct reduction *reduction_of(const struct survey *v, const struct tvar *x) {
    const struct loop_plan *root = &v->t->fp->loop[v->t->nest->root->for_.loop];
    for (int i = 0; i < root->reductions.n; ++i) {
        if (root->reductions.item[i].var == x) {
            return &root->reductions.item[i];
        }
    }
    return NULL;
}

/* What is used after the nest must be what its iterations combine. */
static void find_results(struct survey *v) {
    const struct nest *n = v->t->nest;
    for (int i = 0; i < n->out.n; ++i) {
        const struct reduction *r = reduction_of(v, n->out.item[i]);
        if (!r) {
            device_leave(v, HOST_USED_AFTER, n->out.item[i]->name);
            return;
        }
        if (r->open) {
            device_leave(v, HOST_TESTED, r->var->name);
        }
        vec_push(v->arena, &v->d->results, *r);
        device_see_dtype(v, r->var->type);
    }
}

static bool is_read(const struct survey *v, const struct tvar *x) {
    bool read = false;
    for (int i = 0; i < v->at.n && !read; ++i) {
        read = fact_read(v->t->sc->facts, x, v->at.item[i], v->at.item[i]);
    }
    return read;
}

static void find_scalars(struct survey *v) {
    const struct nest *n = v->t->nest;
    for (int i = 0; i < n->in.n; ++i) {
        struct tvar *x = n->in.item[i];
        if (x->type->kind == TY_SCALAR && !is_result(v, x) && is_read(v, x)) {
            vec_push(v->arena, &v->d->scalars, x);
            device_see_dtype(v, x->type);
        }
    }
}

/* ---- the decision */

static void refuse_nest(struct survey *v) {
    if (!v->t->nest->parallel) {
        device_leave(v, HOST_ORDER, NULL);
    }
}

struct device_plan *device_decide(const struct device_task *t) {
    struct arena *a = t->sc->arena;
    struct survey v = {.t = t, .arena = a, .d = ARENA_NEW(a, struct device_plan)};
    refuse_nest(&v);
    if (v.d->left) {
        return v.d;
    }
    device_find_space(t, v.d);
    if (v.d->left) {
        return v.d;
    }
    find_positions(&v);
    build_table(&v);
    find_levels(&v);
    find_results(&v);
    if (!v.d->left) {
        see_body(&v);
        find_accesses(&v);
        find_scalars(&v);
    }
    bool apart = !v.d->left && device_find_box(&v);
    if (apart && v.d->results.n == 0 && device_goes_on(&v)) {
        device_find_locals(&v);
    }
    if (!v.d->left) {
        device_find_splits(&v);
    }
    if (!v.d->left && v.d->arrays.n == 0 && v.d->results.n == 0) {
        device_leave(&v, HOST_NO_ARRAY, NULL);
    }
    return v.d;
}
