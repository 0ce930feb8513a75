/* Compiled backtracking search: place tiles square by square in a given order and learn nothing.
 *
 * Lists. When the search comes to a square, the colours on up to two of its sides are known. They make a number, the key,
 * and the key selects a list of the candidates that match: tiles in a rotation. Any further known colour is compared.
 * Lists lie in blocks of a few candidates, each list's first block at its key, so finding a list is one multiplication.
 *
 * Lanes. A plain loop over this ("place, descend, back up") spends its time on two things. Whether a candidate's tile is
 * still free, and so whether the search descends or backs up, is close to a coin toss: the processor guesses wrong about
 * once per tile, at fifteen to twenty cycles each. And every instruction waits for the one before: candidates left -> first
 * one -> its colour -> next list -> candidates left there. The search with lanes removes both:
 *
 *  - The free tiles are bits of a few vector registers. One byte shuffle (pshufb, tbl, swizzle) fetches the bytes
 *    in which the tiles of all eight candidates of a block have their bits, so `left_in` tests them at once.
 *  - The stack holds choices, not squares: a choice is a block, the candidates left in it and the free tiles at that time.
 *    A square whose last candidate is being tried gives up its place in the stack to the square after it. Backing up is
 *    going to the choice below, however many squares that is, and nothing has to be undone.
 *  - So each step places exactly one tile, and where the stack's top is afterwards is arithmetic:
 *    one up if candidates are left, one down if nothing fits on the next square. No branch, nothing to guess.
 *  - Four independent parts of the tree take steps in turn on one core: the lanes. While one waits for its chain of
 *    instructions, the processor works on the others. A lane that finishes takes the lowest choice, the one with most
 *    left to search, from another lane.
 *
 * The order in which boards are found depends on the input alone, not on where calls pause. It is not the order of the
 * lists: the lanes take turns.
 *
 * A board with too many tiles or colours for lanes, or a processor without a byte shuffle, is searched by the plain loop,
 * at the end. `uses_lanes` decides.
 *
 * Threads. Several searches can share a board: each walks all of the tree up to a given depth, its trunk, and takes the
 * subtrees there that no other search has taken. */
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#include <tmmintrin.h>
#define SHUFFLING __attribute__((target("ssse3")))
#elif defined(__aarch64__)
#include <arm_neon.h>
#define SHUFFLING
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#define SHUFFLING
#else
#define SHUFFLING
#endif

#define INLINE static inline __attribute__((always_inline))
#define OUTLINE static __attribute__((noinline))
#define unlikely(condition) __builtin_expect(!!(condition), 0)

/* Candidates in a block of each layout. */
enum { EIGHT = 8, FOUR = 4 };

/* Bits behind those of eight candidates left: the list goes on in another block; the lane has no choice left. */
enum { GOES_ON = 1 << EIGHT, ENDED = 2 << EIGHT };

/* Block for lanes, one cache line. For each candidate: the byte and the bit in it that tell whether a tile is free, the
 * number of this bit in its byte, and its colours from the north clockwise. An empty place has no bit. `more` is GOES_ON
 * if there is a block `beyond`, else 0. */
typedef struct {
    uint8_t byte[EIGHT], bit[EIGHT], number[EIGHT], side[EIGHT][4];
    uint32_t beyond;
    uint16_t more;
} Packed;

/* Block for the plain loop. An empty place has the kind behind the last. */
typedef struct {
    uint32_t kind[FOUR], side[FOUR][4], beyond, more;
} Wide;

/* Square: where its lists begin, the bits of the key that count, and for each known side the depth of the neighbour
 * there. The first `keyed` of these make the key. Those from the third to `end` are compared. */
typedef struct {
    size_t begin;
    uint32_t mask;
    int keyed, shares, end, side[6], from[6];
} Square;

/* Bits of 128 tiles, and the most registers of a board. With eight, the plain loop is faster; the page has to be small. */
typedef uint64_t Tiles __attribute__((vector_size(16)));
#ifdef __wasm__
enum { REGISTERS = 2 };
#else
enum { REGISTERS = 4 };
#endif

/* What the searches of a board share. None of them changes it. */
typedef struct {
    int squares, kinds, lanes;
    uint32_t stride;       /* number of colours, or one more */
    size_t begins, blocks; /* number of lists, and of their blocks; block 0 is empty and belongs to none */
    int *tiles;            /* by kind: number of tiles */
    void *room, *block;    /* blocks, and the memory that holds them */
    int32_t *place;        /* by candidate of each block: its position in the input */
    Square *square;        /* in the order of the search */
    int several, registers; /* whether a kind has several tiles, and the number of registers for bits of all tiles */
    int *last, *kind;       /* by kind: its last bit, see `assign_bits`; and by its last bit the kind */
    void *tiles_room;
    Tiles *all, *group;     /* registers of all tiles, and by last bit those of the tiles of a kind */
} Board;

/* Depth of a lane: how to find the list of the next square, and the tile placed here.
 *
 * The key is `base`, from colours at smaller depths, plus the colour that the tile here `shows` times `step`. The base of
 * a depth is the sum of two colours at `from`, an offset in bytes from here, times `times`. */
typedef struct {
    _Alignas(64) const Packed *ask; /* lists of the next square */
    const uint8_t *placed;          /* colours of the candidate placed here, in its block */
    uint32_t step, mask, times[2];
    int32_t from[2], number;
    uint8_t shown[4];               /* copy of these colours */
    uint8_t shows, special;         /* special: last square, or colours to be compared on the next one */
} Depth;

/* Choice: a square with candidates left, and the free tiles in as many registers as the board needs. */
typedef struct {
    const Packed *block;
    Depth *depth;
    uint32_t left, base;
    Tiles free[];
} Choice;

