/* Numbers that decide how fast a program runs, never what it computes, in one place with what each
 * was measured on. Limits of searches stand with the searches.
 *
 * "Not measured alone" means that the whole was, with this number in it. */
#ifndef PYCC_ANALYSIS_THRESHOLDS_H
#define PYCC_ANALYSIS_THRESHOLDS_H

enum {
    /* Turns of a loop over rows from which on it is parallel itself (schedule/rows.c): means of
     * groups, a FIR filter, nearest sites, densities, sparse products; 1,000 rows and more gain 1.0
     * to 1.5 times, 50 nothing. */
    ROWS_PARALLEL = 64,
    /* The same where the statements become loops over elements (row_elements.c), which lanes and
     * tiles make faster on one thread too: gramschmidt of 200 columns takes 0.8 of the time that it
     * takes from 64 on, rank-k updates 0.9. */
    ROWS_ELEMENTS = 16,
    /* Rows up to which the loops in them are the parallel ones (schedule/rows.c): with short rows
     * so many are run in sequence that threads would have shared. */
    ROWS_FEW = 8,
    /* Rows of a nest that fusion makes parallel over rows alone (fuse_guard.c): softmax. */
    ROWS_FUSED = 32,
    /* The part of the cost, 1 in so many, that such a nest in a second version must save (fuse.c):
     * softmax; not measured alone. */
    ROWS_WORTH = 16,
    /* The part of the cost that any second version must save (fuse.c): gesummv would have one for
     * a vector beside two matrices. */
    GUARD_WORTH = 100,
    /* An unknown extent, where sizes of arrays are weighed (fuse_view.c): any that is larger than
     * the constants of programs. */
    EXTENT_NOMINAL = 1000,

    /* Scalar operations, where the work of a nest is estimated (schedule/work.c); they only have to
     * tell what is worth waking threads for. Not measured alone. */
    WORK_TURNS = 16,      /* of a loop whose count is not known before the nest */
    WORK_EXPENSIVE = 20,  /* exp, sin, ... */
    WORK_CALL = 50,       /* of a compiled function */
    WORK_LIBRARY = 20000, /* of NumPy through the glue */
    WORK_PRODUCT = 400,   /* a small one: of large ones a loop has few */

    /* Bytes of each array of a block of lanes: eight of the widest vectors there are. A matrix
     * product written as loops runs 4 to 7 times as fast in lanes, a Coulomb sum in f32 2.2 times.
     */
    LANES_BLOCK = 512,
    /* Lanes whose loops wait for themselves: filters along 1,000 rows of 1,200 take 0.6 of the time
     * with 4, 0.37 with 8. */
    LANES_CHAINS = 8,

    /* Forms of loops (schedule/schedule.c, form.c). Sums with several accumulators: nodes of the
     * expressions of a body that is repeated, accumulators of each stream, streams as a power of
     * two, bytes of the accumulators' type in each from which they pay: sums, products and maxima
     * of rows in the cache run at 1.1 to 2.9 of the speed from 1,000 elements on, at 0.9 to 1.4 at
     * 128 to 200 doubles, at 0.6 to 0.8 at 128 to 200 floats. */
    FORM_CHEAP = 12,
    FORM_WAITS = 64,    /* iterations whose terms are computed before they are combined in order */
    FORM_GATHERED = 16, /* statements of a loop that is unrolled although its indices are checked */
    FORM_CUTS = 4,      /* of a loop that reads turned arrays */
    FORM_REDUCTIONS = 4,
    FORM_STREAMS = 2,
    FORM_LEAST = 256,
    /* Iterations of a search between two looks at what was found: any and all of 1,000 to 1,000,000
     * elements take 0.26 to 0.5 of the time that a plain reduction takes. */
    FORM_SEARCHED = 4096,
    /* Iterations that run in order without vectors: sums, products and maxima of 3 to 8 elements
     * run at 1.3 to 6 times the speed of a vector loop, of 12 at 0.9 to 2, of 16 at 0.8 to 1.3;
     * PYCC_COMBINE has its own 16, from which on lanes of a vector pay: sums of rows of 17 to 127
     * run at 1.2 to 2.1 times the speed of a vector loop of OpenMP. */
    FORM_FEW = 16,
    /* Elements of a row that are read where their indices are checked (simplify/join_checks.c):
     * sparse rows of 0 to 24 elements run at 1.3 to 1.9 times the speed of two loops, of 1 to 79
     * at 1.07. */
    JOIN_FEW = 32,

    /* Iterations of the reduction from which on tiles pay (schedule/tile_class.c): products run at
     * 0.4 to 1.0 of the speed of loops that are vectors along the lanes below 8; where these are
     * apart in memory, or chosen by conditions, distances and least sums run at 2.4 to 10. */
    TILE_DEPTH = 8,
    TILE_DEPTH_APART = 2,

    /* Products in a loop that become one (simplify/batches.c): turns, and rows and columns of the
     * matrix, from which on that pays; elements of the whole product, at most. */
    BATCH_TURNS = 16,
    BATCH_SUMS = 8,
    BATCH_ROOM = 1 << 24,

    /* Blocks of loops that are like a factorisation (schedule/blocks.c), from so many iterations
     * on. */
    BLOCKS_LEAST = 80,
    BLOCKS_OUTER = 32,
    BLOCKS_INNER = 16, /* where they are of the loop inside */

    /* Devices (device/device_box.c, device_registers.c): by the documents of the architectures. */
    VECTOR_BYTES = 64, /* of the widest vectors */
    BOX_REGISTERS =
        256,        /* words of 32 bits: 32 vectors of 32 bytes, as many as a thread of a GPU */
    BOX_ROWS = 4,   /* iterations of a loop that share what they load */
    BOX_COLUMNS = 2 /* of the last loop, where they are no vector */
};

/* What one step of a vector costs by how its lanes lie in memory, and how much better the loop
 * around must be (schedule/lanes.c): the matrix product and the Coulomb sum above. */
#define LANES_COST_SAME 0.25
#define LANES_COST_NEIGHBOURS 1.0
#define LANES_COST_APART 8.0
#define LANES_GAIN 2.0

/* Bytes that come from memory together, and the cost of an element that each iteration updates, as
 * they wait for each other (schedule/interchange.c): lines of x86 and ARM; not measured alone. */
#define LINE_BYTES 64.0
#define CHAIN_COST 0.5

#endif
