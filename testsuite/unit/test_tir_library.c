/* tir: interning of ground types, the printer's format, that the verifier finds each broken
 * invariant in a function that was right before one thing in it was changed, and that rewriting
 * leaves what it was given. */
#include <criterion/criterion.h>
#include <string.h>

#include "rewrite.h"

/* func scale(a: float, x: f64[:]) -> None: for i in range(x.shape[0]): x[i] = a * x[i], by hand. */
struct program {
    struct arena arena;
    struct tmodule module;
    struct tfunc func;
    struct tvar a, x, i, t1;
    struct tvar *var[4];
    struct texpr zero, one, extent, use_i, use_t1, use_a, cast_a, load, product;
    struct texpr *index[1];
    struct tstmt loop, at, store;
    struct tstmt *top[1], *body[2];
};

static struct texpr expr(enum texpr_kind kind, struct ty *type) {
    return (struct texpr){.kind = kind, .type = type};
}

static void build_body(struct program *p, struct ty *integer, struct ty *f64) {
    p->zero = expr(TE_CONST, integer);
    p->one = expr(TE_CONST, integer);
    p->one.value.i = 1;
    p->extent = expr(TE_SHAPE, integer);
    p->extent.shape.array = &p->x;
    p->use_i = expr(TE_VAR, integer);
    p->use_i.var = &p->i;
    p->use_t1 = expr(TE_VAR, integer);
    p->use_t1.var = &p->t1;
    p->use_a = expr(TE_VAR, p->a.type);
    p->use_a.var = &p->a;
    p->cast_a = expr(TE_CAST, f64);
    p->cast_a.cast = &p->use_a;
    p->index[0] = &p->use_t1;
    p->load = expr(TE_LOAD, f64);
    p->load.load.array = &p->x;
    p->load.load.n = 1;
    p->load.load.index = p->index;
    p->product = expr(TE_OP, f64);
    p->product.op.op = OP_MUL;
    p->product.op.n = 2;
    p->product.op.arg[0] = &p->cast_a;
    p->product.op.arg[1] = &p->load;
}

static void build_statements(struct program *p) {
    p->at = (struct tstmt){.kind = TS_INDEX, .id = 1};
    p->at.index.dst = &p->t1;
    p->at.index.index = &p->use_i;
    p->at.index.array = &p->x;
    p->store = (struct tstmt){.kind = TS_STORE, .id = 2};
    p->store.store.array = &p->x;
    p->store.store.n = 1;
    p->store.store.index = p->index;
    p->store.store.value = &p->product;
    p->body[0] = &p->at;
    p->body[1] = &p->store;
    p->loop = (struct tstmt){.kind = TS_FOR};
    p->loop.for_.counter = &p->i;
    p->loop.for_.start = &p->zero;
    p->loop.for_.stop = &p->extent;
    p->loop.for_.step = &p->one;
    p->loop.for_.body = (struct tblock){.n = 2, .item = p->body};
    p->top[0] = &p->loop;
}

static void build(struct program *p) {
    *p = (struct program){0};
    arena_init(&p->arena);
    struct arena *a = &p->arena;
    struct ty *integer = ty_scalar(a, &p->module, DT_INT), *f64 = ty_scalar(a, &p->module, DT_F64);
    p->a = (struct tvar){
        .name = "a", .id = 0, .type = ty_scalar(a, &p->module, DT_FLOAT), .is_param = true};
    p->x = (struct tvar){
        .name = "x", .id = 1, .type = ty_array(a, &p->module, DT_F64, 1, TY_ANY), .is_param = true};
    p->i = (struct tvar){.name = "i", .id = 2, .type = integer, .is_counter = true};
    p->t1 = (struct tvar){.name = "t1", .id = 3, .type = integer, .is_temp = true};
    p->var[0] = &p->a, p->var[1] = &p->x, p->var[2] = &p->i, p->var[3] = &p->t1;
    build_body(p, integer, f64);
    build_statements(p);
    p->func = (struct tfunc){.name = "scale", .pyname = "scale", .n_params = 2, .param = p->var};
    p->func.ret = ty_none(a, &p->module);
    p->func.var = p->var;
    p->func.n_vars = 4;
    p->func.n_stmts = 3;
    p->func.n_loops = 1;
    p->func.body = (struct tblock){.n = 1, .item = p->top};
    vec_push(a, &p->module.funcs, &p->func);
}

