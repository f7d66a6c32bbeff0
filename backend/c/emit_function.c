/* Functions: `static double f(struct pycc_ctx *ctx, ...)`.
 *
 * A function that fails records the error in ctx and returns a zero. Where it owns arrays or
 * returns some there is one way out, the label `done`, that gives back what it holds. */
#include "emit.h"

static void put_signature(struct emit *e, const struct tfunc *f) {
    w_put(e->w, "static %s %s(struct pycc_ctx *ctx", emit_type(e, f->ret), e->function_name[f->id]);
    for (int i = 0; i < f->n_params; ++i) {
        w_put(e->w, ", %s %s", emit_type(e, f->param[i]->type), e->name[f->param[i]->id]);
    }
    w_put(e->w, ")");
}

void emit_prototype(struct emit *e, const struct tfunc *f) {
    e->name = emit_name_variables(e, f);
    put_signature(e, f);
    w_line(e->w, ";");
}

void emit_enter(struct emit *e, const struct tfunc *of) {
    e->fplan = e->plan->funcs.item[of->id];
    const struct tfunc *f = e->func = e->fplan->func;
    e->name = emit_name_variables(e, f);
    e->inlined = ARENA_ARRAY(e->arena, const struct texpr *, f->n_vars + 1);
    e->nest_of = ARENA_ARRAY(e->arena, const struct nest *, f->n_vars + 1);
    e->nest = NULL;
    e->loop = NULL;
    e->line = 0;
    for (int i = 0; i < e->fplan->nests.n; ++i) {
        const struct nest *n = e->fplan->nests.item[i];
        for (int k = 0; k < n->local.n; ++k) {
            e->nest_of[n->local.item[k]->id] = n;
        }
    }
    e->live.fits = ARENA_ARRAY(e->arena, bool, f->n_vars + 1);
    e->place = emit_place(e, f);
    emit_find_dead(e, f);
}

/* Does the function itself hold references in this variable? */
static bool owns_here(const struct emit *e, const struct tvar *v) {
    return emit_owned(e, v) && (!e->nest_of[v->id] || e->place.var[v->id].many) &&
           (v->is_param ? e->place.var[v->id].defs > 1 : e->place.var[v->id].defs > 0);
}

static struct emit_vars owned_here(struct emit *e, const struct tfunc *f) {
    struct emit_vars owned = {0};
    for (int i = 0; i < f->n_vars; ++i) {
        if (owns_here(e, f->var[i])) {
            vec_push(e->arena, &owned.var, f->var[i]);
        }
    }
    return owned;
}

static void put_begin(struct emit *e, const struct tfunc *f) {
    if (f->recursive) {
        w_open(e->w, "if (PYCC_UNLIKELY(!pycc_enter(ctx)))");
        bool epilogue = e->epilogue;
        e->epilogue = false;
        emit_leave(e);
        e->epilogue = epilogue;
        w_close(e->w, "");
    }
    if (e->epilogue && f->ret->kind != TY_NONE) {
        w_line(e->w, "%s result = %s;", emit_type(e, f->ret), emit_zero(f->ret));
    }
    struct emit_vars owned = owned_here(e, f);
    emit_owned_begin(e, &owned);
    if (emit_holds_products(&f->body)) {
        w_line(e->w, "struct pycc_held held = {0};");
    }
}

static void put_end(struct emit *e, const struct tfunc *f) {
    const struct tstmt *last = f->body.n > 0 ? f->body.item[f->body.n - 1] : NULL;
    bool ends = last && (last->kind == TS_RETURN || last->kind == TS_RAISE);
    if (!e->epilogue) {
        if (f->ret->kind != TY_NONE && !ends) {
            emit_leave(e);
        }
        return;
    }
    if (e->done_used) {
        e->w->indent--;
        w_line(e->w, "done:;");
        e->w->indent++;
    }
    if (emit_holds_products(&f->body)) {
        w_line(e->w, "pycc_held_end(ctx, &held);");
    }
    struct emit_vars owned = owned_here(e, f);
    emit_owned_end(e, &owned);
    if (f->ret->kind != TY_NONE) {
        w_line(e->w, "return result;");
    }
}

/* Do all loops of the block, to whatever depth, start nests, which are functions of their own? Adds
 * the numbers of both. */
static bool starts_only(const struct emit *e, const struct tblock *b, int *nests, int *loops) {
    const struct tblock *block[3];
    bool only = true;
    for (int i = 0; i < b->n && only; ++i) {
        const struct tstmt *s = b->item[i];
        const struct nest *nest = s->kind == TS_FOR ? e->fplan->nest_of_stmt[s->id] : NULL;
        int inside = nest && nest->root == s;
        bool loop = !inside && (s->kind == TS_FOR || s->kind == TS_WHILE);
        for (int k = 0, n = inside ? 0 : stmt_blocks(s, block); k < n && only; ++k) {
            only = starts_only(e, block[k], &inside, loops);
        }
        only = only && (inside > 0 || !loop);
        *nests += inside;
        *loops += loop;
    }
    return only;
}

void emit_function(struct emit *e, const struct tfunc *of) {
    emit_enter(e, of);
    const struct tfunc *f = e->func;
    for (int i = 0; i < e->fplan->nests.n; ++i) {
        emit_nest(e, e->fplan->nests.item[i]);
    }
    e->epilogue = emit_holds_arrays(f->ret) || emit_holds_products(&f->body);
    e->epilogue = e->epilogue || owned_here(e, f).var.n > 0;
    e->done_used = false;
    e->line = 0;
    if (source_is_ours(e->module->source, f->span)) {
        w_line(e->w, "/* %s, of the prelude */", f->pyname);
    } else {
        w_line(e->w, "/* %s: %s */", emit_file_line(e, f->span), f->pyname);
    }
    int nests = 0, loops = 0;
    if (!f->recursive && starts_only(e, &f->body, &nests, &loops) && nests > 0) {
        w_put(e->w, "%s ", loops ? "PYCC_PLAIN" : "PYCC_ONCE"); /* the time goes to its nests */
    }
    put_signature(e, f);
    w_open(e->w, "%s", "");
    put_begin(e, f);
    emit_block(e, &f->body);
    put_end(e, f);
    w_close(e->w, "");
    emit_line_reset(e);
    w_text(e->w, "\n");
}
