/* One module through the stages: the table of passes below is the architecture in ten lines.
 *
 * Each pass fills one field of struct compilation. The driver prints the diagnostics and stops
 * after a pass that reported errors; --emit stops after the pass that makes the stage. */
#include <ctype.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "batches.h"
#include "cut_rows.h"
#include "driver.h"
#include "driver_check.h"
#include "expand.h"
#include "fuse.h"
#include "hoist_views.h"
#include "ints.h"
#include "join_checks.h"
#include "pairs.h"
#include "pivots.h"
#include "roots.h"
#include "rows.h"
#include "schedule.h"
#include "shapes.h"
#include "tail.h"

static void begin_messages(struct compilation *c) {
    diag_init(&c->diag, &c->arena, c->source);
    c->diag.limit = 50;
    c->diag.colour = c->options->colour;
}

static bool pass_read(struct compilation *c) {
    const char *error = NULL;
    c->source = source_read(&c->arena, c->input, &error);
    if (c->source && c->options->source_name) {
        c->source->path = c->input = c->options->source_name;
    }
    if (c->options->python.minor) {
        c->source->python = c->options->python.minor;
    }
    begin_messages(c);
    if (!c->source) {
        c->diag.path = c->input;
        diag_error(&c->diag, DIAG_PY001, (struct span){0, 0}, "%s", error);
    }
    return c->source && (!c->only_marked || source_is_marked(c->source));
}

/* Does a function have types, or is one meant to? */
static bool is_annotated(const struct module *m) {
    for (int i = 0; i < m->n_left; ++i) {
        if (m->left[i].meant) {
            return true;
        }
    }
    for (int i = 0; i < m->n_funcs; ++i) {
        if (m->func[i]->n_signatures > 0 || (m->func[i]->cu && !m->func[i]->prelude)) {
            return true;
        }
    }
    return false;
}

static bool pass_parse(struct compilation *c) {
    c->names = intern_new(&c->arena);
    const struct outside outside = {.gpu = c->options->gpu,
                                    .in_order = c->options->backend.fp == FP_STRICT,
                                    .families = c->families,
                                    .n_mixed = c->mixed.n,
                                    .mixed = c->mixed.item,
                                    .constants = driver_constants,
                                    .context = c};
    c->ast = frontend_parse(&c->front, c->names, c->source, &c->diag, &outside);
    if (c->diag.errors == 0 && !is_annotated(c->ast)) {
        bool methods = false;
        for (int i = 0; i < c->ast->n_left; ++i) {
            methods = methods || strncmp(c->ast->left[i].why, "it is a method", 14) == 0;
        }
        diag_error(&c->diag, DIAG_PY105, (struct span){0, 0},
                   "no function of the module is annotated%s: nothing is compiled",
                   methods ? ", and methods are compiled where functions call them" : "");
    }
    if (c->options->command == COMMAND_CHECK) {
        ignores_read(c);
    }
    return true;
}

/* After syntax errors the AST is a guess, and what inference would say of it too. */
static bool has_syntax_errors(const struct compilation *c) {
    for (int i = 0; i < c->diag.messages.n; ++i) {
        enum diag_code code = c->diag.messages.item[i]->code;
        if (code == DIAG_PY101 || code == DIAG_PY106) {
            return true;
        }
    }
    return false;
}

/* With --fallback inference tells which functions an undefined name leaves to the interpreter. */
static void forget_undefined(struct diag *d) {
    int kept = 0;
    for (int i = 0; i < d->messages.n; ++i) {
        bool undefined = d->messages.item[i]->code == DIAG_PY201;
        d->errors -= undefined;
        if (!undefined) {
            d->messages.item[kept++] = d->messages.item[i];
        }
    }
    d->messages.n = kept;
}

/* The module as it was read, parsed again with what inference has found. */
static void parse_again(struct compilation *c) {
    const struct source *before = c->source;
    const char *error = NULL;
    typeinfer_release(c->types);
    arena_free(&c->front);
    c->source = source_from_text(&c->arena, before->path, before->text, before->size, &error);
    c->source->wanted = before->wanted;
    c->source->python = before->python;
    c->ignores.n = 0;
    begin_messages(c);
    pass_parse(c);
}