/* ---- types */

Test(tir, equal_types_are_one) {
    struct arena a;
    arena_init(&a);
    struct tmodule m = {0};
    struct ty *f64 = ty_scalar(&a, &m, DT_F64), *integer = ty_scalar(&a, &m, DT_INT);
    cr_assert_eq(f64, ty_scalar(&a, &m, DT_F64));
    cr_assert_neq(f64, ty_scalar(&a, &m, DT_FLOAT));
    cr_assert_eq(ty_array(&a, &m, DT_F32, 2, TY_C), ty_array(&a, &m, DT_F32, 2, TY_C));
    cr_assert_neq(ty_array(&a, &m, DT_F32, 2, TY_C), ty_array(&a, &m, DT_F32, 2, TY_F));
    struct ty *t = ty_tuple(&a, &m, 2, (struct ty *[]){f64, integer});
    cr_assert_eq(t, ty_tuple(&a, &m, 2, (struct ty *[]){f64, integer}));
    cr_assert_neq(t, ty_tuple(&a, &m, 2, (struct ty *[]){integer, f64}));
    cr_assert_neq(t, ty_tuple(&a, &m, 1, (struct ty *[]){f64}));
    for (int i = 0; i < m.types.n; ++i) {
        cr_assert_eq(m.types.item[i]->id, i);
    }
    arena_free(&a);
}

Test(tir, names_of_types) {
    struct arena a;
    arena_init(&a);
    struct tmodule m = {0};
    struct ty *f64 = ty_scalar(&a, &m, DT_F64);
    struct ty *c = ty_array(&a, &m, DT_F32, 3, TY_C);
    cr_assert_str_eq(ty_name(&a, f64), "f64");
    cr_assert_str_eq(ty_name(&a, ty_none(&a, &m)), "None");
    cr_assert_str_eq(ty_name(&a, ty_array(&a, &m, DT_U8, 0, TY_ANY)), "u8[]");
    cr_assert_str_eq(ty_name(&a, ty_array(&a, &m, DT_I32, 2, TY_ANY)), "i32[:, :]");
    cr_assert_str_eq(ty_name(&a, c), "f32[:, :, ::1]");
    cr_assert_str_eq(ty_name(&a, ty_array(&a, &m, DT_F32, 2, TY_F)), "f32[::1, :]");
    cr_assert_str_eq(ty_name(&a, ty_tuple(&a, &m, 2, (struct ty *[]){f64, c})),
                     "tuple[f64, f32[:, :, ::1]]");
    arena_free(&a);
}

/* ---- the printer */

Test(tir, print) {
    struct program p;
    build(&p);
    struct writer w;
    writer_init(&w);
    tir_print(&p.module, &w);
    cr_assert_str_eq(w.text, "\n"
                             "func scale(a: float, x: f64[:]) -> None {\n"
                             "    var i: int\n"
                             "    var t1: int\n"
                             "    for i = 0, x.shape[0], 1 {\n"
                             "        index t1 = i in x axis 0\n"
                             "        x[t1] = f64(a) * x[t1]\n"
                             "    }\n"
                             "}\n");
    writer_free(&w);
    arena_free(&p.arena);
}

/* What `return value` prints. */
static char *returned(struct program *p, struct texpr *value) {
    struct tstmt *s = ARENA_NEW(&p->arena, struct tstmt);
    s->kind = TS_RETURN;
    s->ret = value;
    p->func.body = (struct tblock){.n = 1, .item = &s};
    struct writer w;
    writer_init(&w);
    tir_print(&p->module, &w);
    char *text = strstr(w.text, "return ") + strlen("return ");
    char *line = arena_strndup(&p->arena, text, strcspn(text, "\n"));
    writer_free(&w);
    return line;
}

