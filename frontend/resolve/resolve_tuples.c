/* `t += (x,)` of a name that is bound to tuples only is `t = t + (x,)`, which begins another
 * variable: its type has an item more. Of a list it puts x into that. */
#include "change.h"
#include "nodes.h"
#include "resolve_private.h"
#include "unroll.h"

struct growth {
    struct sugar g;
    const struct func *f;
    const char *name;
    bool tuples; /* all that the name is bound to are tuples as written, and sums with these */
    bool bound;
};

static bool is_tuple(const struct expr *e) {
    return e->kind == EXPR_TUPLE || (e->kind == EXPR_BINARY && e->binary.op == OP_ADD &&
                                     (is_tuple(e->binary.a) || is_tuple(e->binary.b)));
}

static bool grows(const struct stmt *s) {
    return s->kind == STMT_AUGASSIGN && s->aug.op == OP_ADD && s->aug.target->kind == EXPR_NAME &&
           is_tuple(s->aug.value);
}

/* What a statement, without those in it, binds the name to. */
static void see_binding(void *context, struct stmt *s) {
    struct growth *w = context;
    const struct block one = {1, &s};
    if (s->kind == STMT_IF || s->kind == STMT_WHILE || !unroll_binds(&one, w->name)) {
        return;
    }
    bool plain = s->kind == STMT_ASSIGN && s->assign.n == 1 && s->assign.value &&
                 s->assign.target[0]->kind == EXPR_NAME && is_tuple(s->assign.value);
    bool inside = s->kind == STMT_FOR && unroll_binds(&s->for_.body, w->name);
    w->bound = w->bound || plain;
    w->tuples = w->tuples && (plain || grows(s) || inside);
}

static bool stays(void *context, const struct func *f) {
    (void)context, (void)f;
    return true;
}

static void see_growth(void *context, struct stmt *s) {
    struct growth *w = context;
    struct change see = {.context = w, .stmt = see_binding, .stays = stays};
    if (!grows(s)) {
        return;
    }
    w->name = s->aug.target->name.name;
    w->tuples = true;
    w->bound = false;
    for (int i = 0; i < w->f->n_params; ++i) {
        w->tuples = w->tuples && w->f->param[i].sym->name != w->name;
    }
    change_block(&see, &w->f->body);
    if (w->tuples && w->bound) {
        struct expr *to = s->aug.target, *sum = sugar_new(&w->g, EXPR_BINARY, s->span);
        sum->binary.op = OP_ADD;
        sum->binary.a = node_name(&w->g, to->name.name, to->span);
        sum->binary.b = s->aug.value;
        sum->binary.op_span = s->aug.op_span;
        *s = *node_assign(&w->g, to, sum);
    }
}

void resolve_tuples(struct resolver *r, struct func *f) {
    struct growth w = {.g = resolve_sugar(r), .f = f};
    struct change see = {.context = &w, .stmt = see_growth, .stays = stays};
    change_block(&see, &f->body);
}
