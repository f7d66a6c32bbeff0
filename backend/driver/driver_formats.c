/* What pycc check found, for machines: JSON, SARIF 2.1.0, GitHub's commands and JUnit's XML. */
#include <string.h>

#include "driver_check.h"
#include "pycc_config.h"

static const char *const SEVERITIES[] = {"note", "warning", "error"};

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_json(struct writer *w, const char *text) {
    w_text(w, "\"");
    for (const char *p = text; *p; ++p) {
        if (*p == '"' || *p == '\\') {
            w_put(w, "\\%c", *p);
        } else if ((unsigned char)*p < 0x20) {
            w_put(w, "\\u%04x", *p);
        } else {
            w_bytes(w, p, 1);
        }
    }
    w_text(w, "\"");
}

struct place {
    struct source_pos from, to;
};

static struct place place_of(const struct source *s, struct span span) {
    uint32_t hi = span.hi > span.lo ? span.hi : span.lo;
    return (struct place){source_pos(s, span.lo), source_pos(s, hi)};
}

static void put_json_place(struct writer *w, const struct source *s, struct span span) {
    struct place p = place_of(s, span);
    w_put(w, "\"line\": %d, \"column\": %d, \"end_line\": %d, \"end_column\": %d, ", p.from.line,
          p.from.column, p.to.line, p.to.column);
}

/* "notes" or "help": those notes of the message. */
static void put_json_notes(struct writer *w, const struct finding *f, bool fixes) {
    int n = 0;
    w_put(w, ", \"%s\": [", fixes ? "help" : "notes");
    for (int i = 0; f->message && i < f->message->notes.n; ++i) {
        const struct diag_note *note = &f->message->notes.item[i];
        if (note->is_fix != fixes) {
            continue;
        }
        w_text(w, n++ > 0 ? ", " : "");
        if (fixes) {
            put_json(w, note->text);
            continue;
        }
        w_text(w, "{");
        const char *path = note->has_span && f->source ? source_path(f->source, note->span.lo) : "";
        if (*path && strcmp(path, f->path) != 0) {
            w_text(w, "\"path\": ");
            put_json(w, path);
            w_text(w, ", ");
        }
        if (*path) {
            put_json_place(w, f->source, note->span);
        }
        w_text(w, "\"message\": ");
        put_json(w, note->text);
        w_text(w, "}");
    }
    w_text(w, "]");
}

static void json_begin(struct writer *w, const struct check_tally *all) {
    (void)all;
    w_put(w, "{\"version\": 1, \"pycc\": \"%s\", \"findings\": [", PYCC_VERSION);
}

static void json_finding(struct writer *w, const struct finding *f) {
    w_text(w, "\n  {\"path\": ");
    put_json(w, f->path);
    w_text(w, ", ");
    if (f->source && f->message) {
        put_json_place(w, f->source, f->message->span);
    }
    w_put(w, "\"severity\": \"%s\", \"code\": ", SEVERITIES[f->severity]);
    w_put(w, f->code ? "\"%s\"" : "null", f->code);
    w_text(w, ", \"message\": ");
    put_json(w, f->text);
    put_json_notes(w, f, false);
    put_json_notes(w, f, true);
    w_put(w, ", \"fingerprint\": \"%016llx\"}", f->mark);
}

static void json_end(struct writer *w, const struct check_tally *all) {
    w_put(w,
          "\n], \"summary\": {\"modules\": %d, \"errors\": %d, \"warnings\": %d, \"known\": %d}}\n",
          all->modules, all->errors, all->warnings, all->known);
}

/* ---- SARIF ----------------------------------------------------------------------------------- */

/* The message with its notes that have no place, as one text. */
static void put_whole_text(struct writer *w, const struct finding *f,
                           void (*put)(struct writer *w, const char *text)) {
    struct writer all;
    writer_init(&all);
    w_raw(&all, f->text, strlen(f->text));
    for (int i = 0; f->message && i < f->message->notes.n; ++i) {
        const struct diag_note *note = &f->message->notes.item[i];
        if (!note->has_span) {
            w_raw(&all, note->is_fix ? "\nhelp: " : "\nnote: ", 7);
            w_raw(&all, note->text, strlen(note->text));
        }
    }
    put(w, all.text);
    writer_free(&all);
}

