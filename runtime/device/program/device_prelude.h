/* OpenCL C that kernels may use: runtime/kernels/prelude.cl, cut into its functions and constants
 * by embed.py when pycc is built. */
#ifndef PYCC_DEVICE_PRELUDE_H
#define PYCC_DEVICE_PRELUDE_H

/* A function or a constant by its name, behind those that it uses; "": every kernel has it.
 * guard: of #ifdef, or "". */
struct device_piece {
    const char *name, *guard, *text;
};

extern const struct device_piece device_piece[];
extern const int device_pieces;

/* Those with names, in the order of these. */
extern const unsigned short device_piece_named[];
extern const int device_pieces_named;

/* A kernel's text behind what it uses, and what that uses. From malloc; NULL: no memory. */
char *device_prelude_join(const char *kernel);

#endif
