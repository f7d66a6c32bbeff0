/* What the files that rewrite a partitioned region share. */
#ifndef PYCC_ANALYSIS_FUSE_REWRITER_H
#define PYCC_ANALYSIS_FUSE_REWRITER_H

#include "fuse_graph.h"

struct fuse_list {
    VEC(struct tstmt *) s;
};

struct fuse_rewriter {
    struct arena *a;
    struct fuse_region *r;
    const struct fuse_schedule *schedule;
    struct fuse_report *report;
    bool *needed; /* by vertex: what it computes is used */
    bool *done;   /* by statement: stands in the result */
    struct fuse_list out;
};

/* Does what v shows have no array? */
bool fuse_is_gone(const struct fuse_rewriter *w, const struct tvar *v);
/* For expr_map: extents of arrays that are gone, with a rewriter as context. */
struct texpr *fuse_gone_shape(struct texpr *e, void *context);

/* fuse_block.c: finds what is needed; adds the statements of a block to the result. */
void fuse_find_needed(struct fuse_rewriter *w);
void fuse_add_block(struct fuse_rewriter *w, int block);

/* fuse_share.c: what several of the items, which run at the same points in order, compute is
 * computed once, by MAPs to scalars in front; these are told of. A REDUCE that is there twice is
 * done once: behind gets the ASSIGNs that must follow the items. */
void fuse_share(struct fuse_rewriter *w, const struct tspace *space, struct fuse_list *items,
                struct fuse_list *behind);

#endif
