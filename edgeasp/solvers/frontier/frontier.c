/* Counting boards square by square without listing them: dynamic programming over a frontier. Partial boards that have the
 * same tiles left and show the same colours to the squares that follow can be completed in the same ways, so they are one
 * state, with the number of partial boards that it stands for.
 *
 * A state is a key of some words. They hold for each kind of tiles the number left, and the colours that open sides show,
 * each in bits of its own. The caller chooses these bits, and states for each square which candidates fit by the colours
 * of its known sides, and what each of them adds to the key. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Hash tables that hold the states of a square between them. Each grows by itself, so none takes long to grow, and its
 * memory is free again as soon as its states have been continued. */
enum { TABLES = 256, SMALLEST = 16 };

/* States that wait for their place in a table to arrive in the cache. */
enum { WAITING = 16 };

enum { MOST_WORDS = 4 };

/* Outcomes of a call. */
enum { PAUSED, OVER, NO_MEMORY, TOO_MANY };

/* Slots of a key and the two halves of its number, lower half first; the number of an empty slot is 0. */
typedef struct {
    uint64_t *slots;
    uint64_t capacity, used;
} Table;

/* A square: where the colours of its known sides are in a key, the bits of a key that stay, and its candidates. Those for
 * the colours with number i are from begin[i] to begin[i + 1]; each is the word and the bits of its kind, followed by what
 * it adds to a key. */
typedef struct {
    uint64_t sides;
    const uint64_t *side, *kept, *begin, *candidates;
} Square;

typedef struct {
    uint64_t key[MOST_WORDS], hash, low, high;
} Waiting;

typedef struct {
    int words, squares, at;
    uint64_t bits;            /* of a colour */
    Square *square;
    uint64_t *input;
    Table table[2][TABLES];   /* the states of this square, and those of the next one */
    uint64_t from, slot;      /* the table and the slot where a call goes on */
    uint64_t bytes, most_bytes, states, low, high;
    Waiting waiting[WAITING];
    int number;
} Frontier;

