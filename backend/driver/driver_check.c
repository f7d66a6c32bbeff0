/* pycc check: what the compiler says of modules, for continuous integration and editors.
 *
 * Each module goes through the passes in a process of its own (driver_run), which writes what it
 * found in the format asked for into a file. The parent puts these together in the order of the
 * modules. What is counted, and which lines of the baseline were met, stands in memory that both
 * share. A baseline has a line per finding: its mark, which does not depend on where in the file it
 * stands, and for people its code, path and text. */
#include "driver_check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct known {
    unsigned long long mark;
    const char *path;
};

struct check {
    struct options o; /* with what this command decides */
    struct arena *arena;
    struct checked_files files;
    FILE *imports; /* --watch: a line for the module, one for a file that it imports, and so on */
    struct check_tally *tally; /* shared, by module */
    bool writes_baseline;      /* there is none yet */
    VEC(struct known) known;   /* of the baseline */
    bool *met;                 /* shared, by known */
    struct text {
        const char *s;
        size_t n;
    } * text; /* by module: what its process wrote */
    double *seconds;
};

static const char FAILED[] = "pycc failed at this module: please report it, with the source";

/* Memory that child processes write into too. */
static void *shared_new(size_t size) {
    void *p = mmap(NULL, size + 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) {
        die("out of memory");
    }
    return p;
}

/* ---- one module, in a process of its own ----------------------------------------------------- */

/* FNV-1a, 64 bits; the NUL behind the text counts. */
static unsigned long long hash_text(unsigned long long h, const char *text, size_t n) {
    for (size_t i = 0; i <= n; ++i) {
        h = (h ^ (i < n ? (unsigned char)text[i] : 0)) * 0x100000001b3ULL;
    }
    return h;
}

/* Of path, code, text and source line without its indentation. */
static unsigned long long mark_of(const struct finding *f) {
    unsigned long long h = hash_text(0xcbf29ce484222325ULL, f->path, strlen(f->path));
    h = hash_text(h, f->code, strlen(f->code));
    h = hash_text(h, f->text, strlen(f->text));
    if (f->source) {
        int n = 0;
        const char *line =
            source_line(f->source, source_line_at(f->source, f->message->span.lo), &n);
        int blanks = (int)strspn(line, " \t");
        blanks = blanks < n ? blanks : n;
        h = hash_text(h, line + blanks, (size_t)(n - blanks));
    }
    return h;
}

/* Finding i as formats take it. Equal ones are told apart by their number. */
static struct finding finding_of(const struct compilation *c, const struct diag_message *m,
                                 const struct finding *before, int n_before) {
    struct finding f = {.path = c->source ? source_path(c->source, m->span.lo) : c->input,
                        .code = diag_code_name(m->code),
                        .severity = m->severity,
                        .text = m->text,
                        .source = c->source,
                        .message = m};
    f.mark = mark_of(&f);
    for (int i = 0; i < n_before; ++i) {
        f.mark += before[i].mark == f.mark;
    }
    return f;
}

static bool is_known(struct check *k, unsigned long long mark) {
    bool found = false;
    for (int i = 0; i < k->known.n; ++i) {
        if (k->known.item[i].mark == mark) {
            k->met[i] = found = true;
        }
    }
    return found;
}

/* Counts and prints what diag holds, but for what is known. */
static void report(struct check *k, struct compilation *c, struct check_tally *t, FILE *out) {
    int n = 0;
    const struct diag_message **message = diag_sorted(&c->diag, &n);
    struct finding *f = ARENA_ARRAY(&c->arena, struct finding, n + 1);
    struct writer w;
    writer_init(&w);
    c->diag.messages.n = 0;
    for (int i = 0; i < n; ++i) {
        f[i] = finding_of(c, message[i], f, i);
        if (is_known(k, f[i].mark)) {
            t->known++;
            continue;
        }
        t->errors += f[i].severity == DIAG_ERROR;
        t->warnings += f[i].severity == DIAG_WARNING;
        if (k->writes_baseline) {
            put_baseline_line(&w, &f[i]);
        } else if (k->o.format == FORMAT_TEXT) {
            vec_push(&c->arena, &c->diag.messages, (struct diag_message *)message[i]);
        } else {
            w_text(&w, FORMATS[k->o.format].between);
            FORMATS[k->o.format].finding(&w, &f[i]);
        }
    }
    diag_print(&c->diag, out);
    fwrite(w.text, 1, w.n, out);
    writer_free(&w);
}