/* A path as a reference in a URI (RFC 3986): what is not allowed there is in hexadecimal. */
static void put_uri(struct writer *w, const char *path) {
    for (const unsigned char *p = (const unsigned char *)path; *p; ++p) {
        bool plain = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
                     (*p >= '0' && *p <= '9') || strchr("-._~/", *p);
        w_put(w, plain ? "%c" : "%%%02X", *p);
    }
}

static void sarif_begin(struct writer *w, const struct check_tally *all) {
    (void)all;
    w_put(w,
          "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": "
          "\"2.1.0\", \"runs\": [{\n"
          "  \"tool\": {\"driver\": {\"name\": \"pycc\", \"version\": \"%s\", \"rules\": [",
          PYCC_VERSION);
    for (int i = 0; i < DIAG_COUNT; ++i) {
        w_put(w, "%s\n    {\"id\": \"%s\", \"shortDescription\": {\"text\": ", i > 0 ? "," : "",
              diag_code_name((enum diag_code)i));
        put_json(w, diag_code_summary((enum diag_code)i));
        w_text(w, "}}");
    }
    w_text(w, "]}},\n  \"columnKind\": \"unicodeCodePoints\",\n  \"results\": [");
}

static void put_sarif_location(struct writer *w, const struct finding *f, const struct span *span) {
    w_text(w, "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": \"");
    put_uri(w, f->source && span ? source_path(f->source, span->lo) : f->path);
    w_text(w, "\"}");
    if (f->source && span) {
        struct place p = place_of(f->source, *span);
        w_put(w,
              ", \"region\": {\"startLine\": %d, \"startColumn\": %d, \"endLine\": %d, "
              "\"endColumn\": %d}",
              p.from.line, p.from.column, p.to.line, p.to.column);
    }
    w_text(w, "}");
}

static void sarif_finding(struct writer *w, const struct finding *f) {
    w_text(w, "\n    {");
    if (f->message) {
        w_put(w, "\"ruleId\": \"%s\", \"ruleIndex\": %d, ", f->code, (int)f->message->code);
    }
    w_put(w, "\"level\": \"%s\", \"message\": {\"text\": ", SEVERITIES[f->severity]);
    put_whole_text(w, f, put_json);
    w_text(w, "}, \"locations\": [");
    put_sarif_location(w, f, f->message ? &f->message->span : NULL);
    w_text(w, "}]");
    int n = 0;
    for (int i = 0; f->message && i < f->message->notes.n; ++i) {
        const struct diag_note *note = &f->message->notes.item[i];
        if (note->has_span) {
            w_text(w, n++ > 0 ? ", " : ", \"relatedLocations\": [");
            put_sarif_location(w, f, &note->span);
            w_text(w, ", \"message\": {\"text\": ");
            put_json(w, note->text);
            w_text(w, "}}");
        }
    }
    w_put(w, "%s, \"partialFingerprints\": {\"pycc/v1\": \"%016llx\"}}", n > 0 ? "]" : "", f->mark);
}

static void sarif_end(struct writer *w, const struct check_tally *all) {
    w_put(w, "],\n  \"invocations\": [{\"executionSuccessful\": %s}]\n}]}\n",
          all->failed > 0 ? "false" : "true");
}

/* ---- GitHub ---------------------------------------------------------------------------------- */

/* The text of a workflow command, or a value in it, where `:` and `,` separate. */
static void put_github_escaped(struct writer *w, const char *text, const char *special) {
    for (const char *p = text; *p; ++p) {
        if (strchr(special, *p)) {
            w_put(w, "%%%02X", *p);
        } else {
            w_bytes(w, p, 1);
        }
    }
}

