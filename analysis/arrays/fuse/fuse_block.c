/* A block -> one statement, or loops over rows.
 *
 *   at all points   MAPs and REDUCEs in one FUSED over the space
 *   row by row      FOR loops over all axes but the last around a FUSED per loop of the row; what a
 *                   REDUCE makes of a row, and statements between with a point per row, are scalars
 *
 * What a block writes and reads at the same point goes through scalars. */
#include <string.h>

#include "build.h"
#include "fuse_rewriter.h"

/* ---- arrays that are gone */

bool fuse_is_gone(const struct fuse_rewriter *w, const struct tvar *v) {
    const struct fuse_view *x = v->id < w->r->ff->n_vars ? w->r->view[v->id] : NULL;
    return v->type->kind == TY_ARRAY && x && w->schedule->gone[x->root];
}

/* The extent of an axis that a view shows of what is gone: its own, or one of the ALLOC. */
static struct texpr *extent_of(const struct fuse_rewriter *w, const struct fuse_view *v, int axis) {
    while (v->made) {
        const struct view_axis *x = &v->made->view.axis[axis];
        if (x->extent || x->kind == VIEW_NEW) {
            return x->extent;
        }
        for (int i = axis - 1; i >= 0; --i) { /* the base has no new ones */
            axis -= v->made->view.axis[i].kind == VIEW_NEW;
        }
        v = v->base;
    }
    return w->r->stmt[w->r->root.item[v->root].alloc].s->alloc.extent[axis];
}

struct texpr *fuse_gone_shape(struct texpr *e, void *context) {
    struct fuse_rewriter *w = context;
    if (e->kind != TE_SHAPE || !fuse_is_gone(w, e->shape.array)) {
        return NULL;
    }
    struct texpr *extent = extent_of(w, w->r->view[e->shape.array->id], e->shape.axis);
    return extent ? expr_map(w->a, extent, fuse_gone_shape, w) : build_int(w->a, e->type, 1);
}

/* ---- what is needed */

static bool together(const struct fuse_rewriter *w, int u, int v) {
    return w->needed[v] && w->schedule->block[u] == w->schedule->block[v];
}

/* Has its value as a scalar until the row ends? */
static bool lasts(const struct fuse_rewriter *w, int v) {
    bool rows = w->schedule->rows[w->schedule->block[v]];
    return rows && (w->schedule->row[v] || w->r->stmt[w->r->at[v]].s->kind == TS_REDUCE);
}

/* Does a needed member of v's block, after v, read what v writes, in a loop where it is a scalar;
 * in another one? */
static bool read_near(const struct fuse_rewriter *w, int v, const struct fuse_access *write,
                      bool near) {
    for (int u = v + 1; u < w->r->n_vertices; ++u) {
        bool scalar =
            lasts(w, v) || (w->schedule->loop[u] == w->schedule->loop[v] && !w->schedule->row[u]);
        if (together(w, v, u) && scalar == near && fuse_reads_element(w->r, u, write)) {
            return true;
        }
    }
    return false;
}

/* Does a needed member of v's block, after v, write all of it again? */
static bool written_later(const struct fuse_rewriter *w, int v, const struct fuse_access *write) {
    for (int u = v + 1; u < w->r->n_vertices; ++u) {
        const struct fuse_stmt *x = &w->r->stmt[w->r->at[u]];
        const struct fuse_access *other = fuse_written(x);
        if (together(w, v, u) && x->s->kind == TS_MAP && other && fuse_same_element(other, write)) {
            return true;
        }
    }
    return false;
}

/* Must what v writes be in memory? */
static bool is_stored(const struct fuse_rewriter *w, int v, const struct fuse_access *write) {
    bool far = read_near(w, v, write, false);
    if (w->schedule->gone[write->root]) {
        return far && w->schedule->host[write->root] >= 0;
    }
    return far || !written_later(w, v, write);
}

void fuse_find_needed(struct fuse_rewriter *w) {
    for (int v = w->r->n_vertices - 1; v >= 0; --v) {
        const struct fuse_access *write = fuse_written(&w->r->stmt[w->r->at[v]]);
        w->needed[v] = !write || is_stored(w, v, write) || read_near(w, v, write, true);
    }
}

