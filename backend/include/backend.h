/* The back end: TIR + plan -> one C file per module. */
#ifndef PYCC_BACKEND_H
#define PYCC_BACKEND_H

#include "analysis.h"
#include "tir.h"
#include "writer.h"

enum fp_mode { FP_STRICT, FP_CONTRACT, FP_FAST };

struct emit;
struct nest_facts;

struct backend_options {
    const char *module_name; /* of PyInit_<name>; NULL: the source's */
    bool bounds;             /* false: --no-bounds-check */
    enum fp_mode fp;
    const char *path;     /* of the source, for tracebacks; NULL: what lies beside the module */
    bool line_directives; /* -g */
    /* The constants of a nest that tries a device: backend_device_table. */
    void (*device_table)(struct emit *e, const struct nest_facts *f);
};

/* Writes the whole C file in reading order: constants, types, nests, functions, tables. */
void backend_emit_c(struct writer *w, struct arena *a, const struct tmodule *m,
                    const struct plan *p, const struct backend_options *options);

/* --emit opencl: for each nest of a function marked @pycc.gpu the kernel that would be launched, in
 * its general form, whose numbers come from the call; or why there is none. */
void backend_emit_opencl(struct writer *w, struct arena *a, const struct tmodule *m,
                         const struct plan *p, const struct backend_options *options);

/* What the run time reads of a nest on devices, with its kernel (backend/opencl): handed to
 * backend_emit_c. */
void backend_device_table(struct emit *e, const struct nest_facts *f);

#endif
