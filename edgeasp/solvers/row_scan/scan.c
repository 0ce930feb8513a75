/* Backtracking square by square, row by row: the usual attack on edge-matching puzzles. For each square it has lists
 * of candidates by the colours above and to the left; it tries them in order, as long as there are tiles of the kind,
 * and learns nothing. */
#include <stdint.h>
#include <stdlib.h>

/* A kind of tiles in a rotation: its colours at the right and at the bottom, and its place in its list. */
typedef struct {
    int32_t kind, right, bottom, place;
} Candidate;

typedef struct {
    int cols, squares, colours, kinds, depth;
    int *rest;                 /* of each kind: the number of tiles left */
    int lists;
    Candidate ***list;         /* the lists, each as `candidates` has it for its squares */
    Candidate ***candidates;   /* of each square: by the colours above and to the left, the candidates that show them */
    const Candidate **next;    /* of each square up to the depth: the one placed there, or the next one to try */
    uint64_t nodes;            /* the number of tiles placed */
} Scan;

/* The candidates of a list, each given as its kind and its colours at the top, right, bottom and left, by the colours
 * above and to the left; the colour after the last one stands for "any". A candidate of the kind `none` ends each. */
static Candidate **by_colours(const int32_t *given, int length, int colours, int none)
{
    Candidate **found = malloc(sizeof(Candidate *) * (colours + 1) * (colours + 1));
    for (int above = 0; above <= colours; above++)
        for (int left = 0; left <= colours; left++) {
            Candidate *first = malloc(sizeof(Candidate) * (length + 1)), *end = first;
            for (int i = 0; i < length; i++) {
                const int32_t *each = given + 5 * i;
                if ((above == colours || each[1] == above) && (left == colours || each[4] == left))
                    *end++ = (Candidate){each[0], each[2], each[3], i};
            }
            *end++ = (Candidate){none, 0, 0, 0};
            found[above * (colours + 1) + left] = realloc(first, sizeof(Candidate) * (end - first));
        }
    return found;
}

/* A search over: columns, rows, colours, kinds; for each kind the number of tiles; the number of lists; each list as
 * its length and its candidates; for each square, row by row, the number of its list. */
Scan *scan_new(const int32_t *given)
{
    Scan *scan = calloc(1, sizeof *scan);
    scan->cols = given[0];
    scan->squares = given[0] * given[1];
    scan->colours = given[2];
    scan->kinds = given[3];
    given += 4;
    scan->rest = malloc(sizeof(int) * (scan->kinds + 1));
    for (int i = 0; i < scan->kinds; i++)
        scan->rest[i] = *given++;
    scan->rest[scan->kinds] = 1; /* so that the end of a list needs no test of its own */
    scan->lists = *given++;
    scan->list = malloc(sizeof(Candidate **) * (scan->lists + 1));
    for (int i = 0; i < scan->lists; i++) {
        int length = *given++;
        scan->list[i] = by_colours(given, length, scan->colours, scan->kinds);
        given += 5 * length;
    }
    scan->candidates = malloc(sizeof(Candidate **) * scan->squares);
    for (int i = 0; i < scan->squares; i++)
        scan->candidates[i] = scan->list[*given++];
    scan->next = calloc(scan->squares, sizeof(Candidate *));
    scan->next[0] = scan->candidates[0][(scan->colours + 1) * (scan->colours + 1) - 1];
    return scan;
}

/* Find the next solution: 1 and for each square the place of its candidate in its list, 0 if there is none, or -1 after
 * so many more nodes; the search then goes on where it was. */
int scan_next(Scan *scan, int32_t *places, uint64_t most)
{
    const int cols = scan->cols, last = scan->squares - 1, any = scan->colours, width = scan->colours + 1;
    const int none = scan->kinds;
    int *rest = scan->rest, depth = scan->depth;
    const Candidate **next = scan->next;
    uint64_t nodes = scan->nodes;
    const uint64_t pause = nodes + most;
    int found = 0;
    while (depth >= 0 && !found && nodes < pause) {
        const Candidate *tried = next[depth];
        while (!rest[tried->kind])
            tried++;
        next[depth] = tried;
        if (tried->kind == none) {
            if (--depth >= 0)
                rest[next[depth]++->kind]++;
            continue;
        }
        nodes++;
        if (depth == last) {
            for (int i = 0; i <= last; i++)
                places[i] = next[i]->place;
            next[depth]++;
            found = 1;
            continue;
        }
        rest[tried->kind]--;
        depth++;
        int above = depth >= cols ? next[depth - cols]->bottom : any;
        int left = depth % cols ? tried->right : any;
        next[depth] = scan->candidates[depth][above * width + left];
    }
    scan->depth = depth;
    scan->nodes = nodes;
    return found ? 1 : depth >= 0 ? -1 : 0;
}

uint64_t scan_nodes(const Scan *scan)
{
    return scan->nodes;
}

void scan_free(Scan *scan)
{
    const int width = scan->colours + 1;
    for (int i = 0; i < scan->lists; i++) {
        for (int pair = 0; pair < width * width; pair++)
            free(scan->list[i][pair]);
        free(scan->list[i]);
    }
    free(scan->list);
    free(scan->candidates);
    free(scan->next);
    free(scan->rest);
    free(scan);
}