static bool pass_infer(struct compilation *c) {
    if (c->options->fallback) {
        forget_undefined(&c->diag);
    }
    int parsed = c->diag.messages.n;
    c->types = typeinfer_run(&c->arena, &c->front, c->names, c->ast, &c->diag, c->options->fallback,
                             c->options->instantiate);
    if (driver_again(c, parsed)) {
        parse_again(c);
        return pass_infer(c);
    }
    return true;
}

/* AST and types are not needed after lowering, except for the names in --fallback's warnings. */
static bool pass_lower(struct compilation *c) {
    for (int i = 0; c->options->gpu && i < c->ast->n_funcs; ++i) {
        c->ast->func[i]->gpu = true;
    }
    typeinfer_release(c->types);
    c->tir = typeinfer_lower(&c->arena, c->types, c->options->backend.fp == FP_STRICT,
                             c->options->overflow_wraps);
    for (int i = 0; c->options->gpu && i < c->tir->funcs.n; ++i) { /* the prelude's, too */
        c->tir->funcs.item[i]->gpu = true;
    }
    if (c->options->fallback && c->diag.errors > 0) {
        driver_fall_back(c);
    }
    driver_list_left(c);
    if (c->options->fallback) {
        return true;
    }
    arena_free(&c->front);
    c->types = NULL;
    c->ast = NULL;
    return true;
}

#ifdef NDEBUG
enum { VERIFIES = 0 };
#else
enum { VERIFIES = 1 };
#endif

static void verify(struct compilation *c, const struct tmodule *m) {
    const char *wrong = VERIFIES ? tir_verify(&c->arena, m) : NULL;
    if (wrong) {
        die("the verifier refuses the TIR of %s: %s", c->input, wrong);
    }
}

/* Calls of a procedure in its own tail become loops. */
static bool pass_tail(struct compilation *c) {
    tail_run(&c->arena, c->tir);
    return true;
}

/* Python ints that cannot leave 64 bits are not tested. */
static bool pass_ints(struct compilation *c) {
    ints_run(&c->arena, c->tir);
    return true;
}

static bool has_cu(const struct tmodule *m) {
    for (int i = 0; i < m->funcs.n; ++i) {
        if (m->funcs.item[i]->cu) {
            return true;
        }
    }
    return false;
}

/* Calls that stand among array statements become the callee's. */
static bool pass_inline(struct compilation *c) {
    if (c->options->fuse.algorithm != PARTITION_NONE) {
        c->inlining = inline_run(&c->arena, c->tir);
        if (has_cu(c->tir)) { /* whose primitives know little of ints by themselves */
            ints_run(&c->arena, c->tir);
        }
    }
    return true;
}

/* Products of a loop become one. */
static bool pass_batches(struct compilation *c) {
    if (c->options->backend.fp != FP_STRICT) {
        batches_run(&c->arena, c->tir);
    }
    return true;
}

/* Extents that are known are put in. */
static bool pass_shapes(struct compilation *c) {
    shapes_run(&c->arena, c->tir);
    return true;
}

/* Array statements share loops. */
static bool pass_fuse(struct compilation *c) {
    c->fusion = fuse_run(&c->arena, c->tir, &c->options->fuse, c->inlining);
    return true;
}

/* Loops over rows become parallel ones where they can. */
static bool pass_rows(struct compilation *c) {
    rows_run(&c->arena, c->tir);
    return true;
}

/* Array statements become loops, and views leave the loops around those; rows that kernels read are
 * elements of their arrays, and short ones check their indices where they read. */
static bool pass_expand(struct compilation *c) {
    expand_run(&c->arena, c->tir);
    hoist_views(&c->arena, c->tir);
    cut_rows(&c->arena, c->tir);
    join_checks(&c->arena, c->tir);
    return true;
}

/* Divisors are seen as the square roots that they are. */
static bool pass_roots(struct compilation *c) {
    roots_run(&c->arena, c->tir);
    return true;
}

/* Loops are split at the iteration that the others depend on. */
static bool pass_pivots(struct compilation *c) {
    pivots_run(&c->arena, c->tir);
    return true;
}

