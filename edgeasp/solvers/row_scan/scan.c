/* Backtracking square by square, in an order that is given: for each square it has lists of candidates by the colours of
 * two diamonds around it that are known; it tries them in order, as long as there are tiles of the kind, and learns
 * nothing. Row by row, that is the usual attack on edge-matching puzzles. Several searches of one board can share it. */
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A kind of tiles in a rotation: the colours of the diamonds around it, from the north clockwise, and its place in its
 * list. */
typedef struct {
    int32_t kind, place, sides[4];
} Candidate;

/* A square: where its candidates begin, in bytes, by the number that the colours at two sides make, of which there are
 * `mask` and one; and where the known colours stand, each on the opposite side of the candidate at a smaller depth. The
 * first two of these places lead to the candidates, so many as are `keyed`; those from the third to the end are compared. */
typedef struct {
    const uint32_t *begin;
    uint32_t mask;
    int keyed, shares, end, side[6], from[6];
} Square;

/* What the searches of one board share, and none of them changes. */
typedef struct {
    int squares, kinds;
    uint32_t stride;         /* the number of colours, or one more */
    size_t candidates;
    int *tiles;              /* of each kind: their number */
    uint32_t *begin;         /* of the candidates, for each entry of each table */
    Candidate *candidate;    /* of each entry of each table, with the end of the list behind them; the first is an end */
    Square *square;          /* in the order of the search */
} Board;

typedef struct {
    const Board *board;
    int depth;
    Candidate *shuffled;     /* the candidates of the board in an order of its own; NULL if it has none */
    int *rest;               /* of each kind: the number of tiles left */
    const Candidate **next;  /* of each square up to the depth: the one placed there, or the next one to try */
    uint64_t nodes;          /* the number of tiles placed */
    int split;               /* the depth at which searches of the board divide it; 0 if there is one search only */
    _Atomic int64_t *taken;  /* the number of parts that any of them has taken */
    int64_t met, own;        /* the number of parts that this one has met, and the number of the one it took last */
} Scan;

/* Bytes that the tables of a board may take: they are made in a twentieth of a second. */
static const uint64_t MOST_BYTES = 1 << 26;

/* Candidates that a call looks at before it pauses: those of a twentieth of a second. */
enum { MOST_LOOKS = 10000000 };

/* The entries of a table grow with its list. With more pairs of colours than that, several pairs share an entry, and the
 * colours are compared. */
static uint64_t entries(uint64_t pairs, int length)
{
    uint64_t entries = 1;
    while (entries < pairs && entries < 8 * ((uint64_t)length + 1))
        entries *= 2;
    return entries;
}

static uint64_t pairs(uint64_t stride, int known)
{
    return known == 0 ? 1 : known == 1 ? stride : stride * stride;
}

static Candidate *candidate_at(Candidate *first, uint32_t bytes)
{
    return (Candidate *)((char *)first + bytes);
}

/* Sort a list by the entries of a table: `made` candidates are there before; the number that is there after. */
static size_t fill(Board *board, size_t made, const int32_t *list, uint32_t *begin, uint32_t mask, const int32_t *table)
{
    const int length = *list++, known = table[1];
    for (int backwards = 0; backwards < 2; backwards++) {
        for (int i = length - 1; i >= 0; i--) {
            const int32_t *of = list + 5 * (size_t)i;
            uint32_t key = known > 0 ? (uint32_t)of[1 + table[2]] : 0;
            if (known > 1)
                key = key * board->stride + (uint32_t)of[1 + table[3]];
            uint32_t *entry = begin + (key & mask);
            if (!backwards)
                ++*entry;
            else
                *candidate_at(board->candidate, *entry -= sizeof(Candidate)) = (Candidate){of[0], i, {of[1], of[2], of[3], of[4]}};
        }
        for (uint32_t entry = 0; !backwards && entry <= mask; entry++)
            if (begin[entry]) {
                made += begin[entry];
                begin[entry] = made * sizeof(Candidate);
                board->candidate[made++] = *board->candidate;
            }
    }
    return made;
}

void board_free(Board *board)
{
    if (!board)
        return;
    free(board->tiles);
    free(board->begin);
    free(board->candidate);
    free(board->square);
    free(board);
}

/* A board for searches: squares, colours, kinds; for each kind the number of tiles; the number of lists; each list as its
 * length and its candidates, each as its kind and its colours; the number of tables; each as its list, the number of
 * known sides up to two, and two sides; for each square, in the order of the search, its table, the number of known
 * sides, and for each of these the side and the depth at which the tile beyond it lies. NULL if there is no room. */
