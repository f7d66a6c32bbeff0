#ifndef PYCC_TAKEN_H
#define PYCC_TAKEN_H

/* A name of the module that compiled functions take for what the source binds it to. The import
 * looks whether it still is that when the module's code has run. */
struct taken {
    const char *name;
    const char *module; /* that has the name, as an import in this one names it; NULL: this one */
    int line;           /* of the binding; 0: it is Python's */
    const char *text;   /* the value, to be evaluated again; NULL: a function of that line */
};

#endif