/* ---- the values of a block */

struct forward {
    const struct fuse_access *element;
    struct tvar *scalar;
};

/* An element that is loaded: the same node wherever it is needed. */
struct loaded {
    const struct fuse_access *element;
    struct texpr *load;
};

struct forwards {
    int n;
    struct forward item[PARTITION_MAX];
};

struct block {
    struct fuse_rewriter *w;
    int number;
    struct tspace space;
    struct forwards near;      /* in the loop at work */
    struct forwards row;       /* until the row ends */
    VEC(struct loaded) loaded; /* in the loop at work */
    const struct fuse_stmt *x; /* the member at work */
    int rank;                  /* axes of the space that it has points on */
};

static struct texpr *index_at(struct block *b, int counter) {
    struct fuse_rewriter *w = b->w;
    return counter >= 0 ? build_var(w->a, b->space.counter[counter])
                        : build_int(w->a, b->space.extent[0]->type, 0);
}

/* The element where the array that stands in for its own holds it. */
static struct texpr *hosted(struct block *b, const struct texpr *e, const struct fuse_access *x) {
    struct fuse_rewriter *w = b->w;
    const struct tstmt *host = w->r->stmt[w->r->at[w->schedule->host[x->root]]].s;
    int rank = host->map.dst->type->rank;
    struct texpr **index = ARENA_ARRAY(w->a, struct texpr *, rank);
    for (int i = 0; i < rank; ++i) {
        index[i] = index_at(b, x->in_root[i]);
    }
    struct texpr *load = build_load(w->a, e->type, host->map.dst, index);
    load->span = e->span;
    return load;
}

static struct texpr *at_point(struct texpr *e, void *context);

/* The variable through which the block writes the elements that x shows, or else `array`: so that
 * the analysis sees one array where another name has the same elements, like an operand that the
 * guard knows not to be stretched. */
static struct tvar *name_of(const struct block *b, const struct fuse_access *x,
                            struct tvar *array) {
    const struct fuse_rewriter *w = b->w;
    for (int v = 0; v < w->r->n_vertices && !w->schedule->gone[x->root]; ++v) {
        const struct fuse_stmt *y = &w->r->stmt[w->r->at[v]];
        const struct fuse_access *write =
            w->schedule->block[v] == b->number ? fuse_written(y) : NULL;
        struct tvar *dst = y->s->kind == TS_MAP ? y->s->map.dst : NULL;
        if (write && dst && write->identity == x->identity && dst->type->kind == TY_ARRAY &&
            fuse_same_element(write, x) && dst->type->dtype == array->type->dtype &&
            dst->type->rank == array->type->rank) {
            return dst;
        }
    }
    return array;
}

static struct texpr *plain_load(struct block *b, const struct texpr *e,
                                const struct fuse_access *x) {
    struct texpr *load = expr_twin(b->w->a, e);
    load->load.array = name_of(b, x, e->load.array);
    for (int i = 0; i < e->load.n; ++i) {
        load->load.index[i] = expr_map(b->w->a, e->load.index[i], at_point, b);
    }
    return load;
}

static struct tvar *forwarded(const struct forwards *f, const struct fuse_access *x) {
    for (int i = 0; i < f->n; ++i) {
        if (fuse_same_element(f->item[i].element, x)) {
            return f->item[i].scalar;
        }
    }
    return NULL;
}

static struct texpr *element_at(struct block *b, struct texpr *e, const struct fuse_access *x) {
    struct tvar *scalar = forwarded(&b->near, x);
    scalar = scalar ? scalar : forwarded(&b->row, x);
    if (scalar) {
        return build_var(b->w->a, scalar);
    }
    for (int k = 0; k < b->loaded.n; ++k) {
        if (x->pointwise && fuse_same_element(b->loaded.item[k].element, x)) {
            return b->loaded.item[k].load;
        }
    }
    bool elsewhere = b->w->schedule->gone[x->root] && b->w->schedule->host[x->root] >= 0;
    struct loaded loaded = {x, elsewhere ? hosted(b, e, x) : plain_load(b, e, x)};
    vec_push(b->w->a, &b->loaded, loaded);
    return loaded.load;
}