/* Lane: a stack of choices, from `first` to `top`, in part of `room`. It is empty if the top is below the first, and idle
 * once its turn has come and it was. */
typedef struct {
    Choice *room, *first, *top;
    Depth *depth;
    int idle;
} Lane;

enum { LANES = 4 };

/* Level of the plain loop, with the same meanings as a depth of a lane. `at` is the candidate placed here. */
typedef struct {
    const Wide *ask, *block;
    uint32_t step, times[2], base, kind, shown[4];
    int32_t from[2];
    uint8_t shows, special, left, at;
} Level;

/* Search of a board. */
typedef struct {
    const Board *board;
    const void *block;    /* blocks and positions: those of the board, or shuffled copies */
    const int32_t *place;
    void *own_room;       /* memory of the copies, or NULL */
    int32_t *own_place;
    uint64_t nodes;       /* tiles placed so far */
    int split;            /* depth at which searches divide the board; 0 if there is only one */
    _Atomic int64_t *taken; /* number of subtrees that any of them has taken */
    int64_t met, own;     /* subtrees that this one has met, and the number of the one it took last */
    int32_t *places;      /* where the next solution goes; NULL to count only */
    int found, wanted, over;

    void *lanes_room;
    Lane trunk, lane[LANES];
    int turn;             /* lane that takes the next step */
    int64_t patience;     /* steps until idle lanes look for work again */

    int level, looks;
    Level *levels;        /* behind one that says that the search is over */
    int *rest;            /* by kind: tiles left */
    uint8_t *free;        /* by kind: whether any is left */
} Scan;

/* Bytes that the lists of a board may take. They are made in a twentieth of a second. */
static const uint64_t MOST_BYTES = 1 << 26;

/* Steps of a call before it pauses, at most a twentieth of a second. */
enum { MOST_STEPS = 10000000 };

/* Steps that other lanes take before an idle one looks for work again: a look takes as long as some twenty steps. */
enum { PATIENCE = 256 };

/* Pairs of colours up to which each has a list of its own. Above, if there are more than eight for each candidate,
 * several pairs share a list, and the colours are compared. */
enum { FEW_PAIRS = 1024 };

/* ---- lists: blocks of either layout ---- */

static size_t held(const Board *board)
{
    return board->lanes ? EIGHT : FOUR;
}

static size_t bytes(const Board *board)
{
    return board->lanes ? sizeof(Packed) : sizeof(Wide);
}

static void *block_at(const Board *board, const void *first, size_t index)
{
    return (char *)first + index * bytes(board);
}

static uint32_t beyond(const Board *board, const void *block)
{
    return board->lanes ? ((const Packed *)block)->beyond : ((const Wide *)block)->beyond;
}

static int goes_on(const Board *board, const void *block)
{
    return board->lanes ? ((const Packed *)block)->more != 0 : ((const Wide *)block)->more != 0;
}

static int is_empty(const Board *board, const void *block, size_t i)
{
    if (board->lanes)
        return ((const Packed *)block)->bit[i] == 0;
    return ((const Wide *)block)->kind[i] == (uint32_t)board->kinds;
}

/* Write a candidate: its kind and its colours. */
static void put(const Board *board, void *block, size_t i, const int32_t *of)
{
    Packed *packed = block;
    Wide *wide = block;
    if (board->lanes) {
        const int last = board->last[of[0]];
        packed->byte[i] = (uint8_t)(last / 8);
        packed->number[i] = (uint8_t)(last % 8);
        packed->bit[i] = (uint8_t)(1 << last % 8);
    } else
        wide->kind[i] = (uint32_t)of[0];
    for (int side = 0; side < 4; side++)
        if (board->lanes)
            packed->side[i][side] = (uint8_t)of[1 + side];
        else
            wide->side[i][side] = (uint32_t)of[1 + side];
}

/* Read one. */
static void get(const Board *board, const void *block, size_t i, int32_t *of)
{
    const Packed *packed = block;
    const Wide *wide = block;
    of[0] = board->lanes ? board->kind[8 * packed->byte[i] + packed->number[i]] : (int32_t)wide->kind[i];
    for (int side = 0; side < 4; side++)
        of[1 + side] = (int32_t)(board->lanes ? packed->side[i][side] : wide->side[i][side]);
}

/* Empty a block, and let it go on at another if that is not 0. */
static void clear(Board *board, size_t index, size_t beyond)
{
    void *block = block_at(board, board->block, index);
    memset(block, 0, bytes(board));
    if (board->lanes) {
        ((Packed *)block)->beyond = (uint32_t)beyond;
        ((Packed *)block)->more = beyond ? GOES_ON : 0;
        return;
    }
    Wide *wide = block;
    for (int i = 0; i < FOUR; i++)
        wide->kind[i] = (uint32_t)board->kinds;
    wide->beyond = (uint32_t)beyond;
    wide->more = beyond ? 1 << FOUR : 0;
}

/* Block of a candidate by its number in the list that begins with a block. All blocks of a list but the first are
 * neighbours. */
static size_t block_of(const Board *board, const void *first, size_t list, size_t i)
{
    return i < held(board) ? list : beyond(board, block_at(board, first, list)) + i / held(board) - 1;
}

static uint64_t pairs(uint64_t stride, int known)
{
    return known == 0 ? 1 : known == 1 ? stride : stride * stride;
}

/* Number of lists for so many pairs of colours and candidates. */
static uint64_t entries(uint64_t pairs, int length)
{
    if (pairs <= FEW_PAIRS || pairs <= 8 * ((uint64_t)length + 1))
        return pairs;
    uint64_t entries = 1;
    while (entries < 2 * (uint64_t)length)
        entries *= 2;
    return entries;
}

