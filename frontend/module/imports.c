/* Imports of files beside the module: `from .util import sq, EPS` reads util.py.
 *
 * The text of each file goes behind the module's own (source.h) and is parsed as it is; its
 * functions are then helpers as the module's are. What no word of the texts may name is not read,
 * so that modules which are imported for Python's sake cost nothing. */
#include "imports.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "library.h"
#include "resolve.h"

static const char INIT[] = "__init__.py";

/* ---- folders and files */

static bool is_kind(const char *path, mode_t kind) {
    struct stat st;
    return stat(*path ? path : ".", &st) == 0 && (st.st_mode & S_IFMT) == kind;
}

static const char *joined(struct arena *a, const char *folder, const char *name) {
    return *folder ? arena_printf(a, "%s/%s", folder, name) : name;
}

static const char *folder_of(struct arena *a, const char *path) {
    const char *slash = strrchr(path, '/');
    return !slash ? "" : slash == path ? "/" : arena_strndup(a, path, (size_t)(slash - path));
}

static const char *folder_above(struct arena *a, const char *folder) {
    const char *slash = strrchr(folder, '/'), *last = slash ? slash + 1 : folder;
    bool up = !*last || strcmp(last, ".") == 0 || strcmp(last, "..") == 0;
    return up ? joined(a, folder, "..") : folder_of(a, folder);
}

/* The folder that absolute imports of a module in this one begin at. */
static const char *root_of(struct arena *a, const char *folder) {
    enum { MOST = 100 };
    for (int i = 0; i < MOST && is_kind(joined(a, folder, INIT), S_IFREG); ++i) {
        folder = folder_above(a, folder);
    }
    return folder;
}

/* ---- names of modules */

/* The package of ".sub.util" is ".sub", that of ".util" ".", that of "." ".."; that of "util" "".
 */
static const char *package_of(struct arena *a, const char *name) {
    const char *dot = strrchr(name, '.');
    if (name[strspn(name, ".")] == '\0') {
        return arena_printf(a, "%s.", name);
    }
    bool own =
        dot && (dot == name || dot[-1] == '.'); /* the dot is one of those at the beginning */
    return dot ? arena_strndup(a, name, (size_t)(dot - name) + own) : "";
}

static const char *name_joined(struct arena *a, const char *package, const char *member) {
    bool plain = !*package || !*member || package[strlen(package) - 1] == '.';
    return arena_printf(a, "%s%s%s", package, plain ? "" : ".", member);
}

/* ---- reading */

/* Counts the words of a file that was parsed, less those in imports. */
static void count_words(struct units *us, const struct parser *p) {
    const struct text_layout *l = p->layout;
    for (int i = 0; i < l->words.n; ++i) {
        const struct word *w = &l->words.item[i];
        if (w->kind == WORD_NAME) {
            const char *name = intern(p->names, l->text + w->lo, w->hi - w->lo);
            intptr_t n = (intptr_t)map_get(&us->words, name);
            map_set(p->scratch, &us->words, name, (void *)(n + 1));
        }
    }
}

static void uncount(struct units *us, const struct binding *b, int n) {
    for (int i = 0; i < n; ++i) {
        bool import = b[i].kind == BIND_MODULE || b[i].kind == BIND_FROM;
        intptr_t words = import ? (intptr_t)map_get(&us->words, b[i].name) : 0;
        if (words > 0) {
            map_set(us->p->scratch, &us->words, b[i].name, (void *)(words - 1));
        }
    }
}

static struct unit *add_unit(struct units *us, struct parser *p, const char *folder,
                             const char *path) {
    struct unit *u = ARENA_NEW(us->p->keep, struct unit);
    u->scopes = scope_new(p, us->all.n > 0 ? us->all.item[0]->scopes : NULL);
    u->folder = folder;
    u->path = path;
    u->is_package = !path || strcmp(path, joined(p->keep, folder, INIT)) == 0;
    u->scopes->unit = u;
    vec_push(p->keep, &us->all, u);
    if (path) {
        count_words(us, p);
        uncount(us, p->bindings.item, p->bindings.n);
    }
    return u;
}

