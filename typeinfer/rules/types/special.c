/* Parameters of SPECIAL functions, and arguments put into their places. */
#include "special.h"

#include <string.h>

#include "rules.h"

bool special_is_literal(const struct expr *e) {
    int64_t value;
    if (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST) {
        for (int i = 0; i < e->list.n; ++i) {
            if (!special_is_literal(e->list.item[i])) {
                return false;
            }
        }
        return true;
    }
    return e->kind == EXPR_NONE || e->kind == EXPR_BOOL || e->kind == EXPR_STR ||
           infer_const_int(e, &value) ||
           (e->kind == EXPR_NAME && e->name.sym && e->name.sym->kind == SYM_CONST);
}

/* The parameter at *text: its name as it stands, and the character behind it or 0. Goes on behind
 * it. */
static size_t next_param(const char **text, char *mark) {
    size_t n = strcspn(*text, " ");
    *mark = n > 0 && (*text)[n - 1] == '=' ? '=' : 0;
    *text += n + strspn(*text + n, " ");
    return n - (*mark != 0);
}

int special_place(enum op op, const char *name) {
    const char *s = special_info(op)->params, *at = s;
    for (int i = 0; s && *s; ++i, at = s) {
        char mark;
        size_t n = next_param(&s, &mark);
        if (strncmp(at, name, n) == 0 && name[n] == 0) {
            return i;
        }
    }
    return -1;
}

const struct special *special_of(struct infer *ix, enum op op, enum op_module module) {
    static const struct special builtin_sum = {OP_SUM, 1, 1, {"/"}, {false}, -1};
    const struct special_info *info = special_info(op);
    if (rule_is_reduction(op) && module != IN_NP) {
        return op == OP_SUM ? &builtin_sum : NULL;
    }
    if (!info->params) {
        return NULL;
    }
    struct special *sp = ARENA_NEW(ix->arena, struct special);
    *sp = (struct special){.op = op, .required = info->required, .star = -1};
    for (const char *s = info->params, *at = s; *s; at = s, ++sp->n) {
        char mark;
        size_t n = next_param(&s, &mark);
        bool star = *at == '*';
        sp->star = star ? sp->n : sp->star;
        sp->param[sp->n] = arena_strndup(ix->arena, at + star, n - star);
        sp->written[sp->n] = mark == '=';
    }
    return sp;
}

static int param_place(const struct special *sp, const char *name) {
    if (sp->op == OP_CLIP) { /* these have two names */
        name = strcmp(name, "min") == 0 ? "a_min" : strcmp(name, "max") == 0 ? "a_max" : name;
    }
    for (int i = 0; i < sp->n; ++i) {
        if (strcmp(sp->param[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

int special_star(const struct special *sp, const struct expr *self) {
    return sp->star == 0 || (sp->star > 0 && self) ? sp->star : SPECIAL_PARAMS;
}

void special_wrong_count(struct infer *ix, const struct expr *e, const char *name, int least,
                         int most) {
    name = infer_callee(ix, e, name);
    if (least == most) {
        infer_error(ix, DIAG_PY205, e->span, "%s takes %d argument%s, not %d", name, least,
                    least == 1 ? "" : "s", e->call.n + e->call.n_kw);
    } else {
        infer_error(ix, DIAG_PY205, e->span, "%s takes %d to %d arguments, not %d", name, least,
                    most, e->call.n + e->call.n_kw);
    }
}

bool special_arrange(struct infer *ix, const struct expr *e, const struct special *sp,
                     const struct expr *self, const struct expr **place) {
    const char *name = infer_callee(ix, e, op_info[sp->op].name);
    int most = sp->n, first = self ? 1 : 0, star = special_star(sp, self);
    place[0] = self;
    if (e->call.n + first > most && star == SPECIAL_PARAMS) {
        special_wrong_count(ix, e, name, sp->required - first, most - first);
        return false;
    }
    for (int i = 0; i < e->call.n && i + first <= star; ++i) {
        place[i + first] = e->call.arg[i];
    }
    for (int i = 0; i < e->call.n_kw; ++i) {
        int at = param_place(sp, e->call.kw[i].name);
        if (at < 0 || place[at]) {
            infer_error(ix, DIAG_PY205, e->call.kw[i].span,
                        at < 0 ? "%s: keyword '%s' is not supported"
                               : "%s: argument '%s' is given twice",
                        name, e->call.kw[i].name);
            return false;
        }
        place[at] = e->call.kw[i].value;
    }
    for (int i = 0; i < sp->required; ++i) {
        if (!place[i]) {
            special_wrong_count(ix, e, name, sp->required, most);
            return false;
        }
    }
    return true;
}