/* Distribute candidates over lists whose blocks begin at `first`. `counted` has room for a number for each list. */
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
            const uint32_t number = counted[key & mask]++;
            if (again) {
                const size_t index = block_of(board, board->block, first + (key & mask), number);
                put(board, block_at(board, board->block, index), number % held(board), of);
                board->place[index * held(board) + number % held(board)] = i;
            }
        }
        for (uint32_t entry = 0; !again && entry < size; entry++) {
            size_t index = first + entry;
            for (size_t rest = counted[entry]; rest > held(board); rest -= held(board)) {
                clear(board, index, board->blocks);
                index = board->blocks++;
            }
            clear(board, index, 0);
            counted[entry] = 0;
        }
    }
}

/* Return the first address in some memory where a cache line begins. */
static void *aligned(void *room)
{
    return (void *)(((uintptr_t)room + 63) / 64 * 64);
}

/* ---- board ---- */

/* Give the tiles of each kind neighbouring bits in a word of 64 bits; 0 if they have no room.
 *
 * Tiles of a kind are taken from the lowest bit up (`placed`), so the kind has a free tile as long as its last bit is
 * set: a candidate needs to look at this bit alone. The larger kinds come first, so that they find words to fit in. */
static int assign_bits(Board *board)
{
    int used[2 * REGISTERS] = {0};
    board->registers = 1;
    for (int copies = 64; copies > 0; copies--)
        for (int kind = 0; kind < board->kinds; kind++) {
            if (board->tiles[kind] != copies)
                continue;
            int word = 0;
            while (word < 2 * REGISTERS && used[word] + copies > 64)
                word++;
            if (word == 2 * REGISTERS)
                return 0;
            used[word] += copies;
            while (2 * board->registers <= word)
                board->registers *= 2;
            board->last[kind] = 64 * word + used[word] - 1;
        }
    return 1;
}

/* Write the tiles of each kind as bits in registers; 0 if there is no memory. */
static int list_bits(Board *board)
{
    const size_t registers = (size_t)board->registers, bits = 128 * registers;
    board->kind = malloc(bits * sizeof *board->kind);
    board->tiles_room = calloc((bits + 1) * registers + 4, sizeof(Tiles));
    if (!board->kind || !board->tiles_room)
        return 0;
    board->all = aligned(board->tiles_room);
    board->group = board->all + registers;
    for (int kind = 0; kind < board->kinds; kind++) {
        const int last = board->last[kind], copies = board->tiles[kind], word = last / 64;
        const uint64_t tiles = (UINT64_MAX >> (64 - copies)) << (last % 64 - copies + 1);
        board->kind[last] = kind;
        board->all[word / 2][word % 2] |= tiles;
        board->group[(size_t)last * registers + (size_t)(word / 2)][word % 2] = tiles;
    }
    return 1;
}

/* Whether this processor has the byte shuffle that `left_in` is compiled for. Without one the plain loop is faster. */
static int shuffles(void)
{
#if defined(__x86_64__) || defined(__i386__)
    /* __builtin_cpu_supports is always false in a library that zig links, as it does for wheels. */
    unsigned a, b, c = 0, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSSE3);
#elif defined(__aarch64__) || defined(__wasm_simd128__)
    return 1;
#else
    return 0;
#endif
}

/* Decide whether a board is searched by lanes, and give its tiles bits if so. */
static int uses_lanes(Board *board, int colours)
{
    if (!shuffles() || colours > 256)
        return 0;
    for (int kind = 0; kind < board->kinds; kind++) {
        if (board->tiles[kind] < 1 || board->tiles[kind] > 64)
            return 0;
        board->several |= board->tiles[kind] > 1;
    }
    return assign_bits(board);
}

void board_free(Board *board)
{
    if (!board)
        return;
    free(board->tiles);
    free(board->last);
    free(board->kind);
    free(board->tiles_room);
    free(board->room);
    free(board->place);
    free(board->square);
    free(board);
}

/* Make a board for searches, or return NULL if there is no memory.
 *
 * Input: squares, colours, kinds; for each kind the number of tiles; the number of lists; each list as its length and
 * its candidates, each as its kind and its colours; the number of tables; each as its list, the number of known sides up
 * to two, and two sides; for each square, in the order of the search, its table, the number of known sides, and for each
 * of these the side and the depth of the neighbour there. */
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
    board->tiles = malloc(sizeof(int) * ((size_t)kinds + 1));
    board->last = malloc(sizeof(int) * ((size_t)kinds + 1));
    if (!board->tiles || !board->last)
        goto no_room;
    memcpy(board->tiles, tiles, sizeof(int) * (size_t)kinds);
    board->lanes = uses_lanes(board, colours);
    if (board->lanes && !list_bits(board))
        goto no_room;
    for (int i = 0; i < tiles[kinds]; i++, lists += 1 + 5 * (size_t)*lists)
        list[i] = lists;
    const uint64_t each = bytes(board) + held(board) * sizeof *board->place;
    uint64_t total = 1, most = 0, largest = 0;
    for (int i = 0; i < number; i++) {
        const int length = *list[tables[4 * i]];
        const uint64_t size = entries(pairs(board->stride, tables[4 * i + 1]), length);
        total += size;
        most += (uint64_t)length / held(board);
        largest = size > largest ? size : largest;
        if ((total + most) * each > MOST_BYTES)
            goto no_room;
    }
    counted = malloc(sizeof *counted * (largest + 1));
    board->room = malloc((total + most) * bytes(board) + 63);
    board->block = aligned(board->room);
    board->place = calloc(total + most, held(board) * sizeof *board->place);
    board->square = calloc((size_t)squares, sizeof(Square));
    if (!counted || !board->room || !board->place || !board->square)
        goto no_room;
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

/* ---- lanes ---- */