/* Products of one matrix wait for each other. */
static bool pass_pairs(struct compilation *c) {
    pairs_run(&c->arena, c->tir);
    return true;
}

static bool pass_analyse(struct compilation *c) {
    struct analysis_options options = {.fp_strict = c->options->backend.fp == FP_STRICT,
                                       .bounds = c->options->backend.bounds,
                                       .unknown_serial = c->options->unknown_serial,
                                       .check_races = c->options->check_races,
                                       .fusion = c->fusion,
                                       .tables = c->options->emit == STAGE_ACCESS};
    c->plan = analysis_run(&c->arena, c->tir, &options, &c->diag);
    while (c->options->fallback && c->diag.errors > 0 && driver_fall_back(c)) {
        c->verified.n = 0; /* functions were taken out */
        c->plan = analysis_run(&c->arena, c->tir, &options, &c->diag);
    }
    return true;
}

/* Loops become what they run as. */
static bool pass_schedule(struct compilation *c) {
    c->plan = schedule_run(&c->arena, c->plan);
    verify(c, schedule_module(&c->arena, c->plan));
    return true;
}

/* The interpreter finds PyInit_<name> by the name of the file, up to its first dot. */
static const char *module_name(struct compilation *c) {
    const char *path = c->options->emit == STAGE_NONE ? c->options->output : NULL;
    if (!path) {
        return NULL;
    }
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    return arena_printf(&c->arena, "%.*s", (int)strcspn(base, "."), base);
}

/* Letters, digits and `_`, or anything of UTF-8 that is not ASCII: as good as what Python takes. */
static bool is_identifier(const char *s) {
    size_t n = strlen(s);
    bool fits = n > 0 && !isdigit((unsigned char)*s);
    for (size_t i = 0, length; i < n && fits; i += length) {
        length = source_utf8_length((const unsigned char *)s + i, n - i);
        fits = length > 1 || (length == 1 && (isalnum((unsigned char)s[i]) || s[i] == '_'));
    }
    return fits;
}

static bool pass_emit(struct compilation *c) {
    struct backend_options options = c->options->backend;
    options.module_name = module_name(c);
    options.device_table = backend_device_table;
    options.path = c->options->source_name || options.line_directives ? c->source->path : NULL;
    const char *name = options.module_name ? options.module_name : c->tir->name;
    if (!is_identifier(name)) {
        if (*name) {
            fprintf(c->messages,
                    "pycc: error: a module cannot be named '%s': choose another with -o\n", name);
        } else {
            fprintf(c->messages, "pycc: error: '%s' names a folder: write -o FOLDER/MODULE.so\n",
                    c->options->output);
        }
        return false;
    }
    backend_emit_c(&c->c, &c->arena, c->tir, c->plan, &options);
    return true;
}

static void print_ast(struct compilation *c, struct writer *w) {
    ast_print(c->ast, w);
}
static void print_types(struct compilation *c, struct writer *w) {
    typeinfer_print_procedures(c->types, w);
    typeinfer_print(c->types, w);
}
static void print_tir(struct compilation *c, struct writer *w) {
    tir_print(c->tir, w);
}
static void print_access(struct compilation *c, struct writer *w) {
    access_print(c->plan, w);
}
static void print_plan(struct compilation *c, struct writer *w) {
    plan_print(c->plan, w);
}
static void print_schedule(struct compilation *c, struct writer *w) {
    schedule_print(c->plan, w);
}
static void print_opencl(struct compilation *c, struct writer *w) {
    backend_emit_opencl(w, &c->arena, c->tir, c->plan, &c->options->backend);
}
static void print_words(struct compilation *c, struct writer *w) {
    w_raw(w, c->words.text, c->words.n);
}
/* The text is large: it is handed over, not copied. */
static void print_c(struct compilation *c, struct writer *w) {
    struct writer empty = *w;
    *w = c->c;
    c->c = empty;
}

/* Each makes what was not there, of what the ones before it made. */
enum pass_kind { READS, REWRITES /* the TIR, in place */ };

