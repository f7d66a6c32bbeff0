/* ilp.c - integer programs through GLPK: the only file that includes glpk.h.
 *
 * GLPK works in doubles and reports errors by aborting. Here its solutions are rounded and checked
 * in integers, its "infeasible" is believed only when a search of our own, over linear programs
 * that GLPK solves in rational numbers, says the same, its terminal is switched off, and its abort
 * is caught by the error hook and becomes TRI_UNKNOWN. */
#include "ilp.h"

#include <glpk.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>

#define EXACT_LIMIT ((int64_t)1 << 50) /* numbers handed to GLPK */
#define ROW_LIMIT 1e9                  /* greatest sum in a row: beyond it is slow */
#define DEPTH 200                      /* of our own search */

static bool exact(int64_t value) {
    return value > -EXACT_LIMIT && value < EXACT_LIMIT;
}

static bool holds_double(int64_t bound) {
    return exact(bound) || lmad_is_open(bound);
}

static bool row_fits(const struct lmad_program *p, int i) {
    double sum = 0;
    for (int e = p->row_start[i]; e < p->row_start[i + 1]; e++) {
        int v = p->entry[e].var;
        double most = fmax(fabs((double)p->lower[v]), fabs((double)p->upper[v]));
        sum += fabs((double)p->entry[e].coef) * most;
        if (!exact(p->entry[e].coef)) {
            return false;
        }
    }
    return sum < ROW_LIMIT && holds_double(p->row_low[i]) && holds_double(p->row_high[i]);
}

/* Can doubles hold the program? */
static bool fits_doubles(const struct lmad_program *p) {
    for (int j = 0; j < p->nvar; j++) {
        if (!exact(p->lower[j]) || !exact(p->upper[j])) {
            return false;
        }
    }
    for (int i = 0; i < p->nrow; i++) {
        if (!row_fits(p, i)) {
            return false;
        }
    }
    return true;
}

/* As glp_set_col_bnds and glp_set_row_bnds take them. */
static int bound_type(double low, double high) {
    bool has_low = low > -(double)LMAD_OPEN, has_high = high < (double)LMAD_OPEN;
    return !has_low    ? (has_high ? GLP_UP : GLP_FR)
           : !has_high ? GLP_LO
                       : (low == high ? GLP_FX : GLP_DB);
}

static void bound_column(glp_prob *prob, int j, double low, double high) {
    glp_set_col_bnds(prob, j, bound_type(low, high), low, high);
}

static void fill(glp_prob *prob, const struct lmad_program *p) {
    int index[LMAD_MAX_VARS + 1];
    double coef[LMAD_MAX_VARS + 1];
    glp_add_cols(prob, p->nvar);
    for (int j = 0; j < p->nvar; j++) {
        glp_set_col_kind(prob, j + 1, GLP_IV);
        bound_column(prob, j + 1, (double)p->lower[j], (double)p->upper[j]);
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
        double low = (double)p->row_low[i], high = (double)p->row_high[i];
        glp_set_row_bnds(prob, i + 1, bound_type(low, high), low, high);
    }
}

struct job {
    const struct lmad_program *p;
    int time_ms, nodes, depth; /* nodes: still visited, by both searches together */
    double start;              /* in ms */
    int64_t *x;
};

static bool out_of_time(const struct job *job) {
    return glp_time() - job->start > job->time_ms;
}

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

static void count_node(glp_tree *tree, void *info) {
    struct job *job = info;
    if (glp_ios_reason(tree) == GLP_IROWGEN && --job->nodes < 0) {
        glp_ios_terminate(tree);
    }
}