/* A parser for another file, which goes on where that of the module is. */
static struct parser *new_parser(struct units *us) {
    struct parser none = {0}, *q = ARENA_NEW(us->p->keep, struct parser);
    *q = *us->p;
    q->imported = true;
    q->diag = ARENA_NEW(us->p->keep, struct diag);
    diag_init(q->diag, us->source->arena, us->source);
    q->bindings.n = q->bindings.cap = 0;
    q->broken = false;
    q->globals.n = q->globals.cap = 0;
    q->written.n = q->written.cap = 0;
    q->patches.n = q->patches.cap = 0;
    q->skipped.n = q->skipped.cap = 0;
    q->classes.n = q->classes.cap = 0;
    q->local_anns.n = q->local_anns.cap = 0;
    q->rank_uses.n = q->rank_uses.cap = 0;
    q->part = none.part;
    q->first = q->end = q->funcs.n;
    return q;
}

/* The layout goes when parsing is done. */
void imports_keep_comments(struct units *us, const struct parser *p) {
    for (int i = 0; i < p->layout->comments.n; ++i) {
        vec_push(us->p->keep, &us->comments, p->layout->comments.item[i]);
    }
}

/* The unit of a text, or of a package without one; NULL: it is too large. */
static struct unit *parse_unit(struct units *us, const char *folder, const char *path,
                               const struct source *text) {
    struct parser *q = new_parser(us);
    if (path) {
        q->part = source_append_file(us->source, text);
        if (q->part.hi == 0) {
            return NULL;
        }
        parse_part(q, q->part);
        q->end = q->funcs.n;
        us->p->funcs = q->funcs;
        us->p->notes = q->notes;
        imports_keep_comments(us, q);
    }
    return add_unit(us, q, folder, path);
}

/* The unit of a file or of a package without one; NULL, and *why set, when it cannot be read. */
static struct unit *read_unit(struct units *us, const char *folder, const char *path,
                              const char **why) {
    struct arena *a = us->p->keep;
    char real[PATH_MAX];
    const char *where = path ? path : folder, *error = NULL;
    const char *key = intern_str(us->p->names, realpath(*where ? where : ".", real) ? real : where);
    struct unit *u = map_get(&us->files, key);
    if (u) {
        return u;
    }
    struct source *text = path ? source_read(a, path, &error) : NULL;
    u = path && !text ? NULL : parse_unit(us, folder, path, text);
    if (!u) {
        *why = arena_printf(a, "%s: %s", path, error ? error : "the file is too large");
        return NULL;
    }
    map_set(a, &us->files, key, u);
    return u;
}

/* The module of a name in a folder; NULL: there is none, or it cannot be read. */
static struct unit *find_in(struct units *us, const char *folder, const char *name,
                            const char **why) {
    struct arena *a = us->p->keep;
    const char *inside = joined(a, folder, name), *init = joined(a, inside, INIT);
    const char *file = joined(a, folder, arena_printf(a, "%s.py", name));
    if (is_kind(init, S_IFREG)) {
        return read_unit(us, inside, init, why);
    }
    if (is_kind(file, S_IFREG)) {
        return read_unit(us, folder, file, why);
    }
    return is_kind(inside, S_IFDIR) ? read_unit(us, inside, NULL, why) : NULL;
}

/* The package of a folder. */
static struct unit *package_at(struct units *us, const char *folder, const char **why) {
    const char *init = joined(us->p->keep, folder, INIT);
    return read_unit(us, folder, is_kind(init, S_IFREG) ? init : NULL, why);
}

/* ---- following */

static void name_unit(const struct units *us, struct unit *u, const char *name) {
    bool own = u == us->all.item[0];
    u->scopes->import = u->scopes->import || own ? u->scopes->import : name;
}

/* The first name of a dotted path; *rest gets what is behind its dot. */
static const char *first_name(struct units *us, const char *path, const char **rest) {
    size_t n = strcspn(path, ".");
    *rest = path + n + (path[n] == '.');
    return intern(us->p->names, path, n);
}