static const struct pass {
    const char *name;
    bool (*run)(struct compilation *c); /* NULL: there is something to print */
    enum pass_kind kind;
    enum stage stage; /* what --emit can print after it */
    void (*print)(struct compilation *c, struct writer *w);
} PASSES[] = {
    {"read", pass_read, READS, STAGE_NONE, NULL},
    {"parse", pass_parse, READS, STAGE_AST, print_ast},
    {"infer", pass_infer, READS, STAGE_TYPES, print_types},
    {"lower", pass_lower, READS, STAGE_NONE, NULL},
    {"tail", pass_tail, REWRITES, STAGE_NONE, NULL},
    {"ints", pass_ints, REWRITES, STAGE_TIR, print_tir},
    {"inline", pass_inline, REWRITES, STAGE_NONE, NULL},
    {"batches", pass_batches, REWRITES, STAGE_NONE, NULL},
    {"shapes", pass_shapes, REWRITES, STAGE_NONE, NULL},
    {"fuse", pass_fuse, REWRITES, STAGE_NONE, NULL},
    {"rows", pass_rows, REWRITES, STAGE_NONE, NULL},
    {"expand", pass_expand, REWRITES, STAGE_NONE, NULL},
    {"roots", pass_roots, REWRITES, STAGE_NONE, NULL},
    {"pivots", pass_pivots, REWRITES, STAGE_NONE, NULL},
    {"pairs", pass_pairs, REWRITES, STAGE_NONE, NULL},
    {"analyse", pass_analyse, READS, STAGE_PLAN, print_plan},
    {"tables", NULL, READS, STAGE_ACCESS, print_access},
    {"explain", driver_explain, READS, STAGE_EXPLAIN, print_words},
    {"require", driver_require, READS, STAGE_NONE, NULL},
    {"schedule", pass_schedule, READS, STAGE_SCHEDULE, print_schedule},
    {"kernels", NULL, READS, STAGE_OPENCL, print_opencl},
    {"emit", pass_emit, READS, STAGE_C, print_c},
};

enum { N_PASSES = sizeof(PASSES) / sizeof(PASSES[0]) };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A name as make reads it. */
static void put_make_name(struct writer *w, const char *name) {
    for (const char *p = name; *p; ++p) {
        w_put(w, "%s%c", *p == '$' ? "$" : strchr(" \t#\\", *p) ? "\\" : "", *p);
    }
}

/* --depfile: a rule for make, which says that the output is made of the source and what it imports.
 */
static int write_depfile(struct compilation *c, const char *output) {
    const char *path = c->options->depfile;
    if (!path) {
        return STATUS_OK;
    }
    struct writer w;
    writer_init(&w);
    put_make_name(&w, output);
    w_text(&w, ": ");
    put_make_name(&w, c->options->input[0]);
    for (int i = 0; i < c->source->n_files; ++i) {
        const struct source_file *f = &c->source->file[i];
        w_text(&w, f->made ? "" : " ");
        put_make_name(&w, f->made ? "" : f->path);
    }
    w_text(&w, "\n");
    const char *error = writer_save(&w, path);
    writer_free(&w);
    if (error) {
        fprintf(c->messages, "pycc: error: cannot write %s: %s\n", path, error);
    }
    return error ? STATUS_USER : STATUS_OK;
}

static int print_stage(struct compilation *c, const struct pass *pass) {
    struct writer w;
    writer_init(&w);
    pass->print(c, &w);
    const char *path = c->options->output ? c->options->output : "-";
    const char *error = writer_save(&w, path);
    writer_free(&w);
    if (error) {
        fprintf(c->messages, "pycc: error: cannot write %s: %s\n", path, error);
        return STATUS_USER;
    }
    return write_depfile(c, path);
}

/* -W error=CODE */
static void promote_codes(struct compilation *c) {
    for (int i = 0; i < DIAG_COUNT; ++i) {
        if (c->options->error_code[i]) {
            diag_promote(&c->diag, (enum diag_code)i);
        }
    }
}

