/* Backtracking square by square, in an order that is given: for each square it has lists of candidates by the colours of
 * two diamonds around it that are known; it tries them in order, as long as there are tiles of the kind, and learns
 * nothing. Row by row, that is the usual attack on edge-matching puzzles. Several searches of one board can share it.
 *
 * Lists lie in blocks of four candidates. Which of the four have a tile left is found at once, without a branch that
 * could be guessed wrong; and what is laid is taken back at once if nothing can lie on the next square. */
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Candidates in a block, and the bit behind theirs that says that a list goes on. */
enum { BLOCK = 4, MORE = 1 << BLOCK };

/* Candidates of a list: of each the kind of tiles and the colours of the diamonds around it, from the north clockwise.
 * The block where the list goes on, if `more` is MORE and not 0. */
typedef struct {
    uint16_t kind[BLOCK];
    uint8_t side[BLOCK][4];
    uint32_t beyond, more;
} Narrow;

/* The same where kinds or colours are many. */
typedef struct {
    uint32_t kind[BLOCK], side[BLOCK][4], beyond, more;
} Wide;

/* A square: the block where its candidates begin by the number that the colours at two sides make, to which `begin` is
 * added, and of which only the bits of `mask` count; and where the known colours stand, each on the opposite side of the
 * candidate at a smaller depth. The first two of these places lead to the candidates, so many as are `keyed`; those from
 * the third to the end are compared. */
typedef struct {
    size_t begin;
    uint32_t mask;
    int keyed, shares, end, side[6], from[6];
} Square;

/* What the searches of one board share, and none of them changes. */
typedef struct {
    int squares, kinds, wide;
    uint32_t stride;         /* the number of colours, or one more */
    size_t begins, blocks;   /* the number of lists, and that of their blocks; the first block is of no list */
    int *tiles;              /* of each kind: their number */
    void *room, *block;      /* the blocks, and the memory where they lie */
    int32_t *place;          /* of each candidate of each block: its place in its list */
    Square *square;          /* in the order of the search */
} Board;

/* A depth of a search. The list of the next square is given by the sum of `base`, which the tiles at smaller depths make
 * of the colours at `from`, in bytes from here, times `times`; and of the colour that the tile here `shows` to it, times
 * `step`. It is `special` if there is more to do than to look there. */
typedef struct {
    const void *ask;         /* the lists of the next square */
    uint32_t step, times[2], base;
    int32_t from[2];
    uint8_t shows, special;
    uint8_t left, at;        /* the candidates of the block that are still to be tried, and the one that lies here */
    uint32_t kind, shown[4]; /* of the one that lies here; what it shows is laid out as in its block */
    const void *block;
} Depth;

typedef struct {
    const Board *board;
    const void *block;       /* the candidates, and their places: those of the board, or in an order of its own */
    const int32_t *place;
    void *own_room;          /* the memory of the latter; NULL if there is none */
    int32_t *own_place;
    int depth;
    Depth *first;            /* behind one that says that the search is over */
    int *rest;               /* of each kind: the number of tiles left */
    uint8_t *free;           /* and whether there is any */
    uint64_t nodes;          /* the number of tiles placed */
    int split;               /* the depth at which searches of the board divide it; 0 if there is one search only */
    _Atomic int64_t *taken;  /* the number of parts that any of them has taken */
    int64_t met, own;        /* the number of parts that this one has met, and the number of the one it took last */
    int32_t *places;         /* where the next solution goes; NULL if solutions are only counted */
    int several, found, wanted, looks;
} Scan;

/* Bytes that the tables of a board may take: they are made in a twentieth of a second. */
static const uint64_t MOST_BYTES = 1 << 26;

/* Candidates that a call looks at before it pauses: those of a twentieth of a second. */
enum { MOST_LOOKS = 10000000 };

/* Pairs of colours up to which each has a list; above, if they are more than eight for each candidate, several pairs
 * share a list, and the colours are compared. */
enum { FEW_PAIRS = 1024 };