/* Bytes for eight candidates. `fetch` gets those at `byte` that are in register `r` of the free tiles, and 0 for others.
 * `collect` makes a bit for each that has a bit in common with `bit`. */
#if defined(__x86_64__) || defined(__i386__)
typedef __m128i Bytes;

INLINE SHUFFLING Bytes load(const uint8_t *eight)
{
    return _mm_loadl_epi64((const __m128i *)eight);
}

INLINE SHUFFLING Bytes fetch(Tiles free, Bytes byte, int r, int registers)
{
    /* A shuffle gives 0 for a number with the highest bit set: after the subtraction, those of lower registers have it;
     * with 0x70 added, also those of higher registers. */
    if (r > 0)
        byte = _mm_sub_epi8(byte, _mm_set1_epi8((char)(16 * r)));
    if (r + 1 < registers)
        byte = _mm_adds_epu8(byte, _mm_set1_epi8(0x70));
    return _mm_shuffle_epi8((__m128i)free, byte);
}

INLINE SHUFFLING uint32_t collect(Bytes found, Bytes bit)
{
    /* 0x7f added, what is not 0 has the highest bit, which movemask collects. */
    return (uint32_t)_mm_movemask_epi8(_mm_adds_epu8(_mm_and_si128(found, bit), _mm_set1_epi8(0x7f)));
}
#elif defined(__aarch64__)
typedef uint8x8_t Bytes;

INLINE Bytes load(const uint8_t *eight)
{
    return vld1_u8(eight);
}

INLINE Bytes fetch(Tiles free, Bytes byte, int r, int registers)
{
    (void)registers;
    return vqtbl1_u8((uint8x16_t)free, vsub_u8(byte, vdup_n_u8((uint8_t)(16 * r)))); /* a number out of range gives 0 */
}

INLINE uint32_t collect(Bytes found, Bytes bit)
{
    static const uint8_t weights[EIGHT] = {1, 2, 4, 8, 16, 32, 64, 128};
    return vaddv_u8(vand_u8(vtst_u8(found, bit), vld1_u8(weights)));
}
#elif defined(__wasm_simd128__)
typedef v128_t Bytes;

INLINE Bytes load(const uint8_t *eight)
{
    return wasm_v128_load64_zero(eight);
}

INLINE Bytes fetch(Tiles free, Bytes byte, int r, int registers)
{
    (void)registers;
    /* A number out of range gives 0. */
    return wasm_i8x16_swizzle((v128_t)free, r > 0 ? wasm_i8x16_sub(byte, wasm_i8x16_splat((int8_t)(16 * r))) : byte);
}

INLINE uint32_t collect(Bytes found, Bytes bit)
{
    return wasm_i8x16_bitmask(wasm_i8x16_ne(wasm_v128_and(found, bit), wasm_i8x16_splat(0)));
}
#else
/* Never used: `shuffles` is false. */
typedef Tiles Bytes;

INLINE Bytes load(const uint8_t *eight)
{
    return (Bytes){*eight};
}

INLINE Bytes fetch(Tiles free, Bytes byte, int r, int registers)
{
    (void)r, (void)registers;
    return free & byte;
}

INLINE uint32_t collect(Bytes found, Bytes bit)
{
    return (uint32_t)(found & bit)[0];
}
#endif

/* Return the candidates of a block that have a free tile, a bit for each, and GOES_ON if the list goes on. Places without
 * a candidate have no bit to be found. */
INLINE SHUFFLING uint32_t left_in(const Packed *block, const Tiles *free, const int registers)
{
    const Bytes byte = load(block->byte), bit = load(block->bit);
    Bytes found = fetch(free[0], byte, 0, registers);
    for (int r = 1; r < registers; r++)
        found |= fetch(free[r], byte, r, registers);
    return collect(found, bit) | block->more;
}

/* Take the first free tile of a group, and return the candidates of a block that are left then, as `left_in` does. */
INLINE SHUFFLING uint32_t placed(const Tiles *group, const Tiles *free, Tiles *after, const Packed *block,
                                 const int registers, const int several)
{
    const Bytes byte = load(block->byte), bit = load(block->bit);
    const uint32_t more = block->more;
    Bytes found = {0};
    for (int r = 0; r < registers; r++) {
        const Tiles own = several ? group[r] & free[r] : group[r];
        const Tiles rest = free[r] & ~(several ? own & -own : own); /* x & -x is the lowest bit of x */
        after[r] = rest;
        found |= fetch(rest, byte, r, registers);
    }
    return collect(found, bit) | more;
}

/* Return the size of a choice, a multiple of a cache line. */
INLINE ptrdiff_t choice_size(const int registers)
{
    return (ptrdiff_t)(sizeof(Choice) + sizeof(Tiles) * (size_t)registers + 63) / 64 * 64;
}

/* Return the choice that is a given number of choices above another in a stack. */
INLINE Choice *above(Choice *choice, ptrdiff_t number, const int registers)
{
    return (Choice *)((char *)choice + number * choice_size(registers));
}

/* Drop the candidates of a block that do not match the further known colours around a square. */
OUTLINE uint32_t matching(const Scan *scan, const Depth *at, const Packed *block, uint32_t left)
{
    const Square *square = scan->board->square + at->number;
    uint32_t colours, matters;
    uint8_t want[4] = {0}, known[4] = {0};
    for (int j = 2; j < square->end; j++) {
        want[square->side[j]] = (at - at->number + square->from[j])->shown[square->side[j] ^ 2];
        known[square->side[j]] = 0xff;
    }
    memcpy(&colours, want, sizeof colours);
    memcpy(&matters, known, sizeof matters);
    for (int i = 0; i < EIGHT; i++) {
        uint32_t own;
        memcpy(&own, block->side[i], sizeof own);
        left &= ~((uint32_t)(((own ^ colours) & matters) != 0) << i);
    }
    return left;
}

