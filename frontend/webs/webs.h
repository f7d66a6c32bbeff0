/* Names that are bound again where what they meant before is not wanted any more. */
#ifndef PYCC_WEBS_H
#define PYCC_WEBS_H

#include "sugar.h"

/* Gives each variable of a function as many names as it has webs: bindings and uses that belong
 * together because some use can see several bindings. `x = x.ravel()` begins a web where nothing
 * behind it sees the x before. The first web, and that of a parameter, keeps the name; the names of
 * others go on with WEB_MARK. In the bodies of functions inside f, too; names are not resolved yet.
 */
void webs_part(struct sugar *g, struct func *f, const struct func_notes *notes);

/* In the names of webs, behind the name as written. */
enum { WEB_MARK = '#' };

/* The name as written. */
const char *webs_plain(struct intern_table *names, const char *name);

#endif
