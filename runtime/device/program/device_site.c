/* What a nest remembers between calls: bound calls, so that the same call is not analysed again,
 * and built programs, so that sizes seen before are not built again.
 *
 * A program is made for the very numbers of a call, whose loops and distances the device's compiler
 * then knows, until a site has seen FEW different sets of numbers; from then on new ones share a
 * general program, which the second set has built in the background. All of it is used under the
 * lock and is freed with the process. */
#include "device_program.h"

#include <stdlib.h>
#include <string.h>

#include "device_cache.h"
#include "device_prelude.h"
#include "settings.h"

enum { ENTRIES = 8, PROGRAMS = 6, FEW = 3, KEY = 1024 };

struct site_program {
    char *text; /* without the prelude's */
    struct opencl_program *program;
};

struct site {
    struct device_entry entry[ENTRIES];
    struct site_program program[PROGRAMS];
    int n_programs, next_program, literals;
    int device; /* number of the one that they are for */
    uint64_t clock;
};

/* ---- calls */

/* All that a bound call depends on; 0 when it does not fit. */
static int make_key(const struct pycc_device_nest *nest, const struct pycc_device_call *call,
                    int64_t *key) {
    int n = 0;
    if (nest->n_symbols + nest->n_arrays * (2 * DEVICE_RANK + 1) + 3 * PYCC_DEVICE_DIMS + 1 > KEY) {
        return 0;
    }
    for (int k = 0; k < nest->n_symbols; ++k) {
        key[n++] = call->symbol[k];
    }
    for (int k = 0; k < nest->n_arrays; ++k) {
        struct device_view view = device_view(&nest->array[k], call->nest->in);
        key[n++] = (int64_t)(uintptr_t)view.data;
        for (int d = 0; d < nest->array[k].rank; ++d) {
            key[n++] = view.shape[d];
            key[n++] = view.stride[d];
        }
    }
    for (int d = 0; d < nest->dims; ++d) {
        key[n++] = call->start[d];
        key[n++] = call->step[d];
        key[n++] = call->trips[d];
    }
    key[n++] = call->chunks;
    return n;
}

void device_entry_free(struct device_entry *e) {
    device_bound_free(e->bound);
    if (e->numbers) {
        opencl_buffer_free(e->numbers);
    }
    free(e->key);
    *e = (struct device_entry){0};
}

/* The one that gives way; NULL: all are looked at by other threads. */
static struct device_entry *oldest(struct site *site) {
    struct device_entry *old = NULL;
    for (int i = 0; i < ENTRIES; ++i) {
        struct device_entry *e = &site->entry[i];
        bool busy = __atomic_load_n(&e->busy, __ATOMIC_ACQUIRE) > 0;
        old = !busy && (!old || e->used < old->used) ? e : old;
    }
    return old;
}

/* Programs and numbers of another device go with it. */
static void forget_device(struct site *site) {
    for (int i = 0; i < site->n_programs; ++i) {
        free(site->program[i].text);
    }
    for (int i = 0; i < ENTRIES; ++i) {
        site->entry[i].program = NULL;
        site->entry[i].numbers = NULL;
    }
    site->n_programs = site->next_program = site->literals = 0;
}

static struct site *site_for(const struct opencl *device, const struct pycc_device_nest *nest) {
    struct site *site = nest->site->state;
    int number = opencl_describe(device)->number;
    if (!site) {
        site = nest->site->state = calloc(1, sizeof(*site));
    } else if (site->device != number) {
        forget_device(site);
    }
    if (site) {
        site->device = number;
    }
    return site;
}

struct device_entry *device_site_entry(const struct opencl *device,
                                       const struct pycc_device_nest *nest,
                                       const struct pycc_device_call *call) {
    int64_t key[KEY];
    struct site *site = site_for(device, nest);
    int n = make_key(nest, call, key);
    size_t size = sizeof(*key) * (size_t)n;
    if (!site || n == 0) {
        return NULL;
    }
    for (int i = 0; i < ENTRIES; ++i) {
        struct device_entry *e = &site->entry[i];
        if (e->n_key == n && memcmp(e->key, key, size) == 0) {
            e->used = ++site->clock;
            return e;
        }
    }
    struct device_entry *e = oldest(site);
    if (!e) {
        return NULL;
    }
    device_entry_free(e);
    e->key = malloc(size);
    if (!e->key) {
        return NULL;
    }
    memcpy(e->key, key, size);
    e->n_key = n;
    e->used = ++site->clock;
    e->bound = device_bind(nest, call, &e->why);
    return e;
}