/* Counters become the block's; elements written before in the block are scalars. */
static struct texpr *at_point(struct texpr *e, void *context) {
    struct block *b = context;
    const struct tspace *own = fuse_space(b->x->s);
    for (int i = 0; e->kind == TE_VAR && i < own->rank; ++i) {
        if (e->var == own->counter[i]) {
            return i < b->rank ? build_var(b->w->a, b->space.counter[i])
                               : build_int(b->w->a, e->type, 0);
        }
    }
    for (int i = 0; e->kind == TE_LOAD && i < b->x->access.n; ++i) {
        if (b->x->access.item[i].load == e) {
            return element_at(b, e, &b->x->access.item[i]);
        }
    }
    return fuse_gone_shape(e, b->w);
}

static void forward_later(struct forwards *f, const struct fuse_access *element,
                          struct tvar *scalar) {
    int i = 0;
    while (i < f->n && !fuse_same_element(f->item[i].element, element)) {
        ++i;
    }
    f->n += i == f->n;
    f->item[i] = (struct forward){element, scalar};
}

/* ---- members */

static struct tvar *new_scalar(struct fuse_rewriter *w, const struct tstmt *s,
                               const struct tvar *array, struct ty *type) {
    struct tvar *scalar = tir_new_var(w->a, &w->r->ff->vars, array->name, type);
    scalar->span = s->span;
    return scalar;
}

/* A copy of v's statement at the block's points. */
static struct tstmt *member(struct block *b, int v, const struct tspace *space) {
    struct fuse_rewriter *w = b->w;
    b->rank = b->space.rank - w->schedule->row[v];
    b->x = &w->r->stmt[w->r->at[v]];
    struct tstmt *s = stmt_copy(w->a, b->x->s);
    stmt_map(w->a, s, at_point, b);
    *fuse_space(s) = *space;
    const struct fuse_access *write = s->kind == TS_MAP ? fuse_written(b->x) : NULL;
    if (write && w->schedule->gone[write->root] && w->schedule->host[write->root] >= 0) {
        s->map.dst = w->r->stmt[w->r->at[w->schedule->host[write->root]]].s->map.dst;
    }
    return s;
}

/* Adds vertex v to the items over the space. */
static void add_member(struct block *b, int v, const struct tspace *space, struct fuse_list *to) {
    struct fuse_rewriter *w = b->w;
    struct tstmt *s = member(b, v, space);
    const struct fuse_access *write = s->kind == TS_MAP ? fuse_written(b->x) : NULL;
    if (!write || !read_near(w, v, write, true)) {
        vec_push(w->a, &to->s, s);
        return;
    }
    struct tstmt *first = stmt_copy(w->a, s);
    first->map.dst = new_scalar(w, s, b->x->s->map.dst, s->map.value->type);
    first->map.index = NULL;
    vec_push(w->a, &to->s, first);
    forward_later(&b->near, write, first->map.dst);
    if (is_stored(w, v, write)) {
        s->map.value = build_var(w->a, first->map.dst);
        vec_push(w->a, &to->s, s);
    }
}

/* One statement that does what all items do, at the end of the list. */
static void add_items(struct fuse_rewriter *w, const struct tspace *space, struct fuse_list *items,
                      struct fuse_list *to) {
    struct fuse_list behind = {0};
    if (items->s.n > 1) {
        fuse_share(w, space, items, &behind);
    }
    if (items->s.n > 1) {
        struct tstmt *s = stmt_copy(w->a, items->s.item[0]);
        s->kind = TS_FUSED;
        s->fused.space = *space;
        s->fused.n = items->s.n;
        s->fused.item = items->s.item;
        vec_push(w->a, &to->s, s);
    } else if (items->s.n == 1) {
        vec_push(w->a, &to->s, items->s.item[0]);
    }
    for (int i = 0; i < behind.s.n; ++i) {
        vec_push(w->a, &to->s, behind.s.item[i]);
    }
}