/* --watch: which files the module was made of besides its own. */
static void tell_imports(const struct check *k, const struct compilation *c) {
    for (int i = 0; k->imports && c->source && i < c->source->n_files; ++i) {
        if (!c->source->file[i].made) {
            fprintf(k->imports, "%s\n%s\n", c->input, c->source->file[i].path);
        }
    }
    if (k->imports) {
        fflush(k->imports);
    }
}

static int check_one(void *context, int i, FILE *messages) {
    struct check *k = context;
    struct compilation c = {.options = &k->o, .input = k->files.item[i].path, .messages = messages};
    c.only_marked = k->o.if_marked || k->files.item[i].in_folder;
    compilation_run(&c);
    if (!driver_interrupted) {
        ignores_apply(&c, c.complete);
        report(k, &c, &k->tally[i], messages);
        tell_imports(k, &c);
    }
    compilation_free(&c);
    return driver_interrupted       ? STATUS_INTERRUPTED
           : k->tally[i].errors > 0 ? STATUS_USER
                                    : STATUS_OK;
}

/* ---- all modules ----------------------------------------------------------------------------- */

/* What a module's process wrote; its own words when it failed. */
static void take_text(void *context, int i, int status, double seconds, FILE *messages) {
    struct check *k = context;
    struct writer w;
    char buffer[4096];
    writer_init(&w);
    for (size_t n;
         status != STATUS_INTERNAL && (n = fread(buffer, 1, sizeof(buffer), messages)) > 0;) {
        w_raw(&w, buffer, n);
    }
    if (status == STATUS_INTERNAL) {
        struct finding f = {.path = k->files.item[i].path, .severity = DIAG_ERROR, .text = FAILED};
        k->tally[i] = (struct check_tally){.failed = 1};
        if (k->o.format == FORMAT_TEXT || k->writes_baseline) {
            fprintf(stderr, "%s: error: %s\n", f.path, f.text);
        } else {
            w_text(&w, FORMATS[k->o.format].between);
            FORMATS[k->o.format].finding(&w, &f);
        }
    }
    k->text[i] = (struct text){arena_strndup(k->arena, w.text, w.n), w.n};
    k->seconds[i] = seconds;
    writer_free(&w);
}

static struct check_tally sum_of(const struct check *k) {
    struct check_tally all = {.modules = k->files.n};
    for (int i = 0; i < k->files.n; ++i) {
        const struct check_tally *t = &k->tally[i];
        all.errors += t->errors;
        all.warnings += t->warnings;
        all.known += t->known;
        all.failing += t->errors > 0;
        all.failed += t->failed;
        all.seconds += k->seconds[i];
    }
    return all;
}

static const char *plural(int n) {
    return n == 1 ? "" : "s";
}

/* "12 modules checked: 1 error, no warnings, 3 known" */
static void put_summary(struct check *k, struct writer *w, const struct check_tally *all) {
    int gone = 0;
    w_put(w, "%d module%s checked: %d error%s, %d warning%s", all->modules, plural(all->modules),
          all->errors, plural(all->errors), all->warnings, plural(all->warnings));
    if (all->known > 0) {
        w_put(w, ", %d known", all->known);
    }
    w_text(w, "\n");
    for (int i = 0; i < k->known.n; ++i) {
        for (int m = 0; m < k->files.n && !k->met[i]; ++m) {
            gone += strcmp(k->files.item[m].path, k->known.item[i].path) == 0;
        }
    }
    if (gone > 0) {
        w_put(w, "%d finding%s of %s %s gone: remove it and run again\n", gone, plural(gone),
              k->o.baseline, gone == 1 ? "is" : "are");
    }
}

