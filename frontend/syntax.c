#include "syntax.h"

struct report { struct diag *d; int n; };
static bool visit(void *ctx, const struct cst_fault *f) {
    struct report *r = ctx;
    diag_error(r->d, DIAG_PY101, f->span, "invalid syntax");
    return true;
}
struct cst *syntax_parse(struct arena *a, const struct source *source, struct diag *d,
                         bool *broken) {
    (void)a;
    struct cst *c = cst_parse(source->text, source->size);
    *broken = !c || cst_has_error(c);
    struct report r = {d, 0};
    if (c && *broken) cst_faults(c, visit, &r);
    return c;
}