static uint64_t entries(uint64_t pairs, int length)
{
    if (pairs <= FEW_PAIRS || pairs <= 8 * ((uint64_t)length + 1))
        return pairs;
    uint64_t entries = 1;
    while (entries < 2 * (uint64_t)length)
        entries *= 2;
    return entries;
}

static uint64_t pairs(uint64_t stride, int known)
{
    return known == 0 ? 1 : known == 1 ? stride : stride * stride;
}

static inline size_t bytes(int wide)
{
    return wide ? sizeof(Wide) : sizeof(Narrow);
}

static inline const void *block_at(const void *first, size_t index, int wide)
{
    return (const char *)first + index * bytes(wide);
}

static inline uint32_t kind_of(const void *block, int i, int wide)
{
    return wide ? ((const Wide *)block)->kind[i] : ((const Narrow *)block)->kind[i];
}

static inline uint32_t side_of(const void *block, int i, int side, int wide)
{
    return wide ? ((const Wide *)block)->side[i][side] : ((const Narrow *)block)->side[i][side];
}

static inline uint32_t beyond(const void *block, int wide)
{
    return wide ? ((const Wide *)block)->beyond : ((const Narrow *)block)->beyond;
}

static inline uint32_t more(const void *block, int wide)
{
    return wide ? ((const Wide *)block)->more : ((const Narrow *)block)->more;
}

/* The candidates of a block that have a tile left, a bit for each, and MORE if the list goes on. */
static inline uint32_t left_in(const void *block, const uint8_t *free, int wide)
{
    const uint32_t one = free[kind_of(block, 0, wide)] + 2u * free[kind_of(block, 1, wide)];
    const uint32_t other = free[kind_of(block, 2, wide)] + 2u * free[kind_of(block, 3, wide)];
    return (one + 4 * other) | more(block, wide);
}

/* Write a candidate: its kind and its colours. */
static void put(void *block, int i, const int32_t *of, int wide)
{
    if (wide)
        ((Wide *)block)->kind[i] = (uint32_t)of[0];
    else
        ((Narrow *)block)->kind[i] = (uint16_t)of[0];
    for (int side = 0; side < 4; side++)
        if (wide)
            ((Wide *)block)->side[i][side] = (uint32_t)of[1 + side];
        else
            ((Narrow *)block)->side[i][side] = (uint8_t)of[1 + side];
}

/* Read one. */
static void get(const void *block, int i, int32_t *of, int wide)
{
    of[0] = (int32_t)kind_of(block, i, wide);
    for (int side = 0; side < 4; side++)
        of[1 + side] = (int32_t)side_of(block, i, side, wide);
}

/* A block without candidates, which goes on at another if that is not 0. */
static void clear(Board *board, size_t index, size_t beyond)
{
    const int32_t none[5] = {board->kinds, 0, 0, 0, 0};
    void *block = (void *)block_at(board->block, index, board->wide);
    for (int i = 0; i < BLOCK; i++)
        put(block, i, none, board->wide);
    if (board->wide) {
        ((Wide *)block)->beyond = (uint32_t)beyond;
        ((Wide *)block)->more = beyond ? MORE : 0;
    } else {
        ((Narrow *)block)->beyond = (uint32_t)beyond;
        ((Narrow *)block)->more = beyond ? MORE : 0;
    }
}

