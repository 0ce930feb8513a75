/* The loops of a crowd of boards, see crowd.py and ranking.py, which state what they compute: what is asked for once a
 * square is to be filled, the ways to fill it with their scores, the least of these, and the boards that come about. All
 * of it is integers, so that the boards are those of the arrays. */
#include <stdint.h>
#include <string.h>

/* studies/graphics_card.cu includes this file and has its own. */
#if !defined(INLINE)
#define INLINE static inline __attribute__((always_inline))
#define PREFETCH(address) __builtin_prefetch(address)
#define LOWEST(bits) __builtin_ctzll(bits)
#endif

enum { ONE = 4096, BITS = 10, FIELD = (1 << BITS) - 1, AHEAD = 8, DIGIT = 16, WORDS = 32, LINE = 64 };

/* The boards, a row of so many bytes for each: the tiles used as bits, the counts of colours, in integers of so many
 * bytes, the sum of the tally, mismatches, and the colours shown to free squares, in such integers as well. Each address
 * is in the first row. The scores are apart. The number of placements that fit beside the first sides of the square that
 * is filled next, over all boards, is counted where that is known. */
typedef struct {
    int64_t number, row, words, shown_bytes, count_bytes;
    void *used, *counts, *sums, *mismatches, *facing;
    int64_t *scores, fitting;
} Crowd;

/* What is the same for all boards: of each placement the place of its tile among the bits of those used and the colours
 * of its sides; what an entry of counts adds to sums, and what each kind of change of it adds; elsewhere and in the ring,
 * for each colour its column of counts and where the values of that begin; the number of entries of a column, and by how
 * much one is lower without a side that is asked for; for each side and colour the tiles that show it there, as bits for
 * each rotation, and the placement of each bit. */
typedef struct {
    const int32_t *place, *sides;
    const int64_t *values, *differences, *code[2], *begin[2];
    int64_t entries, have;
    const uint64_t *showing;
    const int32_t *placement;
    int64_t colours, rotations;
} Tiles;

/* A square: its sides that meet a tile, the column of the colour that each shows and whether it is one of the ring, of
 * which the first `keyed` lead to the placements; the sides beyond which squares are free, and their columns to be; whether
 * costs are limited, and the limit; of each placement the four columns of counts that it changes with the kind of each
 * change, and by how much it changes them; the tiles that may lie there, as bits for each rotation; the number of
 * placements with so few mismatches beside the first sides, by the colours that these meet. */
typedef struct {
    int64_t known, side[4], column[4], ring[4], keyed, open, open_side[4], open_column[4], limited, most;
    const uint16_t *change;
    const int32_t *amount;
    const uint64_t *fitting;
    const int64_t *lengths;
} Spot;

/* A placement, with the place of its tile and the mismatches that it costs. */
typedef struct {
    int32_t placement;
    uint16_t place, cost;
} Fitting;

/* Placements, and where those begin that fit beside the first sides, by the colours that these meet; what turns tallies into
 * scores, see `Scale`; changes at random, read at a sum of multiples of board and placement; for each placement what it
 * costs more on this square, if it costs; how far board and score are shifted in a way, and the largest score that it
 * holds. */
typedef struct {
    const Fitting *fitting;
    const int64_t *starts;
    const int64_t *inner, *ring;
    const int32_t *least;
    int64_t highest, span;
    const int32_t *noises;
    int64_t noise_mask, factor[2];
    const int64_t *dear;
    int64_t begun, places, score_shift, score_most;
} Look;

INLINE int64_t entry(const void *array, int64_t at, int64_t bytes)
{
    return bytes == 1 ? ((const uint8_t *)array)[at]
         : bytes == 2 ? ((const int16_t *)array)[at]
                      : ((const int32_t *)array)[at];
}

INLINE void set(void *array, int64_t at, int64_t bytes, int64_t value)
{
    if (bytes == 1)
        ((uint8_t *)array)[at] = (uint8_t)value;
    else if (bytes == 2)
        ((int16_t *)array)[at] = (int16_t)value;
    else
        ((int32_t *)array)[at] = (int32_t)value;
}

/* What a board has, by the address of what the first one has. */
INLINE void *of_board(void *first, const Crowd *crowd, int64_t board)
{
    return (char *)first + board * crowd->row;
}

/* Hardly ever is a value out of range. */
INLINE int64_t clipped(int64_t value, int64_t most)
{
    if ((uint64_t)value <= (uint64_t)most)
        return value;
    return value < 0 ? 0 : most;
}

