/* The procedures of a module: their types, what @cutype says of them, and signatures for element
 * types. */
#include "cu.h"

#include <string.h>

#include "cu_private.h"

/* A declared type narrows a procedure's; its variables stay apart. */
static void check_declared(struct cu_module *cm, const struct func *f) {
    struct itype *t = cm->type[f->id], *declared = cu_read(&cm->types, f->cutype);
    if (!declared || declared->kind != IT_FUNC) {
        struct diag_message *m =
            diag_error(cm->d, DIAG_PY309, f->cutype_span, "this is no type of a procedure");
        diag_fix(cm->d, m, "write one as in \"([a], Long) -> a\"");
        return;
    }
    struct cu_vars names = {.a = cm->a}, shown = {.a = cm->a}, vars = {.a = cm->a},
                   after = {.a = cm->a};
    const char *is = cu_text(t, &names), *says = cu_text(declared, &shown);
    it_each_var(declared, cu_collect, &vars);
    cm->types.numbers_meet = false; /* it says what they are */
    bool fits = unify(&cm->types, declared, t);
    cm->types.numbers_meet = true;
    for (int i = 0; fits && i < vars.list.n; ++i) {
        int before = after.list.n;
        it_each_var(vars.list.item[i], cu_collect, &after);
        fits = it_find(vars.list.item[i])->kind == IT_VAR && after.list.n == before + 1;
    }
    if (!fits) {
        struct diag_message *m =
            diag_error(cm->d, DIAG_PY309, f->cutype_span, "expected %s, got %s", is, says);
        diag_note(cm->d, m, f->name_span, "'%s' is %s", f->name, is);
    }
}

struct cu_module *cu_run(struct arena *a, const struct module *m, struct diag *d) {
    struct cu_module *cm = ARENA_NEW(a, struct cu_module);
    cm->a = a;
    cm->m = m;
    cm->d = d;
    type_table_init(&cm->types, a);
    cm->types.numbers_meet = true;
    cm->type = ARENA_ARRAY(a, struct itype *, m->n_funcs);
    cm->env = ARENA_ARRAY(a, struct itype *, m->n_symbols);
    cm->wrong = ARENA_ARRAY(a, bool, m->n_funcs);
    for (int i = 0; i < m->n_funcs; ++i) {
        const struct func *f = m->func[i];
        int told = d->messages.n;
        if (f->cu && !f->parent && !f->is_lambda && !f->prelude) {
            cu_check_rules(cm, f);
            cu_infer(cm, f);
            if (f->cutype) {
                check_declared(cm, f);
            }
        }
        cm->wrong[i] = d->messages.n > told;
    }
    return cm;
}

void cu_check_signatures(struct cu_module *cm) {
    for (int i = 0; i < cm->m->n_funcs; ++i) {
        const struct func *f = cm->m->func[i];
        for (int k = 0; cm->type[i] && f->cu && !f->parent && k < f->n_signatures; ++k) {
            int told = cm->d->messages.n;
            if (!cm->wrong[i]) {
                cu_check_signature(cm, f, f->signature[k]);
                cm->wrong[i] = cm->d->messages.n > told;
            }
        }
    }
}

void cu_print(const struct cu_module *cm, struct writer *w) {
    for (int i = 0; i < cm->m->n_funcs; ++i) {
        const struct func *f = cm->m->func[i];
        struct cu_vars names = {.a = cm->a};
        if (cm->type[f->id] && f->cu && !f->parent) {
            w_line(w, "%s : %s", f->name, cu_text(cm->type[f->id], &names));
        }
    }
}