/* ---- programs */

static struct opencl_program *known_program(const struct site *site, const char *text) {
    for (int i = 0; i < site->n_programs; ++i) {
        if (strcmp(site->program[i].text, text) == 0) {
            return site->program[i].program;
        }
    }
    return NULL;
}

/* Entries that use a program which is given up look for it anew. */
static void remember(const struct opencl *device, struct site *site, char *text,
                     struct opencl_program *program) {
    struct site_program *to = &site->program[site->next_program];
    if (site->n_programs == PROGRAMS) {
        for (int i = 0; i < ENTRIES; ++i) {
            struct device_entry *e = &site->entry[i];
            e->program = e->program == to->program ? NULL : e->program;
        }
        device_cache_drop(device_programs(device), to->program);
        free(to->text);
    } else {
        ++site->n_programs;
    }
    *to = (struct site_program){text, program};
    site->next_program = (site->next_program + 1) % PROGRAMS;
}

/* Quotients and roots of floats as on the host, where the device can. */
static const char *build_options(const struct opencl *device) {
    return opencl_describe(device)->rounded ? "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt"
                                            : "-cl-std=CL1.2";
}

/* Is it to be waited for? Not when it is on its way. */
static bool is_coming(struct device_cache *programs, const struct device_cache_request *request) {
    enum device_cache_how how;
    struct opencl_program *program = device_cache_try(programs, request, &how);
    device_cache_drop(programs, program);
    return how == DEVICE_CACHE_ABSENT && device_cache_prepare(programs, request);
}

/* Takes over the text. */
static struct opencl_program *build(struct opencl *device, struct site *site,
                                    const struct pycc_device_nest *nest, struct device_text *text,
                                    bool later, const char **why, int *code, char *message) {
    struct device_cache *programs = device_programs(device);
    char *all = device_prelude_join(text->text);
    if (!all) {
        *why = "no memory";
        return NULL;
    }
    struct device_cache_request request = {all, build_options(device), nest->name};
    bool coming = later && is_coming(programs, &request);
    struct opencl_program *program =
        coming ? NULL : device_cache_get(programs, &request, NULL, code, message, DEVICE_MESSAGE);
    free(all);
    if (!program) {
        *why = coming ? "its kernel is being built" : "a kernel could not be built";
        return NULL;
    }
    remember(device, site, text->text, program);
    site->literals += !text->general;
    text->text = NULL; /* the site's now */
    return program;
}

/* The general program begins to be built while the second set of numbers has its own. */
static void prepare_general(struct opencl *device, const struct pycc_device_nest *nest,
                            const struct pycc_device_call *call, const struct device_entry *entry) {
    struct device_text text;
    device_source(nest, call, entry->bound, entry->packed, true, false, &text);
    char *all = text.failed ? NULL : device_prelude_join(text.text);
    if (all) {
        struct device_cache_request request = {all, build_options(device), nest->name};
        device_cache_prepare(device_programs(device), &request);
    }
    free(all);
    device_text_free(&text);
}

static int upload_numbers(struct opencl *device, const struct device_text *text,
                          struct opencl_buffer **buffer) {
    int64_t bytes = (int64_t)sizeof(int64_t) * (text->n_numbers > 0 ? text->n_numbers : 1);
    struct opencl_box box = {
        .bytes = (int64_t)sizeof(int64_t) * text->n_numbers, .rows = 1, .slices = 1};
    struct opencl_event *done = NULL;
    int code = opencl_buffer_new(device, bytes, NULL, buffer);
    if (code == 0 && text->n_numbers > 0) {
        code = opencl_write(*buffer, &box, text->number, NULL, 0, &done);
        code = code == 0 ? opencl_wait(&done, 1) : code;
        opencl_event_free(done);
        if (code != 0) {
            opencl_buffer_free(*buffer);
            *buffer = NULL;
        }
    }
    return code;
}

