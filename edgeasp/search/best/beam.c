/* Extends the boards of a beam by one square, see beam.py and ranking.py. `beam_ways` lists the expansions with their
 * scores and selects the best ones, `beam_extended` writes the resulting boards. All arithmetic is on integers, so the
 * result is the same as with numpy. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* studies/graphics_card.cu includes this file and has its own. */
#if !defined(INLINE)
#define INLINE static inline __attribute__((always_inline))
#define PREFETCH(address) __builtin_prefetch(address)
#define LOWEST(bits) __builtin_ctzll(bits)
#endif
#define RESTRICT __restrict__

enum { ONE = 4096, BITS = 10, FIELD = (1 << BITS) - 1, AHEAD = 32, LINE = 64, BATCH = 128, SCORES = 1 << 16, ROW = 128,
       WORDS = 4, ROTATIONS = 4 };

/* The boards of a beam, in one row of `row` bytes each: the used tiles as bits, the counts of colours, the sum of the
 * tally, the mismatches, and the colours of exposed sides. `count_bytes` and `shown_bytes` are the sizes of a count and
 * of a colour. The addresses are in the first row. Scores have an array of their own. `fitting` is the number of
 * placements that fit next to the keyed sides of the square that is filled next, over all boards, if it is known. */
typedef struct {
    int64_t number, row, words, shown_bytes, count_bytes;
    void *used, *counts, *sums, *mismatches, *facing;
    int64_t *scores, fitting;
} Beam;

/* Tables that all boards share.
 * By placement: `place`, the bit of its tile in `used`, and the colours of its `sides`.
 * By count: `values`, its contribution to the sum, and `differences`, the change of the sum, by type of change.
 * By colour, inside and in the ring: `code`, its column of counts, and `begin`, the start of the values of that column.
 * `have` is the difference that one exposed side makes to a count.
 * `showing` has the tiles with a colour on a side, as bits for each rotation, and `placement` the placement of each
 * bit. */
typedef struct {
    const int32_t *place, *sides;
    const int64_t *values, *differences, *code[2], *begin[2];
    int64_t have;
    const uint64_t *showing;
    const int32_t *placement;
    int64_t colours, rotations;
} Tiles;

/* The columns of counts that a placement changes, and the start of the differences for each change. */
typedef struct {
    int32_t begin[4];
    uint16_t column[4];
} Change;

/* The square that is filled next.
 * `known` sides are adjacent to a tile: `side`, the `column` of the adjacent colour, and whether it is in the `ring`.
 * The colours next to the first `keyed` of them index the tables of placements.
 * `open` sides face free squares: `open_side`, and `open_column`, their columns after the expansion.
 * If `limited`, a placement may cost at most `most` mismatches.
 * By placement: `change`, and `amount`, which is added to each count. `fitting` has the candidates as bits for each
 * rotation.
 * By the colours next to the keyed sides: `lengths`, the number of placements within the limit, and `matching`, the
 * number without a mismatch. */
typedef struct {
    int64_t known, side[4], column[4], ring[4], keyed, open, open_side[4], open_column[4], limited, most;
    const Change *change;
    const int32_t *amount;
    const uint64_t *fitting;
    const int64_t *lengths, *matching;
} Spot;

/* A placement, with the bit of its tile and the mismatches that it costs. */
typedef struct {
    uint32_t placement;
    uint16_t place, cost;
} Fitting;

/* What all expansions of a board share: its number, shifted as in an expansion, its score without the prediction, its
 * index into the noises, its sum and its counts. */
typedef struct {
    int64_t board, score, noise;
    uint64_t sum;
    const void *counts;
} Parent;