/* The colour that a known side of a square meets on a board. */
INLINE int64_t shown_at(const Crowd *crowd, const Spot *spot, int64_t board, int64_t side, int64_t shown_bytes)
{
    return entry(of_board(crowd->facing, crowd, board), spot->column[side], shown_bytes);
}

/* What this board shows around a square is no longer asked for. */
INLINE void met(const Crowd *crowd, const Tiles *tiles, const Spot *spot, int64_t board, int64_t shown_bytes,
                int64_t count_bytes)
{
    void *counts = of_board(crowd->counts, crowd, board);
    uint64_t *sum = (uint64_t *)of_board(crowd->sums, crowd, board);
    for (int64_t i = 0; i < spot->known; i++) {
        int64_t shown = shown_at(crowd, spot, board, i, shown_bytes);
        int64_t at = tiles->code[spot->ring[i]][shown];
        int64_t before = entry(counts, at, count_bytes);
        const int64_t *value = tiles->values + tiles->begin[spot->ring[i]][shown] + before;
        *sum += (uint64_t)value[-tiles->have] - (uint64_t)value[0];
        set(counts, at, count_bytes, before - tiles->have);
    }
}

/* The same of some boards. */
void crowd_met(const Crowd *crowd, const Tiles *tiles, const Spot *spot, int64_t first, int64_t last)
{
    for (int64_t board = first; board < last; board++)
        met(crowd, tiles, spot, board, crowd->shown_bytes, crowd->count_bytes);
}

/* What a placement of which some sides are open adds to the sum of a board. */
INLINE uint64_t difference(const Tiles *tiles, const uint16_t *change, const void *counts, int64_t bytes)
{
    uint64_t sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (uint64_t)tiles->differences[change[4 + i] * tiles->entries + entry(counts, change[i], bytes)];
    return sum;
}

/* The number of mismatches to come that is predicted of such a sum, as a score. */
INLINE int64_t predicted(const Look *look, uint64_t sum)
{
    int64_t inner = sum >> BITS & FIELD, ring = sum & FIELD;
    int64_t ways = ((int64_t)sum >> 2 * BITS) + look->inner[inner] + look->ring[ring];
    return (inner + ring) * ONE + look->least[clipped(look->highest - ways, look->span - 1)];
}

INLINE int used(const uint64_t *tiles, int64_t place)
{
    return tiles[place / 64] >> place % 64 & 1;
}

/* The number of the board that a way extends. */
INLINE int64_t board_of(const Look *look, int64_t way)
{
    return way >> look->places & ((INT64_C(1) << (look->score_shift - look->places)) - 1);
}

/* The mismatches of a placement with the sides by whose colours it is not looked up. */
INLINE int64_t cost_of(const Crowd *crowd, const Tiles *tiles, const Spot *spot, int64_t board, int64_t placement,
                       int64_t shown_bytes)
{
    int64_t cost = 0;
    for (int64_t i = spot->keyed; i < spot->known; i++)
        cost += tiles->sides[4 * placement + spot->side[i]] != shown_at(crowd, spot, board, i, shown_bytes);
    return cost;
}

/* The way to extend a board by a placement, which costs so many mismatches. */
INLINE int64_t way_of(const Crowd *crowd, const Tiles *tiles, const Spot *spot, const Look *look, int64_t board,
                      int64_t placement, int64_t cost, int64_t count_bytes)
{
    const void *counts = of_board(crowd->counts, crowd, board);
    const uint64_t *before = (const uint64_t *)of_board(crowd->sums, crowd, board);
    const int64_t *mismatches = (const int64_t *)of_board(crowd->mismatches, crowd, board);
    uint64_t sum = *before + difference(tiles, spot->change + 8 * placement, counts, count_bytes);
    int64_t noise = (board * look->factor[0] + placement * look->factor[1]) & look->noise_mask;
    int64_t score = predicted(look, sum) + look->noises[noise];
    score += (*mismatches + cost) * ONE + look->begun;
    if (look->dear)
        score += look->dear[placement];
    return clipped(score, look->score_most) << look->score_shift | board << look->places | placement;
}

/* The most mismatches that a tile may cost on this board, or -1: where these put it beyond the limit, a way is hardly
 * kept. */
INLINE int64_t most_of(const Crowd *crowd, const Spot *spot, int64_t board, int64_t limit)
{
    if (!spot->limited)
        return UINT16_MAX;
    if (limit < crowd->scores[board])
        return -1;
    int64_t most = (limit - crowd->scores[board]) / ONE;
    return most < spot->most ? most : spot->most;
}

