/* Makes the calls that a file describes, on several threads, without Python. PROGRAM is the C file
 * of a module, the argument the file (test_tsan.py writes it): numbers of 8 bytes, and the bytes of
 * arrays.
 *
 *     calls, then for each: function, arguments, then for each: kind 0 and an integer
 *                                                               kind 1 and a float
 *                                                               kind 2, rank, bytes of an element,
 * shape, elements
 */
#include PROGRAM

#include <stdio.h>
#include <stdlib.h>

#define MOST 16

void *pycc_module_init(const struct pycc_module *m) {
    (void)m;
    return NULL;
}

/* What raises an exception of the library's words: none of these calls does. */
bool pycc_lib_call(struct pycc_ctx *ctx, const struct pycc_lib *lib, const union pycc_value *arg,
                   union pycc_value *ret, int line) {
    (void)ctx, (void)lib, (void)arg, (void)ret, (void)line;
    abort();
}

static FILE *file;

static void read_bytes(void *to, size_t n) {
    if (n > 0 && fread(to, n, 1, file) != 1) {
        exit(2);
    }
}

static int64_t number(void) {
    int64_t x;
    read_bytes(&x, sizeof(x));
    return x;
}

/* All structs of arrays begin alike: data, owner, shape, stride. */
static void *read_array(union pycc_value *v) {
    int rank = (int)number();
    int64_t item = number(), *shape = v->a8.shape, *stride = shape + (rank > 0 ? rank : 1), n = 1;
    for (int k = 0; k < rank; ++k) {
        shape[k] = number();
    }
    for (int k = rank - 1; k >= 0; --k) {
        stride[k] = n * item;
        n *= shape[k];
    }
    v->a8.data = malloc((size_t)(n * item + 1));
    v->a8.owner = NULL;
    read_bytes(v->a8.data, (size_t)(n * item));
    return v->a8.data;
}

static void call(struct pycc_poll *poll) {
    const struct pycc_function *f = &pycc_functions[number()];
    union pycc_value arg[MOST] = {0}, ret[MOST];
    void *memory[MOST] = {NULL};
    int64_t n = number();
    for (int64_t k = 0; k < n; ++k) {
        int64_t kind = number();
        if (kind == 2) {
            memory[k] = read_array(&arg[k]);
        } else {
            read_bytes(&arg[k], 8);
        }
    }
    for (int threads = 2; threads <= 4; threads += 2) {
        struct pycc_ctx ctx = {.threads = threads, .fuel = PYCC_FUEL, .poll = poll};
        f->overload[0].call(&ctx, arg, ret);
        fprintf(stderr, "%s %s\n", f->name, ctx.failed ? "failed" : "done");
    }
    for (int64_t k = 0; k < n; ++k) {
        free(memory[k]);
    }
}

int main(int argc, char **argv) {
    struct pycc_poll poll = {0};
    file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        return 2;
    }
    for (int64_t n = number(); n > 0; --n) {
        call(&poll);
    }
    return fclose(file) == 0 ? EXIT_SUCCESS : 2;
}