Test(tir, constants_read_back_and_show_strong_types) {
    struct program p;
    build(&p);
    struct texpr c = expr(TE_CONST, ty_scalar(&p.arena, &p.module, DT_FLOAT));
    c.value.f[0] = 0.1;
    cr_assert_str_eq(returned(&p, &c), "0.1");
    c.value.f[0] = 1.0;
    cr_assert_str_eq(returned(&p, &c), "1.0");
    c.value.f[0] = 1e300;
    cr_assert_str_eq(returned(&p, &c), "1e+300");
    c.value.f[0] = 1.0 / 3.0;
    cr_assert_str_eq(returned(&p, &c), "0.3333333333333333");
    c.value.f[0] = -1.0 / 0.0;
    cr_assert_str_eq(returned(&p, &c), "-inf");
    c = expr(TE_CONST, ty_scalar(&p.arena, &p.module, DT_U64));
    c.value.i = -1;
    cr_assert_str_eq(returned(&p, &c), "18446744073709551615:u64");
    c = expr(TE_CONST, ty_scalar(&p.arena, &p.module, DT_BOOL));
    c.value.i = 1;
    cr_assert_str_eq(returned(&p, &c), "True:bool_");
    c = expr(TE_CONST, ty_scalar(&p.arena, &p.module, DT_COMPLEX));
    c.value.f[1] = -2.5;
    cr_assert_str_eq(returned(&p, &c), "complex(0.0, -2.5)");
    arena_free(&p.arena);
}

/* ---- the verifier */

static const char *verify(struct program *p) {
    return tir_verify(&p->arena, &p->module);
}

#define BROKEN(change, text)                                                                       \
    do {                                                                                           \
        struct program p;                                                                          \
        build(&p);                                                                                 \
        change;                                                                                    \
        const char *wrong = verify(&p);                                                            \
        cr_assert(wrong &&strstr(wrong, text), "expected '%s', got '%s'", text,                    \
                  wrong ? wrong : "nothing");                                                      \
        arena_free(&p.arena);                                                                      \
    } while (0)

Test(tir, verify_accepts_what_is_right) {
    struct program p;
    build(&p);
    const char *wrong = verify(&p);
    cr_assert_null(wrong, "%s", wrong);
    arena_free(&p.arena);
}

Test(tir, verify_finds_wrong_types) {
    BROKEN(p.product.op.arg[0] = &p.use_a, "operands of '*' differ");
    BROKEN(p.product.type = p.a.type, "a store of another type");
    BROKEN(p.load.type = p.a.type, "a load of another type");
    BROKEN(p.use_a.type = p.x.type, "a variable is read with another type");
    BROKEN(p.loop.for_.stop = &p.use_a, "a loop's stop is no int");
    BROKEN(p.index[0] = &p.use_a, "an index that is no int");
    BROKEN(p.at.index.index = &p.cast_a, "an index that is no int");
    BROKEN(p.product.op.op = OP_BITAND, "'&' has no spelling");
    BROKEN(p.product.op.op = OP_LT, "the result of '<' is no bool");
    BROKEN(p.product.op.n = 1, "arity");
    BROKEN(p.load.load.n = 0, "wrong number of indices");
    BROKEN(p.extent.shape.axis = 1, "an extent of an axis");
    BROKEN(p.at.index.axis = 1, "an INDEX on an axis");
    BROKEN(p.func.ret = p.a.type; p.top[0]->kind = TS_RETURN;
           p.top[0]->ret = NULL, "a return without its value");
}

Test(tir, verify_finds_wrong_variables_and_ids) {
    BROKEN(p.at.index.dst = &p.i, "a counter is assigned");
    BROKEN(p.t1.is_temp = false, "no int temporary");
    BROKEN(p.loop.for_.counter = &p.t1, "a loop's counter");
    BROKEN(p.t1.name = "x", "two variables have one name");
    BROKEN(p.t1.id = 7, "variable ids are not dense");
    BROKEN(p.store.id = 1, "statement ids are not dense");
    BROKEN(p.func.n_stmts = 4, "not dense");
    BROKEN(p.func.n_loops = 2, "not dense");
    BROKEN(p.loop.for_.loop = 1, "loop ids are not dense");
    BROKEN(p.func.id = 1, "function ids are not dense");
    BROKEN(p.store.store.value = NULL, "an expression is missing");
    struct tvar stranger = {.name = "t2", .id = 3, .is_temp = true};
    BROKEN(stranger.type = p.t1.type; p.use_t1.var = &stranger, "does not belong to the function");
}

