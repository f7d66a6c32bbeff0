/* Nests on devices, and arrays that are away on them: what emit_home.c and emit_device.c offer. */
#ifndef PYCC_EMIT_HOME_H
#define PYCC_EMIT_HOME_H

#include "emit.h"

/* ---- emit_home.c */

/* Does the nest try a device first? */
bool emit_on_device(const struct emit *e, const struct nest *n);

/* Is it of a function that is marked @pycc.gpu? */
bool emit_for_device(const struct emit *e, const struct nest *n);

/* Is any nest of the module so? */
bool emit_any_nest(struct emit *e, bool (*is)(const struct emit *e, const struct nest *n));

/* Fills e->away. */
void emit_home_begin(struct emit *e);

/* Before a statement of a function's own, before an expression is evaluated, before what surrounds
 * a nest is filled in: tests that bring home what is read and written there. Nothing where nothing
 * can be away. */
void emit_home_stmt(struct emit *e, const struct tstmt *s);
void emit_home_expr(struct emit *e, const struct texpr *x);
void emit_home_bounds(struct emit *e, const struct nest *n);

/* Would emit_home_expr print a test? */
bool emit_home_wanted(struct emit *e, const struct texpr *x);

/* The same for all arrays of a nest, before the host runs it (write) or only looks at them. */
void emit_home_nest(struct emit *e, const struct nest *n, bool write);

/* ---- emit_device.c */

/* Tells the run time of a nest of a marked function that no kernel does. Nothing for others. */
void emit_device_left(struct emit *e, const struct nest_facts *f);

/* What its constants are called. */
const char *emit_device_name(struct emit *e, const struct nest_facts *f);

/* Its constants, behind its functions. */
void emit_device_table(struct emit *e, const struct nest_facts *f);

/* At the call, behind `nest` and results: `device__call`, and the test around what runs on the
 * host, which emit_device_end closes. Nothing for other nests. */
void emit_device_begin(struct emit *e, const struct nest_facts *f);
void emit_device_end(struct emit *e, const struct nest_facts *f);

#endif
