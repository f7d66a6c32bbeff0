/* ilp.c - integer programs through GLPK: the only file that includes glpk.h.
 *
 * GLPK works in doubles and reports errors by aborting. Here its solutions are rounded and checked
 * in integers, its "infeasible" is believed only for numbers far below 2^53, its terminal is
 * switched off, and its abort is caught by the error hook and becomes TRI_UNKNOWN. */
#include "ilp.h"

#include <glpk.h>
#include <math.h>
#include <setjmp.h>

#define EXACT_LIMIT ((int64_t)1 << 50) /* numbers handed to GLPK */
#define TRUST_LIMIT 1e12            /* sum of magnitudes in a row up to which "infeasible" counts */
#define NO_BOUND ((int64_t)1 << 62) /* row bounds beyond it are none */

static bool exact(int64_t value) {
    return value > -EXACT_LIMIT && value < EXACT_LIMIT;
}

static double largest(const struct lmad_program *p, int var) {
    return fmax(fabs((double)p->lower[var]), fabs((double)p->upper[var]));
}

/* Can doubles hold the program? *trusted: with so much room that "infeasible" is certain. */
static bool fits_doubles(const struct lmad_program *p, bool *trusted) {
    *trusted = true;
    for (int j = 0; j < p->nvar; j++) {
        if (!exact(p->lower[j]) || !exact(p->upper[j])) {
            return false;
        }
    }
    for (int i = 0; i < p->nrow; i++) {
        double sum = 0;
        for (int e = p->row_start[i]; e < p->row_start[i + 1]; e++) {
            if (!exact(p->entry[e].coef)) {
                return false;
            }
            sum += fabs((double)p->entry[e].coef) * largest(p, p->entry[e].var);
        }
        *trusted = *trusted && sum < TRUST_LIMIT;
    }
    return true;
}

static int bound_type(bool has_low, bool has_high, bool equal) {
    return !has_low ? (has_high ? GLP_UP : GLP_FR) : !has_high ? GLP_LO : equal ? GLP_FX : GLP_DB;
}

static void fill(glp_prob *prob, const struct lmad_program *p) {
    int index[LMAD_MAX_VARS + 1];
    double coef[LMAD_MAX_VARS + 1];
    glp_set_obj_dir(prob, GLP_MIN);
    glp_add_cols(prob, p->nvar);
    for (int j = 0; j < p->nvar; j++) {
        glp_set_col_kind(prob, j + 1, GLP_IV);
        glp_set_col_bnds(prob, j + 1, bound_type(true, true, p->lower[j] == p->upper[j]),
                         (double)p->lower[j], (double)p->upper[j]);
        glp_set_obj_coef(prob, j + 1, (double)p->objective[j]);
    }
    if (p->nrow > 0) {
        glp_add_rows(prob, p->nrow);
    }
    for (int i = 0; i < p->nrow; i++) {
        int n = 0;
        for (int e = p->row_start[i]; e < p->row_start[i + 1] && n < LMAD_MAX_VARS; e++) {
            n++;
            index[n] = p->entry[e].var + 1;
            coef[n] = (double)p->entry[e].coef;
        }
        glp_set_mat_row(prob, i + 1, n, index, coef);
        bool has_low = p->row_low[i] > -NO_BOUND, has_high = p->row_high[i] < NO_BOUND;
        glp_set_row_bnds(prob, i + 1,
                         bound_type(has_low, has_high, p->row_low[i] == p->row_high[i]),
                         (double)p->row_low[i], (double)p->row_high[i]);
    }
}

/* Does x satisfy the program? In integers; the numbers are small enough not to overflow a sum of
 * checked products. */
static bool holds(const struct lmad_program *p, const int64_t *x) {
    for (int j = 0; j < p->nvar; j++) {
        if (x[j] < p->lower[j] || x[j] > p->upper[j]) {
            return false;
        }
    }
    for (int i = 0; i < p->nrow; i++) {
        int64_t sum = 0, product;
        for (int e = p->row_start[i]; e < p->row_start[i + 1]; e++) {
            if (__builtin_mul_overflow(p->entry[e].coef, x[p->entry[e].var], &product) ||
                __builtin_add_overflow(sum, product, &sum)) {
                return false;
            }
        }
        if (sum < p->row_low[i] || sum > p->row_high[i]) {
            return false;
        }
    }
    return true;
}