char *device_site_text(const struct pycc_device_nest *nest, const struct pycc_device_call *call,
                       const struct device_entry *entry, bool tiled) {
    struct device_text text;
    device_source(nest, call, entry->bound, entry->packed, entry->numbers != NULL, tiled, &text);
    char *all = text.failed ? NULL : device_prelude_join(text.text);
    device_text_free(&text);
    return all;
}

/* PYCC_KERNELS=general: no programs of literals, so that each nest is built once. */
static bool only_general(void) {
    const char *text = pycc_setting_text("PYCC_KERNELS");
    return text && strcmp(text, "general") == 0;
}

/* The text for an entry: with its numbers as literals while the site has seen few, or when such a
 * program is there. */
static void choose_text(struct site *site, const struct pycc_device_nest *nest,
                        const struct pycc_device_call *call, const struct device_entry *entry,
                        bool tiled, struct device_text *text) {
    if (!tiled && !only_general()) {
        device_source(nest, call, entry->bound, entry->packed, false, false, text);
        if (text->failed || site->literals < FEW - 1 || known_program(site, text->text)) {
            return;
        }
        device_text_free(text);
    }
    device_source(nest, call, entry->bound, entry->packed, true, tiled, text);
}

/* The entry's program for the text that its bound gives now. */
static bool find_program(struct opencl *device, const struct pycc_device_nest *nest,
                         const struct pycc_device_call *call, struct device_entry *entry,
                         enum device_purpose purpose, const char **why, int *code, char *message) {
    bool tiled = purpose == DEVICE_TILED, later = purpose == DEVICE_WHOLE_LATER;
    struct site *site = nest->site->state;
    struct device_text text;
    *why = NULL;
    *code = 0;
    choose_text(site, nest, call, entry, tiled, &text);
    entry->program = text.failed ? NULL : known_program(site, text.text);
    if (!text.failed && !entry->program) {
        if (!text.general && site->literals == FEW - 2) {
            prepare_general(device, nest, call, entry);
        }
        entry->program = build(device, site, nest, &text, later, why, code, message);
    }
    if (text.failed) {
        *why = "its accesses are not at whole elements";
    }
    if (entry->program && text.general) {
        *code = upload_numbers(device, &text, &entry->numbers);
        if (*code) {
            *why = "numbers could not be brought to the device";
            entry->program = NULL;
        }
    }
    device_text_free(&text);
    return entry->program != NULL;
}

/* Can groups of this program be as large as its local memory is made for? */
static bool has_its_groups(const struct pycc_device_nest *nest, const struct device_entry *entry) {
    struct opencl_kernel_info kernel;
    int64_t items = 1;
    for (int d = 0; d < nest->dims; ++d) {
        items *= entry->bound->items[d];
    }
    opencl_program_info(entry->program, &kernel);
    return items <= kernel.most;
}

static void drop_numbers(struct device_entry *entry) {
    if (entry->numbers) {
        opencl_buffer_free(entry->numbers);
        entry->numbers = NULL;
    }
}

bool device_site_program(struct opencl *device, const struct pycc_device_nest *nest,
                         const struct pycc_device_call *call, struct device_entry *entry,
                         const bool *packed, enum device_purpose purpose, const char **why,
                         int *code, char *message) {
    const struct opencl_info *info = opencl_describe(device);
    size_t size = sizeof(*packed) * (size_t)entry->bound->n_parts;
    *why = NULL;
    *code = 0;
    if (entry->program && memcmp(entry->packed, packed, size) == 0) {
        return true;
    }
    memcpy(entry->packed, packed, size);
    drop_numbers(entry);
    device_choose_shape(info, nest, entry->bound);
    device_choose_local(info, nest, call, packed, entry->bound);
    entry->bound->narrow = !info->cpu;
    bool found = find_program(device, nest, call, entry, purpose, why, code, message);
    bool shares = entry->bound->strip > 0 && purpose != DEVICE_TILED;
    bool fails = found ? shares && !has_its_groups(nest, entry) : purpose == DEVICE_WHOLE;
    if (shares && fails) {
        drop_numbers(entry);
        device_drop_local(entry->bound);
        found = find_program(device, nest, call, entry, purpose, why, code, message);
    }
    return found;
}
