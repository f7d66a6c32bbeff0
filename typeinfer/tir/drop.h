/* Functions that go, and those that call them. */
#ifndef PYCC_TIR_DROP_H
#define PYCC_TIR_DROP_H

#include "tir.h"

/* Marks, in bad (by function id), all functions that call a marked one, directly or not; via gets
 * the call that made it so. */
void tir_mark_callers(const struct tmodule *m, bool *bad, const struct tstmt **via);

/* Takes the functions marked in bad out of the module, with the exports of which an overload is
 * gone, and numbers the others anew. No function that stays may call one that goes. */
void tir_drop(struct tmodule *m, const bool *bad);

#endif
