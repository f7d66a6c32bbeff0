/* Parallel nests whose independence depends on the call: the question is asked before they run.
 *
 * Two ways to an answer. A table of affine accesses is bound to the call's sizes, strides and
 * addresses and decided by the LMAD library in microseconds. Indirect accesses are inspected: a
 * reduced copy of the nest runs over shadows of its arrays, in which every element is a cell that
 * says which iteration wrote it. Writes come first; when reads are in question too, they follow in
 * a second run that only looks. Nothing of the program's memory is written.
 *
 * The answer does not depend on the number of threads: a run that finds anything is repeated in
 * order, and the first thing found then counts. */
#ifndef PYCC_RT_RACE_H
#define PYCC_RT_RACE_H

#include "lmad.h"
#include "pycc_rt.h"

/* ---- what the call is asked */

/* An array of the nest: its real one for a table, its shadow for an inspector. */
struct pycc_root {
    const char *name;
    int rank;
    int64_t item; /* bytes of an element */
    char **data;  /* the inspector gives it cells, */
    const int64_t *shape;
    int64_t *stride; /* and their strides */
};
#define PYCC_ROOT(name, rank, a, item)                                                             \
    { name, rank, item, &(a).data, (a).shape, (a).stride }

/* Answers of one call site for its latest different calls; all zero at first. */
#define PYCC_MEMO_ENTRIES 4
#define PYCC_MEMO_SYMBOLS 48 /* sites with more have no memo */
struct pycc_memo {
    uint32_t next; /* the entry to be overwritten */
    struct pycc_memo_entry {
        uint32_t sequence; /* odd: being written; 0: never was */
        uint32_t answer;
        int64_t key[PYCC_MEMO_SYMBOLS];
    } entry[PYCC_MEMO_ENTRIES];
};

struct pycc_question {
    const char *counter; /* name of the root loop's */
    int64_t start, step; /* of the root loop */
    int64_t trips;
    double work; /* the nest's estimate */
    int line;
    bool in_order; /* a collision is no error: the nest runs in order then */

    const struct lmad_table *table; /* NULL: none */
    const int64_t *symbol;          /* its values */
    int n_symbols;
    uint64_t addresses;     /* bit k: symbol k is an address, of which only distances count */
    struct pycc_memo *memo; /* NULL: none */
    const struct pycc_root *array; /* by the table's numbers */

    pycc_run_fn *inspect; /* NULL: none; runs over look and a struct pycc_look */
    const void *look;     /* the nest's struct with the shadows for arrays */
    bool reads;           /* reads are in question too */
    int n_shadows;
    const struct pycc_root *shadow;
};

/* May the nest run in parallel? False: it has to run in order, or ctx has failed with RaceError or
 * for Ctrl-C. */
bool pycc_ask(struct pycc_ctx *ctx, const struct pycc_question *question);

/* ---- memo.c: thread-safe, without locks; n is the number of symbols */

/* What the answer to the question's table depends on: its symbols, addresses from the first one on.
 */
void pycc_memo_key(const struct pycc_question *q, int64_t *key);
bool pycc_memo_find(const struct pycc_memo *memo, const int64_t *key, int n, enum tri *answer);
void pycc_memo_keep(struct pycc_memo *memo, const int64_t *key, int n, enum tri answer);

/* ---- solver.c */

/* The solver, loaded by the first call; NULL when it is not installed. */
const struct lmad_solver *pycc_solver(void);

/* Where it is; before any call of pycc_solver, later ones have no effect. */
void pycc_solver_path(const char *path);

/* ---- what an inspector does */

/* The result of inspecting, shared by all threads. */
struct pycc_look {
    bool reading; /* second run */
    bool alone; /* one thread runs, in order: cells need no atomic operations, and what it finds */
    uint32_t *cell;         /* first is kept: the element, */
    uint32_t first, second; /* the iterations, from 1; second reads when reading */
};

/* Iteration `turn` writes the element of this cell. True: another one does too, ctx has failed. */
bool pycc_look_failed(struct pycc_ctx *ctx, struct pycc_look *look, uint32_t *cell, uint32_t first,
                      uint32_t second) __attribute__((cold));

static inline bool pycc_look_write(struct pycc_ctx *ctx, struct pycc_look *look, uint32_t *cell,
                                   uint32_t turn) {
    uint32_t owner = __atomic_load_n(cell, __ATOMIC_RELAXED);
    if (owner == turn || look->reading) {
        return false;
    }
    if (owner == 0 && look->alone) {
        *cell = turn;
        return false;
    }
    if (owner == 0 && __atomic_compare_exchange_n(cell, &owner, turn, false, __ATOMIC_RELAXED,
                                                  __ATOMIC_RELAXED)) {
        return false;
    }
    return pycc_look_failed(ctx, look, cell, owner, turn);
}

/* Iteration `turn` reads the element. */
static inline bool pycc_look_read(struct pycc_ctx *ctx, struct pycc_look *look, uint32_t *cell,
                                  uint32_t turn) {
    if (!look->reading || *cell == 0 || *cell == turn) {
        return false;
    }
    return pycc_look_failed(ctx, look, cell, *cell, turn);
}

/* The cell of an element of a shadow. */
#define PYCC_CELL0(a) ((uint32_t *)(void *)(a).data)
#define PYCC_CELL1(a, i) ((uint32_t *)(void *)((a).data + (i) * (a).stride[0]))
#define PYCC_CELL2(a, i, j) ((uint32_t *)(void *)PYCC_P2(a, i, j))
#define PYCC_CELL3(a, i, ...) ((uint32_t *)(void *)PYCC_P3(a, i, __VA_ARGS__))
#define PYCC_CELL4(a, i, ...) ((uint32_t *)(void *)PYCC_P4(a, i, __VA_ARGS__))
#define PYCC_CELL5(a, i, ...) ((uint32_t *)(void *)PYCC_P5(a, i, __VA_ARGS__))
#define PYCC_CELL6(a, i, ...) ((uint32_t *)(void *)PYCC_P6(a, i, __VA_ARGS__))
#define PYCC_CELL7(a, i, ...) ((uint32_t *)(void *)PYCC_P7(a, i, __VA_ARGS__))
#define PYCC_CELL8(a, i, ...) ((uint32_t *)(void *)PYCC_P8(a, i, __VA_ARGS__))

#endif
