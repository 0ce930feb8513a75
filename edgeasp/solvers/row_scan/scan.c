/* Backtracking square by square, in an order that is given: for each square it has lists of candidates by the colours of
 * two diamonds around it that are known; it tries them in order, as long as there are tiles of the kind, and learns
 * nothing. Row by row, that is the usual attack on edge-matching puzzles. Several searches of one board can share it. */
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

/* A kind of tiles in a rotation: the colours of the diamonds around it, from the north clockwise, and its place in its
 * list. */
typedef struct {
    int32_t kind, place, sides[4];
} Candidate;

/* A square: its candidates by the colours at two sides, and where the known colours stand: each on the opposite side of
 * the candidate at a smaller depth. The colours at the first two of these sides lead to the candidates. */
typedef struct {
    Candidate **table;
    int known, side[4], from[4];
} Square;

typedef struct {
    int squares, colours, kinds, depth, tables;
    Candidate end;           /* of a list */
    int *rest;               /* of each kind: the number of tiles left */
    Candidate ***table;      /* the candidates of a list by the colours at two sides; those that show them */
    Square *square;          /* in the order of the search */
    const Candidate **next;  /* of each square up to the depth: the one placed there, or the next one to try */
    uint64_t nodes;          /* the number of tiles placed */
    int split;               /* the depth at which searches of the board divide it; 0 if there is one search only */
    _Atomic int64_t *taken;  /* the number of parts that any of them has taken */
    int64_t met, own;        /* the number of parts that this one has met, and the number of the one it took last */
} Scan;

/* The candidates of a list by the colours at two sides, or at one or none if `known` says so; the colour after the last
 * one then stands for the others. The candidate `last` ends each. */
static Candidate **by_colours(const int32_t *given, int length, int colours, Candidate last, const int32_t *side, int known)
{
    Candidate **found = calloc((size_t)(colours + 1) * (colours + 1), sizeof(Candidate *));
    for (int one = known > 0 ? 0 : colours; one < colours + (known == 0); one++)
        for (int other = known > 1 ? 0 : colours; other < colours + (known < 2); other++) {
            Candidate *first = malloc(sizeof(Candidate) * (length + 1)), *end = first;
            for (int i = 0; i < length; i++) {
                const int32_t *each = given + 5 * i;
                if ((known < 1 || each[1 + side[0]] == one) && (known < 2 || each[1 + side[1]] == other))
                    *end++ = (Candidate){each[0], i, {each[1], each[2], each[3], each[4]}};
            }
            *end++ = last;
            found[one * (colours + 1) + other] = realloc(first, sizeof(Candidate) * (end - first));
        }
    return found;
}

/* A search over: squares, colours, kinds; for each kind the number of tiles; the number of lists; each list as its
 * length and its candidates, each as its kind and its colours; the number of tables; each as its list, the number of
 * known sides up to two, and two sides; for each square, in the order of the search, its table, the number of known
 * sides, and for each of these the side and the depth at which the tile beyond it lies. */
Scan *scan_new(const int32_t *given)
{
    Scan *scan = calloc(1, sizeof *scan);
    scan->squares = *given++;
    scan->colours = *given++;
    scan->kinds = *given++;
    scan->rest = malloc(sizeof(int) * (scan->kinds + 1));
    for (int i = 0; i < scan->kinds; i++)
        scan->rest[i] = *given++;
    scan->rest[scan->kinds] = 1; /* so that the end of a list needs no test of its own */
    scan->end.kind = scan->kinds;
    int lists = *given++;
    const int32_t **list = malloc(sizeof(int32_t *) * (lists + 1));
    for (int i = 0; i < lists; i++) {
        list[i] = given;
        given += 1 + 5 * *given;
    }
    scan->tables = *given++;
    scan->table = malloc(sizeof(Candidate **) * (scan->tables + 1));
    for (int i = 0; i < scan->tables; i++, given += 4) {
        const int32_t *of = list[given[0]];
        scan->table[i] = by_colours(of + 1, *of, scan->colours, scan->end, given + 2, given[1]);
    }
    free(list);
    scan->square = calloc(scan->squares, sizeof(Square));
    for (int i = 0; i < scan->squares; i++) {
        Square *at = scan->square + i;
        at->table = scan->table[*given++];
        at->known = *given++;
        for (int j = 0; j < at->known; j++) {
            at->side[j] = *given++;
            at->from[j] = *given++;
        }
    }
    scan->next = calloc(scan->squares, sizeof(Candidate *));
    scan->next[0] = scan->square[0].table[(scan->colours + 1) * (scan->colours + 1) - 1];
    return scan;
}

