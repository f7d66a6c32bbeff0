/* vsnprintf for what the compiler prints. */
#ifndef PYCC_FORMAT_H
#define PYCC_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* As vsnprintf: puts at most size - 1 bytes and a NUL at to, and returns the length of the whole
 * text, negative for a bad format. Plain text, %s, %.*s, %c, %d, %ld and
 * %lld are done here. */
int format_text(char *to, size_t size, const char *fmt, va_list ap)
    __attribute__((format(printf, 3, 0)));

#endif