/* Sort a list by the entries of a table, whose blocks begin at `first`; `counted` has room for a number for each. */
static void fill(Board *board, size_t first, uint32_t size, const int32_t *list, const int32_t *table, uint32_t *counted)
{
    const int length = *list++, known = table[1];
    const uint32_t mask = pairs(board->stride, known) > size ? size - 1 : UINT32_MAX;
    memset(counted, 0, sizeof *counted * size);
    for (int again = 0; again < 2; again++) {
        for (int i = 0; i < length; i++) {
            const int32_t *of = list + 5 * (size_t)i;
            uint32_t key = known > 0 ? (uint32_t)of[1 + table[2]] : 0;
            if (known > 1)
                key = key * board->stride + (uint32_t)of[1 + table[3]];
            uint32_t *count = counted + (key & mask);
            if (again) {
                size_t index = first + (key & mask);
                /* All blocks of a list but the first one follow each other. */
                if (*count >= BLOCK)
                    index = beyond(block_at(board->block, index, board->wide), board->wide) + *count / BLOCK - 1;
                put((void *)block_at(board->block, index, board->wide), *count % BLOCK, of, board->wide);
                board->place[index * BLOCK + *count % BLOCK] = i;
            }
            ++*count;
        }
        for (uint32_t entry = 0; !again && entry < size; entry++) {
            size_t index = first + entry;
            for (uint32_t rest = counted[entry]; rest > BLOCK; rest -= BLOCK) {
                clear(board, index, board->blocks);
                index = board->blocks++;
            }
            clear(board, index, 0);
            counted[entry] = 0;
        }
    }
}

/* Room for so many blocks, which begin where a line of the cache does: its address is that of the memory to be freed. */
static void *block_room(size_t blocks, int wide, void **first)
{
    void *room = malloc(blocks * bytes(wide) + 63);
    *first = (void *)(((uintptr_t)room + 63) / 64 * 64);
    return room;
}

void board_free(Board *board)
{
    if (!board)
        return;
    free(board->tiles);
    free(board->room);
    free(board->place);
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
    uint32_t *counted = NULL;
    if (!board || !list || !made)
        goto no_room;
    board->squares = squares;
    board->kinds = kinds;
    board->stride = (uint32_t)colours | 1;
    board->wide = colours > 1 << 8 || kinds + 1 >= 1 << 16;
    for (int i = 0; i < tiles[kinds]; i++, lists += 1 + 5 * (size_t)*lists)
        list[i] = lists;
    const uint64_t each = bytes(board->wide) + BLOCK * sizeof *board->place;
    uint64_t total = 1, most = 0, largest = 0;
    for (int i = 0; i < number; i++) {
        const int length = *list[tables[4 * i]];
        const uint64_t size = entries(pairs(board->stride, tables[4 * i + 1]), length);
        total += size;
        most += (uint64_t)length / BLOCK;
        largest = size > largest ? size : largest;
        if ((total + most) * each > MOST_BYTES)
            goto no_room;
    }
    counted = malloc(sizeof *counted * (largest + 1));
    board->tiles = malloc(sizeof(int) * ((size_t)kinds + 1));
    board->room = block_room(total + most, board->wide, &board->block);
    board->place = calloc(total + most, BLOCK * sizeof *board->place);
    board->square = calloc((size_t)squares, sizeof(Square));
    if (!counted || !board->tiles || !board->room || !board->place || !board->square)
        goto no_room;
    memcpy(board->tiles, tiles, sizeof(int) * (size_t)kinds);
    board->begins = board->blocks = total;
    clear(board, 0, 0);
    size_t begin = 1;
    for (int i = 0; i < number; i++, tables += 4) {
        const uint64_t of = pairs(board->stride, tables[1]), size = entries(of, *list[tables[0]]);
        made[i] = (Square){.begin = begin, .mask = UINT32_MAX, .keyed = tables[1], .shares = of > size, .end = 2};
        if (made[i].shares)
            made[i].mask = (uint32_t)size - 1;
        fill(board, begin, (uint32_t)size, list[tables[0]], tables, counted);
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
            /* Where pairs of colours share lists, all are compared. */
            if (at->shares || j >= at->keyed) {
                at->side[at->end] = tables[0];
                at->from[at->end++] = tables[1];
            }
        }
    }
    free(counted);
    free(list);
    free(made);
    return board;
no_room:
    free(counted);
    free(list);
    free(made);
    board_free(board);
    return NULL;
}

void scan_free(Scan *scan)
{
    if (!scan)
        return;
    free(scan->own_room);
    free(scan->own_place);
    free(scan->first ? scan->first - 1 : NULL);
    free(scan->free);
    free(scan->rest);
    free(scan);
}

