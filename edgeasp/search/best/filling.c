/* Fills squares of a board so that few diamonds around them mismatch, by depth-first search with a bound, see
 * filling.py. The placements for a square are a set of bits. */
#include <stdint.h>
#include <string.h>

enum { SQUARES = 64, WORDS = 4, COSTS = 5, COLUMNS = 128 };
enum { OUTSIDE = -1, LATER = -2, EARLIER = -3 };
enum { EXHAUSTED, FOUND, LATE };

/* The squares in the order in which they are filled, with the placements that fit on each (`fitting`).
 * `meets` says what is adjacent to each side of a square: the colour of a tile on the board, OUTSIDE, LATER for a
 * square that is filled later, or EARLIER minus the position of a square that is filled before.
 * By placement: its `tile`, and the colour, `column` and `direction` of each side. `met_column` and `met_direction`
 * belong to the adjacent sides of tiles on the board.
 * By column: whether it is in the `ring`, the exposed sides in excess of the supply (`asked`), and the sides of one
 * direction in excess of the other (`excess`).
 * `alike` is an identical tile that has to be used first, or -1. */
typedef struct {
    int64_t squares, words, colours, columns, bounded;
    const uint64_t *fitting, *showing, *own;
    const int32_t *meets, *tile, *sides, *column, *direction, *met_column, *met_direction, *ring, *asked, *excess, *alike;
} Filling;

/* The state of a search: the number of filled squares, and for each its placement, the placements left to try by their
 * cost, the unused tiles, and the mismatches before it. */
typedef struct {
    int64_t depth, most, nodes;
    int64_t lost, ring_lost, odd, excesses;
    uint64_t used;
    int32_t asked[COLUMNS], excess[COLUMNS];
    int32_t placement[SQUARES], level[SQUARES], before[SQUARES], levels[SQUARES];
    uint64_t left[SQUARES + 1][WORDS], ways[SQUARES][COSTS][WORDS];
} Search;

static int32_t size(int32_t value)
{
    return value < 0 ? -value : value;
}

/* Add what a column contributes to the bound: its lost sides, or 1 if the number of its sides is odd. */
static void count(Search *search, const Filling *filling, int32_t column, int32_t sign)
{
    int32_t asked = search->asked[column];
    if (filling->ring[column])
        search->ring_lost += asked > 0 ? sign * asked : 0;
    else if (asked > 0)
        search->lost += sign * asked;
    else
        search->odd += sign * (asked & 1);
}

static void ask(Search *search, const Filling *filling, int32_t column, int32_t more)
{
    if (column < 0)
        return;
    count(search, filling, column, -1);
    search->asked[column] += more;
    count(search, filling, column, 1);
}

static void exceed(Search *search, int32_t column, int32_t more)
{
    if (column < 0)
        return;
    search->excesses -= size(search->excess[column]);
    search->excess[column] += more;
    search->excesses += size(search->excess[column]);
}

/* A lower bound on the mismatches to come. */
static int64_t bound(const Search *search)
{
    int64_t ring = (search->excesses + 1) / 2, odd = search->odd - search->lost;
    return (ring > search->ring_lost ? ring : search->ring_lost) + search->lost + (odd > 0 ? (odd + 1) / 2 : 0);
}

/* Update the counts for a placement on a square, or undo that with the sign -1. */
static void lay(Search *search, const Filling *filling, int64_t square, int32_t placement, int32_t sign)
{
    for (int side = 0; side < 4; side++) {
        int32_t meets = filling->meets[4 * square + side], own = 4 * placement + side;
        if (meets == OUTSIDE)
            continue;
        if (meets == LATER) {
            ask(search, filling, filling->column[own], 2 * sign);
            continue;
        }
        int32_t shown = meets, column = filling->met_column[4 * square + side];
        int32_t direction = filling->met_direction[4 * square + side];
        if (meets <= EARLIER) {
            int32_t other = 4 * search->placement[EARLIER - meets] + (side + 2) % 4;
            shown = filling->sides[other];
            column = filling->column[other];
            direction = filling->direction[other];
        }
        if (shown == filling->sides[own])
            continue;
        ask(search, filling, column, -sign);
        ask(search, filling, filling->column[own], sign);
        exceed(search, column, -sign * direction);
        exceed(search, filling->column[own], -sign * filling->direction[own]);
    }
}

