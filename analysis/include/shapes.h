/* The pass after lowering that puts in what is known of extents when compiling. */
#ifndef PYCC_SHAPES_H
#define PYCC_SHAPES_H

#include "arena.h"
#include "tir.h"

/* Rewrites every function of the module in place: extents of arrays that the function made are what
 * they were made with, checks of shapes that surely hold are gone, and array statements read a
 * stretched axis of extent 1 at 0 of the array itself. New nodes go to a. */
void shapes_run(struct arena *a, struct tmodule *m);

#endif
