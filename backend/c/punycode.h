/* Names of modules in the names of C functions. */
#ifndef PYCC_PUNYCODE_H
#define PYCC_PUNYCODE_H

#include "arena.h"

/* What the interpreter looks for in a module: "PyInit_" and its name, or "PyInitU_" and its name in
 * punycode with `_` for `-` when it is not ASCII. name: valid UTF-8. The text is of the arena.
 * PEP 489; RFC 3492, section 6.3. */
const char *punycode_init_name(struct arena *a, const char *name);

#endif