static void put_all(struct check *k, struct writer *w, const struct check_tally *all) {
    const struct format_row *row = &FORMATS[k->o.format];
    bool first = true;
    if (row->begin) {
        row->begin(w, all);
    }
    for (int i = 0; i < k->files.n; ++i) {
        size_t skipped = first && row->between ? strlen(row->between) : 0;
        if (row->open) {
            row->open(w, k->files.item[i].path, k->seconds[i]);
        }
        if (k->text[i].n > 0) {
            w_raw(w, k->text[i].s + skipped, k->text[i].n - skipped);
            first = false;
        }
        if (row->close) {
            row->close(w);
        }
    }
    if (row->end) {
        row->end(w, all);
    }
    if (k->o.format == FORMAT_TEXT && !k->o.quiet) {
        put_summary(k, w, all);
    }
}

static int save(const struct writer *w, const char *path) {
    const char *error = writer_save(w, path);
    if (error) {
        fprintf(stderr, "pycc: error: cannot write %s: %s\n", path, error);
    }
    return error ? STATUS_USER : STATUS_OK;
}

static int write_baseline(struct check *k, const struct check_tally *all) {
    struct writer w;
    int n = all->errors + all->warnings;
    writer_init(&w);
    w_text(&w, "# What pycc check --baseline knows and does not report: mark, code, path, text.\n");
    for (int i = 0; i < k->files.n; ++i) {
        w_raw(&w, k->text[i].s, k->text[i].n);
    }
    int status = save(&w, k->o.baseline);
    writer_free(&w);
    if (status == STATUS_OK && !k->o.quiet) {
        fprintf(stderr, "%s: %d finding%s %s known from now on\n", k->o.baseline, n, plural(n),
                n == 1 ? "is" : "are");
    }
    return all->failed > 0 ? STATUS_INTERNAL : status;
}

/* Checks the files that k names and prints what was found. */
static int check_files(struct check *k) {
    int n = k->files.n;
    struct tasks tasks = {
        .n = n, .at_a_time = k->o.jobs, .run = check_one, .done = take_text, .context = k};
    k->tally = shared_new(sizeof(*k->tally) * (size_t)n);
    k->text = ARENA_ARRAY(k->arena, struct text, n + 1);
    k->seconds = ARENA_ARRAY(k->arena, double, n + 1);
    int status = driver_run(&tasks);
    if (status != STATUS_INTERRUPTED) {
        struct check_tally all = sum_of(k);
        struct writer w;
        writer_init(&w);
        if (k->writes_baseline) {
            status = write_baseline(k, &all);
        } else {
            put_all(k, &w, &all);
            int saved = save(&w, k->o.output ? k->o.output : "-");
            status = saved > status ? saved : status;
        }
        writer_free(&w);
    }
    munmap(k->tally, sizeof(*k->tally) * (size_t)n + 1);
    return status;
}

/* ---- the baseline ---------------------------------------------------------------------------- */

/* A line into known; false when it is none. */
static bool read_known(struct check *k, char *line) {
    char *end = NULL;
    struct known known = {.mark = strtoull(line, &end, 16)};
    char *code = end == line + 16 && *end == '\t' ? end + 1 : NULL;
    char *path = code ? strchr(code, '\t') : NULL;
    char *text = path ? strchr(path + 1, '\t') : NULL;
    if (!text) {
        return false;
    }
    known.path = arena_strndup(k->arena, path + 1, (size_t)(text - path - 1));
    vec_push(k->arena, &k->known, known);
    return true;
}

/* False, which was said, when the file is something else. */
static bool read_baseline(struct check *k) {
    FILE *f = k->o.baseline ? fopen(k->o.baseline, "r") : NULL;
    char *line = NULL;
    size_t cap = 0;
    bool fine = true;
    k->writes_baseline = k->o.baseline && !f;
    for (int n = 1; f && fine && getline(&line, &cap, f) > 0; ++n) {
        fine = line[0] == '#' || line[0] == '\n' || read_known(k, line);
        if (!fine) {
            fprintf(stderr, "pycc: error: line %d of %s is none of a baseline\n", n, k->o.baseline);
        }
    }
    free(line);
    if (f) {
        fclose(f);
    }
    k->met = shared_new((size_t)k->known.n);
    return fine;
}

