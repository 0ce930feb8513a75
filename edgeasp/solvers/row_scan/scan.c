/* Fills a board square by square, row by row: the backtracking search that edge-matching puzzles are usually
 * attacked with, for others to be compared with. For each square it knows the ways to lie that fit what lies above
 * and to the left; it takes one after the other, as long as there are tiles of the kind, and learns nothing. */
#include <stdint.h>
#include <stdlib.h>

/* A kind of tiles in a rotation: what it shows to the right and at the bottom, and its place in its list. */
typedef struct {
    int32_t kind, right, bottom, place;
} Way;

typedef struct {
    int cols, squares, colours, kinds, depth;
    int *rest;          /* of each kind: how many tiles are left */
    Way ***ways;        /* of each square: by the colours above and to the left, the ways to lie that show them */
    const Way **next;   /* of each square up to the depth: the way that lies there, or is to be tried next */
    uint64_t nodes;     /* how many tiles have been laid */
} Scan;

/* The ways of a list, each given as the kind and the colours at the top, right, bottom and left, by the colours
 * above and to the left; the colour after the last one stands for "any". A way of no kind ends them. */
static Way **by_colours(const int32_t *given, int length, int colours, int none)
{
    Way **found = malloc(sizeof(Way *) * (colours + 1) * (colours + 1));
    for (int above = 0; above <= colours; above++)
        for (int left = 0; left <= colours; left++) {
            Way *first = malloc(sizeof(Way) * (length + 1)), *end = first;
            for (int i = 0; i < length; i++) {
                const int32_t *way = given + 5 * i;
                if ((above == colours || way[1] == above) && (left == colours || way[4] == left))
                    *end++ = (Way){way[0], way[2], way[3], i};
            }
            *end++ = (Way){none, 0, 0, 0};
            found[above * (colours + 1) + left] = realloc(first, sizeof(Way) * (end - first));
        }
    return found;
}

/* A search over: columns, rows, colours, kinds; for each kind the number of tiles; the number of lists; each list as
 * its length and its ways; for each square, row by row, the number of its list. It lasts as long as the process. */
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
    scan->rest[scan->kinds] = 1; /* so that a list needs no test of its own for its end */
    int lists = *given++;
    Way ***list = malloc(sizeof(Way **) * (lists + 1));
    for (int i = 0; i < lists; i++) {
        int length = *given++;
        list[i] = by_colours(given, length, scan->colours, scan->kinds);
        given += 5 * length;
    }
    scan->ways = malloc(sizeof(Way **) * scan->squares);
    for (int i = 0; i < scan->squares; i++)
        scan->ways[i] = list[*given++];
    free(list);
    scan->next = calloc(scan->squares, sizeof(Way *));
    scan->next[0] = scan->ways[0][(scan->colours + 1) * (scan->colours + 1) - 1];
    return scan;
}

/* Look for the next solution. If there is one, say for each square which way of its list lies there, and return 1. */
int scan_next(Scan *scan, int32_t *places)
{
    const int cols = scan->cols, last = scan->squares - 1, any = scan->colours, width = scan->colours + 1;
    const int none = scan->kinds;
    int *rest = scan->rest, depth = scan->depth;
    const Way **next = scan->next;
    uint64_t nodes = scan->nodes;
    int found = 0;
    while (depth >= 0 && !found) {
        const Way *way = next[depth];
        while (!rest[way->kind])
            way++;
        next[depth] = way;
        if (way->kind == none) {
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
        rest[way->kind]--;
        depth++;
        int above = depth >= cols ? next[depth - cols]->bottom : any;
        int left = depth % cols ? way->right : any;
        next[depth] = scan->ways[depth][above * width + left];
    }
    scan->depth = depth;
    scan->nodes = nodes;
    return found;
}

uint64_t scan_nodes(const Scan *scan)
{
    return scan->nodes;
}