Test(tir, verify_finds_wrong_statements) {
    BROKEN(p.body[1]->kind = TS_CHECK;
           p.body[1]->check.cond = &p.product, "a check of what is no bool");
    BROKEN(p.top[0]->kind = TS_BREAK, "break or continue outside a loop");
    BROKEN(p.body[1]->kind = TS_ASSIGN; p.body[1]->assign.dst = &p.t1;
           p.body[1]->assign.value = &p.product, "an assignment of another type");
    BROKEN(p.body[1]->kind = TS_VIEW; p.body[1]->view.base = &p.x; p.body[1]->view.dst = &p.x;
           p.body[1]->view.n = 0, "a view's axes do not fit");
    BROKEN(p.body[1]->kind = TS_CALL; p.body[1]->call.callee = &p.func; p.body[1]->call.dst = NULL;
           p.body[1]->call.n = 1, "wrong number of arguments");
}

/* The program as one MAP, or as a REDUCE of the products along the axis. */
static void as_array_statement(struct program *p, enum tstmt_kind kind) {
    struct arena *a = &p->arena;
    struct tspace space = {.rank = 1};
    space.extent = ARENA_ARRAY(a, struct texpr *, 1);
    space.counter = ARENA_ARRAY(a, struct tvar *, 1);
    space.extent[0] = &p->extent;
    space.counter[0] = &p->i;
    p->index[0] = &p->use_i;
    p->func.n_stmts = 1;
    p->func.n_loops = 0;
    p->loop = (struct tstmt){.kind = kind};
    if (kind == TS_MAP) {
        p->loop.map.space = space;
        p->loop.map.dst = &p->x;
        p->loop.map.index = p->index;
        p->loop.map.value = &p->product;
        return;
    }
    p->t1.type = p->product.type;
    p->loop.reduce.space = space;
    p->loop.reduce.reduced = ARENA_ARRAY(a, bool, 1);
    p->loop.reduce.reduced[0] = true;
    p->loop.reduce.op = OP_ADD;
    p->loop.reduce.dst = &p->t1;
    p->loop.reduce.start = &p->cast_a;
    p->loop.reduce.value = &p->product;
}

Test(tir, verify_accepts_array_statements) {
    for (int kind = TS_MAP; kind <= TS_REDUCE; ++kind) {
        struct program p;
        build(&p);
        as_array_statement(&p, (enum tstmt_kind)kind);
        const char *wrong = tir_verify(&p.arena, &p.module);
        cr_assert_null(wrong, "%s", wrong ? wrong : "");
        arena_free(&p.arena);
    }
}

Test(tir, verify_finds_wrong_array_statements) {
    BROKEN(as_array_statement(&p, TS_MAP);
           p.loop.map.space.extent[0] = &p.use_a, "an extent that is no int");
    BROKEN(as_array_statement(&p, TS_MAP);
           p.loop.map.space.counter[0] = &p.t1, "a space's counter is no counter");
    BROKEN(as_array_statement(&p, TS_MAP); p.index[0] = &p.one, "target is no counter");
    BROKEN(as_array_statement(&p, TS_MAP);
           p.loop.map.index = (struct texpr *[]){&p.zero}, "points of a space share a target");
    BROKEN(as_array_statement(&p, TS_MAP); p.loop.map.value = &p.use_a, "a map of another type");
    BROKEN(as_array_statement(&p, TS_REDUCE); p.loop.reduce.reduced[0] = false, "keeps an axis");
    BROKEN(as_array_statement(&p, TS_REDUCE); p.loop.reduce.op = OP_SUB, "does not commute");
    BROKEN(as_array_statement(&p, TS_REDUCE);
           p.loop.reduce.start = &p.zero, "a reduction of another type");
    BROKEN(as_array_statement(&p, TS_REDUCE); p.loop.reduce.dst = &p.i, "a counter is assigned");
}

/* ---- rewriting */

struct replacement {
    const struct tvar *from[4];
    struct texpr *to[4];
};

static struct texpr *replacement(const struct tvar *v, void *context) {
    const struct replacement *r = context;
    for (int i = 0; i < 4; ++i) {
        if (v == r->from[i]) {
            return r->to[i];
        }
    }
    return NULL;
}