/* Data to expand boards on a square.
 * `fitting` has placements, and `starts` the first that fits next to the keyed sides, by the colours there.
 * `inner` to `span` turn tallies into scores, see `Scale` in ranking.py.
 * `noises` are random changes to scores. Their index is the sum of board and placement, each multiplied by a factor.
 * `dear` is an extra cost of each placement on this square, or NULL. `begun` is the score of a board without
 * mismatches. `places` and `score_shift` are the positions of board and score in an expansion, and `score_most` is the
 * greatest score that fits there. */
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

/* The expansions so far: `number` of them, `least` is the best one, and `board` is the next board to expand.
 * After each `chunk` of boards, all but the best `width` are dropped if there are more than twice as many. From then on
 * an expansion has to be below `cut`, and the score of its board, with the mismatches of the tile, at most `limit`,
 * which exceeds the score of the cut by `ahead`. A call expands `some` boards.
 * Capacities: `ways` twice the width and all expansions of a chunk, `ordered` the width, `counted` SCORES, `parents`
 * BATCH, `candidates` BATCH and all placements, `masks` six words for each word of tiles in each rotation, and two. */
typedef struct {
    int64_t width, chunk, some, ahead;
    int64_t board, number, least, cut, limit;
    int64_t *ways, *ordered;
    uint32_t *counted;
    Parent *parents;
    uint64_t *candidates, *masks;
} Selection;

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

/* The address of a field of a board, from its address in the first row. */
INLINE void *of_board(void *first, const Beam *beam, int64_t board)
{
    return (char *)first + board * beam->row;
}

/* Prefetch the row of a board. */
INLINE void fetch(const Beam *beam, int64_t board)
{
    const char *row = (const char *)of_board(beam->used, beam, board);
    for (int64_t at = 0; at < beam->row; at += LINE)
        PREFETCH(row + at);
}

/* Values are hardly ever out of range, so one comparison decides. */
INLINE int64_t clipped(int64_t value, int64_t most)
{
    if ((uint64_t)value <= (uint64_t)most)
        return value;
    return value < 0 ? 0 : most;
}

/* The colour next to a known side of a square on a board. */
INLINE int64_t shown_at(const Beam *beam, const Spot *spot, int64_t board, int64_t side, int64_t shown_bytes)
{
    return entry(of_board(beam->facing, beam, board), spot->column[side], shown_bytes);
}

/* Remove the sides around a square from the exposed sides of a board. */
INLINE void met(const Beam *beam, const Tiles *tiles, const Spot *spot, int64_t board, int64_t shown_bytes,
                int64_t count_bytes)
{
    void *counts = of_board(beam->counts, beam, board);
    uint64_t *sum = (uint64_t *)of_board(beam->sums, beam, board);
    for (int64_t i = 0; i < spot->known; i++) {
        int64_t shown = shown_at(beam, spot, board, i, shown_bytes);
        int64_t at = tiles->code[spot->ring[i]][shown];
        int64_t before = entry(counts, at, count_bytes);
        const int64_t *value = tiles->values + tiles->begin[spot->ring[i]][shown] + before;
        *sum += (uint64_t)value[-tiles->have] - (uint64_t)value[0];
        set(counts, at, count_bytes, before - tiles->have);
    }
}

/* Remove the sides around a square from the exposed sides of boards `first` to `last` - 1. */
void beam_met(const Beam *beam, const Tiles *tiles, const Spot *spot, int64_t first, int64_t last)
{
    for (int64_t board = first; board < last; board++)
        met(beam, tiles, spot, board, beam->shown_bytes, beam->count_bytes);
}

/* The change of the sum of a board by a placement. */
INLINE uint64_t difference(const Tiles *tiles, const Change *change, const void *counts, int64_t bytes)
{
    uint64_t sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (uint64_t)tiles->differences[change->begin[i] + entry(counts, change->column[i], bytes)];
    return sum;
}

/* The predicted number of mismatches to come, as a score. */
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

/* The number of the board that an expansion extends. */
INLINE int64_t board_of(const Look *look, int64_t way)
{
    return way >> look->places & ((INT64_C(1) << (look->score_shift - look->places)) - 1);
}