/* Record a solution, whose last tile is at a depth. */
OUTLINE void solved(Scan *scan, const Depth *last)
{
    for (const Depth *at = last - last->number; scan->places && at <= last; at++) {
        const size_t offset = (size_t)(at->placed - (const uint8_t *)scan->block);
        const size_t i = (offset % sizeof(Packed) - offsetof(Packed, side)) / 4;
        *scan->places++ = scan->place[offset / sizeof(Packed) * EIGHT + i];
    }
    scan->found++;
}

/* Why a lane stops taking turns with the others: it has no choice left, or enough solutions are found. */
enum { ENDS = 1, ENOUGH = 2 };

/* Place the first candidate of the choice on top of a stack, and return the new top. */
INLINE SHUFFLING Choice *step(Scan *scan, Choice *top, const int registers, const int several, int *event)
{
    const uint32_t left = top->left;
    const Packed *block = top->block;
    Depth *here = top->depth;
    const int i = __builtin_ctz(left);
    if (unlikely(i >= EIGHT)) {
        if (left & ENDED) {
            *event = ENDS;
            return top;
        }
        /* Nothing is placed: the list goes on. */
        scan->nodes--;
        block = (const Packed *)scan->block + block->beyond;
        uint32_t inside = left_in(block, top->free, registers);
        if (scan->board->square[here->number].end > 2)
            inside = matching(scan, here, block, inside);
        top->block = block;
        top->left = inside;
        return above(top, -(inside == 0), registers);
    }
    const uint8_t *side = block->side[i];
    here->placed = side;
    memcpy(here->shown, side, sizeof here->shown);
    const Packed *next = here->ask + ((top->base + side[here->shows] * here->step) & here->mask);
    /* If no candidate is left here, the next square takes the place of this one; if none is left there, the stack is a
     * choice shorter. Both without a branch: the place is written in any case. */
    const uint32_t rest = left & (left - 1);
    Choice *next_top = above(top, rest != 0, registers);
    const Tiles *group = scan->board->group + (8 * (size_t)block->byte[i] + block->number[i]) * (size_t)registers;
    top->left = rest;
    uint32_t inside = placed(group, top->free, next_top->free, next, registers, several);
    const Depth *after = here + 1;
    if (unlikely(here->special)) {
        if (after->number == scan->board->squares) {
            solved(scan, here);
            *event = scan->found == scan->wanted ? ENOUGH : 0;
        } else
            inside = matching(scan, after, next, inside);
    }
    const uint8_t *shown = (const uint8_t *)after;
    next_top->block = next;
    next_top->depth = here + 1;
    next_top->left = inside;
    next_top->base = shown[after->from[0]] * after->times[0] + shown[after->from[1]] * after->times[1];
    return above(next_top, -(inside == 0), registers);
}

/* Let a lane that has come to its end look for work at once. */
static void idle(Scan *scan, Lane *lane)
{
    lane->idle = 1;
    scan->patience = 0;
}

/* Let all lanes take steps in turn, for so many rounds or until one has to stop; return the number of steps. */
INLINE SHUFFLING int64_t rounds(Scan *scan, int64_t number, const int registers, const int several)
{
    Choice *top0 = scan->lane[0].top, *top1 = scan->lane[1].top, *top2 = scan->lane[2].top, *top3 = scan->lane[3].top;
    int64_t round = 0;
    int event = 0, turn = 0;
#define TURN(lane) \
    top##lane = step(scan, top##lane, registers, several, &event); \
    if (unlikely(event)) { \
        turn = lane; \
        break; \
    }
    for (; round < number; round++) {
        TURN(0)
        TURN(1)
        TURN(2)
        TURN(3)
    }
#undef TURN
    scan->lane[0].top = top0;
    scan->lane[1].top = top1;
    scan->lane[2].top = top2;
    scan->lane[3].top = top3;
    if (event == ENDS)
        idle(scan, scan->lane + turn);
    const int64_t steps = LANES * round + turn + (event == ENOUGH);
    scan->turn = (turn + (event == ENOUGH)) % LANES;
    scan->nodes += (uint64_t)steps;
    return steps;
}

#define ROUNDS(name, registers, several) \
    OUTLINE SHUFFLING int64_t name(Scan *scan, int64_t number) \
    { \
        return rounds(scan, number, registers, several); \
    }
ROUNDS(rounds_1, 1, 0)
ROUNDS(rounds_1_several, 1, 1)
ROUNDS(rounds_2, 2, 0)
ROUNDS(rounds_2_several, 2, 1)
ROUNDS(rounds_4, 4, 0)
ROUNDS(rounds_4_several, 4, 1)
#undef ROUNDS

/* Let one lane take a step, whatever its tiles are. */
OUTLINE SHUFFLING int step_of(Scan *scan, Lane *lane)
{
    int event = 0;
    lane->top = step(scan, lane->top, scan->board->registers, 1, &event);
    scan->nodes += event != ENDS;
    return event;
}

/* Give a choice of one lane to another, which is idle, with what is placed at smaller depths. */
static void hand_over(Lane *to, const Lane *from, const Choice *choice, int registers)
{
    const ptrdiff_t depth = choice->depth - from->depth;
    for (ptrdiff_t i = 0; i < depth; i++) {
        to->depth[i].placed = from->depth[i].placed;
        memcpy(to->depth[i].shown, from->depth[i].shown, sizeof to->depth[i].shown);
    }
    to->top = to->first = above(to->room, 1, registers);
    memcpy(to->first, choice, sizeof *choice + sizeof(Tiles) * (size_t)registers);
    to->first->depth = to->depth + depth;
    to->idle = 0;
}