/* A pass leaves TIR that the verifier accepts, and the TIR as it was unless it says otherwise. */
static void check_pass(struct compilation *c, const struct pass *pass) {
    struct writer text;
    if (!VERIFIES || !c->tir) {
        return;
    }
    writer_init(&text);
    tir_print(c->tir, &text);
    bool first = c->verified.n == 0;
    bool same = text.n == c->verified.n && memcmp(text.text, c->verified.text, text.n) == 0;
    if (!same && !first && pass->kind == READS) {
        die("the pass %s rewrites the TIR of %s", pass->name, c->input);
    }
    if (!same) {
        verify(c, c->tir);
    }
    writer_free(&c->verified);
    c->verified = text;
}

/* Runs the passes up to the stage asked for. Returns the status, -1 when a module is to be built.
 */
static int run_passes(struct compilation *c) {
    for (int i = 0; i < N_PASSES; ++i) {
        double start = now();
        bool ok = !PASSES[i].run || PASSES[i].run(c);
        c->seconds[i] = now() - start;
        if (c->options->werror) {
            diag_promote(&c->diag, DIAG_COUNT);
        }
        promote_codes(c);
        if (c->complete && c->options->command == COMMAND_CHECK) {
            return -1;
        }
        bool go_on = PASSES[i].run == pass_parse && !has_syntax_errors(c);
        if (!ok || (c->diag.errors > 0 && !go_on)) {
            return STATUS_USER;
        }
        check_pass(c, &PASSES[i]);
        if (driver_interrupted) {
            return STATUS_INTERRUPTED;
        }
        if (PASSES[i].print && PASSES[i].stage == c->options->emit) {
            return print_stage(c, &PASSES[i]);
        }
    }
    return -1;
}

static void print_times(const struct compilation *c) {
    double sum = 0;
    fprintf(c->messages, "%s:", c->input);
    for (int i = 0; i < N_PASSES; ++i) {
        fprintf(c->messages, " %s %.2f ms,", PASSES[i].name, 1e3 * c->seconds[i]);
        sum += c->seconds[i];
    }
    fprintf(c->messages, " pycc %.2f ms, %zu KiB\n", 1e3 * sum,
            (c->arena.used + c->front.used) / 1024);
    fprintf(c->messages, "%s: two accesses in two iterations:", c->input);
    for (int i = 0; c->plan && i < TALLIED; ++i) {
        fprintf(c->messages, "%s %d %s (%.2f ms)", i ? "," : "", c->plan->tally->n[i],
                i < LMAD_WAYS     ? lmad_way_name((enum lmad_way)i)
                : i == TALLY_MEET ? "meet"
                : i == TALLY_DATA ? "of data"
                                  : "open",
                1e3 * c->plan->tally->seconds[i]);
    }
    fprintf(c->messages, "\n");
}

/* Beside the source, with the ending that the interpreter expects, unless -o names a file. */
static const char *module_path(struct compilation *c) {
    if (c->options->output) {
        return c->options->output;
    }
    return arena_printf(&c->arena, "%.*s%s", (int)strlen(c->input) - 3, c->input,
                        c->options->python.suffix);
}

int compilation_run(struct compilation *c) {
    arena_init(&c->arena);
    arena_init(&c->front);
    writer_init(&c->c);
    writer_init(&c->words);
    writer_init(&c->verified);
    int status = run_passes(c);
    return status < 0 && driver_refuse_left(c) ? STATUS_USER : status;
}

void compilation_free(struct compilation *c) {
    if (c->types) {
        typeinfer_release(c->types);
    }
    writer_free(&c->c);
    writer_free(&c->words);
    writer_free(&c->verified);
    arena_free(&c->front);
    arena_free(&c->arena);
}

int driver_compile(const struct options *o, const char *input, FILE *messages) {
    struct compilation c = {.options = o, .input = input, .messages = messages};
    int status = compilation_run(&c);
    diag_print(&c.diag, messages);
    if (o->verbose) {
        print_times(&c);
    }
    if (status < 0) {
        c.so_path = module_path(&c);
        status = cc_build(&c);
        status = status == STATUS_OK ? write_depfile(&c, c.so_path) : status;
        if (status == STATUS_OK && !o->quiet) {
            driver_tell_left(&c);
        }
    }
    if (status == STATUS_OK && o->explain && o->emit == STAGE_NONE) {
        fwrite(c.words.text, 1, c.words.n, stdout);
    }
    compilation_free(&c);
    return status;
}
