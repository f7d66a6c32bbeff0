/* What emit_special.c offers to emit_c.c and emit_table.c: functions of special.def. */
#ifndef PYCC_EMIT_SPECIAL_H
#define PYCC_EMIT_SPECIAL_H

#include "emit.h"

/* Does the module call any? */
bool emit_any_special(struct emit *e);
/* A definition of each that it calls. */
void emit_specials(struct emit *e);
/* The table by which the glue finds them: pycc_specials. */
void emit_special_table(struct emit *e);

#endif
