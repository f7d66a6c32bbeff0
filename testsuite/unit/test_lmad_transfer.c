/* test_lmad_transfer.c - filling a packed buffer and writing back: right values, nothing read
 * outside of what is touched, nothing written but what is written. */
#include "lmad_cases.h"

#include <criterion/criterion.h>

#define CASES 100000
#define POISON 0xEE

static struct test_case tc;
static struct lmad_footprint fp;
static struct lmad_transfer transfer;
static uint8_t host[2 * ORACLE_REACH + 64], before[sizeof(host)], *device;
static uint8_t expected[sizeof(host)];
static size_t device_size;
static int parts; /* threads that share a transfer */

/* Host byte address 0 is in the middle. */
#define ZERO (host + ORACLE_REACH)

static void fill_host(struct oracle_random *r, int64_t low, int64_t high) {
    for (int64_t a = low; a <= high; a++) {
        ZERO[a] = (uint8_t)(oracle_next(r) % POISON);
    }
}

static void new_device(void) {
    size_t wanted = (size_t)(fp.count * fp.unit);
    if (wanted > device_size) {
        device = realloc(device, wanted);
        device_size = wanted;
    }
    memset(device, POISON, wanted);
}

static void check_gather(void) {
    int64_t bytes, copied = 0;
    for (int64_t i = 0; i < fp.count; i++) {
        int64_t element;
        cr_assert(lmad_footprint_element(&fp, i, &element));
        const uint8_t *there = ZERO + fp.origin + fp.unit * element, *here = device + fp.unit * i;
        if (element >= fp.low && element <= fp.high) {
            cr_assert_eq(memcmp(here, there, (size_t)fp.unit), 0);
            copied += fp.unit;
        } else {
            cr_assert_eq(here[0], POISON);
        }
    }
    cr_assert_eq(lmad_transfer_bytes(&transfer, &bytes), TRI_YES);
    cr_assert(transfer.clipped ? bytes >= copied : bytes == copied);
    cr_assert(!transfer.clipped || transfer.kind == LMAD_TRANSFER_GENERAL);
}

/* Piece by piece, each a range of the buffer behind the one before, each by several threads. */
static void gather_pieces(int pieces) {
    int64_t at = 0;
    for (int k = 0; k < pieces; k++) {
        struct lmad_transfer piece;
        lmad_transfer_cut(&transfer, k, pieces, &piece);
        if (piece.kind == LMAD_TRANSFER_NOTHING) {
            continue;
        }
        int64_t n = piece.rank > 0 ? piece.dim[0].count * piece.dim[0].device : fp.count;
        cr_assert(piece.device == at || piece.rank == 0);
        at += n;
        for (int part = 0; part < parts; part++) {
            lmad_transfer_to_device(&piece, part, parts, ZERO, device);
        }
    }
    cr_assert(at == fp.count || transfer.kind == LMAD_TRANSFER_NOTHING);
}

/* What one access touches comes back, everything else stays. */
static void check_scatter(int m, int64_t low, int64_t high) {
    int64_t width = tc.bound.access[fp.member[m]].width;
    memcpy(ZERO + low, before + ORACLE_REACH + low, (size_t)(high - low + 1));
    memcpy(expected + ORACLE_REACH + low, ZERO + low, (size_t)(high - low + 1));
    for (int i = 0; i < tc.count; i++) {
        int64_t address = case_address(&tc, fp.member[m], tc.vector[i]), index;
        cr_assert(lmad_footprint_index(&fp, (address - fp.origin) / fp.unit, &index));
        memcpy(expected + ORACLE_REACH + address, device + index * fp.unit, (size_t)width);
    }
    cr_assert(lmad_transfer_scatter(&tc.bound, &fp, m, &transfer));
    for (int part = 0; part < parts; part++) {
        lmad_transfer_to_host(&transfer, part, parts, ZERO, device);
    }
    cr_assert_eq(memcmp(expected + ORACLE_REACH + low, ZERO + low, (size_t)(high - low + 1)), 0);
}

Test(lmad_transfer, there_and_back, .timeout = 120) {
    struct oracle_random r = {51};
    int kinds[LMAD_TRANSFER_NEST + 1] = {0}, clipped = 0;
    memset(host, 1, sizeof(host));
    for (int n = 0; n < CASES; n++) {
        if (!case_make(&r, &tc)) {
            continue;
        }
        for (int g = 0; g < tc.ngroup; g++) {
            int member[LMAD_MAX_ACCESSES], nmember = case_members(&tc, g, member);
            cr_assert(lmad_footprint(&tc.bound, member, nmember, &fp));
            int64_t low = fp.origin + fp.unit * fp.low,
                    high = fp.origin + fp.unit * (fp.high + 1) - 1;
            fill_host(&r, low, high);
            memcpy(before + ORACLE_REACH + low, ZERO + low, (size_t)(high - low + 1));
            new_device();
            cr_assert(lmad_transfer_gather(&fp, fp.low, fp.high, &transfer));
            parts = 1 + (int)(oracle_next(&r) % 4);
            gather_pieces(1 + (int)(oracle_next(&r) % 3));
            check_gather();
            kinds[transfer.kind]++;
            clipped += transfer.clipped;
            for (int64_t i = 0; i < fp.count * fp.unit; i++) {
                device[i] = (uint8_t)oracle_next(&r);
            }
            for (int m = 0; m < fp.nmember && !tc.bound.nest.empty; m++) {
                check_scatter(m, low, high);
                kinds[transfer.kind]++;
            }
        }
    }
    for (int k = 0; k <= LMAD_TRANSFER_NEST; k++) {
        cr_assert_gt(kinds[k], CASES / 200, "too few transfers of kind %d: %d", k, kinds[k]);
    }
    cr_assert_gt(clipped, CASES / 200);
    free(device);
    device = NULL;
}

/* What people have: whole matrices are one run, sub-matrices are 2-D copies. */
Test(lmad_transfer, kinds_people_meet) {
    const int64_t strides[][2] = {{800, 8}, {8, 800}, {1600, 16}};
    const enum lmad_transfer_kind kind[] = {LMAD_TRANSFER_CONTIGUOUS, LMAD_TRANSFER_CONTIGUOUS,
                                            LMAD_TRANSFER_2D};
    const int zero = 0;
    for (int i = 0; i < 6; i++) {
        memset(&tc.bound, 0, sizeof(tc.bound));
        struct lmad_access *a = &tc.bound.access[0];
        tc.bound.naccess = 1;
        tc.bound.nest.rank = 2;
        for (int k = 0; k < 2; k++) {
            int64_t extent = i < 3 ? 100 : 50;
            tc.bound.nest.level[k] =
                (struct lmad_level){.extent = extent, .high = extent - 1, .divisor = 1, .step = 1};
        }
        *a = (struct lmad_access){.use = LMAD_WRITE, .width = 8};
        memcpy(a->stride, strides[i % 3], sizeof(strides[0]));
        cr_assert(lmad_nest_interval(&tc.bound.nest, 0, a->stride, &a->low, &a->high, &a->tight));
        cr_assert(lmad_footprint(&tc.bound, &zero, 1, &fp));
        cr_assert(lmad_transfer_gather(&fp, fp.low, fp.high, &transfer));
        enum lmad_transfer_kind wanted = i < 3   ? kind[i]
                                         : i < 5 ? LMAD_TRANSFER_2D
                                                 : LMAD_TRANSFER_GENERAL;
        cr_assert_eq(transfer.kind, wanted, "case %d: kind %d", i, transfer.kind);
    }
}