/* Whether the subtree that is met next, in the order that all searches have, belongs to this search. */
static int is_own(Scan *scan)
{
    if (!scan->taken)
        return 1;
    if (scan->own < scan->met)
        scan->own = atomic_fetch_add(scan->taken, 1);
    return scan->own == scan->met++;
}

/* Walk the trunk on by a step; if it has come to a subtree of this search, give that to a lane. Return the steps. */
static int walk(Scan *scan, Lane *lane)
{
    Lane *trunk = &scan->trunk;
    if (trunk->top->depth - trunk->depth < scan->split) {
        step_of(scan, trunk);
        return 1;
    }
    Choice *subtree = trunk->top;
    trunk->top = above(subtree, -1, scan->board->registers);
    if (is_own(scan))
        hand_over(lane, trunk, subtree, scan->board->registers);
    return 0;
}

/* Take the lowest choice of any lane that has others above it: the one with most to search. */
static int steal(Scan *scan, Lane *lane)
{
    Lane *victim = NULL;
    ptrdiff_t least = 0;
    for (int i = 0; i < LANES; i++) {
        Lane *other = scan->lane + i;
        const ptrdiff_t depth = other->top > other->first ? other->first->depth - other->depth : -1;
        if (depth >= 0 && (!victim || depth < least)) {
            victim = other;
            least = depth;
        }
    }
    if (!victim)
        return 0;
    const int registers = scan->board->registers;
    hand_over(lane, victim, victim->first, registers);
    victim->first->left = ENDED;
    victim->first = above(victim->first, 1, registers);
    return 1;
}

/* Let the lane whose turn it is take a step; return the number of steps. */
static int take_turn(Scan *scan)
{
    Lane *lane = scan->lane + scan->turn;
    if (!lane->idle && step_of(scan, lane) == ENDS) {
        idle(scan, lane);
        return 0;
    }
    scan->turn = (scan->turn + 1) % LANES;
    return !lane->idle;
}

/* Let idle lanes steal, and end the search if no lane is busy. */
static void employ(Scan *scan)
{
    int busy = 0;
    for (int i = 0; i < LANES; i++)
        busy += !scan->lane[i].idle || steal(scan, scan->lane + i);
    scan->over = busy == 0;
    scan->patience = PATIENCE;
}

/* Search by lanes, for at most so many steps. All that is decided here depends on the state of the search alone, not on
 * the number of steps: so a search finds the same wherever calls pause it. */
static void search_lanes(Scan *scan, int64_t most)
{
    const Board *board = scan->board;
    while (most > 0 && scan->found < scan->wanted && !scan->over) {
        Lane *lane = scan->lane, *end = lane + LANES;
        while (lane < end && !lane->idle)
            lane++;
        int64_t steps;
        if (lane < end && scan->trunk.top >= scan->trunk.first)
            steps = walk(scan, lane);
        else if (lane < end && scan->patience <= 0) {
            employ(scan);
            continue;
        } else if (lane < end || scan->turn > 0 || most < LANES)
            steps = take_turn(scan);
        else if (board->registers == 1)
            steps = (board->several ? rounds_1_several : rounds_1)(scan, most / LANES);
        else if (REGISTERS == 2 || board->registers == 2)
            steps = (board->several ? rounds_2_several : rounds_2)(scan, most / LANES);
        else
            steps = (board->several ? rounds_4_several : rounds_4)(scan, most / LANES);
        most -= steps;
        scan->patience -= steps;
    }
}

/* Return the offset, in bytes from a depth, of the colour that the tile at another one shows on a side. */
static int32_t shown_at(int depth, int from, int side)
{
    return (from - depth) * (int32_t)sizeof(Depth) + (int32_t)offsetof(Depth, shown) + side;
}

/* Write what a lane needs to know at each depth, and at the one behind the last, where no tile fits. */
static void prepare_lane(const Scan *scan, Lane *lane)
{
    const Board *board = scan->board;
    for (int depth = 0; depth <= board->squares; depth++) {
        Depth *at = lane->depth + depth;
        *at = (Depth){.ask = scan->block, .number = depth};
        at->from[0] = at->from[1] = shown_at(depth, depth, 0);
        at->special = depth + 1 >= board->squares;
        if (at->special)
            continue;
        const Square *next = board->square + depth + 1;
        at->ask += next->begin;
        at->mask = next->mask;
        at->special = next->end > 2;
        for (int j = 0, others = 0; j < next->keyed; j++) {
            const uint32_t times = j == 0 && next->keyed > 1 ? board->stride : 1;
            if (next->from[j] == depth) {
                at->step = times;
                at->shows = (uint8_t)(next->side[j] ^ 2);
            } else {
                at->from[others] = shown_at(depth, next->from[j], next->side[j] ^ 2);
                at->times[others++] = times;
            }
        }
    }
}

/* Make the lanes and the trunk; 0 if there is no memory. */
static int lanes_new(Scan *scan)
{
    const ptrdiff_t choices = scan->board->squares + 2, depths = scan->board->squares + 1;
    const ptrdiff_t size = choices * choice_size(scan->board->registers) + depths * (ptrdiff_t)sizeof(Depth);
    scan->lanes_room = calloc((LANES + 1) * (size_t)size + 64, 1);
    if (!scan->lanes_room)
        return 0;
    char *room = aligned(scan->lanes_room);
    for (int i = 0; i <= LANES; i++) {
        Lane *lane = i < LANES ? scan->lane + i : &scan->trunk;
        lane->room = (Choice *)room;
        lane->depth = (Depth *)above(lane->room, choices, scan->board->registers);
        room = (char *)(lane->depth + depths);
        prepare_lane(scan, lane);
    }
    return 1;
}