/* List the placements for the next square by their number of mismatches. */
static void look(Search *search, const Filling *filling)
{
    int64_t square = search->depth, words = filling->words, most = search->most - search->before[square];
    uint64_t(*ways)[WORDS] = search->ways[square];
    int levels = 1;
    for (int64_t word = 0; word < words; word++)
        ways[0][word] = filling->fitting[square * words + word] & search->left[square][word];
    for (int side = 0; side < 4; side++) {
        int32_t meets = filling->meets[4 * square + side];
        if (meets == OUTSIDE || meets == LATER)
            continue;
        int32_t shown = meets;
        if (meets <= EARLIER)
            shown = filling->sides[4 * search->placement[EARLIER - meets] + (side + 2) % 4];
        const uint64_t *showing = filling->showing + (side * filling->colours + shown) * words;
        if (levels <= most && levels < COSTS)
            memset(ways[levels++], 0, sizeof *ways);
        for (int level = levels - 1; level >= 0; level--)
            for (int64_t word = 0; word < words; word++)
                ways[level][word] = (ways[level][word] & showing[word])
                                  | (level ? ways[level - 1][word] & ~showing[word] : 0);
    }
    search->levels[square] = levels;
    search->level[square] = 0;
}

void filling_start(Search *search, const Filling *filling, int64_t most)
{
    memset(search, 0, sizeof *search);
    search->most = most;
    for (int64_t column = 0; column < filling->columns; column++) {
        search->asked[column] = filling->asked[column];
        search->excess[column] = filling->excess[column];
        count(search, filling, (int32_t)column, 1);
        search->excesses += size(filling->excess[column]);
    }
    for (int64_t word = 0; word < filling->words; word++)
        search->left[0][word] = ~UINT64_C(0);
    look(search, filling);
}

/* Continue for at most `nodes` nodes. The placements of the board that is found are in `placement`. */
int64_t filling_search(Search *search, const Filling *filling, int64_t nodes)
{
    int64_t words = filling->words, last = search->nodes + nodes;
    if (filling->bounded && !search->depth && bound(search) > search->most)
        return EXHAUSTED;
    for (;;) {
        int64_t square = search->depth;
        uint64_t(*ways)[WORDS] = search->ways[square];
        int32_t level = search->level[square];
        int64_t word = 0;
        while (word < words && !ways[level][word])
            word++;
        if (word == words) {
            if (level + 1 < search->levels[square]) {
                search->level[square]++;
                continue;
            }
            if (!square)
                return EXHAUSTED;
            square = --search->depth;
            if (filling->bounded)
                lay(search, filling, square, search->placement[square], -1);
            search->used &= ~(UINT64_C(1) << filling->tile[search->placement[square]]);
            continue;
        }
        int32_t placement = (int32_t)(64 * word + __builtin_ctzll(ways[level][word]));
        ways[level][word] &= ways[level][word] - 1;
        int32_t tile = filling->tile[placement], alike = filling->alike[tile];
        if (alike >= 0 && !(search->used >> alike & 1))
            continue;
        search->placement[square] = placement;
        int32_t cost = search->before[square] + level;
        if (square + 1 == filling->squares)
            return FOUND;
        if (filling->bounded) {
            lay(search, filling, square, placement, 1);
            if (cost + bound(search) > search->most) {
                lay(search, filling, square, placement, -1);
                continue;
            }
        }
        search->used |= UINT64_C(1) << tile;
        search->before[square + 1] = cost;
        for (int64_t each = 0; each < words; each++)
            search->left[square + 1][each] = search->left[square][each] & ~filling->own[tile * words + each];
        search->depth++;
        look(search, filling);
        if (++search->nodes >= last)
            return LATE;
    }
}