/* Where the fitting placements of a board begin, and how many they are, is by the colours that the first sides meet. */
INLINE int64_t key_of(const Crowd *crowd, const Tiles *tiles, const Spot *spot, int64_t board, int64_t shown_bytes)
{
    int64_t key = 0;
    for (int64_t side = 0; side < spot->keyed; side++)
        key = key * tiles->colours + shown_at(crowd, spot, board, side, shown_bytes);
    return key;
}

/* The number of placements that fit beside the first sides, over all boards. */
int64_t crowd_fitting(const Crowd *crowd, const Tiles *tiles, const Spot *spot)
{
    int64_t sum = 0;
    for (int64_t board = 0; board < crowd->number; board++)
        sum += spot->lengths[key_of(crowd, tiles, spot, board, crowd->shown_bytes)];
    return sum;
}

/* The placements without a mismatch whose tiles a board has not used, in their order. */
INLINE Fitting *unused_of(const Crowd *crowd, const Tiles *tiles, const Spot *spot, const Look *look, int64_t board,
                          Fitting *unused, int64_t shown_bytes)
{
    int64_t key = key_of(crowd, tiles, spot, board, shown_bytes);
    const Fitting *fitting = look->fitting + look->starts[key], *beyond = fitting + spot->lengths[key];
    const uint64_t *bits = (const uint64_t *)of_board(crowd->used, crowd, board);
    for (; fitting < beyond && !fitting->cost; fitting++) {
        *unused = *fitting;
        unused += !used(bits, fitting->place)
               && !cost_of(crowd, tiles, spot, board, fitting->placement, shown_bytes);
    }
    return unused;
}

/* Tiles of a word, in one rotation, that a board has not used and that cost few enough mismatches; how many each costs is
 * in the bits of three integers. */
typedef struct {
    int64_t at;
    uint64_t tiles, ones, twos, fours;
} Some;

/* The words of the tiles that show what a side of the square meets, in each rotation. */
INLINE const uint64_t *showing(const Crowd *crowd, const Tiles *tiles, const Spot *spot, int64_t board, int64_t side,
                               int64_t shown_bytes)
{
    int64_t shown = shown_at(crowd, spot, board, side, shown_bytes);
    return tiles->showing + (spot->side[side] * tiles->colours + shown) * tiles->rotations * crowd->words;
}

/* Which tiles of a word cost at most so many mismatches, all at once. */
INLINE Some some_of(const Crowd *crowd, const Spot *spot, const uint64_t *const *shown, int64_t board, int64_t most,
                    int64_t at, int64_t word)
{
    const uint64_t *used = (const uint64_t *)of_board(crowd->used, crowd, board);
    Some some = {at, ~used[word] & spot->fitting[at], 0, 0, 0};
    for (int64_t i = 0; i < spot->known; i++) {
        uint64_t missed = ~shown[i][at], two = some.ones & missed;
        some.ones ^= missed;
        some.fours |= some.twos & two;
        some.twos ^= two;
    }
    some.tiles &= most == 0 ? ~(some.ones | some.twos | some.fours)
                : most == 1 ? ~(some.twos | some.fours)
                : most == 2 ? ~(some.ones & some.twos) & ~some.fours
                : most == 3 ? ~some.fours : ~UINT64_C(0);
    return some;
}

INLINE int64_t cost_at(const Some *some, int bit)
{
    return (some->ones >> bit & 1) + 2 * (some->twos >> bit & 1) + 4 * (some->fours >> bit & 1);
}

/* The placements of tiles that a board has not used which cost no more than so many mismatches. */
INLINE Fitting *fitting_of(const Crowd *crowd, const Tiles *tiles, const Spot *spot, int64_t board, int64_t most,
                           Fitting *fitting, int64_t shown_bytes)
{
    int64_t words = crowd->words, number = tiles->rotations * words;
    const uint64_t *shown[4];
    Some some[WORDS + 1];
    for (int64_t i = 0; i < spot->known; i++)
        shown[i] = showing(crowd, tiles, spot, board, i, shown_bytes);
    for (int64_t at = 0, word = 0; at < number;) {
        int64_t end = 0;
        for (; at < number && end < WORDS; at++, word = word + 1 < words ? word + 1 : 0) {
            some[end] = some_of(crowd, spot, shown, board, most, at, word);
            end += some[end].tiles != 0;
        }
        /* Without a branch for each word. */
        some[end].tiles = 0;
        uint64_t left = some->tiles;
        for (const Some *each = some; each < some + end; fitting++) {
            int bit = LOWEST(left);
            fitting->placement = tiles->placement[64 * each->at + bit];
            fitting->cost = (uint16_t)cost_at(each, bit);
            left &= left - 1;
            each += !left;
            left = left ? left : each->tiles;
        }
    }
    return fitting;
}

