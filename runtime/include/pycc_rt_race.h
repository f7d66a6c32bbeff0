/* Parallel nests whose independence depends on the call: the question is asked before they run.
 *
 * Two ways to an answer. A table of affine accesses is bound to the call's sizes, strides and
 * addresses and decided by the LMAD library in microseconds. Indirect accesses are inspected: a
 * reduced copy of the nest runs over shadows of its arrays, with a byte per element: written. If as
 * many bytes are set as there were writes, no two write one element; else it runs again with a
 * number per element: the iteration that writes it. Writes come first; when reads are in question
 * too, they follow in a second run that only looks. Nothing of the program's memory is written.
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
    char **data;  /* the inspector gives it numbers for elements, */
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

    struct lmad_text *table; /* NULL: none */
    const int64_t *symbol;   /* its values */
    int n_symbols;
    uint64_t addresses;     /* bit k: symbol k is an address, of which only distances count */
    struct pycc_memo *memo; /* NULL: none */
    const struct pycc_root *array; /* by the table's numbers */

    pycc_run_fn *inspect; /* NULL: none; runs over look and a struct pycc_look */
    const void *look;     /* the nest's struct with the shadows for arrays */
    const void *in;       /* the same with the arrays, when the inspector reads elements of them */
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

/* The state and the result of inspecting, shared by all threads. Elements of all shadows are
 * numbered through: shadows hold such numbers for addresses, with strides in elements. */
struct pycc_look {
    bool reading; /* second run */
    bool alone; /* one thread runs, in order: marks need no atomic operations, and what it finds */
    const void *in;         /* of the question */
    uint64_t element;       /* first is kept: the element, */
    uint32_t first, second; /* the iterations, from 1; second reads when reading */
    uint8_t *written;       /* first look: by element. Whether two iterations write one is seen
                               afterwards, by counting. NULL: the second look, with */
    int64_t writes;         /* first look: how many there were */
    uint32_t *writer;       /* by element: the iteration that writes it, 0: none yet */
};

/* Iteration `turn` writes the element. True: another one does too, ctx has failed. */
bool pycc_look_failed(struct pycc_ctx *ctx, struct pycc_look *look, uint64_t element,
                      uint32_t first, uint32_t second) __attribute__((cold));

/* What a piece of the inspector keeps in registers. */
struct pycc_eye {
    bool reading;
    uint8_t *written;
    int64_t writes; /* of this piece */
};

static inline struct pycc_eye pycc_look_begin(const struct pycc_look *look) {
    return (struct pycc_eye){look->reading, look->written, 0};
}

static inline void pycc_look_end(struct pycc_look *look, const struct pycc_eye *eye) {
    __atomic_fetch_add(&look->writes, eye->writes, __ATOMIC_RELAXED);
}

static inline bool pycc_look_write(struct pycc_ctx *ctx, struct pycc_look *look,
                                   struct pycc_eye *eye, uint64_t element, uint32_t turn) {
    if (eye->reading) {
        return false;
    }
    if (eye->written) {
        __atomic_store_n(&eye->written[element], 1, __ATOMIC_RELAXED);
        ++eye->writes;
        return false;
    }
    uint32_t *writer = &look->writer[element], owner = __atomic_load_n(writer, __ATOMIC_RELAXED);
    if (owner == turn) {
        return false;
    }
    if (owner == 0 && look->alone) {
        *writer = turn;
        return false;
    }
    if (owner == 0 && __atomic_compare_exchange_n(writer, &owner, turn, false, __ATOMIC_RELAXED,
                                                  __ATOMIC_RELAXED)) {
        return false;
    }
    return pycc_look_failed(ctx, look, element, owner, turn);
}

/* Iteration `turn` reads the element. In the first look any that is written may be a collision. */
static inline bool pycc_look_read(struct pycc_ctx *ctx, struct pycc_look *look,
                                  const struct pycc_eye *eye, uint64_t element, uint32_t turn) {
    if (!eye->reading) {
        return false;
    }
    if (eye->written) {
        return eye->written[element] && pycc_look_failed(ctx, look, element, 0, 0);
    }
    uint32_t owner = look->writer[element];
    return owner != 0 && owner != turn && pycc_look_failed(ctx, look, element, owner, turn);
}

/* The number of an element of a shadow. */
#define PYCC_ELEMENT(p) ((uint64_t)(uintptr_t)(p))
#define PYCC_ELEMENT0(a) PYCC_ELEMENT((a).data)
#define PYCC_ELEMENT1(a, i) PYCC_ELEMENT((a).data + (i) * (a).stride[0])
#define PYCC_ELEMENT2(a, i, j) PYCC_ELEMENT(PYCC_P2(a, i, j))
#define PYCC_ELEMENT3(a, i, ...) PYCC_ELEMENT(PYCC_P3(a, i, __VA_ARGS__))
#define PYCC_ELEMENT4(a, i, ...) PYCC_ELEMENT(PYCC_P4(a, i, __VA_ARGS__))
#define PYCC_ELEMENT5(a, i, ...) PYCC_ELEMENT(PYCC_P5(a, i, __VA_ARGS__))
#define PYCC_ELEMENT6(a, i, ...) PYCC_ELEMENT(PYCC_P6(a, i, __VA_ARGS__))
#define PYCC_ELEMENT7(a, i, ...) PYCC_ELEMENT(PYCC_P7(a, i, __VA_ARGS__))
#define PYCC_ELEMENT8(a, i, ...) PYCC_ELEMENT(PYCC_P8(a, i, __VA_ARGS__))

#endif