/* Where a path begins: the folder, and the name of the package that it is; *path loses its dots. */
static const char *begin_at(struct units *us, const struct unit *by, const char **path,
                            const char **package) {
    struct arena *a = us->p->keep;
    const char *folder = by->folder, *name = by->scopes->import;
    size_t dots = strspn(*path, ".");
    *path += dots;
    if (dots == 0) {
        *package = "";
        return root_of(a, folder);
    }
    name = !name ? "." : by->is_package ? name : package_of(a, name);
    for (size_t i = 1; i < dots; ++i) {
        folder = folder_above(a, folder);
        name = package_of(a, name);
    }
    *package = name;
    return folder;
}

/* The module that a path names in `by`; each on the way is a submodule of the one before it when
 * `way` is true, and *first gets the first. */
static struct unit *follow_path(struct units *us, struct unit *by, const char *path, bool way,
                                struct unit **first, const char **why) {
    const char *name, *rest, *folder = begin_at(us, by, &path, &name);
    struct unit *u = *path ? NULL : package_at(us, folder, why);
    if (u) {
        name_unit(us, u, name);
        return *first = u;
    }
    for (; *path; path = rest) {
        const char *member = first_name(us, path, &rest);
        struct unit *up = u;
        name = name_joined(us->p->keep, name, member);
        if (*rest && !way) { /* packages on the way are not read */
            folder = joined(us->p->keep, folder, member);
            continue;
        }
        u = !up || up->is_package ? find_in(us, folder, member, why) : NULL;
        if (!u) {
            return NULL;
        }
        name_unit(us, u, name);
        *first = *first ? *first : u;
        folder = u->folder;
        if (up) {
            map_set(us->p->keep, &up->scopes->submodule, member, u->scopes);
        }
    }
    return u;
}

/* Does a package bind the name, other than by importing the module of that name? */
static bool binds(const struct unit *u, const char *name) {
    bool found = false;
    for (int i = 0; i < u->scopes->p->bindings.n; ++i) {
        const struct binding *b = &u->scopes->p->bindings.item[i];
        bool same = b->kind == BIND_FROM && b->member == name &&
                    (b->from == u->scopes || strcmp(b->path, ".") == 0);
        found = found || (b->name == name && !same);
    }
    return found;
}

/* from pkg import util: a module, where the package has no such name. */
static void follow_member(struct units *us, struct unit *package, const char *member,
                          const char **why) {
    bool known = map_get(&package->scopes->submodule, member) != NULL;
    struct unit *u = package->is_package && !known && !binds(package, member)
                         ? find_in(us, package->folder, member, why)
                         : NULL;
    const char *name = package->scopes->import ? package->scopes->import : ".";
    if (u) {
        name_unit(us, u, name_joined(us->p->keep, name, member));
        map_set(us->p->keep, &package->scopes->submodule, member, u->scopes);
    }
}

/* ---- constants of libraries */

