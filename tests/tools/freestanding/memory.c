/* The memory of scan.c as WebAssembly, see include/stdlib.h. */
#include <stdint.h>
#include <stdlib.h>

enum { PAGE = 65536 };

extern unsigned char __heap_base;

void *malloc(size_t bytes)
{
    static uintptr_t end;
    const uintptr_t first = ((end ? end : (uintptr_t)&__heap_base) + 15) / 16 * 16;
    const uintptr_t room = __builtin_wasm_memory_size(0) * (uintptr_t)PAGE;
    if (bytes > UINT32_MAX / 2 - first)
        return NULL;
    if (first + bytes > room && __builtin_wasm_memory_grow(0, (first + bytes - room + PAGE - 1) / PAGE) == SIZE_MAX)
        return NULL;
    end = first + bytes;
    return (void *)first;
}
