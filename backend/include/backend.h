/* The back end: TIR + plan -> one C file per module. */
#ifndef PYCC_BACKEND_H
#define PYCC_BACKEND_H

#include "analysis.h"
#include "tir.h"
#include "writer.h"

enum fp_mode { FP_STRICT, FP_CONTRACT, FP_FAST };

struct backend_options {
    const char *module_name; /* of PyInit_<name>; NULL: the source's */
    bool bounds;             /* false: --no-bounds-check */
    enum fp_mode fp;
    bool line_directives; /* -g */
};

/* Writes the whole C file in reading order: constants, types, nests, functions, tables. */
void backend_emit_c(struct writer *w, struct arena *a, const struct tmodule *m,
                    const struct plan *p, const struct backend_options *options);

/* --emit opencl: for each nest of a function marked @pycc.gpu the kernel that would be launched, in
 * its general form, whose numbers come from the call; or why there is none. */
void backend_emit_opencl(struct writer *w, struct arena *a, const struct tmodule *m,
                         const struct plan *p, const struct backend_options *options);

#endif
