/* A nest and its numbers -> a built program.
 *
 *   device_source.c   the text before a kernel's source, for these numbers or for any
 *   device_local_source.c ... macros of its copies in local memory
 *   device_prelude.c  ... and before that, functions that the kernel calls (device_prelude.h)
 *   device_site.c     what a nest remembers: bound calls and built programs
 *   device_cache.c    programs in memory, on disk and being made (device_cache.h) */
#ifndef PYCC_DEVICE_PROGRAM_H
#define PYCC_DEVICE_PROGRAM_H

#include "device_plan.h"

/* ---- device_source.c */

/* A growing text, and the numbers of its general form. */
struct device_text {
    char *text;
    size_t length, room;
    bool general;
    bool narrow; /* numbers are 32-bit just now */
    bool failed; /* no memory: the text must not be used */
    int64_t *number;
    int n_numbers, number_room;
};

/* What is built behind the prelude's functions (device_prelude.h): macros for this call, the nest's
 * source. packed[p]: part p lies in an image of its footprint. general: numbers are elements of a
 * constant buffer, listed in `number`. Elements of arrays lie at index
 * `<array>__at` + ..., a parameter behind each array's pointer, so that addresses are no numbers of
 * the text. tiled: dimensions run from parameters pycc_first<d> to pycc_end<d>. */
void device_source(const struct pycc_device_nest *nest, const struct pycc_device_call *call,
                   const struct device_bound *bound, const bool *packed, bool general, bool tiled,
                   struct device_text *text);
void device_text_free(struct device_text *text);

/* Appends; a number that only the call knows, as a literal or an element of the buffer; " + number
 * * (counter)", nothing for 0. */
void device_text_put(struct device_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void device_text_number(struct device_text *text, int64_t value);
void device_text_term(struct device_text *text, int64_t number, const char *counter);

/* The macros of local memory (device_local_source.c). */
void device_local_source(const struct pycc_device_nest *nest, const struct pycc_device_call *call,
                         const struct device_bound *bound, struct device_text *text);

/* ---- device_site.c */

/* A bound call with the program that runs it. Valid under the lock. */
struct device_entry {
    int64_t *key;
    int n_key;
    const char *why; /* not NULL: such a call cannot go to a device */
    struct device_bound *bound;
    bool packed[DEVICE_ARRAYS];     /* by part: how the program takes them */
    struct opencl_program *program; /* the site's; NULL: not looked for yet */
    struct opencl_buffer *numbers;  /* of a general program, or NULL */
    uint64_t used;
    int busy; /* atomic: launches that look at it: it stays */
};

/* The entry of a call, bound when it is not known yet. What was built for another device is
 * forgotten. NULL: no memory. */
struct device_entry *device_site_entry(const struct opencl *device,
                                       const struct pycc_device_nest *nest,
                                       const struct pycc_device_call *call);

/* For all of a nest; for its tiles, which take their ranges as arguments; for all of it when its
 * program is there, which is made in the background otherwise. */
enum device_purpose { DEVICE_WHOLE, DEVICE_TILED, DEVICE_WHOLE_LATER };

/* Gives the entry its program: one of the site's, or built now. False: why says what failed, code
 * the CL error or 0, message (DEVICE_MESSAGE bytes, or untouched) what the device's compiler
 * says. */
bool device_site_program(struct opencl *device, const struct pycc_device_nest *nest,
                         const struct pycc_device_call *call, struct device_entry *entry,
                         const bool *packed, enum device_purpose purpose, const char **why,
                         int *code, char *message);
void device_entry_free(struct device_entry *entry);

/* All that is built for an entry with a program, from malloc; NULL: no memory. */
char *device_site_text(const struct pycc_device_nest *nest, const struct pycc_device_call *call,
                       const struct device_entry *entry, bool tiled);

#endif