static struct texpr *use_of(struct program *p, struct tvar *v) {
    struct texpr *e = ARENA_NEW(&p->arena, struct texpr);
    *e = expr(TE_VAR, v->type);
    e->var = v;
    return e;
}

/* Variables that stand for x, i and t1 in a copy. */
static struct replacement others(struct program *p, struct tvar own[3]) {
    const struct tvar *from[3] = {&p->x, &p->i, &p->t1};
    struct replacement r = {{0}, {0}};
    for (int i = 0; i < 3; ++i) {
        own[i] = *from[i];
        r.from[i] = from[i];
        r.to[i] = use_of(p, &own[i]);
    }
    return r;
}

Test(tir, a_copy_has_its_own_variables_and_leaves_the_original) {
    struct program p;
    build(&p);
    struct tvar own[3];
    struct replacement r = others(&p, own);
    struct tir_copier c = {.a = &p.arena, .change = replacement, .context = &r};
    struct tstmt *copy = stmt_copy_as(&c, &p.loop), **body = copy->for_.body.item;
    cr_assert_eq(copy->for_.counter, &own[1]);
    cr_assert_eq(copy->for_.stop->shape.array, &own[0]);
    cr_assert_eq(copy->for_.step, &p.one, "what does not change is shared");
    cr_assert_eq(body[0]->index.dst, &own[2]);
    cr_assert_eq(body[0]->index.array, &own[0]);
    cr_assert_eq(body[0]->index.index->var, &own[1]);
    cr_assert_eq(body[1]->store.array, &own[0]);
    cr_assert_eq(body[1]->store.index[0]->var, &own[2]);
    const struct texpr *load = body[1]->store.value->op.arg[1];
    cr_assert_eq(load->load.array, &own[0]);
    cr_assert_eq(load->load.index[0]->var, &own[2]);
    cr_assert_eq(body[1]->store.value->op.arg[0], &p.cast_a);
    cr_assert_eq(p.index[0], &p.use_t1, "a list that the store and the load share");
    cr_assert_eq(p.load.load.array, &p.x);
    cr_assert_eq(p.product.op.arg[1], &p.load);
    cr_assert_eq(p.loop.for_.body.item[1], &p.store);
    cr_assert_null(tir_verify(&p.arena, &p.module));
    arena_free(&p.arena);
}

Test(tir, renaming_changes_what_is_read_only) {
    struct program p;
    build(&p);
    struct tvar other = p.t1;
    stmt_rename(&p.arena, &p.at, &p.t1, &other);
    cr_assert_eq(p.at.index.dst, &p.t1);
    stmt_rename(&p.arena, &p.store, &p.t1, &other);
    cr_assert_eq(p.store.store.index[0]->var, &other);
    cr_assert_eq(p.store.store.value->op.arg[1]->load.index[0]->var, &other);
    cr_assert_eq(p.index[0], &p.use_t1);
    stmt_set_def(&p.at, &other);
    cr_assert_eq(stmt_def(&p.at), &other);
    arena_free(&p.arena);
}

Test(tir, equality_looks_at_all_of_an_expression) {
    struct program p;
    build(&p);
    struct texpr *copy = expr_copy(&p.arena, &p.product);
    cr_assert(expr_equal(copy, &p.product));
    cr_assert_neq(copy->op.arg[1]->load.index, p.load.load.index);
    copy->op.arg[1]->load.index[0] = &p.use_i;
    cr_assert_not(expr_equal(copy, &p.product));
    arena_free(&p.arena);
}

Test(tir, numbers_are_dense_and_variables_without_mention_go) {
    struct program p;
    build(&p);
    p.body[0] = &p.store; /* without the INDEX that makes t1 */
    p.body[1] = NULL;
    p.loop.for_.body.n = 1;
    p.index[0] = &p.use_i;
    p.store.id = 7, p.loop.id = 9, p.loop.for_.loop = 3;
    tir_renumber(&p.arena, &p.func);
    cr_assert_eq(p.loop.id, 0);
    cr_assert_eq(p.loop.for_.loop, 0);
    cr_assert_eq(p.store.id, 1);
    cr_assert_eq(p.func.n_stmts, 2);
    cr_assert_eq(p.func.n_loops, 1);
    cr_assert_eq(p.func.n_vars, 3, "a, x, i");
    arena_free(&p.arena);
}
