/* For generated code, as the last header: what the source leaves unused is unused there. */
#ifndef PYCC_RT_QUIET_H
#define PYCC_RT_QUIET_H

#include "pycc_rt.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wtype-limits" /* x < 0 of an unsigned x */

#endif