/* A point is exact: it is checked in integers. NO and UNKNOWN are not. */
static enum tri branch(struct job *job, glp_prob *prob, bool presolve) {
    glp_iocp param;
    glp_init_iocp(&param);
    param.msg_lev = GLP_MSG_OFF;
    param.presolve = presolve ? GLP_ON : GLP_OFF;
    param.tm_lim = job->time_ms;
    param.cb_func = count_node;
    param.cb_info = job;
    int failed = glp_intopt(prob, &param);
    int status = glp_mip_status(prob);
    if (failed == GLP_ENOPFS || (!failed && status == GLP_NOFEAS)) {
        return TRI_NO;
    }
    bool limit = failed == GLP_ETMLIM || failed == GLP_ESTOP;
    if ((failed && !limit) || (status != GLP_OPT && status != GLP_FEAS)) {
        return TRI_UNKNOWN;
    }
    for (int j = 0; j < job->p->nvar; j++) {
        job->x[j] = llround(glp_mip_col_val(prob, j + 1));
    }
    return lmad_program_holds(job->p, job->x) ? TRI_YES : TRI_UNKNOWN;
}

static enum tri settle(struct job *job, glp_prob *prob);

/* The same with column j between low and high. */
static enum tri settle_within(struct job *job, glp_prob *prob, int j, double low, double high) {
    if (low > high) {
        return TRI_NO;
    }
    double was_low = glp_get_col_lb(prob, j), was_high = glp_get_col_ub(prob, j);
    bound_column(prob, j, low, high);
    ++job->depth;
    enum tri found = settle(job, prob);
    --job->depth;
    bound_column(prob, j, was_low, was_high);
    return found;
}

/* Is there a point within the bounds of the columns? Without an error: every linear program is
 * solved in rational numbers, and whatever number is branched at, no integer is lost. */
static enum tri settle(struct job *job, glp_prob *prob) {
    glp_smcp param;
    glp_init_smcp(&param);
    param.msg_lev = GLP_MSG_OFF;
    param.tm_lim = job->time_ms;
    glp_std_basis(prob);
    glp_simplex(prob, &param); /* exact arithmetic has little to do from where that ends */
    if (--job->nodes < 0 || job->depth > DEPTH || out_of_time(job) ||
        glp_exact(prob, &param) != 0) {
        return TRI_UNKNOWN;
    }
    int status = glp_get_status(prob);
    if (status != GLP_OPT) {
        return status == GLP_NOFEAS ? TRI_NO : TRI_UNKNOWN;
    }
    for (int j = 1; j <= job->p->nvar; j++) {
        double value = glp_get_col_prim(prob, j), below = floor(value + 1e-9);
        if (fabs(value) > (double)EXACT_LIMIT) {
            return TRI_UNKNOWN;
        }
        if (value - below > 1e-9) {
            enum tri left = settle_within(job, prob, j, glp_get_col_lb(prob, j), below);
            return left != TRI_NO ? left
                                  : settle_within(job, prob, j, below + 1, glp_get_col_ub(prob, j));
        }
        job->x[j - 1] = (int64_t)below;
    }
    return lmad_program_holds(job->p, job->x) ? TRI_YES : TRI_UNKNOWN;
}

/* With preprocessing first, which is faster; GLPK 5.0's sometimes accepts a point between the
 * integers of a row of one variable, so what does not hold is solved again without. */
static enum tri run(struct job *job, glp_prob *prob) {
    fill(prob, job->p);
    enum tri found = branch(job, prob, true);
    if (found == TRI_UNKNOWN && job->nodes > 0 && !out_of_time(job)) {
        found = relax(prob, job->time_ms);
        found = found == TRI_YES ? branch(job, prob, false) : found;
    }
    return found == TRI_NO ? settle(job, prob) : found;
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
static enum tri caught(struct job *job) {
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
    int nodes = options && options->max_nodes ? options->max_nodes : INT_MAX;
    struct job job = {program, options ? options->time_ms : ILP_DEFAULT_MS, nodes, 0, glp_time(),
                      x};
    if (program->full || program->nvar < 1 ||
        program->nvar > (options ? options->max_vars : ILP_DEFAULT_VARS) ||
        !fits_doubles(program)) {
        return TRI_UNKNOWN;
    }
    for (int j = 0; j < program->nvar; j++) {
        if (program->lower[j] > program->upper[j]) {
            return TRI_NO;
        }
    }
    return caught(&job);
}

struct lmad_solver ilp_solver(const struct lmad_limits *options) {
    return (struct lmad_solver){ilp_solve, (void *)options};
}