/* The mismatches of a placement with the known sides that do not index the tables. */
INLINE int64_t cost_of(const Beam *beam, const Tiles *tiles, const Spot *spot, int64_t board, int64_t placement,
                       int64_t shown_bytes)
{
    int64_t cost = 0;
    for (int64_t i = spot->keyed; i < spot->known; i++)
        cost += tiles->sides[4 * placement + spot->side[i]] != shown_at(beam, spot, board, i, shown_bytes);
    return cost;
}

/* How far the loops are specialised: 1 fixes the usual sizes of integers, 2 also two known sides, and 3 also the sizes
 * of boards like Eternity II. */
static int level_of(const Beam *beam, const Beam *after, const Tiles *tiles, const Spot *spot)
{
    if (beam->shown_bytes != 1 || beam->count_bytes != 2)
        return 0;
    if (!spot || spot->known != 2 || spot->keyed != 2)
        return 1;
    return beam->row == ROW && after->row == ROW && beam->words == WORDS && tiles->rotations == ROTATIONS ? 3 : 2;
}

/* Write the values of a level as constants, so that the compiler specialises the loops. */
INLINE void know(int level, Beam *beam, Tiles *tiles, Spot *spot)
{
    if (level >= 1) {
        beam->shown_bytes = 1;
        beam->count_bytes = 2;
    }
    if (level >= 2)
        spot->known = spot->keyed = 2;
    if (level >= 3) {
        beam->row = ROW;
        beam->words = WORDS;
        tiles->rotations = ROTATIONS;
    }
}

INLINE Parent parent_of(const Beam *beam, const Look *look, int64_t board)
{
    int64_t score = *(const int64_t *)of_board(beam->mismatches, beam, board) * ONE + look->begun;
    Parent parent = {board << look->places, score, board * look->factor[0],
                     *(const uint64_t *)of_board(beam->sums, beam, board), of_board(beam->counts, beam, board)};
    return parent;
}

/* The expansion of a board by a placement that costs `cost` mismatches. */
INLINE int64_t way_of(const Parent *parent, const Tiles *tiles, const Spot *spot, const Look *look, int64_t placement,
                      int64_t cost, int64_t count_bytes)
{
    uint64_t sum = parent->sum + difference(tiles, spot->change + placement, parent->counts, count_bytes);
    int64_t noise = (parent->noise + placement * look->factor[1]) & look->noise_mask;
    int64_t score = predicted(look, sum) + look->noises[noise] + parent->score + cost * ONE;
    if (look->dear)
        score += look->dear[placement];
    return clipped(score, look->score_most) << look->score_shift | parent->board | placement;
}

/* The greatest number of mismatches that a tile may cost on a board, or -1. An expansion beyond `limit` is hardly ever
 * kept. */
INLINE int64_t most_of(const Beam *beam, const Spot *spot, int64_t board, int64_t limit)
{
    if (!spot->limited)
        return UINT16_MAX;
    if (limit < beam->scores[board])
        return -1;
    int64_t most = (limit - beam->scores[board]) / ONE;
    return most < spot->most ? most : spot->most;
}

/* The index into `starts`, `lengths` and `matching`: the colours next to the keyed sides. */
INLINE int64_t key_of(const Beam *beam, const Tiles *tiles, const Spot *spot, int64_t board, int64_t shown_bytes)
{
    int64_t key = 0;
    for (int64_t side = 0; side < spot->keyed; side++)
        key = key * tiles->colours + shown_at(beam, spot, board, side, shown_bytes);
    return key;
}

/* Count the placements that fit next to the keyed sides, over all boards. */
int64_t beam_fitting(const Beam *beam, const Tiles *tiles, const Spot *spot)
{
    int64_t sum = 0;
    for (int64_t board = 0; board < beam->number; board++)
        sum += spot->lengths[key_of(beam, tiles, spot, board, beam->shown_bytes)];
    return sum;
}