/* The place, in bytes from a depth, of the colour that a tile at another one shows on a side. */
static int32_t shown_at(const Board *board, int depth, int from, int side)
{
    const size_t within = (size_t)side * (board->wide ? sizeof(uint32_t) : sizeof(uint8_t));
    return (from - depth) * (int32_t)sizeof(Depth) + (int32_t)(offsetof(Depth, shown) + within);
}

/* Write what a search needs to know at each depth. */
static void prepare(Scan *scan)
{
    const Board *board = scan->board;
    for (int depth = 0; depth < board->squares; depth++) {
        const Square *here = board->square + depth, *next = here + 1;
        const int is_last = depth + 1 == board->squares;
        Depth *at = scan->first + depth;
        at->ask = is_last ? scan->block : block_at(scan->block, next->begin, board->wide);
        at->from[0] = at->from[1] = shown_at(board, depth, depth, 0);
        for (int j = 0, others = 0; !is_last && j < next->keyed; j++) {
            const uint32_t times = j == 0 && next->keyed > 1 ? board->stride : 1;
            if (next->from[j] == depth) {
                at->step = times;
                at->shows = (uint8_t)(next->side[j] ^ 2);
            } else {
                at->from[others] = shown_at(board, depth, next->from[j], next->side[j] ^ 2);
                at->times[others++] = times;
            }
        }
        at->special = here->end > 2 || is_last || next->shares || depth + 1 == scan->split;
    }
    scan->first[-1].left = MORE;
    scan->first[-1].kind = (uint32_t)board->kinds + 1;
}

/* Begin on an empty board. */
static void begin(Scan *scan)
{
    const Board *board = scan->board;
    memcpy(scan->rest, board->tiles, sizeof(int) * (size_t)board->kinds);
    for (int i = 0; i < board->kinds; i++)
        scan->free[i] = board->tiles[i] > 0;
    scan->depth = 0;
    scan->first->block = block_at(scan->block, board->square->begin, board->wide);
    scan->first->left = (uint8_t)left_in(scan->first->block, scan->free, board->wide);
}

/* A search of a board, which lives longer; in orders of its own if it will begin anew. NULL if there is no room. */
Scan *scan_new(const Board *board, int anew)
{
    Scan *scan = calloc(1, sizeof *scan);
    if (!scan)
        return NULL;
    const size_t kinds = (size_t)board->kinds, all = board->blocks * BLOCK * sizeof *board->place;
    scan->board = board;
    scan->block = board->block;
    scan->place = board->place;
    scan->rest = calloc(kinds + 2, sizeof(int));
    scan->free = calloc(kinds + 2, 1);
    scan->first = calloc((size_t)board->squares + 1, sizeof(Depth));
    scan->first += scan->first != NULL;
    void *own = NULL;
    if (anew) {
        scan->own_room = block_room(board->blocks, board->wide, &own);
        scan->own_place = malloc(all);
    }
    if (!scan->rest || !scan->free || !scan->first || (anew && (!scan->own_room || !scan->own_place))) {
        scan_free(scan);
        return NULL;
    }
    if (anew) {
        scan->block = memcpy(own, board->block, board->blocks * bytes(board->wide));
        scan->place = memcpy(scan->own_place, board->place, all);
    }
    for (size_t i = 0; i < kinds; i++)
        scan->several |= board->tiles[i] > 1;
    prepare(scan);
    begin(scan);
    return scan;
}

/* Search only some parts of the board, each of which has its own tiles at the depths before `split`: those that no other
 * search has taken with the same counter, which starts at 0. */
void scan_share(Scan *scan, int split, _Atomic int64_t *taken)
{
    scan->split = split;
    scan->taken = taken;
    scan->own = -1;
    prepare(scan);
}

/* Whether the part that is met next, in the order that all searches have, belongs to this search. */
static int is_own(Scan *scan)
{
    if (scan->own < scan->met)
        scan->own = atomic_fetch_add(scan->taken, 1);
    return scan->own == scan->met++;
}