INLINE int64_t ways(const Crowd *of, const Tiles *by_tile, const Spot *on, const Look *by, int64_t first,
                    int64_t last, int64_t limit, int64_t cut, Fitting *unused, int64_t *made, int64_t shown_bytes,
                    int64_t count_bytes)
{
    /* What is written could be a part of these: copies stay in registers. */
    const Crowd own = *of, *crowd = &own;
    const Tiles all = *by_tile, *tiles = &all;
    const Spot here = *on, *spot = &here;
    const Look view = *by, *look = &view;
    int64_t *end = made;
    for (int64_t board = first; board < last; board++) {
        int64_t most = most_of(crowd, spot, board, limit);
        if (most < 0)
            continue;
        Fitting *rest = most && spot->most ? fitting_of(crowd, tiles, spot, board, most, unused, shown_bytes)
                                   : unused_of(crowd, tiles, spot, look, board, unused, shown_bytes);
        for (const Fitting *each = unused; each < rest; each++) {
            int64_t way = way_of(crowd, tiles, spot, look, board, each->placement, each->cost, count_bytes);
            *end = way;
            end += way < cut;
        }
    }
    return end - made;
}

/* Add the ways to extend boards that are better than the cut to so many others; their number. A chunk of boards is the last
 * one that has a turn where there are enough after it, see `CrowdScan._ways`; `first` is the next board, before and after.
 * There is room for the placements of a board among `unused`, and for all of them among `made`. */
int64_t crowd_ways(const Crowd *crowd, const Tiles *tiles, const Spot *spot, const Look *look, int64_t *first,
                   int64_t last, int64_t chunk, int64_t limit, int64_t cut, int64_t enough, Fitting *unused,
                   int64_t *made, int64_t number)
{
    int64_t shown = crowd->shown_bytes, counted = crowd->count_bytes;
    while (*first < last) {
        int64_t end = *first - *first % chunk + chunk, *more = made + number;
        end = end < last ? end : last;
        if (shown == 1 && counted == 2)
            number += ways(crowd, tiles, spot, look, *first, end, limit, cut, unused, more, 1, 2);
        else
            number += ways(crowd, tiles, spot, look, *first, end, limit, cut, unused, more, shown, counted);
        *first = end;
        if (number > enough)
            break;
    }
    return number;
}

/* Move the least of some ways, so many, to the front, in their order; the number of these. There is room for 1 << DIGIT
 * integers in `counted`. The greatest of them is found by one digit after the other, of DIGIT bits. */
int64_t crowd_least(int64_t *ways, int64_t number, int64_t kept, uint32_t *counted)
{
    int64_t least = ways[0], most = ways[0], left = kept;
    for (int64_t i = 1; i < number; i++) {
        least = ways[i] < least ? ways[i] : least;
        most = ways[i] > most ? ways[i] : most;
    }
    int shift = 0;
    while ((most - least) >> shift >> DIGIT)
        shift++;
    for (;;) {
        uint64_t digit = 0;
        memset(counted, 0, sizeof *counted << DIGIT);
        for (int64_t i = 0; i < number; i++) {
            uint64_t of = ((uint64_t)ways[i] - (uint64_t)least) >> shift;
            if (of >> DIGIT == 0)
                counted[of]++;
        }
        while (counted[digit] < left)
            left -= counted[digit++];
        least += (int64_t)digit << shift;
        if (!shift)
            break;
        shift = shift < DIGIT ? 0 : shift - DIGIT;
    }
    int64_t end = 0;
    for (int64_t i = 0; i < number; i++) {
        int64_t way = ways[i];
        ways[end] = way;
        end += way <= least;
    }
    return end;
}

/* Put ways in their order, where their scores differ by less than a digit; the answer is whether they do. Ways of equal
 * score are nearly in their order already: boards come one after the other. There is room for as many in `sorted`, and for
 * 1 << DIGIT integers in `counted`. */
