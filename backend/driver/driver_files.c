/* The modules that pycc check looks at: files as named, folders with all that is in them. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "driver_check.h"

struct finder {
    struct arena *a;
    VEC(struct checked_file) found;
};

static void add(struct finder *f, const char *path, const struct stat *s, bool in_folder) {
    for (int i = 0; i < f->found.n; ++i) {
        if (strcmp(f->found.item[i].path, path) == 0) {
            f->found.item[i].in_folder &= in_folder;
            return;
        }
    }
    struct checked_file file = {
        .path = path, .changed = s ? s->st_mtim : (struct timespec){0}, .in_folder = in_folder};
    vec_push(f->a, &f->found, file);
}

static bool is_source(const char *name) {
    size_t n = strlen(name);
    return n > 3 && strcmp(name + n - 3, ".py") == 0;
}

/* Folders that hold no sources of the user's. */
static bool is_skipped(struct arena *a, const char *path, const char *name) {
    struct stat s;
    return name[0] == '.' || strcmp(name, "__pycache__") == 0 ||
           strcmp(name, "node_modules") == 0 ||
           stat(arena_printf(a, "%s/pyvenv.cfg", path), &s) == 0;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Links to folders are not followed: they may lead around. */
static void walk(struct finder *f, const char *folder) {
    VEC(const char *) names = {0};
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        vec_push(f->a, &names, arena_strdup(f->a, e->d_name));
    }
    if (dir) {
        closedir(dir);
    }
    if (names.n > 0) {
        qsort(names.item, (size_t)names.n, sizeof(names.item[0]), by_name);
    }
    for (int i = 0; i < names.n; ++i) {
        const char *name = names.item[i];
        const char *path =
            strcmp(folder, ".") == 0 ? name : arena_printf(f->a, "%s/%s", folder, name);
        struct stat s, target;
        if (name[0] == '.' || lstat(path, &s) != 0) {
            continue;
        }
        if (S_ISDIR(s.st_mode) && !is_skipped(f->a, path, name)) {
            walk(f, path);
        } else if (is_source(name) && stat(path, &target) == 0 && S_ISREG(target.st_mode)) {
            add(f, path, &target, true);
        }
    }
}

/* "./src//" is "src" */
static const char *tidy(struct arena *a, const char *path) {
    while (path[0] == '.' && path[1] == '/' && path[2]) {
        path += 2 + strspn(path + 2, "/");
    }
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/') {
        --n;
    }
    return n == 0 ? "." : arena_strndup(a, path, n);
}

struct checked_files files_find(struct arena *a, const struct options *o) {
    static const char *const here[] = {"."};
    struct finder f = {.a = a};
    int n = o->n_inputs > 0 ? o->n_inputs : 1;
    const char *const *input = o->n_inputs > 0 ? o->input : here;
    for (int i = 0; i < n; ++i) {
        const char *path = tidy(a, input[i]);
        struct stat s;
        bool there = stat(path, &s) == 0;
        if (there && S_ISDIR(s.st_mode)) {
            walk(&f, path);
        } else {
            add(&f, path, there ? &s : NULL, false);
        }
    }
    return (struct checked_files){f.found.n, f.found.item};
}