/* The colour that the tile at a depth shows on a side. */
static uint32_t shown(const Depth *at, int side, int wide)
{
    return wide ? at->shown[side] : ((const uint8_t *)at->shown)[side];
}

/* Whether a candidate fits on a special square, where colours may have to be compared. */
static __attribute__((noinline)) int fits(const Scan *scan, const Depth *at, const void *block, int i, int wide)
{
    const Square *here = scan->board->square + (at - scan->first);
    for (int j = 2; j < here->end; j++)
        if (side_of(block, i, here->side[j], wide) != shown(scan->first + here->from[j], here->side[j] ^ 2, wide))
            return 0;
    return 1;
}

/* Whether it lies on the last square: then it makes a solution. */
static __attribute__((noinline)) int solves(Scan *scan, Depth *at, const void *block, int i, int wide)
{
    if (at - scan->first + 1 < scan->board->squares)
        return 0;
    at->block = block;
    at->at = (uint8_t)i;
    for (const Depth *each = scan->first; scan->places && each <= at; each++) {
        const size_t index = (size_t)((const char *)each->block - (const char *)scan->block) / bytes(wide);
        *scan->places++ = scan->place[index * BLOCK + each->at];
    }
    scan->found++;
    return 1;
}

/* The number of candidates that are left in a block, if each of them solves: they are for the last square, and no colours
 * are to be compared. Else 0. */
static __attribute__((noinline)) int all_solve(Scan *scan, const Depth *at, uint32_t left)
{
    const ptrdiff_t depth = at - scan->first;
    if (depth + 1 < scan->board->squares || scan->board->square[depth].end > 2)
        return 0;
    const int number = (0x4332322132212110 >> (4 * (left & (MORE - 1)))) & 7;
    scan->found += number;
    return number;
}

/* The same as `scan_next`; compiled for narrow blocks and for wide ones, and without a word of several tiles of a kind. */
static inline __attribute__((always_inline)) void search(Scan *scan, int64_t most, const int wide, const int several)
{
    uint8_t *const free = scan->free;
    int64_t rest = most;
    Depth *at = scan->first + scan->depth;
    const void *block = at->block;
    uint32_t left = at->left;
    for (;;) {
        if (!left) {
            at--;
            block = at->block;
            left = at->left;
            free[at->kind] = 1;
            if (several)
                scan->rest[at->kind]++;
            continue;
        }
        /* It pays to guess that the first candidate is left, as the processor then goes on without its number. */
        int i = 0;
        if (__builtin_expect(!(left & 1), 0)) {
            i = __builtin_ctz(left);
            __asm__ volatile("" : "+r"(i));
        }
        if (i == BLOCK) {
            if (at < scan->first || scan->looks <= 0)
                break;
            scan->looks--;
            block = block_at(scan->block, beyond(block, wide), wide);
            left = left_in(block, free, wide);
            continue;
        }
        if (rest <= 0)
            break;
        if (__builtin_expect(at->special, 0)) {
            const int number = scan->places ? 0 : all_solve(scan, at, left);
            if (number) {
                rest -= number;
                left &= MORE;
                continue;
            }
            if (!fits(scan, at, block, i, wide)) {
                if (scan->looks <= 0)
                    break;
                scan->looks--;
                left &= left - 1;
                continue;
            }
            if (solves(scan, at, block, i, wide)) {
                rest--;
                left &= left - 1;
                if (scan->found == scan->wanted)
                    break;
                continue;
            }
        }
        rest--;
        const uint32_t kind = kind_of(block, i, wide);
        free[kind] = several ? --scan->rest[kind] > 0 : 0;
        uint32_t key = at->base + side_of(block, i, at->shows, wide) * at->step;
        if (__builtin_expect(at->special, 0))
            key &= scan->board->square[at - scan->first + 1].mask;
        const void *next = block_at(at->ask, key, wide);
        uint32_t inside = left_in(next, free, wide);
        if (__builtin_expect(at->special, 0) && at - scan->first + 1 == scan->split && !is_own(scan))
            inside = 0;
        left &= left - 1;
        if (!inside) {
            free[kind] = 1;
            if (several)
                scan->rest[kind]++;
            continue;
        }
        at->block = block;
        at->kind = kind;
        at->left = (uint8_t)left;
        at->at = (uint8_t)i;
        if (wide)
            memcpy(at->shown, ((const Wide *)block)->side[i], sizeof at->shown);
        else
            memcpy(at->shown, ((const Narrow *)block)->side[i], 4);
        block = next;
        left = inside;
        at++;
        const char *here = (const char *)at;
        const uint32_t one = wide ? *(const uint32_t *)(here + at->from[0]) : *(const uint8_t *)(here + at->from[0]);
        const uint32_t other = wide ? *(const uint32_t *)(here + at->from[1]) : *(const uint8_t *)(here + at->from[1]);
        at->base = one * at->times[0] + other * at->times[1];
    }
    scan->depth = (int)(at - scan->first);
    if (at >= scan->first) {
        at->block = block;
        at->left = (uint8_t)left;
    }
    scan->nodes += (uint64_t)(most - rest);
}