/* Begin on an empty board: all lanes are idle, and the trunk has the first square. */
static SHUFFLING void begin_lanes(Scan *scan)
{
    const Board *board = scan->board;
    const Packed *block = (const Packed *)scan->block + board->square->begin;
    for (int i = 0; i <= LANES; i++) {
        Lane *lane = i < LANES ? scan->lane + i : &scan->trunk;
        lane->room->left = ENDED;
        lane->first = above(lane->room, 1, board->registers);
        lane->top = lane->room;
        lane->idle = 1;
    }
    Lane *trunk = &scan->trunk;
    *trunk->first = (Choice){.block = block, .depth = trunk->depth, .left = left_in(block, board->all, board->registers)};
    memcpy(trunk->first->free, board->all, sizeof(Tiles) * (size_t)board->registers);
    trunk->top = above(trunk->room, trunk->first->left != 0, board->registers);
    scan->turn = 0;
    scan->patience = 0;
    scan->over = 0;
}

/* ---- plain loop ---- */

/* Return the candidates of a block that have a tile left, a bit for each, and the bit behind them if the list goes on. */
static inline uint32_t free_in(const Wide *block, const uint8_t *free)
{
    const uint32_t one = free[block->kind[0]] + 2u * free[block->kind[1]];
    const uint32_t other = free[block->kind[2]] + 2u * free[block->kind[3]];
    return (one + 4 * other) | block->more;
}

/* Return the offset of a colour that is shown, as `shown_at` does for lanes. */
static int32_t shown_at_level(int depth, int from, int side)
{
    return (from - depth) * (int32_t)sizeof(Level) + (int32_t)(offsetof(Level, shown) + sizeof(uint32_t) * (size_t)side);
}

/* Write what the plain loop needs to know at each depth. */
static void prepare_levels(Scan *scan)
{
    const Board *board = scan->board;
    for (int depth = 0; depth < board->squares; depth++) {
        const Square *here = board->square + depth, *next = here + 1;
        const int is_last = depth + 1 == board->squares;
        Level *at = scan->levels + depth;
        at->ask = (const Wide *)scan->block + (is_last ? 0 : next->begin);
        at->from[0] = at->from[1] = shown_at_level(depth, depth, 0);
        at->special = here->end > 2 || is_last || next->shares || depth + 1 == scan->split;
        for (int j = 0, others = 0; !is_last && j < next->keyed; j++) {
            const uint32_t times = j == 0 && next->keyed > 1 ? board->stride : 1;
            if (next->from[j] == depth) {
                at->step = times;
                at->shows = (uint8_t)(next->side[j] ^ 2);
            } else {
                at->from[others] = shown_at_level(depth, next->from[j], next->side[j] ^ 2);
                at->times[others++] = times;
            }
        }
    }
    scan->levels[-1].left = 1 << FOUR;
    scan->levels[-1].kind = (uint32_t)board->kinds + 1;
}

/* Begin on an empty board. */
static void begin_plain(Scan *scan)
{
    const Board *board = scan->board;
    memcpy(scan->rest, board->tiles, sizeof(int) * (size_t)board->kinds);
    for (int i = 0; i < board->kinds; i++)
        scan->free[i] = board->tiles[i] > 0;
    scan->level = 0;
    scan->over = 0;
    scan->levels->block = (const Wide *)scan->block + board->square->begin;
    scan->levels->left = (uint8_t)free_in(scan->levels->block, scan->free);
}

/* Make the levels; 0 if there is no memory. */
static int plain_new(Scan *scan)
{
    const size_t kinds = (size_t)scan->board->kinds;
    scan->rest = calloc(kinds + 2, sizeof(int));
    scan->free = calloc(kinds + 2, 1);
    scan->levels = calloc((size_t)scan->board->squares + 1, sizeof(Level));
    scan->levels += scan->levels != NULL;
    return scan->rest && scan->free && scan->levels;
}

/* Whether a candidate matches the colours that are compared. */
OUTLINE int matches(const Scan *scan, const Level *at, const Wide *block, int i)
{
    const Square *here = scan->board->square + (at - scan->levels);
    for (int j = 2; j < here->end; j++)
        if (block->side[i][here->side[j]] != scan->levels[here->from[j]].shown[here->side[j] ^ 2])
            return 0;
    return 1;
}

/* Record a solution, whose last tile is a candidate. */
OUTLINE void solved_plain(Scan *scan, Level *last, const Wide *block, int i)
{
    last->block = block;
    last->at = (uint8_t)i;
    for (const Level *at = scan->levels; scan->places && at <= last; at++)
        *scan->places++ = scan->place[(at->block - (const Wide *)scan->block) * FOUR + at->at];
    scan->found++;
}

