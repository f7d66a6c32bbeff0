/* What a loop alone uses, for copies of it. */
#include "twins.h"

void twins_of(struct arena *a, const struct facts *facts, struct new_vars *vars,
              const struct tstmt *loop, int n, struct tvar **own) {
    const struct stmt_fact *fact = fact_of(facts, loop);
    for (int i = 0; i < n; ++i) {
        struct tvar *v = vars->f->var[i];
        const struct var_fact *var = &facts->var[v->id];
        bool inside = var->defs.n > 0 && var->defs.item[0] >= fact->pos &&
                      var->defs.item[var->defs.n - 1] <= fact->body_end &&
                      (var->uses.n == 0 || (var->uses.item[0] >= fact->pos &&
                                            var->uses.item[var->uses.n - 1] <= fact->body_end));
        own[i] = NULL;
        if (inside) {
            own[i] = tir_new_var(a, vars, v->name, v->type);
            own[i]->is_counter = v->is_counter;
            own[i]->is_temp = v->is_temp;
        }
    }
}