static void put_github_text(struct writer *w, const char *text) {
    put_github_escaped(w, text, "%\r\n");
}

static void github_finding(struct writer *w, const struct finding *f) {
    w_put(w, "::%s file=", f->severity == DIAG_NOTE ? "notice" : SEVERITIES[f->severity]);
    put_github_escaped(w, f->path, "%\r\n:,");
    if (f->source && f->message) {
        struct place p = place_of(f->source, f->message->span);
        w_put(w, ",line=%d,endLine=%d", p.from.line, p.to.line);
        if (p.from.line == p.to.line) { /* columns of several lines are refused */
            w_put(w, ",col=%d,endColumn=%d", p.from.column, p.to.column);
        }
    }
    w_put(w, ",title=pycc%s%s::", f->code ? " " : "", f->code ? f->code : "");
    put_whole_text(w, f, put_github_text);
    w_text(w, "\n");
}

/* ---- JUnit ----------------------------------------------------------------------------------- */

static void put_xml(struct writer *w, const char *text) {
    for (const char *p = text; *p; ++p) {
        const char *name = *p == '&'    ? "&amp;"
                           : *p == '<'  ? "&lt;"
                           : *p == '>'  ? "&gt;"
                           : *p == '"'  ? "&quot;"
                           : *p == '\n' ? "&#10;"
                                        : NULL;
        if (name) {
            w_text(w, name);
        } else if ((unsigned char)*p < 0x20) {
            w_text(w, "?");
        } else {
            w_bytes(w, p, 1);
        }
    }
}

static void junit_begin(struct writer *w, const struct check_tally *all) {
    w_put(w,
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
          "<testsuite name=\"pycc\" tests=\"%d\" failures=\"%d\" errors=\"%d\" time=\"%.3f\">\n",
          all->modules, all->failing, all->failed, all->seconds);
}

static void junit_open(struct writer *w, const char *path, double seconds) {
    w_text(w, "<testcase classname=\"pycc\" name=\"");
    put_xml(w, path);
    w_put(w, "\" time=\"%.3f\">\n", seconds);
}

static void junit_finding(struct writer *w, const struct finding *f) {
    const char *tag = f->severity != DIAG_ERROR ? "system-out" : f->code ? "failure" : "error";
    w_put(w, "<%s", tag);
    if (f->severity == DIAG_ERROR) {
        w_put(w, " type=\"%s\" message=\"", f->code ? f->code : "internal");
        put_xml(w, f->text);
        w_text(w, "\"");
    }
    w_text(w, ">");
    put_xml(w, f->path);
    if (f->source && f->message) {
        struct place p = place_of(f->source, f->message->span);
        w_put(w, ":%d:%d", p.from.line, p.from.column);
    }
    w_put(w, ": %s: ", SEVERITIES[f->severity]);
    put_whole_text(w, f, put_xml);
    w_put(w, "%s%s%s</%s>\n", f->code ? " [" : "", f->code ? f->code : "", f->code ? "]" : "", tag);
}

static void junit_close(struct writer *w) {
    w_text(w, "</testcase>\n");
}

static void junit_end(struct writer *w, const struct check_tally *all) {
    (void)all;
    w_text(w, "</testsuite>\n</testsuites>\n");
}

/* ---- baselines ------------------------------------------------------------------------------- */

void put_baseline_line(struct writer *w, const struct finding *f) {
    w_put(w, "%016llx\t%s\t%s\t%s\n", f->mark, f->code, f->path, f->text);
}

const struct format_row FORMATS[] = {
    [FORMAT_JSON] = {json_begin, NULL, json_finding, NULL, json_end, ","},
    [FORMAT_SARIF] = {sarif_begin, NULL, sarif_finding, NULL, sarif_end, ","},
    [FORMAT_GITHUB] = {NULL, NULL, github_finding, NULL, NULL, ""},
    [FORMAT_JUNIT] = {junit_begin, junit_open, junit_finding, junit_close, junit_end, ""},
};