/* Tiles of a word, in one rotation, within the limit of mismatches. The three other words are the bits of a counter of
 * mismatches for each tile. */
typedef struct {
    uint64_t tiles, ones, twos, fours;
} Some;

/* The words of the tiles that match on a side of the square, in each rotation. */
INLINE const uint64_t *showing(const Beam *beam, const Tiles *tiles, const Spot *spot, int64_t board, int64_t side,
                               int64_t shown_bytes)
{
    int64_t shown = shown_at(beam, spot, board, side, shown_bytes);
    return tiles->showing + (spot->side[side] * tiles->colours + shown) * tiles->rotations * beam->words;
}

/* Select the tiles of a word that cost at most `most` mismatches, all at once. */
INLINE Some some_of(const Spot *spot, const uint64_t *const *shown, uint64_t unused, int64_t most, int64_t at)
{
    Some some = {unused, 0, 0, 0};
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

INLINE int64_t cost_at(uint64_t ones, uint64_t twos, uint64_t fours, int bit)
{
    return (ones >> bit & 1) + 2 * (twos >> bit & 1) + 4 * (fours >> bit & 1);
}

/* Pack a placement, the number of its parent and the mismatches that it costs. */
INLINE uint64_t candidate(uint64_t placement, int64_t parent, int64_t cost)
{
    return placement | (uint64_t)parent << 32 | (uint64_t)cost << 48;
}

/* Append the placements of unused tiles without a mismatch. */
INLINE uint64_t *matching(const Beam *beam, const Tiles *tiles, const Spot *spot, const Look *look, int64_t board,
                          int64_t parent, uint64_t *some, int64_t shown_bytes)
{
    int64_t key = key_of(beam, tiles, spot, board, shown_bytes), number = spot->matching[key];
    const Fitting *fitting = look->fitting + look->starts[key];
    const uint64_t *bits = (const uint64_t *)of_board(beam->used, beam, board);
    /* Four at a time, without branches: few boards have more, and their number cannot be predicted. */
    for (int64_t left = number; left > 0; left -= 4, fitting += 4)
        for (int j = 0; j < 4; j++) {
            unsigned place = fitting[j].place;
            *some = candidate(fitting[j].placement, parent, 0);
            some += ~bits[place >> 6] >> (place & 63) & (left > j)
                  & !cost_of(beam, tiles, spot, board, fitting[j].placement, shown_bytes);
        }
    return some;
}

/* Append the placements of unused tiles that cost at most `most` mismatches, each with its cost. */
INLINE uint64_t *costing(const Beam *beam, const Tiles *tiles, const Spot *spot, int64_t board, int64_t most,
                         int64_t parent, uint64_t *masks, uint64_t *some, int64_t shown_bytes)
{
    int64_t words = beam->words, number = tiles->rotations * words, end = 0;
    uint64_t *RESTRICT left = masks, *RESTRICT ones = left + number, *RESTRICT twos = ones + number;
    uint64_t *RESTRICT fours = twos + number, *RESTRICT filled = fours + number, *RESTRICT rests = filled + number;
    const uint64_t *shown[4], *bits = (const uint64_t *)of_board(beam->used, beam, board);
    for (int64_t i = 0; i < spot->known; i++)
        shown[i] = showing(beam, tiles, spot, board, i, shown_bytes);
    for (int64_t at = 0; at < number; at += words)
        for (int64_t word = 0; word < words; word++)
            left[at + word] = ~bits[word] & spot->fitting[at + word];
    for (int64_t at = 0; at < number; at++) {
        Some each = some_of(spot, shown, left[at], most, at);
        left[at] = each.tiles;
        ones[at] = each.ones;
        if (most > 1) {
            twos[at] = each.twos;
            fours[at] = each.fours;
        }
    }
    for (int64_t at = 0; at < number; at++) {
        filled[end] = (uint64_t)at;
        rests[end] = left[at];
        end += left[at] != 0;
    }
    rests[end] = rests[end + 1] = 0;
    /* A branch for each word would be unpredictable. */
    uint64_t rest = rests[0], next = rests[1];
    for (int64_t i = 0; i < end; next = rests[i + 1]) {
        uint64_t at = filled[i];
        int bit = LOWEST(rest);
        int64_t cost = most > 1 ? cost_at(ones[at], twos[at], fours[at], bit) : cost_at(ones[at], 0, 0, bit);
        *some++ = candidate((uint64_t)tiles->placement[64 * at + (unsigned)bit], parent, cost);
        rest &= rest - 1;
        uint64_t none = !rest;
        i += (int64_t)none;
        rest |= next & -none;
    }
    return some;
}

/* Append the expansions of boards before `last` that are better than the cut. A batch of candidates is collected before
 * the first is scored, which avoids an unpredictable branch for each board. */
INLINE void add_ways(const Beam *of, const Tiles *by_tile, const Spot *on, const Look *by, Selection *selection,
                     int64_t last, int level)
{
    /* Stores through pointers could alias the arguments. Copies stay in registers. */
    Beam own = *of;
    Tiles all = *by_tile;
    Spot here = *on;
    know(level, &own, &all, &here);
    const Beam *beam = &own;
    const Tiles *tiles = &all;
    const Spot *spot = &here;
    int64_t shown_bytes = own.shown_bytes, count_bytes = own.count_bytes;
    const Look view = *by, *look = &view;
    const Selection held = *selection;
    int64_t board = held.board, least = held.least, *end = held.ways + held.number;
    while (board < last) {
        uint64_t *some = held.candidates;
        for (int64_t parent = 0; board < last && parent < BATCH && some < held.candidates + BATCH; board++) {
            fetch(beam, board + AHEAD);
            int64_t most = most_of(beam, spot, board, held.limit);
            if (most < 0)
                continue;
            held.parents[parent] = parent_of(beam, look, board);
            if (!spot->most || !most)
                some = matching(beam, tiles, spot, look, board, parent, some, shown_bytes);
            else if (level >= 2 && most == 1)
                some = costing(beam, tiles, spot, board, 1, parent, held.masks, some, shown_bytes);
            else
                some = costing(beam, tiles, spot, board, most, parent, held.masks, some, shown_bytes);
            parent++;
        }
        for (const uint64_t *each = held.candidates; each < some; each++) {
            const Parent *parent = held.parents + (*each >> 32 & UINT16_MAX);
            int64_t way = way_of(parent, tiles, spot, look, (uint32_t)*each, *each >> 48, count_bytes);
            *end = way;
            end += way < held.cut;
            least = way < least ? way : least;
        }
    }
    selection->board = board;
    selection->least = least;
    selection->number = end - held.ways;
}

/* Count the expansions by score, for the SCORES scores from `score`. */
static void count_scores(const Selection *selection, int64_t shift, int64_t score)
{
    memset(selection->counted, 0, sizeof *selection->counted * SCORES);
    for (int64_t i = 0; i < selection->number; i++) {
        uint64_t of = (uint64_t)(selection->ways[i] >> shift) - (uint64_t)score;
        if (of < SCORES)
            selection->counted[of]++;
    }
}

/* Drop all but the best `width` expansions. They stay in the order of their boards. */
static void keep_best(Selection *selection, const Look *look)
{
    int64_t *made = selection->ways, number = selection->number, left = selection->width;
    int64_t shift = look->score_shift, score = selection->least >> shift, of;
    for (;; score += SCORES) {
        count_scores(selection, shift, score);
        for (of = 0; of < SCORES && selection->counted[of] < left; of++)
            left -= selection->counted[of];
        if (of < SCORES)
            break;
    }
    score += of;
    /* Ties go to the first boards, and on the last of these to the first placements. */
    int64_t last = -1, end = 0;
    while (left)
        left -= made[++last] >> shift == score;
    int64_t tied = made[last] >> look->places, first = last, beyond = last, cut = made[last], rank = 0;
    for (; first > 0 && board_of(look, made[first - 1]) == board_of(look, cut); first--) {}
    for (; beyond < number && board_of(look, made[beyond]) == board_of(look, cut); beyond++) {}
    for (int64_t i = first; i <= last; i++)
        rank += made[i] >> look->places == tied;
    for (int64_t i = first, at_most = 0; at_most != rank; i++)
        if ((cut = made[i]) >> look->places == tied) {
            at_most = 0;
            for (int64_t j = first; j < beyond; j++)
                at_most += made[j] >> look->places == tied && made[j] <= cut;
        }
    for (int64_t i = 0; i < number; i++) {
        int64_t way = made[i];
        made[end] = way;
        end += way <= cut;
    }
    selection->number = end;
    selection->cut = cut;
    selection->limit = score + selection->ahead;
}

/* Sort expansions: a counting sort by score, then insertion, as boards are nearly in order already. */
static void put_in_order(const Selection *selection, int64_t shift)
{
    int64_t *ordered = selection->ordered, number = selection->number, begin = 0;
    for (int64_t score = selection->least >> shift; begin < number; score += SCORES) {
        count_scores(selection, shift, score);
        for (int64_t of = 0; of < SCORES; of++) {
            int64_t counted = selection->counted[of];
            selection->counted[of] = (uint32_t)begin;
            begin += counted;
        }
        for (int64_t i = 0; i < number; i++) {
            uint64_t of = (uint64_t)(selection->ways[i] >> shift) - (uint64_t)score;
            if (of < SCORES)
                ordered[selection->counted[of]++] = selection->ways[i];
        }
    }
    for (int64_t i = 1; i < number; i++) {
        int64_t way = ordered[i], at = i;
        for (; at > 0 && ordered[at - 1] > way; at--)
            ordered[at] = ordered[at - 1];
        ordered[at] = way;
    }
}

/* Expand the next boards, and return whether boards remain. After the last one the best expansions are sorted in
 * `ordered` if the square may cost mismatches. Otherwise they are in `ways`, in the order of their boards. */
int64_t beam_ways(const Beam *beam, const Tiles *tiles, const Spot *spot, const Look *look, Selection *selection)
{
    int64_t end = selection->board - selection->board % selection->chunk + selection->chunk;
    int64_t last = selection->board + selection->some;
    last = last < end ? last : end;
    last = last < beam->number ? last : beam->number;
    switch (level_of(beam, beam, tiles, spot)) {
    case 0: add_ways(beam, tiles, spot, look, selection, last, 0); break;
    case 1: add_ways(beam, tiles, spot, look, selection, last, 1); break;
    case 2: add_ways(beam, tiles, spot, look, selection, last, 2); break;
    case 3: add_ways(beam, tiles, spot, look, selection, last, 3); break;
    }
    if (last == beam->number) {
        if (selection->number > selection->width)
            keep_best(selection, look);
        if (spot->most)
            put_in_order(selection, look->score_shift);
    } else if (last == end && selection->number > 2 * selection->width)
        keep_best(selection, look);
    return last < beam->number;
}

/* Write the board, the parent and the placement of expansion i, and prepare the board for the next square `then`, if
 * that is not NULL. The colours of exposed sides are last in a row, so rows can become longer or shorter. */
INLINE void extend(const Beam *beam, const Tiles *tiles, const Spot *spot, const Look *look, const int64_t *ways,
                   int32_t *parents, int32_t *placements, const Beam *after, const Spot *then, int64_t i,
                   int64_t shown_bytes, int64_t count_bytes)
{
    int64_t board = board_of(look, ways[i]), placement = ways[i] & ((INT64_C(1) << look->places) - 1), count[4];
    const int32_t *sides = tiles->sides + 4 * placement, *amount = spot->amount + 4 * placement;
    const Change *change = spot->change + placement;
    const char *from = (const char *)of_board(beam->used, beam, board);
    const void *before = of_board(beam->counts, beam, board);
    char *row = (char *)of_board(after->used, after, i);
    uint64_t *sum = (uint64_t *)of_board(after->sums, after, i);
    int64_t *mismatches = (int64_t *)of_board(after->mismatches, after, i);
    void *facing = of_board(after->facing, after, i), *counts = of_board(after->counts, after, i);
    int64_t size = beam->row < after->row ? beam->row : after->row;
    unsigned place = (unsigned)tiles->place[placement];
    for (int64_t at = 0; at < size; at += LINE)
        memcpy(row + at, from + at, LINE);
    uint64_t added = difference(tiles, change, before, count_bytes);
    for (int j = 0; j < 4; j++)
        count[j] = entry(before, change->column[j], count_bytes) + amount[j];
    ((uint64_t *)row)[place / 64] |= UINT64_C(1) << place % 64;
    for (int64_t j = 0; spot->most && j < spot->known; j++)
        *mismatches += sides[spot->side[j]] != shown_at(beam, spot, board, j, shown_bytes);
    *sum += added;
    for (int64_t j = 0; j < spot->open; j++)
        set(facing, spot->open_column[j], shown_bytes, sides[spot->open_side[j]]);
    for (int j = 0; j < 4; j++)
        set(counts, change->column[j], count_bytes, count[j]);
    if (then)
        met(after, tiles, then, i, shown_bytes, count_bytes);
    after->scores[i] = ways[i] >> look->score_shift;
    parents[i] = (int32_t)board;
    placements[i] = (int32_t)placement;
}

INLINE int64_t extended(const Beam *of, const Tiles *by_tile, const Spot *on, const Look *by, const int64_t *ways,
                        int32_t *parents, int32_t *placements, const Beam *to, const Spot *following, int64_t first,
                        int64_t last, int level)
{
    /* Copies stay in registers, as in `add_ways`. */
    Beam own = *of, next = *to;
    Tiles all = *by_tile;
    Spot there = *(following ? following : on);
    know(level, &own, &all, &there);
    know(level, &next, &all, &there);
    const Beam *beam = &own, *after = &next;
    const Tiles *tiles = &all;
    const Spot here = *on, *spot = &here, *then = level >= 2 || following ? &there : NULL;
    const Look view = *by, *look = &view;
    int64_t fitting = 0, shown_bytes = own.shown_bytes, count_bytes = own.count_bytes;
    for (int64_t i = first; i < last; i++) {
        if (i + AHEAD < last)
            fetch(beam, board_of(look, ways[i + AHEAD]));
        extend(beam, tiles, spot, look, ways, parents, placements, after, then, i, shown_bytes, count_bytes);
        if (then)
            fitting += then->lengths[key_of(after, tiles, then, i, shown_bytes)];
    }
    return fitting;
}

/* Write the boards, parents and placements of expansions `first` to `last` - 1. The arrays are large enough for all. */
void beam_extended(const Beam *beam, const Tiles *tiles, const Spot *spot, const Look *look, const int64_t *ways,
                    int32_t *parents, int32_t *placements, Beam *after, const Spot *then, int64_t first, int64_t last)
{
    int64_t *sum = &after->fitting;
    switch (level_of(beam, after, tiles, then)) {
    case 0: *sum += extended(beam, tiles, spot, look, ways, parents, placements, after, then, first, last, 0); break;
    case 1: *sum += extended(beam, tiles, spot, look, ways, parents, placements, after, then, first, last, 1); break;
    case 2: *sum += extended(beam, tiles, spot, look, ways, parents, placements, after, then, first, last, 2); break;
    case 3: *sum += extended(beam, tiles, spot, look, ways, parents, placements, after, then, first, last, 3); break;
    }
}