static bool has_constants(const char *path) {
    static const char *const known[] = {"scipy.constants"};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        if (strcmp(path, known[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* A unit of what the interpreter says of the module; NULL, and *why set: it says nothing. */
static struct unit *read_constants(struct units *us, const char *module, const char **why) {
    struct arena *a = us->p->keep;
    const char *error;
    struct unit *u = map_get(&us->files, module);
    const char *said =
        u || !us->outside ? NULL : us->outside->constants(us->outside->context, a, module);
    struct source *text = said ? source_from_text(a, module, said, strlen(said), &error) : NULL;
    if (!u && text && (u = parse_unit(us, "", module, text))) {
        us->source->file[us->source->n_files - 1].made = true;
        u->scopes->outside = true;
        name_unit(us, u, module);
        map_set(a, &us->files, module, u);
    }
    *why = u ? NULL : arena_printf(a, "the interpreter cannot import '%s' here", module);
    return u;
}

/* import scipy.constants as c, from scipy.constants import c, from scipy import constants, and
 * import scipy.constants; NULL: it is none of these. */
static struct unit *follow_constants(struct units *us, const struct binding *b, const char **why) {
    struct arena *a = us->p->keep;
    bool from = b->kind == BIND_FROM, way = b->kind == BIND_MODULE && b->path != b->whole;
    const char *path = way ? b->whole : b->path, *dot = strrchr(path, '.');
    const char *inner = from ? arena_printf(a, "%s.%s", path, b->member) : path;
    bool member = from && has_constants(inner);
    if (!member && !has_constants(path)) {
        return NULL;
    }
    struct unit *u = read_constants(us, intern_str(us->p->names, member ? inner : path), why);
    if (!u || !(member || (way && dot))) {
        return u;
    }
    const char *rest, *name = member ? b->member : intern_str(us->p->names, dot + 1);
    const char *top = first_name(us, path, &rest);
    struct unit *package = map_get(&us->files, top);
    if (!package) {
        package = parse_unit(us, top, NULL, NULL);
        name_unit(us, package, top);
        map_set(a, &us->files, top, package);
    }
    map_set(a, &package->scopes->submodule, name, u->scopes);
    return package;
}

static void follow(struct units *us, struct unit *by, struct binding *b) {
    bool way = b->kind == BIND_MODULE && b->path != b->whole;
    const char *path = way ? b->whole : b->path;
    const char *why = NULL;
    struct unit *first = NULL;
    struct unit *last = follow_path(us, by, path, way, &first, &why);
    struct unit *of = way && last ? first : last;
    if (of && b->kind == BIND_FROM) {
        follow_member(us, of, b->member, &why);
    }
    of = of || why ? of : follow_constants(us, b, &why);
    b->from = of ? of->scopes : NULL;
    b->unknown = b->from        ? NULL
                 : why          ? why
                 : *path != '.' ? NULL
                                : arena_printf(us->p->keep, "there is no file for '%s' beside %s",
                                               path, by->path ? by->path : by->folder);
    b->looked = true;
}

/* May it be a module of the user's that something names? */
static bool may_follow(struct units *us, const struct binding *b) {
    const char *rest;
    if (b->looked || (b->kind != BIND_MODULE && b->kind != BIND_FROM && b->kind != BIND_STAR) ||
        library_module(b->path) != IN_OPERATOR) {
        return false;
    }
    bool ours = *b->path != '.' && library_module(first_name(us, b->path, &rest)) != IN_OPERATOR;
    bool ascii = b->name[strspn(b->name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                                         "0123456789")] == '\0';
    return !ours && (b->kind == BIND_STAR || !ascii || map_get(&us->words, b->name));
}

static bool follow_all(struct units *us, struct unit *u, struct binding *b, int n) {
    bool any = false;
    for (int i = 0; i < n; ++i) {
        if (may_follow(us, &b[i])) {
            follow(us, u, &b[i]);
            any = true;
        }
    }
    return any;
}

/* Imports of the module, and those in its functions. */
static bool follow_unit(struct units *us, struct unit *u) {
    const struct parser *p = u->scopes->p;
    bool any = follow_all(us, u, p->bindings.item, p->bindings.n);
    for (int i = p->first; i < p->end; ++i) {
        struct func_notes *notes = us->p->notes.item[i];
        any = follow_all(us, u, notes->imports.item, notes->imports.n) || any;
    }
    return any;
}

/* ---- what a module does to names of another */

/* x[...] = ... of an imported x, or of anything behind a module. */
static bool pass_written(struct unit *u) {
    struct parser *p = u->scopes->p;
    bool any = false;
    for (int i = 0; i < p->bindings.n; ++i) {
        const struct binding *b = &p->bindings.item[i];
        struct parser *q = b->from ? b->from->p : NULL;
        bool written = false, known = false;
        for (int k = 0; q && k < p->written.n && !written; ++k) {
            written = p->written.item[k] == b->name;
        }
        for (int k = 0; written && b->kind == BIND_FROM && k < q->written.n; ++k) {
            known = known || q->written.item[k] == b->member;
        }
        if (written && b->kind == BIND_FROM && !known) {
            vec_push(q->keep, &q->written, b->member);
            any = true;
        }
        for (int k = 0;
             written && b->kind == BIND_MODULE && !b->from->all_written && k < q->bindings.n; ++k) {
            vec_push(q->keep, &q->written, q->bindings.item[k].name);
            any = true;
        }
        if (written && b->kind == BIND_MODULE) {
            b->from->all_written = true;
        }
    }
    return any;
}

/* ---- dictionaries of constants, whose items are folded where nothing can write into them */

/* Does a line name it other than as NAME['text'], or NAME = {...} where that stands? What else a
 * function does with it may write into it: pass it on, give it another name, return it. */
static bool names_whole(const struct text_layout *l, const struct line *line, const char *name,
                        uint32_t defined) {
    const struct word *w = &l->words.item[line->word], *end = w + line->words;
    bool import = lex_is(l->text, w, "import") || lex_is(l->text, w, "from");
    for (; w < end && !import; ++w) {
        bool item = w + 3 < end && lex_is(l->text, &w[1], "[") && w[2].kind == WORD_STRING &&
                    lex_is(l->text, &w[3], "]");
        if (lex_is(l->text, w, name) && w->lo != defined && !item) {
            return true;
        }
        const char *text = l->text + w->lo;
        size_t n = strlen(name);
        for (uint32_t i = 0; w->kind == WORD_STRING && w->lo + i + n <= w->hi; ++i) {
            if (memcmp(text + i, name, n) == 0 && strpbrk("fFrR", (char[]){*text, '\0'})) {
                return true; /* in braces of an f-string */
            }
        }
    }
    return false;
}

static bool is_named_whole(const struct unit *u, const char *name, uint32_t defined) {
    const struct parser *p = u->scopes->p;
    for (int i = 0; i < p->bindings.n; ++i) {
        const struct binding *b = &p->bindings.item[i];
        if (b->kind == BIND_FROM && b->member == name && b->name != name) {
            return true;
        }
    }
    for (int i = 0; i < p->layout->lines.n; ++i) {
        if (names_whole(p->layout, &p->layout->lines.item[i], name, defined)) {
            return true;
        }
    }
    return false;
}

static void mark_dictionaries(struct units *us, struct parser *p) {
    for (int i = 0; i < p->bindings.n; ++i) {
        const struct binding *b = &p->bindings.item[i];
        bool dict = b->value && b->value->kind == EXPR_DICT && resolve_is_dict(b->value);
        bool whole = false;
        for (int k = 0; dict && k < us->all.n && !whole; ++k) {
            struct unit *u = us->all.item[k];
            whole = is_named_whole(u, b->name, u->scopes->p == p ? b->span.lo : UINT32_MAX);
        }
        p->bindings.item[i].kept = whole;
    }
}

static void mark_used(struct units *us, struct unit *u) {
    struct source *source = us->source;
    int file = u->path ? source_file_at(source, u->scopes->p->part.lo) : 0;
    if (u->used) {
        return;
    }
    u->used = true;
    if (file > 0) {
        source->file[file - 1].used = !source->file[file - 1].made;
        diag_take(us->p->diag, u->scopes->p->diag);
    }
    for (int i = 0; i < u->scopes->uses.n; ++i) {
        mark_used(us, u->scopes->uses.item[i]->unit);
    }
}

void imports_mark(struct units *us) {
    for (int i = 0; i < us->all.n; ++i) {
        const struct unit *u = us->all.item[i];
        int file = u->path ? source_file_at(us->source, u->scopes->p->part.lo) : 0;
        if (file > 0) {
            us->source->file[file - 1].import = arena_strdup(us->source->arena, u->scopes->import);
        }
    }
    mark_used(us, us->all.item[0]);
}

void imports_read(struct units *us) {
    struct arena *a = us->p->keep;
    char real[PATH_MAX];
    const char *path = us->source->path;
    struct unit *module = add_unit(us, us->p, folder_of(a, path), path);
    if (realpath(path, real)) {
        map_set(a, &us->files, intern_str(us->p->names, real), module);
    }
    for (bool any = true; any;) {
        any = false;
        for (int i = 0; i < us->all.n; ++i) {
            any = follow_unit(us, us->all.item[i]) || any;
        }
    }
    for (int i = 0; i < us->all.n; ++i) {
        mark_dictionaries(us, us->all.item[i]->scopes->p);
    }
    for (bool any = us->all.n > 1; any;) {
        any = false;
        for (int i = 0; i < us->all.n; ++i) {
            any = pass_written(us->all.item[i]) || any;
        }
    }
}
