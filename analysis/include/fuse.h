/* The pass between lowering and expansion that puts array statements into common loops. */
#ifndef PYCC_FUSE_H
#define PYCC_FUSE_H

#include "inline.h"
#include "partition.h"
#include "tir.h"

struct fuse_options {
    enum partition_algorithm algorithm;
    enum partition_model model;
};

/* What became of the array statements of a function, in words: lines for --emit plan. */
struct fuse_report {
    VEC(const char *) line;
};

struct fusion {
    struct fuse_options options;
    int n;               /* functions when the pass ran */
    struct tfunc **func; /* their reports are beside them */
    struct fuse_report *report;
};

/* Rewrites every function of the module in place: MAP and REDUCE statements that may share their
 * loops become FUSED statements, or FOR loops over rows around such; arrays that live in one of
 * these alone are gone. Ids stay dense. The report lives in a; it tells of the calls that the pass
 * inline has replaced, too. */
struct fusion *fuse_run(struct arena *a, struct tmodule *m, const struct fuse_options *options,
                        const struct inlining *inlining);

/* The report of f, or NULL. */
const struct fuse_report *fusion_report(const struct fusion *fusion, const struct tfunc *f);

#endif
