/* Loads the three libraries of a wheel as a program and searches one puzzle with them: all its boards by the scan, then
 * a proof that there are no others by the refuter. It prints what they find; of the beam, that its functions are there.
 *
 *     engines SCAN REFUTER CROWD INPUT
 *
 * INPUT has numbers of four bytes: how many `board_new` takes, and these; the squares; how many `refuter_new` takes, and
 * these; for each square the number of its candidates, with seven numbers for each. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _WIN32
#include <windows.h>
static void *opened(const char *path) { return (void *)LoadLibraryA(path); }
static void *named(void *library, const char *name) { return (void *)GetProcAddress((HMODULE)library, name); }
#else
#include <dlfcn.h>
static void *opened(const char *path) { return dlopen(path, RTLD_NOW); }
static void *named(void *library, const char *name) { return dlsym(library, name); }
#endif

enum { ROOM = 16, BLOCK = 1 << 16 };

static void *library;

static void *function(const char *name)
{
    void *found = named(library, name);
    if (!found) {
        fprintf(stderr, "there is no function %s\n", name);
        exit(1);
    }
    return found;
}

static void take(const char *path)
{
    library = opened(path);
    if (!library) {
        fprintf(stderr, "%s cannot be loaded\n", path);
        exit(1);
    }
}

static int32_t *searched(const int32_t *given, int squares)
{
    void *(*board_new)(const int32_t *) = function("board_new");
    void *(*scan_new)(void *, int) = function("scan_new");
    int (*scan_next)(void *, int32_t *, int, uint64_t) = function("scan_next");
    int (*scan_is_over)(void *) = function("scan_is_over");
    uint64_t (*scan_nodes)(void *) = function("scan_nodes");
    void *board = board_new(given), *scan = scan_new(board, 0);
    int32_t *places = malloc(sizeof(int32_t) * ROOM * squares);
    while (!scan_is_over(scan)) {
        int found = scan_next(scan, places, ROOM, 100000);
        for (int i = 0; i < found * squares; i++)
            printf("%d%c", (int)places[i], (i + 1) % squares ? ' ' : '\n');
    }
    printf("tiles laid: %llu\n", (unsigned long long)scan_nodes(scan));
    ((void (*)(void *))function("scan_free"))(scan);
    ((void (*)(void *))function("board_free"))(board);
    return places;
}

static void proved(const int32_t *given, int squares)
{
    void *(*refuter_new)(const int32_t *, size_t) = function("refuter_new");
    void (*refuter_load)(void *, const int32_t *, int) = function("refuter_load");
    int (*refuter_run)(void *, int, size_t, double) = function("refuter_run");
    int (*refuter_trim)(void *, int *, double) = function("refuter_trim");
    size_t (*refuter_text)(void *, int, char *, size_t) = function("refuter_text");
    int counts[2], done;
    void *refuter = refuter_new(given + 1, (size_t)*given);
    given += *given + 1;
    for (int i = 0; i < squares; i++) {
        refuter_load(refuter, given + 1, *given);
        given += 7 * *given + 1;
    }
    while ((done = refuter_run(refuter, 100, (size_t)1 << 26, 0.05)) == 0)
        ;
    if (done > 0)
        while ((done = refuter_trim(refuter, counts, 0.05)) == 0)
            ;
    if (done < 0) {
        fprintf(stderr, "the refuter has no memory\n");
        exit(1);
    }
    printf("clauses: %d, lemmas: %d\n", counts[0], counts[1]);
    char *text = malloc(BLOCK);
    for (int which = 0; which < 3; which++)
        for (size_t size; (size = refuter_text(refuter, which, text, BLOCK)) > 0 && size <= BLOCK;)
            fwrite(text, 1, size, stdout);
    ((void (*)(void *))function("refuter_free"))(refuter);
    free(text);
}

int main(int count, char **words)
{
    if (count != 5) {
        fprintf(stderr, "expected SCAN REFUTER CROWD INPUT\n");
        return 2;
    }
    FILE *input = fopen(words[4], "rb");
    int32_t *given = calloc(1 << 22, sizeof *given);
    if (!input || !given || !fread(given, sizeof *given, 1 << 22, input)) {
        fprintf(stderr, "%s cannot be read\n", words[4]);
        return 2;
    }
    int squares = given[*given + 1];
    take(words[1]);
    free(searched(given + 1, squares));
    take(words[2]);
    proved(given + *given + 2, squares);
    take(words[3]);
    function("beam_met");
    function("beam_ways");
    function("beam_extended");
    puts("all functions are there");
    return 0;
}