/* Search only some parts of the board, each of which has its own tiles at the depths before `split`: those that no other
 * search has taken with the same counter, which starts at 0. */
void scan_share(Scan *scan, int split, _Atomic int64_t *taken)
{
    scan->split = split;
    scan->taken = taken;
    scan->own = -1;
}

/* Whether the part that is met next, in the order that all searches have, belongs to this search. */
static int is_own(Scan *scan)
{
    if (scan->own < scan->met)
        scan->own = atomic_fetch_add(scan->taken, 1);
    return scan->own == scan->met++;
}

/* The colour that a tile at a smaller depth asks for at the j-th known side of a square. */
static inline int asked(const Candidate **next, const Square *at, int j)
{
    return next[at->from[j]]->sides[at->side[j] ^ 2];
}

/* Find the next solutions, up to so many, and return their number: of each, for each square the place of its candidate
 * in its list. It pauses after `most` more nodes; the next call goes on where it was. */
int scan_next(Scan *scan, int32_t *places, int room, uint64_t most)
{
    const int last = scan->squares - 1, split = scan->split, any = scan->colours, width = scan->colours + 1, none = scan->kinds;
    int *rest = scan->rest, depth = scan->depth, found = 0;
    const Candidate **next = scan->next;
    const Square *square = scan->square;
    uint64_t nodes = scan->nodes;
    const uint64_t pause = nodes + most;
    while (depth >= 0 && found < room && nodes < pause) {
        const Square *at = square + depth;
        const Candidate *tried = next[depth];
        while (!rest[tried->kind])
            tried++;
        if (tried->kind == none) {
            if (--depth >= 0)
                rest[next[depth]++->kind]++;
            continue;
        }
        int j = 2;
        while (j < at->known && tried->sides[at->side[j]] == asked(next, at, j))
            j++;
        next[depth] = tried;
        if (j < at->known) {
            next[depth]++;
            continue;
        }
        nodes++;
        if (depth == last) {
            for (int i = 0; i <= last; i++)
                *places++ = next[i]->place;
            next[depth]++;
            found++;
            continue;
        }
        rest[tried->kind]--;
        at = square + ++depth;
        int one = at->known > 0 ? asked(next, at, 0) : any;
        int other = at->known > 1 ? asked(next, at, 1) : any;
        next[depth] = depth == split && !is_own(scan) ? &scan->end : at->table[one * width + other];
    }
    scan->depth = depth;
    scan->nodes = nodes;
    return found;
}

/* Whether there is no further solution. */
int scan_is_over(const Scan *scan)
{
    return scan->depth < 0;
}

/* A number below another, and the next state of a generator of pseudo-random numbers: Steele and others' SplitMix64. */
static int below(int bound, uint64_t *state)
{
    uint64_t mixed = *state += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return (int)((mixed ^ (mixed >> 31)) % (uint64_t)bound);
}

/* Begin anew, with the candidates of each list in another order. */
void scan_restart(Scan *scan, uint64_t seed)
{
    const int pairs = (scan->colours + 1) * (scan->colours + 1);
    for (int depth = 0; depth < scan->depth; depth++)
        scan->rest[scan->next[depth]->kind]++;
    for (int i = 0; i < scan->tables; i++)
        for (int pair = 0; pair < pairs; pair++) {
            Candidate *first = scan->table[i][pair];
            for (int last = 0; first && first[last].kind != scan->kinds; last++) {
                int other = below(last + 1, &seed);
                Candidate moved = first[last];
                first[last] = first[other];
                first[other] = moved;
            }
        }
    scan->depth = 0;
    scan->next[0] = scan->square[0].table[pairs - 1];
}

uint64_t scan_nodes(const Scan *scan)
{
    return scan->nodes;
}

void scan_free(Scan *scan)
{
    const int width = scan->colours + 1;
    for (int i = 0; i < scan->tables; i++) {
        for (int pair = 0; pair < width * width; pair++)
            free(scan->table[i][pair]);
        free(scan->table[i]);
    }
    free(scan->table);
    free(scan->square);
    free(scan->next);
    free(scan->rest);
    free(scan);
}
