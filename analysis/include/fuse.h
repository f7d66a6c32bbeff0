/* The pass between lowering and expansion that puts array statements into common loops. */
#ifndef PYCC_FUSE_H
#define PYCC_FUSE_H

#include "inline.h"
#include "partition.h"
#include "why.h"

struct fuse_options {
    enum partition_algorithm algorithm;
    enum partition_model model;
};

/* A line of --emit plan on the array statements of a function; words: words/why.c. */
struct fuse_note {
    enum {
        FUSE_INLINED,   /* line: the statements of name stand for the call */
        FUSE_RAISED,    /* the loop in line is n array statements */
        FUSE_WHEN,      /* a version, where text holds, */
        FUSE_OTHERWISE, /* and the other one */
        FUSE_REGION,    /* n statements are in `blocks` nests, which costs `after`, not `before` */
        FUSE_BLOCK,     /* those of lines are in one nest; names are no arrays */
        FUSE_APART,     /* that of line is not with that of `with` */
        FUSE_SHARED     /* name is computed once: text */
    } kind;
    int n, blocks;
    const char *line, *with; /* of the file, or of another one: "12", "12 of util.py" */
    const char *of[2];       /* APART: lines of the two that this is because of, or NULL */
    int rows;                /* BLOCK: loops for each row, or 0 */
    bool cut;                /* REGION: the search for the best was cut short */
    int64_t before, after;
    VEC(const char *) lines;
    VEC(const char *) names;
    const char *name, *text; /* text: of an expression */
    struct why why;          /* APART */
};

/* What became of the array statements of a function. */
struct fuse_report {
    VEC(struct fuse_note) note;
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
