/* The prelude: NumPy functions written in pycc's own language, in prelude/<family>.py.
 *
 * They are helpers without annotations, inferred for each use. The text of those that a module may
 * use is appended to its source, behind the user's part (source.h), so that everything after the
 * parser treats them as any helper. A module that uses none pays nothing. */
#ifndef PYCC_PRELUDE_H
#define PYCC_PRELUDE_H

#include "layout.h"

/* Appends to the source what its files' words may refer to: functions of the prelude that the user
 * names behind a dot or imports from NumPy, and those that these use in turn. Returns the part
 * appended, empty when there is none. */
struct span prelude_append(struct arena *a, struct source *s, int n_layouts,
                           const struct text_layout *const *layout);

/* The name of the function that np.<path> is, NULL when the prelude has none: "linalg__norm" for
 * "linalg" and "norm"; path is "" for np itself. */
const char *prelude_find(const char *path, const char *member);

/* The name of the function that np.<ufunc>.<method> is, where the module has asked for it. */
const char *prelude_ufunc_method(struct arena *a, const char *ufunc, const char *method);

/* Is np.<name> a method of arrays, too? */
bool prelude_is_method(const char *name);

/* "np.linalg.norm" for "linalg__norm". */
const char *prelude_shown(struct arena *a, const char *name);

#endif