/* ---- row by row */

static void store_row(struct block *b, const struct tstmt *s, struct tvar *array,
                      struct texpr **index, struct texpr *value, struct fuse_list *to) {
    struct tstmt *store = stmt_copy(b->w->a, s);
    store->kind = TS_STORE;
    memset(&store->store, 0, sizeof(store->store));
    store->store.array = array;
    store->store.n = array->type->rank;
    store->store.index = index;
    store->store.value = value;
    vec_push(b->w->a, &to->s, store);
}

/* A statement with a point per row. */
static void add_row(struct block *b, int v, struct fuse_list *to) {
    struct fuse_rewriter *w = b->w;
    struct tstmt *s = member(b, v, &b->space);
    const struct fuse_access *write = fuse_written(b->x);
    struct tstmt *assign = stmt_copy(w->a, s);
    assign->kind = TS_ASSIGN;
    memset(&assign->assign, 0, sizeof(assign->assign));
    assign->assign.dst = new_scalar(w, s, s->map.dst, s->map.value->type);
    assign->assign.value = s->map.value;
    vec_push(w->a, &to->s, assign);
    forward_later(&b->row, write, assign->assign.dst);
    if (is_stored(w, v, write)) {
        struct texpr *value = build_var(w->a, assign->assign.dst);
        store_row(b, s, s->map.dst, s->map.index, value, to);
    }
}

/* The REDUCE of a row has a scalar result; its element is stored behind the loop. */
static void reduce_row(struct block *b, int v, const struct tspace *inner, struct fuse_list *items,
                       struct fuse_list *behind) {
    struct fuse_rewriter *w = b->w;
    struct tstmt *s = member(b, v, inner);
    struct tvar *array = s->reduce.dst;
    struct texpr **index = s->reduce.index;
    const struct fuse_access *write = fuse_written(b->x);
    s->reduce.reduced = ARENA_ARRAY(w->a, bool, 1);
    s->reduce.reduced[0] = true;
    s->reduce.index = NULL;
    s->reduce.dst = new_scalar(w, s, array, s->reduce.value->type);
    vec_push(w->a, &items->s, s);
    forward_later(&b->row, write, s->reduce.dst);
    if (is_stored(w, v, write)) {
        store_row(b, s, array, index, build_var(w->a, s->reduce.dst), behind);
    }
}

/* The statements of the loop's members, and what is behind it. */
static void add_loop(struct block *b, int loop, struct fuse_list *to) {
    struct fuse_rewriter *w = b->w;
    int last = b->space.rank - 1;
    struct tspace inner = {1, &b->space.extent[last], NULL};
    struct fuse_list items = {0}, behind = {0};
    const struct fuse_schedule *schedule = w->schedule;
    b->near.n = b->loaded.n = 0;
    for (int v = 0; v < w->r->n_vertices; ++v) {
        if (schedule->block[v] != b->number || schedule->row[v] || schedule->loop[v] != loop ||
            !w->needed[v]) {
            continue;
        }
        struct tstmt *s = w->r->stmt[w->r->at[v]].s;
        if (!inner.counter) { /* each loop has a counter of its own */
            inner.counter = ARENA_ARRAY(w->a, struct tvar *, 1);
            inner.counter[0] = b->space.counter[last] = fuse_space(s)->counter[last];
        }
        if (s->kind == TS_REDUCE) {
            reduce_row(b, v, &inner, &items, &behind);
        } else {
            add_member(b, v, &inner, &items);
        }
    }
    add_items(w, &inner, &items, to);
    for (int i = 0; i < behind.s.n; ++i) {
        vec_push(w->a, &to->s, behind.s.item[i]);
    }
}