/* ---- the command ----------------------------------------------------------------------------- */

static bool same_time(struct timespec a, struct timespec b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

static struct timespec time_of(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 ? s.st_mtim : (struct timespec){0};
}

/* A file that a module imports. */
struct imported_file {
    const char *module, *path; /* module is NULL: it was, and has told anew */
    struct timespec changed;
};

struct watched {
    struct arena arena;
    VEC(struct imported_file) imports;
};

/* The files of `now` that are new or were changed since `then`, or import one that was. */
static struct checked_files files_changed(struct arena *a, const struct watched *w,
                                          struct checked_files now, struct checked_files then) {
    struct checked_files changed = {.item = ARENA_ARRAY(a, struct checked_file, now.n + 1)};
    for (int i = 0; i < now.n; ++i) {
        const char *path = now.item[i].path;
        bool same = false;
        for (int k = 0; k < then.n && !same; ++k) {
            same = strcmp(path, then.item[k].path) == 0 &&
                   same_time(now.item[i].changed, then.item[k].changed);
        }
        for (int k = 0; k < w->imports.n && same; ++k) {
            const struct imported_file *f = &w->imports.item[k];
            same = !f->module || strcmp(f->module, path) != 0 ||
                   same_time(f->changed, time_of(f->path));
        }
        if (!same) {
            changed.item[changed.n++] = now.item[i];
        }
    }
    return changed;
}

/* What the modules that were checked have told of their imports, in the place of what they told
 * before. */
static void note_imports(struct watched *w, struct check *k) {
    char *line[2] = {NULL, NULL};
    size_t cap[2] = {0, 0};
    for (int i = 0; i < w->imports.n; ++i) {
        struct imported_file *f = &w->imports.item[i];
        for (int m = 0; m < k->files.n && f->module; ++m) {
            f->module = strcmp(f->module, k->files.item[m].path) == 0 ? NULL : f->module;
        }
    }
    if (!k->imports) {
        return;
    }
    rewind(k->imports);
    while (getline(&line[0], &cap[0], k->imports) > 0 &&
           getline(&line[1], &cap[1], k->imports) > 0) {
        for (int i = 0; i < 2; ++i) {
            line[i][strcspn(line[i], "\n")] = '\0';
        }
        struct imported_file f = {arena_strdup(&w->arena, line[0]),
                                  arena_strdup(&w->arena, line[1]), time_of(line[1])};
        vec_push(&w->arena, &w->imports, f);
    }
    free(line[0]);
    free(line[1]);
    fclose(k->imports);
}

/* --watch: looks five times a second whether sources have changed. */
static int watch(struct check *start, struct arena *first) {
    const struct timespec pause = {.tv_nsec = 200000000};
    struct arena arenas[2] = {*first};
    struct checked_files then = start->files;
    struct watched watched = {.imports = {0}};
    arena_init(&watched.arena);
    note_imports(&watched, start);
    for (int turn = 0; !driver_interrupted; nanosleep(&pause, NULL)) {
        struct arena *a = &arenas[1 - turn];
        arena_init(a);
        struct check k = {.o = start->o, .arena = a};
        struct checked_files now = files_find(a, &k.o);
        k.files = files_changed(a, &watched, now, then);
        if (k.files.n > 0) {
            k.imports = tmpfile();
            check_files(&k);
            note_imports(&watched, &k);
        }
        then = now;
        arena_free(&arenas[turn]);
        turn = 1 - turn;
    }
    return STATUS_INTERRUPTED;
}

int driver_check(const struct options *o) {
    struct arena a;
    arena_init(&a);
    struct check k = {.o = *o, .arena = &a, .files = files_find(&a, o)};
    k.imports = o->watch ? tmpfile() : NULL;
    k.o.colour = o->explain_colour && !o->output && o->format == FORMAT_TEXT;
    int status = read_baseline(&k) ? check_files(&k) : STATUS_USER;
    if (o->watch && status != STATUS_INTERRUPTED) {
        return watch(&k, &a);
    }
    arena_free(&a);
    return status;
}