Board *board_new(const int32_t *given)
{
    const int squares = given[0], colours = given[1], kinds = given[2];
    const int32_t *tiles = given + 3, *lists = tiles + kinds + 1, *tables = lists;
    for (int i = 0; i < tiles[kinds]; i++)
        tables += 1 + 5 * (size_t)*tables;
    const int number = *tables++;
    Board *board = calloc(1, sizeof *board);
    const int32_t **list = malloc(sizeof *list * ((size_t)tiles[kinds] + 1));
    Square *made = malloc(sizeof *made * ((size_t)number + 1));
    if (!board || !list || !made)
        goto no_room;
    board->squares = squares;
    board->kinds = kinds;
    board->stride = (uint32_t)colours | 1;
    for (int i = 0; i < tiles[kinds]; i++, lists += 1 + 5 * (size_t)*lists)
        list[i] = lists;
    uint64_t total = 0, most = 1;
    for (int i = 0; i < number; i++) {
        const int length = *list[tables[4 * i]];
        total += entries(pairs(board->stride, tables[4 * i + 1]), length);
        most += 2 * (uint64_t)length; /* each may be alone, with an end */
        if (total * sizeof(uint32_t) + most * sizeof(Candidate) > MOST_BYTES)
            goto no_room;
    }
    board->tiles = malloc(sizeof(int) * ((size_t)kinds + 1));
    board->begin = calloc(total + 1, sizeof(uint32_t));
    board->candidate = malloc(sizeof(Candidate) * most);
    board->square = calloc(squares, sizeof(Square));
    if (!board->tiles || !board->begin || !board->candidate || !board->square)
        goto no_room;
    for (int i = 0; i < kinds; i++)
        board->tiles[i] = tiles[i];
    board->tiles[kinds] = 1; /* so that the end of a list needs no test of its own */
    board->candidate[board->candidates++] = (Candidate){.kind = kinds};
    uint32_t *begin = board->begin;
    for (int i = 0; i < number; i++, tables += 4) {
        const uint64_t of = pairs(board->stride, tables[1]), size = entries(of, *list[tables[0]]);
        made[i] = (Square){.begin = begin, .mask = size - 1, .keyed = tables[1], .shares = of > size, .end = 2};
        board->candidates = fill(board, board->candidates, list[tables[0]], begin, made[i].mask, tables);
        begin += size;
    }
    for (int i = 0; i < squares; i++) {
        Square *at = board->square + i;
        *at = made[*tables++];
        for (int known = *tables++, j = 0; j < known; j++, tables += 2) {
            if (j < at->keyed) {
                at->side[j] = tables[0];
                at->from[j] = tables[1];
            }
            /* Where pairs of colours share entries, all are compared. */
            if (at->shares || j >= at->keyed) {
                at->side[at->end] = tables[0];
                at->from[at->end++] = tables[1];
            }
        }
    }
    free(list);
    free(made);
    return board;
no_room:
    free(list);
    free(made);
    board_free(board);
    return NULL;
}

void scan_free(Scan *scan)
{
    if (!scan)
        return;
    free(scan->shuffled);
    free(scan->next);
    free(scan->rest);
    free(scan);
}

/* A search of a board, which lives longer; in orders of its own if it will begin anew. NULL if there is no room. */
Scan *scan_new(const Board *board, int anew)
{
    Scan *scan = calloc(1, sizeof *scan);
    if (!scan)
        return NULL;
    const size_t rest = sizeof(int) * ((size_t)board->kinds + 1), all = sizeof(Candidate) * board->candidates;
    scan->board = board;
    scan->rest = malloc(rest);
    scan->next = calloc(board->squares, sizeof(Candidate *));
    scan->shuffled = anew ? malloc(all) : NULL;
    if (!scan->rest || !scan->next || (anew && !scan->shuffled)) {
        scan_free(scan);
        return NULL;
    }
    memcpy(scan->rest, board->tiles, rest);
    if (anew)
        memcpy(scan->shuffled, board->candidate, all);
    scan->next[0] = candidate_at(anew ? scan->shuffled : board->candidate, *board->square->begin);
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
 * in its list. It pauses after `most` more nodes, or before if it looks at many candidates for each; the next call goes
 * on where it was. */
int scan_next(Scan *scan, int32_t *places, int room, uint64_t most)
{
    const int last = scan->board->squares - 1, split = scan->split, none = scan->board->kinds;
    const uint32_t stride = scan->board->stride;
    const Square *square = scan->board->square;
    Candidate *first = scan->shuffled ? scan->shuffled : scan->board->candidate;
    int *rest = scan->rest, depth = scan->depth, found = 0;
    const Candidate **next = scan->next;
    uint64_t nodes = scan->nodes;
    const uint64_t pause = nodes + most;
    int64_t looks = most > 0 && room > 0 && depth >= 0 ? MOST_LOOKS : 0;
    const Square *at = square + depth;
    const Candidate *tried = looks ? next[depth] : NULL;
    for (; looks > 0; looks--) {
        for (; !rest[tried->kind]; looks--)
            tried++;
        if (tried->kind == none) {
            if (--depth < 0)
                break;
            at--;
            tried = next[depth];
            rest[tried++->kind]++;
            continue;
        }
        int j = 2;
        while (j < at->end && tried->sides[at->side[j]] == asked(next, at, j))
            j++;
        if (j < at->end) {
            tried++;
            continue;
        }
        next[depth] = tried;
        if (++nodes == pause)
            looks = 0;
        if (depth == last) {
            for (int i = 0; i <= last; i++)
                *places++ = next[i]->place;
            tried++;
            if (++found == room)
                looks = 0;
            continue;
        }
        rest[tried->kind]--;
        depth++;
        at++;
        uint32_t key = at->keyed > 0 ? (uint32_t)asked(next, at, 0) : 0;
        if (at->keyed > 1)
            key = key * stride + (uint32_t)asked(next, at, 1);
        tried = depth == split && !is_own(scan) ? first : candidate_at(first, at->begin[key & at->mask]);
    }
    if (tried && depth >= 0)
        next[depth] = tried;
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
    const Candidate *end = scan->shuffled + scan->board->candidates;
    for (int depth = 0; depth < scan->depth; depth++)
        scan->rest[scan->next[depth]->kind]++;
    for (Candidate *first = scan->shuffled; first < end; first++)
        for (int last = 0; first->kind != scan->board->kinds; last++, first++) {
            Candidate *other = first - last + below(last + 1, &seed), moved = *first;
            *first = *other;
            *other = moved;
        }
    scan->depth = 0;
    scan->next[0] = candidate_at(scan->shuffled, *scan->board->square->begin);
}

uint64_t scan_nodes(const Scan *scan)
{
    return scan->nodes;
}
