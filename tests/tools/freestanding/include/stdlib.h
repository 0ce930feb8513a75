/* What scan.c needs of the library of C, where there is none: memory that is only ever taken, from the end of what a
 * program of WebAssembly has. A board has an instance of its own, whose memory goes with it. */
#ifndef EDGEASP_STDLIB_H
#define EDGEASP_STDLIB_H
#include <stddef.h>

void *malloc(size_t bytes);

/* Pages of WebAssembly hold zeros, and none is given twice. */
static inline void *calloc(size_t number, size_t bytes)
{
    return malloc(number * bytes);
}

static inline void free(void *given)
{
    (void)given;
}
#endif
