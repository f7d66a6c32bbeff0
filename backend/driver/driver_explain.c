/* --explain: what became of each loop, on standard output once the module is there.
 *
 * The text is made before the C compiler runs, so that a wrong function name is told at once. */
#include "driver.h"
#include "explain.h"

bool driver_require(struct compilation *c) {
    const struct options *o = c->options;
    if (o->require_parallel || o->require_vector) {
        explain_require(c->plan, o->require_parallel, o->require_vector, &c->diag);
    }
    c->complete = true;
    return true;
}

/* A name the module has, close to the one asked for. */
static const char *suggestion(struct compilation *c) {
    int n = c->tir->funcs.n;
    const char **name = ARENA_ARRAY(&c->arena, const char *, n + 1);
    for (int i = 0; i < n; ++i) {
        name[i] = c->tir->funcs.item[i]->pyname;
    }
    return diag_closest(c->options->explained, name, n);
}

bool driver_explain(struct compilation *c) {
    const struct options *o = c->options;
    if (!o->explain && o->emit != STAGE_EXPLAIN) {
        return true;
    }
    bool colour = o->explain_colour && !(o->emit == STAGE_EXPLAIN && o->output);
    if (explain_print(c->plan, o->explained, colour, &c->words) || !o->explained) {
        return true;
    }
    const char *close = suggestion(c);
    fprintf(c->messages, "%s: error: there is no compiled function '%s' to explain%s%s%s\n",
            c->input, o->explained, close ? "; did you mean '" : "", close ? close : "",
            close ? "'?" : "");
    return false;
}
