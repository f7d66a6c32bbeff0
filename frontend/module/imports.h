/* The modules of the user's that a module imports: which files they are. */
#ifndef PYCC_IMPORTS_H
#define PYCC_IMPORTS_H

#include "frontend.h"
#include "scope_private.h"

/* A file of the compilation. */
struct unit {
    struct scopes *scopes;
    const char *folder; /* "" is the current one */
    const char *path;   /* of the file; NULL: a folder without __init__.py */
    bool is_package;
    bool used; /* the module's functions name something of it */
};

struct units {
    struct parser *p; /* of the module itself */
    struct source *source;
    const struct outside *outside; /* or NULL */
    VEC(struct unit *) all;        /* the module itself first */
    struct map files;              /* real path to struct unit */
    struct map words;              /* how often a name stands in the texts beside its imports */
    VEC(struct span) comments;     /* the module's, then those of the files */
};

/* Takes the comments of a file that has just been parsed. */
void imports_keep_comments(struct units *units, const struct parser *p);

/* Reads what the module, which has been parsed, and in turn its modules import, where a word of
 * theirs may name it, and fills units and from of the bindings. Files are looked for as Python
 * does: beside the module by dots, else from the first folder upwards that is no package. */
void imports_read(struct units *units);

/* Tells the source what its files are as modules, and which of them the module's functions need.
 * All names have been resolved. */
void imports_mark(struct units *units);

#endif