static __attribute__((noinline)) void search_narrow(Scan *scan, int64_t most)
{
    search(scan, most, 0, 0);
}

static __attribute__((noinline)) void search_several(Scan *scan, int64_t most)
{
    search(scan, most, 0, 1);
}

static __attribute__((noinline)) void search_wide(Scan *scan, int64_t most)
{
    search(scan, most, 1, 1);
}

/* Find the next solutions, up to so many, and return their number: of each, for each square the place of its candidate
 * in its list. It pauses after `most` more nodes, or before if it looks at many candidates for each; the next call goes
 * on where it was. Where `places` is NULL, solutions are only counted, and it may be a few more than so many. */
int scan_next(Scan *scan, int32_t *places, int room, uint64_t most)
{
    if (!most || room <= 0 || scan->depth < 0)
        return 0;
    scan->places = places;
    scan->found = 0;
    scan->wanted = room;
    scan->looks = MOST_LOOKS;
    const int64_t bounded = most < MOST_LOOKS ? (int64_t)most : MOST_LOOKS;
    if (scan->board->wide)
        search_wide(scan, bounded);
    else if (scan->several)
        search_several(scan, bounded);
    else
        search_narrow(scan, bounded);
    return scan->found;
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

/* The block of the i-th candidate of a list that begins with a block. */
static size_t block_of(const Scan *scan, size_t list, int i)
{
    const int wide = scan->board->wide;
    return i < BLOCK ? list : beyond(block_at(scan->block, list, wide), wide) + (size_t)i / BLOCK - 1;
}

/* Begin anew, with the candidates of each list in another order. */
void scan_restart(Scan *scan, uint64_t seed)
{
    const Board *board = scan->board;
    const int wide = board->wide;
    for (size_t list = 1; list < board->begins; list++)
        for (int last = 0;; last++) {
            const size_t end = block_of(scan, list, last);
            void *block = (void *)block_at(scan->block, end, wide);
            if (kind_of(block, last % BLOCK, wide) == (uint32_t)board->kinds)
                break;
            const int i = below(last + 1, &seed);
            const size_t index = block_of(scan, list, i);
            void *other = (void *)block_at(scan->block, index, wide);
            int32_t moved[5], last_one[5], *place = scan->own_place;
            get(block, last % BLOCK, last_one, wide);
            get(other, i % BLOCK, moved, wide);
            put(block, last % BLOCK, moved, wide);
            put(other, i % BLOCK, last_one, wide);
            const int32_t kept = place[end * BLOCK + (size_t)(last % BLOCK)];
            place[end * BLOCK + (size_t)(last % BLOCK)] = place[index * BLOCK + (size_t)(i % BLOCK)];
            place[index * BLOCK + (size_t)(i % BLOCK)] = kept;
            /* The list ends here if its last block is full. */
            if (last % BLOCK == BLOCK - 1 && !more(block, wide))
                break;
        }
    begin(scan);
}

uint64_t scan_nodes(const Scan *scan)
{
    return scan->nodes;
}
