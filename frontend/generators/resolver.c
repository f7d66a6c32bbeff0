/* Where the walk over a function's names stands (resolver.h). */
#include "resolver.h"

struct sugar resolve_sugar(struct resolver *r) {
    struct func *f = r->frame ? r->frame->fn : NULL;
    while (f && f->parent) {
        f = f->parent;
    }
    return (struct sugar){r->s, r->arena, f};
}