/* Has the axis one point? Its elements are then read at 0 as well as at the counter. */
static bool is_single(const struct block *b, int axis) {
    const struct fuse_rewriter *w = b->w;
    int64_t extent = 0;
    for (int v = 0; v < w->r->n_vertices && extent != 1; ++v) {
        const struct fuse_stmt *x = &w->r->stmt[w->r->at[v]];
        if (w->schedule->block[v] == b->number && !w->schedule->row[v]) {
            num_is_const(&w->r->values, num_now(&w->r->values, x->extent[axis]), &extent);
        }
    }
    return extent == 1;
}

/* FOR loops over all axes but the last, around the body. */
static struct tstmt *row_loops(struct block *b, const struct tstmt *like,
                               const struct fuse_list *body) {
    struct fuse_rewriter *w = b->w;
    struct tblock inside = {.n = body->s.n, .item = body->s.item};
    struct tstmt *s = NULL;
    for (int i = b->space.rank - 2; i >= 0; --i) {
        struct texpr *extent = b->space.extent[i];
        s = stmt_copy(w->a, like);
        s->kind = TS_FOR;
        memset(&s->for_, 0, sizeof(s->for_));
        s->for_.loop = w->r->ff->f->n_loops++;
        s->for_.implied = true;
        s->for_.parallel = !is_single(b, i);
        s->for_.counter = b->space.counter[i];
        s->for_.start = build_int(w->a, extent->type, 0);
        s->for_.stop = extent;
        s->for_.step = build_int(w->a, extent->type, 1);
        s->for_.body = inside;
        inside = (struct tblock){.n = 1, .item = ARENA_ARRAY(w->a, struct tstmt *, 1)};
        inside.item[0] = s;
    }
    return s;
}

static void add_rows(struct block *b, const struct tstmt *like) {
    struct fuse_rewriter *w = b->w;
    const struct fuse_schedule *schedule = w->schedule;
    struct fuse_list body = {0};
    for (int loop = 0; loop <= schedule->loops[b->number]; ++loop) {
        for (int v = 0; v < w->r->n_vertices; ++v) {
            bool member =
                schedule->block[v] == b->number && schedule->row[v] && schedule->loop[v] == loop;
            b->near.n = b->loaded.n = 0;
            if (member && w->needed[v]) {
                add_row(b, v, &body);
            }
        }
        add_loop(b, loop, &body);
    }
    vec_push(w->a, &w->out.s, row_loops(b, like, &body));
}

/* ---- a block */

static void use_space(struct block *b, struct tstmt *s) {
    struct fuse_rewriter *w = b->w;
    b->space = *fuse_space(s);
    b->space.extent = ARENA_ARRAY(w->a, struct texpr *, b->space.rank);
    b->space.counter = ARENA_ARRAY(w->a, struct tvar *, b->space.rank);
    for (int i = 0; i < b->space.rank; ++i) {
        b->space.extent[i] = expr_map(w->a, fuse_space(s)->extent[i], fuse_gone_shape, w);
        b->space.counter[i] = fuse_space(s)->counter[i];
    }
}

/* The vertex whose points are those of the block, one that is needed where there is one: what is of
 * rows alone may run over the rows of one that is not. -1: none of the block is needed. */
static int leader(const struct fuse_rewriter *w, int block) {
    int found = -1;
    bool needed = false;
    for (int v = 0; v < w->r->n_vertices; ++v) {
        if (w->schedule->block[v] == block) {
            needed = needed || w->needed[v];
            bool better = found < 0 || (w->needed[v] && !w->needed[found]);
            found = !w->schedule->row[v] && better ? v : found;
        }
    }
    return needed ? found : -1;
}

void fuse_add_block(struct fuse_rewriter *w, int block) {
    struct block b = {.w = w, .number = block};
    struct fuse_list items = {0};
    int first = leader(w, block);
    if (first < 0) {
        return;
    }
    struct tstmt *like = w->r->stmt[w->r->at[first]].s;
    use_space(&b, like);
    if (w->schedule->rows[block]) {
        add_rows(&b, like);
        return;
    }
    for (int v = 0; v < w->r->n_vertices; ++v) {
        if (w->schedule->block[v] == block && w->needed[v]) {
            add_member(&b, v, &b.space, &items);
        }
    }
    add_items(w, &b.space, &items, &w->out);
}