struct job {
    const struct lmad_program *p;
    int time_ms;
    bool trusted;
    int64_t *x;
};

/* The linear relaxation, which the search without preprocessing starts from. YES: solved. */
static enum tri relax(glp_prob *prob, int time_ms) {
    glp_smcp param;
    glp_init_smcp(&param);
    param.msg_lev = GLP_MSG_OFF;
    param.tm_lim = time_ms;
    int failed = glp_simplex(prob, &param);
    int status = glp_get_status(prob);
    return failed                 ? TRI_UNKNOWN
           : status == GLP_OPT    ? TRI_YES
           : status == GLP_NOFEAS ? TRI_NO
                                  : TRI_UNKNOWN;
}

static enum tri branch(const struct job *job, glp_prob *prob, bool presolve) {
    glp_iocp param;
    glp_init_iocp(&param);
    param.msg_lev = GLP_MSG_OFF;
    param.presolve = presolve ? GLP_ON : GLP_OFF;
    param.tm_lim = job->time_ms;
    int failed = glp_intopt(prob, &param);
    int status = glp_mip_status(prob);
    if (failed == GLP_ENOPFS || (!failed && status == GLP_NOFEAS)) {
        return TRI_NO;
    }
    if ((failed && failed != GLP_ETMLIM) || (status != GLP_OPT && status != GLP_FEAS)) {
        return TRI_UNKNOWN;
    }
    for (int j = 0; j < job->p->nvar; j++) {
        job->x[j] = llround(glp_mip_col_val(prob, j + 1));
    }
    return TRI_YES;
}

/* With preprocessing first, which is faster; GLPK 5.0's sometimes accepts a point between the
 * integers of a row of one variable, so what does not hold is solved again without. */
static enum tri run(const struct job *job, glp_prob *prob) {
    fill(prob, job->p);
    enum tri found = branch(job, prob, true);
    if (found == TRI_YES && !holds(job->p, job->x)) {
        found = relax(prob, job->time_ms);
        found = found == TRI_YES ? branch(job, prob, false) : found;
        found = found == TRI_YES && !holds(job->p, job->x) ? TRI_UNKNOWN : found;
    }
    return found == TRI_NO && !job->trusted ? TRI_UNKNOWN : found;
}

/* GLPK switches its terminal back on for the message of an error; this keeps that quiet too. */
static int swallow(void *context, const char *text) {
    (void)context;
    (void)text;
    return 1;
}

/* GLPK's abort lands here; the context is the jmp_buf of `caught`. */
static void leave(void *context) {
    longjmp(*(jmp_buf *)context, 1);
}

/* Run the job; an error inside GLPK comes back as UNKNOWN, and the process's terminal setting
 * stays. */
static enum tri caught(const struct job *job) {
    jmp_buf back;
    const int terminal = glp_term_out(GLP_OFF);
    if (setjmp(back)) {
        glp_free_env(); /* all that GLPK allows after an error */
        glp_term_out(terminal);
        return TRI_UNKNOWN;
    }
    glp_error_hook(leave, &back);
    glp_term_hook(swallow, NULL);
    glp_prob *prob = glp_create_prob();
    enum tri found = run(job, prob);
    glp_delete_prob(prob);
    glp_error_hook(NULL, NULL);
    glp_term_hook(NULL, NULL);
    glp_term_out(terminal);
    return found;
}

enum tri ilp_solve(void *context, const struct lmad_program *program, int64_t *x) {
    const struct lmad_limits *options = context;
    struct job job = {program, options ? options->time_ms : ILP_DEFAULT_MS, false, x};
    if (program->full || program->nvar < 1 ||
        program->nvar > (options ? options->max_vars : ILP_DEFAULT_VARS) ||
        !fits_doubles(program, &job.trusted)) {
        return TRI_UNKNOWN;
    }
    for (int j = 0; j < program->nvar; j++) {
        if (program->lower[j] > program->upper[j]) {
            return TRI_NO;
        }
    }
    return caught(&job);
}

struct lmad_solver ilp_solver(struct lmad_limits *options) {
    return (struct lmad_solver){ilp_solve, options};
}