/* Search by the plain loop until so many tiles are placed. */
static void search_plain(Scan *scan, int64_t most)
{
    const Board *board = scan->board;
    uint8_t *const free = scan->free;
    int64_t rest = most, looks = most;
    Level *at = scan->levels + scan->level;
    const Wide *block = at->block;
    uint32_t left = at->left;
    for (;;) {
        if (!left) {
            at--;
            block = at->block;
            left = at->left;
            free[at->kind] = 1;
            scan->rest[at->kind]++;
            continue;
        }
        /* It pays to guess that the first candidate is left: the processor then goes on without its number. */
        int i = 0;
        if (unlikely(!(left & 1))) {
            i = __builtin_ctz(left);
            __asm__ volatile("" : "+r"(i));
        }
        if (i == FOUR) {
            if (at < scan->levels || looks <= 0)
                break;
            looks--;
            block = (const Wide *)scan->block + block->beyond;
            left = free_in(block, free);
            continue;
        }
        if (rest <= 0 || looks <= 0)
            break;
        left &= left - 1;
        if (unlikely(at->special)) {
            if (!matches(scan, at, block, i)) {
                looks--;
                continue;
            }
            if (at - scan->levels + 1 == board->squares) {
                solved_plain(scan, at, block, i);
                rest--;
                if (scan->found == scan->wanted)
                    break;
                continue;
            }
        }
        rest--;
        const uint32_t kind = block->kind[i];
        free[kind] = --scan->rest[kind] > 0;
        uint32_t key = at->base + block->side[i][at->shows] * at->step;
        if (unlikely(at->special))
            key &= board->square[at - scan->levels + 1].mask;
        const Wide *next = at->ask + key;
        uint32_t inside = free_in(next, free);
        if (unlikely(at->special) && inside && at - scan->levels + 1 == scan->split && !is_own(scan))
            inside = 0;
        if (!inside) {
            free[kind] = 1;
            scan->rest[kind]++;
            continue;
        }
        at->block = block;
        at->kind = kind;
        at->left = (uint8_t)left;
        at->at = (uint8_t)i;
        memcpy(at->shown, block->side[i], sizeof at->shown);
        block = next;
        left = inside;
        at++;
        const char *here = (const char *)at;
        const uint32_t one = *(const uint32_t *)(here + at->from[0]), other = *(const uint32_t *)(here + at->from[1]);
        at->base = one * at->times[0] + other * at->times[1];
    }
    scan->over = at < scan->levels;
    scan->level = (int)(at - scan->levels);
    if (!scan->over) {
        at->block = block;
        at->left = (uint8_t)left;
    }
    scan->nodes += (uint64_t)(most - rest);
}

/* ---- search ---- */

void scan_free(Scan *scan)
{
    if (!scan)
        return;
    free(scan->own_room);
    free(scan->own_place);
    free(scan->lanes_room);
    free(scan->levels ? scan->levels - 1 : NULL);
    free(scan->free);
    free(scan->rest);
    free(scan);
}

static void begin(Scan *scan)
{
    if (scan->board->lanes)
        begin_lanes(scan);
    else
        begin_plain(scan);
}

/* Make a search of a board, which has to outlive it, or return NULL if there is no memory. With `anew`, it has lists of
 * its own, for `scan_restart`. */
Scan *scan_new(const Board *board, int anew)
{
    Scan *scan = calloc(1, sizeof *scan);
    if (!scan)
        return NULL;
    const size_t all = board->blocks * bytes(board), places = board->blocks * held(board) * sizeof *board->place;
    scan->board = board;
    scan->block = board->block;
    scan->place = board->place;
    if (anew) {
        scan->own_room = malloc(all + 63);
        scan->own_place = malloc(places);
        if (!scan->own_room || !scan->own_place)
            goto no_room;
        scan->block = memcpy(aligned(scan->own_room), board->block, all);
        scan->place = memcpy(scan->own_place, board->place, places);
    }
    if (!(board->lanes ? lanes_new(scan) : plain_new(scan)))
        goto no_room;
    if (!board->lanes)
        prepare_levels(scan);
    begin(scan);
    return scan;
no_room:
    scan_free(scan);
    return NULL;
}

/* Search only some subtrees of the board, each with tiles of its own at the depths before `split`: those that no other
 * search with the same counter has taken. The counter starts at 0. */
void scan_share(Scan *scan, int split, _Atomic int64_t *taken)
{
    scan->split = split;
    scan->taken = taken;
    scan->own = -1;
    if (!scan->board->lanes)
        prepare_levels(scan);
}

/* Find the next solutions, at most `room`, and return their number. For each, `places` gets the position of each square's
 * candidate in its list; if it is NULL, solutions are only counted.
 *
 * The search pauses after `most` more tiles, or sooner if it looks at many candidates for each. The next call continues. */
int scan_next(Scan *scan, int32_t *places, int room, uint64_t most)
{
    if (!most || room <= 0 || scan->over)
        return 0;
    scan->places = places;
    scan->found = 0;
    scan->wanted = room;
    const int64_t bounded = most < MOST_STEPS ? (int64_t)most : MOST_STEPS;
    if (scan->board->lanes)
        search_lanes(scan, bounded);
    else
        search_plain(scan, bounded);
    return scan->found;
}

/* Whether there is no further solution. */
int scan_is_over(const Scan *scan)
{
    return scan->over;
}

/* Return a number below another, and advance a generator of pseudo-random numbers: Steele and others' SplitMix64. */
static size_t below(size_t bound, uint64_t *state)
{
    uint64_t mixed = *state += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return (size_t)((mixed ^ (mixed >> 31)) % (uint64_t)bound);
}

/* Begin anew, with each list shuffled. */
void scan_restart(Scan *scan, uint64_t seed)
{
    const Board *board = scan->board;
    const size_t each = held(board);
    int32_t *place = scan->own_place;
    for (size_t list = 1; list < board->begins; list++)
        for (size_t last = 0;; last++) {
            const size_t end = block_of(board, scan->block, list, last);
            void *block = block_at(board, scan->block, end);
            if (is_empty(board, block, last % each))
                break;
            const size_t i = below(last + 1, &seed), index = block_of(board, scan->block, list, i);
            void *other = block_at(board, scan->block, index);
            int32_t moved[5], last_one[5];
            get(board, block, last % each, last_one);
            get(board, other, i % each, moved);
            put(board, block, last % each, moved);
            put(board, other, i % each, last_one);
            const int32_t kept = place[end * each + last % each];
            place[end * each + last % each] = place[index * each + i % each];
            place[index * each + i % each] = kept;
            /* The list ends here if its last block is full. */
            if (last % each == each - 1 && !goes_on(board, block))
                break;
        }
    begin(scan);
}

/* Return the number of tiles placed so far. */
uint64_t scan_nodes(const Scan *scan)
{
    return scan->nodes;
}