static inline uint64_t hashed(const uint64_t *key, int words)
{
    uint64_t hash = 0;
    for (int i = 0; i < words; i++) {
        hash = (hash ^ key[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    hash *= 0xd6e8feb86659fd93u;
    return hash ^ hash >> 29;
}

/* Add a number to another one; whether the sum needs more than 128 bits. */
static inline int add(uint64_t *sum, uint64_t low, uint64_t high)
{
    uint64_t lower = sum[0] + low, carry = lower < low;
    uint64_t higher = sum[1] + high, beyond = higher < high;
    sum[0] = lower;
    sum[1] = higher + carry;
    return beyond || sum[1] < carry;
}

/* The slot of a key, or the empty one where it belongs. */
static inline uint64_t *slot_of(const Table *table, const uint64_t *key, uint64_t hash, int words)
{
    for (uint64_t i = hash & (table->capacity - 1);; i = (i + 1) & (table->capacity - 1)) {
        uint64_t *slot = table->slots + i * (words + 2);
        if (!(slot[words] | slot[words + 1]))
            return slot;
        int same = 1;
        for (int j = 0; j < words; j++)
            same &= slot[j] == key[j];
        if (same)
            return slot;
    }
}

static void release(Frontier *frontier, Table *table)
{
    frontier->bytes -= table->capacity * (frontier->words + 2) * sizeof(uint64_t);
    free(table->slots);
    *table = (Table){0};
}

static int grow(Frontier *frontier, Table *table)
{
    int words = frontier->words;
    Table grown = {NULL, table->capacity ? 2 * table->capacity : SMALLEST, table->used};
    uint64_t bytes = grown.capacity * (words + 2) * sizeof(uint64_t);
    if (frontier->bytes + bytes > frontier->most_bytes)
        return 0;
    grown.slots = calloc(grown.capacity, (words + 2) * sizeof(uint64_t));
    if (!grown.slots)
        return 0;
    frontier->bytes += bytes;
    for (uint64_t i = 0; i < table->capacity; i++) {
        const uint64_t *slot = table->slots + i * (words + 2);
        if (slot[words] | slot[words + 1])
            memcpy(slot_of(&grown, slot, hashed(slot, words), words), slot, (words + 2) * sizeof(uint64_t));
    }
    release(frontier, table);
    *table = grown;
    return 1;
}

/* Add the states that wait to the tables of the next square. */
static inline int settle(Frontier *frontier, int words)
{
    for (int i = 0; i < frontier->number; i++) {
        const Waiting *state = frontier->waiting + i;
        Table *table = frontier->table[1] + (state->hash >> 56);
        if (3 * table->used >= 2 * table->capacity && !grow(frontier, table))
            return NO_MEMORY;
        uint64_t *slot = slot_of(table, state->key, state->hash, words);
        if (!(slot[words] | slot[words + 1])) {
            memcpy(slot, state->key, words * sizeof(uint64_t));
            table->used++;
        }
        if (add(slot + words, state->low, state->high))
            return TOO_MANY;
    }
    frontier->number = 0;
    return PAUSED;
}

static inline int place(Frontier *frontier, const uint64_t *slot, int words, uint64_t *looks)
{
    const Square *square = frontier->square + frontier->at;
    uint64_t colours = 0, one = ((uint64_t)1 << frontier->bits) - 1;
    for (uint64_t i = 0; i < square->sides; i++)
        colours = colours << frontier->bits | (slot[square->side[2 * i]] >> square->side[2 * i + 1] & one);
    const uint64_t *candidate = square->candidates + square->begin[colours] * (words + 2);
    const uint64_t *end = square->candidates + square->begin[colours + 1] * (words + 2);
    for (; candidate < end; candidate += words + 2, ++*looks) {
        if (!(slot[candidate[0]] & candidate[1]))
            continue;
        if (frontier->number == WAITING) {
            int outcome = settle(frontier, words);
            if (outcome != PAUSED)
                return outcome;
        }
        Waiting *state = frontier->waiting + frontier->number++;
        for (int j = 0; j < words; j++)
            state->key[j] = (slot[j] & square->kept[j]) + candidate[2 + j];
        state->hash = hashed(state->key, words);
        state->low = slot[words];
        state->high = slot[words + 1];
        const Table *table = frontier->table[1] + (state->hash >> 56);
        if (table->capacity)
            __builtin_prefetch(table->slots + (state->hash & (table->capacity - 1)) * (words + 2), 1);
    }
    return PAUSED;
}

/* Continue states of the square until so many slots and candidates were looked at. */
static inline int sweep(Frontier *frontier, int words, uint64_t most)
{
    uint64_t looks = 0;
    for (; frontier->from < TABLES; frontier->from++, frontier->slot = 0) {
        Table *table = frontier->table[0] + frontier->from;
        for (; frontier->slot < table->capacity; frontier->slot++, looks++) {
            if (looks >= most)
                return PAUSED;
            const uint64_t *slot = table->slots + frontier->slot * (words + 2);
            if (slot[words] | slot[words + 1]) {
                int outcome = place(frontier, slot, words, &looks);
                if (outcome != PAUSED)
                    return outcome;
            }
        }
        release(frontier, table);
    }
    return OVER;
}

/* Count the states of a square that is done, and go on to the next one. */
static int advance(Frontier *frontier)
{
    int words = frontier->words;
    memcpy(frontier->table[0], frontier->table[1], sizeof frontier->table[0]);
    memset(frontier->table[1], 0, sizeof frontier->table[1]);
    frontier->from = frontier->slot = 0;
    for (int i = 0; i < TABLES; i++)
        frontier->states += frontier->table[0][i].used;
    if (++frontier->at < frontier->squares)
        return PAUSED;
    uint64_t sum[2] = {0, 0};
    for (int i = 0; i < TABLES; i++)
        for (uint64_t j = 0; j < frontier->table[0][i].capacity; j++) {
            const uint64_t *number = frontier->table[0][i].slots + j * (words + 2) + words;
            if (add(sum, number[0], number[1]))
                return TOO_MANY;
        }
    frontier->low = sum[0];
    frontier->high = sum[1];
    return OVER;
}

/* Go on until so many slots and candidates were looked at, or to the end. */
int frontier_step(Frontier *frontier, uint64_t most)
{
    if (frontier->at == frontier->squares)
        return OVER;
    int outcome;
    switch (frontier->words) {
    case 1:
        outcome = sweep(frontier, 1, most);
        break;
    case 2:
        outcome = sweep(frontier, 2, most);
        break;
    default:
        outcome = sweep(frontier, frontier->words, most);
    }
    if (outcome != OVER)
        return outcome;
    outcome = settle(frontier, frontier->words);
    return outcome == PAUSED ? advance(frontier) : outcome;
}

void frontier_free(Frontier *frontier)
{
    for (int i = 0; i < 2 * TABLES; i++)
        free(frontier->table[i / TABLES][i % TABLES].slots);
    free(frontier->square);
    free(frontier->input);
    free(frontier);
}

/* Make a count from its input: the words of a key, the bits of a colour, the number of squares, the key of the empty
 * board; and for each square the number of known sides, the word and the place of each of their colours, the bits of a key
 * that stay, where the candidates for each combination of colours begin, and the candidates. NULL without memory. */
Frontier *frontier_new(const uint64_t *input, uint64_t length, uint64_t most_bytes)
{
    Frontier *frontier = calloc(1, sizeof(Frontier));
    if (!frontier)
        return NULL;
    frontier->words = (int)input[0];
    frontier->bits = input[1];
    frontier->squares = (int)input[2];
    frontier->most_bytes = most_bytes;
    frontier->square = calloc(frontier->squares + 1, sizeof(Square));
    frontier->input = malloc(length * sizeof(uint64_t));
    if (!frontier->square || !frontier->input || !grow(frontier, frontier->table[0])) {
        frontier_free(frontier);
        return NULL;
    }
    memcpy(frontier->input, input, length * sizeof(uint64_t));
    int words = frontier->words;
    const uint64_t *next = frontier->input + 3;
    memcpy(frontier->table[0][0].slots, next, words * sizeof(uint64_t));
    frontier->table[0][0].slots[words] = frontier->table[0][0].used = 1;
    next += words;
    for (int i = 0; i < frontier->squares; i++) {
        Square *square = frontier->square + i;
        square->sides = *next;
        square->side = next + 1;
        square->kept = square->side + 2 * square->sides;
        square->begin = square->kept + words;
        uint64_t combinations = (uint64_t)1 << frontier->bits * square->sides;
        square->candidates = square->begin + combinations + 1;
        next = square->candidates + square->begin[combinations] * (words + 2);
    }
    return frontier;
}

uint64_t frontier_states(const Frontier *frontier)
{
    return frontier->states;
}

/* The number of boards, lower half first. */
void frontier_number(const Frontier *frontier, uint64_t *number)
{
    number[0] = frontier->low;
    number[1] = frontier->high;
}