int64_t crowd_sorted(const int64_t *ways, int64_t number, int64_t shift, int64_t *sorted, uint32_t *counted)
{
    int64_t least = ways[0], most = ways[0];
    for (int64_t i = 1; i < number; i++) {
        least = ways[i] < least ? ways[i] : least;
        most = ways[i] > most ? ways[i] : most;
    }
    least >>= shift;
    if (((most >> shift) - least) >> DIGIT || number > UINT32_MAX)
        return 0;
    memset(counted, 0, sizeof *counted << DIGIT);
    for (int64_t i = 0; i < number; i++)
        counted[(ways[i] >> shift) - least]++;
    for (uint32_t digit = 0, begin = 0; digit >> DIGIT == 0; digit++) {
        uint32_t end = begin + counted[digit];
        counted[digit] = begin;
        begin = end;
    }
    for (int64_t i = 0; i < number; i++)
        sorted[counted[(ways[i] >> shift) - least]++] = ways[i];
    for (int64_t i = 1; i < number; i++) {
        int64_t way = sorted[i], at = i;
        for (; at > 0 && sorted[at - 1] > way; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = way;
    }
    return 1;
}

/* The board that comes about in way i, with the number of the board before and the placement, as it is once another square
 * is to be filled, if there is one. Colours shown are last in a row: it becomes longer or shorter by these. */
INLINE void extend(const Crowd *crowd, const Tiles *tiles, const Spot *spot, const Look *look, const int64_t *ways,
                   int32_t *parents, int32_t *placements, const Crowd *after, const Spot *then, int64_t i,
                   int64_t shown_bytes, int64_t count_bytes)
{
    int64_t board = board_of(look, ways[i]), placement = ways[i] & ((INT64_C(1) << look->places) - 1);
    const int32_t *sides = tiles->sides + 4 * placement, *amount = spot->amount + 4 * placement;
    const uint16_t *change = spot->change + 8 * placement;
    const uint64_t *from = (const uint64_t *)of_board(crowd->used, crowd, board);
    uint64_t *used = (uint64_t *)of_board(after->used, after, i);
    uint64_t *sum = (uint64_t *)of_board(after->sums, after, i);
    int64_t *mismatches = (int64_t *)of_board(after->mismatches, after, i);
    void *facing = of_board(after->facing, after, i), *counts = of_board(after->counts, after, i);
    int64_t words = (crowd->row < after->row ? crowd->row : after->row) / 8;
    for (int64_t word = 0; word < words; word++)
        used[word] = from[word];
    used[tiles->place[placement] / 64] |= UINT64_C(1) << tiles->place[placement] % 64;
    for (int64_t j = 0; j < spot->known; j++)
        *mismatches += sides[spot->side[j]] != shown_at(crowd, spot, board, j, shown_bytes);
    *sum += difference(tiles, change, counts, count_bytes);
    for (int64_t j = 0; j < spot->open; j++)
        set(facing, spot->open_column[j], shown_bytes, sides[spot->open_side[j]]);
    for (int j = 0; j < 4; j++)
        set(counts, change[j], count_bytes, entry(counts, change[j], count_bytes) + amount[j]);
    if (then)
        met(after, tiles, then, i, shown_bytes, count_bytes);
    after->scores[i] = ways[i] >> look->score_shift;
    parents[i] = (int32_t)board;
    placements[i] = (int32_t)placement;
}

INLINE int64_t extended(const Crowd *of, const Tiles *by_tile, const Spot *on, const Look *by, const int64_t *ways,
                        int32_t *parents, int32_t *placements, const Crowd *to, const Spot *then, int64_t first,
                        int64_t last, int64_t shown_bytes, int64_t count_bytes)
{
    /* Copies stay in registers here, too. */
    const Crowd own = *of, *crowd = &own, next = *to, *after = &next;
    const Tiles all = *by_tile, *tiles = &all;
    const Spot here = *on, *spot = &here;
    const Look view = *by, *look = &view;
    int64_t fitting = 0;
    for (int64_t i = first; i < last; i++) {
        if (i + AHEAD < last) {
            const char *row = (const char *)of_board(crowd->used, crowd, board_of(look, ways[i + AHEAD]));
            for (int64_t at = 0; at < crowd->row; at += LINE)
                PREFETCH(row + at);
        }
        extend(crowd, tiles, spot, look, ways, parents, placements, after, then, i, shown_bytes, count_bytes);
        if (then)
            fitting += then->lengths[key_of(after, tiles, then, i, shown_bytes)];
    }
    return fitting;
}

/* The boards that come about in some ways, from the first to before the last, with the numbers of the boards before and
 * the placements. There is room for all. */
void crowd_extended(const Crowd *crowd, const Tiles *tiles, const Spot *spot, const Look *look, const int64_t *ways,
                    int32_t *parents, int32_t *placements, Crowd *after, const Spot *then, int64_t first, int64_t last)
{
    if (crowd->shown_bytes == 1 && crowd->count_bytes == 2)
        after->fitting +=
            extended(crowd, tiles, spot, look, ways, parents, placements, after, then, first, last, 1, 2);
    else
        after->fitting += extended(crowd, tiles, spot, look, ways, parents, placements, after, then, first, last,
                                   crowd->shown_bytes, crowd->count_bytes);
}
