/* Copies and zeros, which the compiler writes as instructions of WebAssembly. */
#ifndef EDGEASP_STRING_H
#define EDGEASP_STRING_H
#define memcpy __builtin_memcpy
#define memset __builtin_memset
#endif
