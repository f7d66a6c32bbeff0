/* The rules of lib.def: one function each, private to eval_lib.c and its neighbours. */
#ifndef PYCC_LIB_RULES_H
#define PYCC_LIB_RULES_H

#include "eval.h"
#include "lib.h"

/* The result type of a call whose operands are ground; IT_ERROR after a message. */
typedef struct itype *lib_rule(struct infer *ix, const struct con *c, struct itype **arg);

#define LIB(id, name, modules, path, required, params, rule) lib_rule result_##rule;
#include "lib.def"
#undef LIB

/* What a raise statement raises, for handlers that read it (eval_caught.c). */
void eval_note_raised(struct infer *ix, const struct con *c, struct itype **arg);

struct itype *lib_refuse(struct infer *ix, const struct con *c, const char *text);
/* An array of that rank in any order, or a scalar for rank 0. */
struct itype *lib_array(struct infer *ix, enum dtype d, int rank);
/* Is the operand an array of at least so many axes? Else a message. */
bool lib_is_array(struct infer *ix, const struct con *c, struct itype *t, int rank);
/* Is it an array or a number, which becomes an array without axes? Else a message. */
bool lib_is_value(struct infer *ix, const struct con *c, struct itype **arg);
/* The argument of a parameter as written, NULL when omitted or None. */
const struct expr *lib_written(struct infer *ix, const struct con *c, const char *param);
/* Of a True or False, `otherwise` when omitted. */
bool lib_flag(struct infer *ix, const struct con *c, const char *param, bool otherwise);
/* The element type that dtype= names, `otherwise` when it is omitted. */
enum dtype lib_dtype(struct infer *ix, const struct con *c, enum dtype otherwise);
/* The number of axes that axis= names: 0 when it is None or omitted and none is the default. False
 * after a message. */
bool lib_axes(struct infer *ix, const struct con *c, int rank, bool last, int *n);
/* What LAPACK computes in: f32 and c64 stay, integers become f64. */
enum dtype lib_lapack_dtype(enum dtype d);
/* Of the parts of complex numbers; of complex numbers with such parts. */
enum dtype lib_real_dtype(enum dtype d);
enum dtype lib_complex_dtype(enum dtype d);
struct itype *lib_pair(struct infer *ix, struct itype *a, struct itype *b);

#endif
