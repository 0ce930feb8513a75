/* A search for all boards that keeps a reason for everything it excludes, and so a proof that there are no others.
 *
 * It places tiles square by square, where fewest candidates are left for the conflicts that a square has had (dom/wdeg:
 * Boussemart, Hemery, Lecoutre and Sais, 2004). When nothing fits on a square, the conflict is traced back to one
 * placement since the last decision (a first unique implication point: Marques-Silva and Sakallah, 1999); the facts that
 * cannot all be true are a lemma, and short lemmas are watched.
 *
 * Where there is no memory, what is called from outside returns at once; only the counts, the boards and `refuter_free`
 * may follow. Calls that may take long end after so many seconds, and go on where they are called again.
 *
 * Facts are variables of a formula: a candidate lies on a square; a tile lies there, however it is turned; a diamond has
 * a colour. Clauses about one square or one tile are taken into the formula when a lemma needs them, so each step of
 * the search is one step of unit propagation. */
#include <limits.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NEVER = INT_MAX, LONGEST = 8 }; /* facts in a lemma that is watched */

/* A tile in a rotation on a square: its variable, that of the tile there, and the colours of the diamonds around. Its
 * facts are these two, or one if they are the same, and those colours. */
typedef struct {
    int tile, var, on, side[4], facts, fact[6];
} Candidate;

/* The candidates of a square, or of a tile on it, that show some colours, -1 for any colour; the clause that says that
 * there are no others, 0 if no lemma has needed it. */
typedef struct {
    int square, tile, colour[4], clause, length, *list;
} Table;

typedef struct {
    int32_t *at;
    size_t length, room;
} Ints;

typedef enum { DECIDED, ONLY_ON_SQUARE, ONLY_FOR_TILE, FORBIDDEN } Kind;

/* A placement of a candidate, or a fact that is forbidden. A fact is forbidden by a lemma, or, where the reason
 * is negative, by the side of a square on which no candidate shows it. */
typedef struct {
    Kind kind;
    int what, reason;
} Step;

/* Places of literals and hints; a hint is the number of a clause, or -1 minus that of a lemma. */
typedef struct {
    size_t literals, hints;
    int last_use, name;
} Lemma;

typedef struct {
    uint64_t key;
    int value;
} Slot;

typedef struct {
    jmp_buf no_memory;
    double until;                                 /* when a call ends */
    int squares, diamonds, colours, tiles, variables, candidates;
    int32_t *input;
    const int32_t *around, *colour_var, *alike, *order; /* in the input */
    Candidate *candidate;
    int *first, *square_of;                       /* of a square: its first candidate; of a candidate */
    int *first_of_tile, *of_tile, *support;       /* the candidates of a tile, by square; two that were left of it */
    int loaded, *loaded_of_tile;                  /* squares; candidates of a tile */
    int *tile_clause;                             /* that says that a tile is somewhere; 0 if no lemma has needed it */
    int *placed, *placed_at, *where;              /* on a square, since a step; the square of a tile */
    int *shown, *true_at, *false_at, *false_by;   /* of a diamond; of a fact: since which step, why */
    double *weight;                               /* of a square: its conflicts */
    Step *step;
    int steps, *level, levels;
    Table *table;
    size_t tables, table_room;
    Slot *slot;
    size_t slots, slot_room;
    Ints formula, ends, literals, hints, boards, *watch;
    int clauses;                                  /* and after each, and before the first one, its end in the formula */
    Lemma *lemma;
    int lemmas, lemma_room, conflict, done;
    signed char *marked;                          /* facts that a conflict follows from, and how many are recent */
    int marks, recent;
    Ints trace, seen_clauses, seen_lemmas;        /* hints, the last one first; the last lemma that has one */
    int *again;
    int phase, turn, *name, kept, cursor;         /* how far `refuter_trim` is, and the text */
    size_t place;
} Refuter;

/* Memory for one more than so many things of a size, all zero, or with those that were there before. */
static void *room_for(Refuter *r, void *before, size_t count, size_t size)
{
    void *made = count < SIZE_MAX / size - 1 ? before ? realloc(before, (count + 1) * size) : calloc(count + 1, size) : NULL;
    if (!made)
        longjmp(r->no_memory, 1);
    return made;
}

static void push(Refuter *r, Ints *ints, int value)
{
    if (ints->length == ints->room) {
        size_t room = ints->room ? 2 * ints->room : 64;
        if (room > INT_MAX)
            longjmp(r->no_memory, 1);
        ints->at = room_for(r, ints->at, room, sizeof(int32_t));
        ints->room = room;
    }
    ints->at[ints->length++] = value;
}

static int *filled(Refuter *r, int count, int value)
{
    int *made = room_for(r, NULL, count, sizeof(int));
    for (int i = 0; value && i <= count; i++)
        made[i] = value;
    return made;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* End a clause of the formula: its number. */
static int clause_ended(Refuter *r)
{
    push(r, &r->formula, 0);
    push(r, &r->ends, (int)r->formula.length);
    return ++r->clauses;
}

static inline int colour_var(const Refuter *r, int diamond, int colour)
{
    return r->colour_var[diamond * r->colours + colour];
}

void refuter_free(Refuter *r);

static void add_facts(Refuter *r, int c)
{
    Candidate *each = r->candidate + c;
    const int32_t *around = r->around + 4 * r->square_of[c];
    each->fact[each->facts++] = each->var;
    if (each->on != each->var)
        each->fact[each->facts++] = each->on;
    for (int side = 0; side < 4; side++)
        if (around[side] >= 0)
            each->fact[each->facts++] = colour_var(r, around[side], each->side[side]);
}

/* Make all that there is in a search, but for the candidates. */
static void prepare(Refuter *r, const int32_t *given, size_t length)
{
    r->input = room_for(r, NULL, length, sizeof(int32_t));
    given = memcpy(r->input, given, sizeof(int32_t) * length);
    r->squares = *given++;
    r->diamonds = *given++;
    r->colours = *given++;
    r->tiles = *given++;
    r->variables = *given++;
    r->candidates = *given++;
    r->around = given;
    r->colour_var = r->around + 4 * r->squares;
    r->alike = r->colour_var + r->diamonds * r->colours;
    r->order = r->alike + r->tiles;
    given = r->order + r->squares;
    r->candidate = room_for(r, NULL, r->candidates, sizeof(Candidate));
    r->first = filled(r, r->squares, 0);
    r->square_of = filled(r, r->candidates, 0);
    r->first_of_tile = filled(r, r->tiles, 0);
    r->loaded_of_tile = filled(r, r->tiles, 0);
    r->of_tile = filled(r, r->candidates, 0);
    for (int tile = 0; tile < r->tiles; tile++)
        r->first_of_tile[tile + 1] = r->first_of_tile[tile] + given[tile];
    r->support = filled(r, 2 * r->tiles, -1);
    r->tile_clause = filled(r, r->tiles, 0);
    r->placed = filled(r, r->squares, -1);
    r->placed_at = filled(r, r->squares, NEVER);
    r->where = filled(r, r->tiles, -1);
    r->shown = filled(r, r->diamonds, -1);
    r->true_at = filled(r, r->variables, NEVER);
    r->false_at = filled(r, r->variables, NEVER);
    r->false_by = filled(r, r->variables, 0);
    r->again = filled(r, r->variables, 0);
    r->weight = room_for(r, NULL, r->squares, sizeof(double));
    for (int square = 0; square < r->squares; square++)
        r->weight[square] = 1;
    r->step = room_for(r, NULL, (size_t)r->squares + r->variables, sizeof(Step));
    r->level = filled(r, r->squares, 0);
    r->table = room_for(r, NULL, 1 << 12, sizeof(Table));
    r->table_room = 1 << 12;
    r->slot = room_for(r, NULL, 1 << 12, sizeof(Slot));
    r->slot_room = 1 << 12;
    r->watch = room_for(r, NULL, r->variables, sizeof(Ints));
    r->marked = room_for(r, NULL, r->variables, 1);
    push(r, &r->ends, 0);
    r->conflict = -1;
}

/* A search over: squares, diamonds, colours, tiles, variables, candidates; for each square its diamonds, -1 on the frame;
 * for each diamond the variables of its colours, 0 for none; for each tile the next identical one, in a ring; the squares
 * in the order in which they are preferred; for each tile the number of its candidates. `refuter_load` follows. */
Refuter *refuter_new(const int32_t *given, size_t length)
{
    Refuter *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    if (setjmp(r->no_memory)) {
        refuter_free(r);
        return NULL;
    }
    prepare(r, given, length);
    return r;
}

/* Take the candidates of the next square, each as its tile, its variable, that of the tile, and four colours. */
void refuter_load(Refuter *r, const int32_t *given, int count)
{
    int square = r->loaded++, c = r->first[square];
    for (const int32_t *end = given + 7 * (size_t)count; given < end; given += 7, c++) {
        r->candidate[c] = (Candidate){given[0], given[1], given[2], {given[3], given[4], given[5], given[6]}, 0, {0}};
        r->square_of[c] = square;
        add_facts(r, c);
        r->of_tile[r->first_of_tile[given[0]] + r->loaded_of_tile[given[0]]++] = c;
    }
    r->first[square + 1] = c;
}

static size_t mixed(uint64_t key)
{
    key = (key ^ key >> 31) * 0x9E3779B97F4A7C15u;
    return key ^ key >> 29;
}

static Slot *slot_of(Slot *slots, size_t room, uint64_t key)
{
    size_t i = mixed(key) & (room - 1);
    while (slots[i].key && slots[i].key != key)
        i = (i + 1) & (room - 1);
    return slots + i;
}

/* The clause that two facts imply one another so: its number, after it is added to the formula if it is new. */
static int pair(Refuter *r, int one, int other)
{
    if (2 * r->slots >= r->slot_room) {
        Slot *larger = room_for(r, NULL, 2 * r->slot_room, sizeof(Slot));
        for (size_t i = 0; i < r->slot_room; i++)
            if (r->slot[i].key)
                *slot_of(larger, 2 * r->slot_room, r->slot[i].key) = r->slot[i];
        free(r->slot);
        r->slot = larger;
        r->slot_room *= 2;
    }
    uint64_t key = (uint64_t)(uint32_t)one << 32 | (uint32_t)other;
    Slot *slot = slot_of(r->slot, r->slot_room, key);
    if (!slot->key) {
        push(r, &r->formula, one);
        push(r, &r->formula, other);
        *slot = (Slot){key, clause_ended(r)};
        r->slots++;
    }
    return slot->value;
}

static Table *place_of(Table *tables, size_t room, int square, int tile, const int *colour)
{
    uint64_t key = (uint64_t)(tile + 1) << 16 | square;
    for (int side = 0; side < 4; side++)
        key = key * 1009 + colour[side] + 1;
    size_t i = mixed(key) & (room - 1);
    while (tables[i].list && (tables[i].square != square || tables[i].tile != tile
                              || memcmp(tables[i].colour, colour, sizeof tables[i].colour)))
        i = (i + 1) & (room - 1);
    return tables + i;
}

static inline int matches(const Refuter *r, int c, const int *colour)
{
    const int *side = r->candidate[c].side;
    return (colour[0] < 0 || colour[0] == side[0]) && (colour[1] < 0 || colour[1] == side[1])
           && (colour[2] < 0 || colour[2] == side[2]) && (colour[3] < 0 || colour[3] == side[3]);
}

/* The candidates of a square that show some colours; of one tile, or of all if it is -1. */
static Table *table_of(Refuter *r, int square, int tile, const int *colour)
{
    Table *table = place_of(r->table, r->table_room, square, tile, colour);
    if (table->list)
        return table;
    if (2 * r->tables >= r->table_room) {
        Table *larger = room_for(r, NULL, 2 * r->table_room, sizeof(Table));
        for (size_t i = 0; i < r->table_room; i++)
            if (r->table[i].list)
                *place_of(larger, 2 * r->table_room, r->table[i].square, r->table[i].tile, r->table[i].colour) = r->table[i];
        free(r->table);
        r->table = larger;
        r->table_room *= 2;
        table = place_of(r->table, r->table_room, square, tile, colour);
    }
    int first = r->first[square], end = r->first[square + 1];
    int *list = room_for(r, NULL, end - first, sizeof(int)), length = 0;
    for (int c = first; c < end; c++)
        if ((tile < 0 || r->candidate[c].tile == tile) && matches(r, c, colour))
            list[length++] = c;
    int *shorter = realloc(list, sizeof(int) * (length + 1));
    *table = (Table){square, tile, {colour[0], colour[1], colour[2], colour[3]}, 0, length, shorter ? shorter : list};
    r->tables++;
    return table;
}

/* The colours that were known around a square before a step. */
static inline void known_before(const Refuter *r, int square, int before, int *colour)
{
    for (int side = 0; side < 4; side++) {
        int diamond = r->around[4 * square + side], shown = diamond < 0 ? -1 : r->shown[diamond];
        colour[side] = shown >= 0 && r->true_at[colour_var(r, diamond, shown)] < before ? shown : -1;
    }
}

/* The clause of a table; the tile lies there by the variable `on`, or anything does if it is 0. */
static int table_clause(Refuter *r, Table *table, int on)
{
    if (!table->clause) {
        for (int side = 0; side < 4; side++)
            if (table->colour[side] >= 0)
                push(r, &r->formula, -colour_var(r, r->around[4 * table->square + side], table->colour[side]));
        if (on)
            push(r, &r->formula, -on);
        for (int i = 0; i < table->length; i++)
            push(r, &r->formula, r->candidate[table->list[i]].var);
        table->clause = clause_ended(r);
    }
    return table->clause;
}

/* A square, filled before a step, whose tile excludes a candidate: the same tile, or an identical one that would be out
 * of order; -1 if there is none. */
static inline int excluding(const Refuter *r, int c, int before)
{
    int tile = r->candidate[c].tile, square = r->where[tile];
    if (square >= 0 && r->placed_at[square] < before)
        return square;
    for (int other = r->alike[tile]; other != tile; other = r->alike[other]) {
        square = r->where[other];
        if (square >= 0 && r->placed_at[square] < before
            && (other < tile ? square >= r->square_of[c] : square <= r->square_of[c]))
            return square;
    }
    return -1;
}

/* A fact of a candidate that was forbidden before a step; 0 if there is none. */
static inline int forbidden(const Refuter *r, int c, int before)
{
    const Candidate *each = r->candidate + c;
    for (int i = 0; i < each->facts; i++)
        if (r->false_at[each->fact[i]] < before)
            return each->fact[i];
    return 0;
}

static void forbid(Refuter *r, int fact, int reason)
{
    if (r->false_at[fact] != NEVER)
        return;
    r->false_at[fact] = r->steps;
    r->false_by[fact] = reason;
    r->step[r->steps++] = (Step){FORBIDDEN, fact, reason};
}

static int facts_in(const Refuter *r, int lemma)
{
    return (int)(r->lemma[lemma + 1].literals - r->lemma[lemma].literals);
}

/* Go through the lemmas that watch a fact which is true now; the first two facts of a lemma are watched. With each
 * lemma stands another one of its facts. */
static void visit(Refuter *r, int fact)
{
    Ints *watch = r->watch + fact;
    size_t kept = 0;
    for (size_t i = 0; i < watch->length; i += 2) {
        int lemma = watch->at[i], other = watch->at[i + 1];
        if (r->conflict < 0 && r->false_at[other] == NEVER) {
            int32_t *at = r->literals.at + r->lemma[lemma].literals;
            int length = facts_in(r, lemma), next = 2;
            if (at[0] == -fact) {
                at[0] = at[1];
                at[1] = -fact;
            }
            other = -at[0];
            while (next < length && r->true_at[-at[next]] != NEVER)
                next++;
            if (next < length && r->false_at[other] == NEVER) {
                at[1] = at[next];
                at[next] = -fact;
                push(r, r->watch - at[1], lemma);
                push(r, r->watch - at[1], other);
                continue;
            }
            if (r->true_at[other] != NEVER)
                r->conflict = lemma;
            else
                forbid(r, other, lemma);
        }
        watch->at[kept++] = lemma;
        watch->at[kept++] = other;
    }
    watch->length = kept;
}

static void place(Refuter *r, int c, Kind kind)
{
    int step = r->steps++, square = r->square_of[c], fresh[6], found = 0, count = r->candidate[c].facts;
    const int *fact = r->candidate[c].fact;
    r->step[step] = (Step){kind, c, 0};
    r->placed[square] = c;
    r->placed_at[square] = step;
    r->where[r->candidate[c].tile] = square;
    for (int i = 0; i < count; i++)
        if (r->true_at[fact[i]] == NEVER) {
            r->true_at[fact[i]] = step;
            fresh[found++] = fact[i];
        }
    for (int side = 0; side < 4; side++)
        if (r->around[4 * square + side] >= 0)
            r->shown[r->around[4 * square + side]] = r->candidate[c].side[side];
    for (int i = 0; i < found; i++)
        visit(r, fresh[i]);
}

/* Take back the steps from one on; what a lemma forbids on account of earlier steps stays forbidden. */
static void undo(Refuter *r, int to)
{
    int staying = 0;
    while (r->steps > to) {
        Step *step = r->step + --r->steps;
        if (step->kind == FORBIDDEN) {
            r->false_at[step->what] = NEVER;
            if (step->reason < 0)
                continue;
            const int32_t *at = r->literals.at + r->lemma[step->reason].literals;
            int last = -1;
            for (int i = facts_in(r, step->reason) - 1; i >= 0; i--)
                if (-at[i] != step->what && r->true_at[-at[i]] > last)
                    last = r->true_at[-at[i]];
            if (last < to)
                r->again[staying++] = step->what;
            continue;
        }
        int square = r->square_of[step->what], count = r->candidate[step->what].facts;
        const int *fact = r->candidate[step->what].fact;
        for (int side = 0; side < 4; side++) {
            int diamond = r->around[4 * square + side];
            if (diamond >= 0 && r->true_at[colour_var(r, diamond, r->shown[diamond])] == r->steps)
                r->shown[diamond] = -1;
        }
        for (int i = 0; i < count; i++)
            if (r->true_at[fact[i]] == r->steps)
                r->true_at[fact[i]] = NEVER;
        r->placed[square] = -1;
        r->placed_at[square] = NEVER;
        r->where[r->candidate[step->what].tile] = -1;
    }
    while (staying-- > 0)
        forbid(r, r->again[staying], r->false_by[r->again[staying]]);
}

/* The step of the last decision; -1 if there is none. */
static inline int last_decision(const Refuter *r)
{
    return r->levels ? r->level[r->levels - 1] : -1;
}

static inline void mark(Refuter *r, int fact)
{
    if (!r->marked[fact]) {
        r->marked[fact] = 1;
        r->marks++;
        r->recent += r->true_at[fact] >= last_decision(r);
    }
}

static void mark_lemma(Refuter *r, int lemma, int but)
{
    const int32_t *at = r->literals.at + r->lemma[lemma].literals;
    for (int i = facts_in(r, lemma) - 1; i >= 0; i--)
        if (-at[i] != but)
            mark(r, -at[i]);
    push(r, &r->trace, -1 - lemma);
}

static void mark_colours(Refuter *r, int square, const int *colour, int but)
{
    for (int side = 0; side < 4; side++)
        if (colour[side] >= 0 && side != but)
            mark(r, colour_var(r, r->around[4 * square + side], colour[side]));
}

static void explain(Refuter *r, int square, int before, int but, int side, int more);

/* Why a fact of a candidate was forbidden before a step. */
static void explain_forbidden(Refuter *r, int c, int before)
{
    int fact = forbidden(r, c, before), reason = r->false_by[fact];
    if (fact != r->candidate[c].var)
        push(r, &r->trace, pair(r, -r->candidate[c].var, fact));
    if (reason >= 0) {
        mark_lemma(r, reason, fact);
        return;
    }
    int from = (-1 - reason) / 4, towards = (-1 - reason) % 4, colour = 0;
    while (colour_var(r, r->around[4 * from + towards], colour) != fact)
        colour++;
    explain(r, from, r->false_at[fact], -1, towards, colour);
}

/* Mark the facts, and collect the hints, by which no candidate of a square but one was left before a step; with a side,
 * none that shows a colour there. */
static void explain(Refuter *r, int square, int before, int but, int side, int more)
{
    int colour[4];
    known_before(r, square, before, colour);
    if (side >= 0)
        colour[side] = more;
    Table *table = table_of(r, square, -1, colour);
    int length = table->length, *list = table->list;
    push(r, &r->trace, table_clause(r, table, 0));
    mark_colours(r, square, colour, side);
    for (int i = 0; i < length; i++) {
        int c = list[i], other = excluding(r, c, before);
        if (c == but)
            continue;
        if (other >= 0) {
            int on = r->candidate[r->placed[other]].on;
            mark(r, on);
            push(r, &r->trace, pair(r, -on, -r->candidate[c].var));
        } else {
            explain_forbidden(r, c, before);
        }
    }
}

/* Why a tile with some of its candidates on a square was not there before a step, or only as one of them. */
static void explain_absence(Refuter *r, int c, int before, int but)
{
    int square = r->square_of[c], tile = r->candidate[c].tile, on = r->candidate[c].on, colour[4], best[4], cost = 9;
    known_before(r, square, before, colour);
    if (but < 0) {
        /* The fewest colours that the tile does not show there, best such as are reasons already. */
        for (int chosen = 1; chosen < 16; chosen++) {
            int tried[4], price = 0;
            for (int side = 0; side < 4; side++) {
                tried[side] = chosen >> side & 1 ? colour[side] : -1;
                if (chosen >> side & 1)
                    price += colour[side] < 0 ? 9 : r->marked[colour_var(r, r->around[4 * square + side], colour[side])] ? 0 : 2;
            }
            if (price < cost && !table_of(r, square, tile, tried)->length) {
                memcpy(best, tried, sizeof best);
                cost = price;
            }
        }
        int other = excluding(r, c, before);
        if (other < 0 && r->placed_at[square] < before)
            other = square;
        if (other >= 0 && cost > (r->marked[r->candidate[r->placed[other]].on] ? 0 : 2)) {
            int there = r->candidate[r->placed[other]].on;
            mark(r, there);
            push(r, &r->trace, pair(r, -there, -on));
            return;
        }
        if (cost < 9) {
            push(r, &r->trace, table_clause(r, table_of(r, square, tile, best), on));
            mark_colours(r, square, best, -1);
            return;
        }
        if (r->false_at[on] < before) {
            mark_lemma(r, r->false_by[on], on);
            return;
        }
    }
    Table *table = table_of(r, square, tile, colour);
    int length = table->length, *list = table->list;
    if (on != r->candidate[list[0]].var) {
        push(r, &r->trace, table_clause(r, table, on));
        mark_colours(r, square, colour, -1);
    }
    for (int i = 0; i < length; i++)
        if (list[i] != but)
            explain_forbidden(r, list[i], before);
}

/* Mark the facts, and collect the hints, by which no candidate of a tile but one was left before a step. */
static void explain_tile(Refuter *r, int tile, int before, int but)
{
    int first = r->first_of_tile[tile], end = r->first_of_tile[tile + 1];
    if (but >= 0)
        explain_absence(r, but, before, but);
    if (!r->tile_clause[tile]) {
        for (int i = first; i < end; i++)
            if (i == first || r->square_of[r->of_tile[i]] != r->square_of[r->of_tile[i - 1]])
                push(r, &r->formula, r->candidate[r->of_tile[i]].on);
        r->tile_clause[tile] = clause_ended(r);
    }
    push(r, &r->trace, r->tile_clause[tile]);
    for (int i = first; i < end; i++) {
        int square = r->square_of[r->of_tile[i]];
        if ((i == first || square != r->square_of[r->of_tile[i - 1]]) && (but < 0 || square != r->square_of[but]))
            explain_absence(r, r->of_tile[i], before, -1);
    }
}

/* The marked facts that a placement has made true. */
static int marked_facts(const Refuter *r, int step, int *fact)
{
    const Candidate *each = r->candidate + r->step[step].what;
    int found = 0;
    for (int i = 0; i < each->facts; i++)
        if (r->marked[each->fact[i]] && r->true_at[each->fact[i]] == step)
            fact[found++] = each->fact[i];
    return found;
}

/* Replace marked facts of a placement by the placement. */
static void unmark(Refuter *r, int step, const int *fact, int count)
{
    int var = r->candidate[r->step[step].what].var;
    for (int i = 0; i < count; i++) {
        r->marked[fact[i]] = 0;
        if (fact[i] != var)
            push(r, &r->trace, pair(r, -var, fact[i]));
    }
    r->marks -= count;
    r->recent -= count;
}

/* Add a lemma that says that the marked facts, none of them later than a step, are not all true. */
static int add_lemma(Refuter *r, int latest)
{
    if (r->lemmas + 2 > r->lemma_room) {
        r->lemma = room_for(r, r->lemma, 2 * (size_t)r->lemma_room + 1024, sizeof(Lemma));
        r->lemma_room = 2 * r->lemma_room + 1024;
    }
    int number = r->lemmas++, fact[6];
    r->lemma[number] = (Lemma){r->literals.length, r->hints.length, -1, 0};
    /* The facts of the latest steps come first. */
    for (int step = latest; r->marks > 0; step--)
        if (r->step[step].kind != FORBIDDEN)
            for (int i = marked_facts(r, step, fact) - 1; i >= 0; i--) {
                r->marked[fact[i]] = 0;
                r->marks--;
                push(r, &r->literals, -fact[i]);
            }
    r->recent = 0;
    /* What several candidates are excluded by is said once, where it is needed first. */
    for (size_t i = r->trace.length; i-- > 0;) {
        int hint = r->trace.at[i];
        Ints *seen = hint > 0 ? &r->seen_clauses : &r->seen_lemmas;
        size_t at = hint > 0 ? hint : -1 - hint;
        while (seen->length <= at)
            push(r, seen, -1);
        if (seen->at[at] != number)
            push(r, &r->hints, hint);
        seen->at[at] = number;
    }
    r->trace.length = 0;
    r->lemma[number + 1] = (Lemma){r->literals.length, r->hints.length, -1, 0};
    return number;
}

/* Learn from a conflict, whose facts are marked, and go back; false if it follows from the formula alone. Lemmas of more
 * than so many facts are not watched. */
static int learn(Refuter *r, int longest)
{
    for (;;) {
        int decision = last_decision(r), from = decision, fact[6];
        for (int step = r->steps - 1; step > decision; step--) {
            if (r->step[step].kind == FORBIDDEN)
                continue;
            int count = marked_facts(r, step, fact);
            if (decision >= 0 && count && count == r->recent) {
                from = step;
                break;
            }
            if (!count)
                continue;
            unmark(r, step, fact, count);
            if (r->step[step].kind == ONLY_FOR_TILE)
                explain_tile(r, r->candidate[r->step[step].what].tile, step, r->step[step].what);
            else
                explain(r, r->square_of[r->step[step].what], step, r->step[step].what, -1, 0);
        }
        int own = 0;
        if (from >= 0) {
            int count = marked_facts(r, from, fact);
            if (count > 1) {
                unmark(r, from, fact, count);
                mark(r, r->candidate[r->step[from].what].var);
            }
            own = count > 1 ? r->candidate[r->step[from].what].var : count ? fact[0] : 0;
        }
        int lemma = add_lemma(r, from), length = facts_in(r, lemma);
        if (decision < 0 || !length)
            return 0;
        undo(r, decision);
        r->levels--;
        if (own) {
            const int32_t *at = r->literals.at + r->lemma[lemma].literals;
            for (int i = 0; i < 2 && length > 1 && length <= longest; i++) {
                push(r, r->watch - at[i], lemma);
                push(r, r->watch - at[i], -at[1 - i]);
            }
            forbid(r, own, lemma);
            return 1;
        }
        mark_lemma(r, lemma, 0);
    }
}

/* The number of candidates that are left on a square, one of them, and the colours that they show by side. */
static int left_on(Refuter *r, int square, int *one, uint64_t *shows)
{
    int colour[4], left = 0;
    known_before(r, square, NEVER, colour);
    const Table *table = table_of(r, square, -1, colour);
    memset(shows, 0, 4 * sizeof *shows);
    for (int i = 0; i < table->length; i++) {
        int c = table->list[i];
        if (excluding(r, c, NEVER) >= 0 || forbidden(r, c, NEVER))
            continue;
        *one = left++ ? *one : c;
        for (int side = 0; side < 4; side++)
            shows[side] |= (uint64_t)1 << r->candidate[c].side[side];
    }
    return left;
}

/* Forbid the colours that no candidate left on a square shows; say whether there were any. */
static int narrow(Refuter *r, int square, const uint64_t *shows)
{
    int before = r->steps;
    for (int side = 0; side < 4; side++) {
        int diamond = r->around[4 * square + side];
        for (int colour = 0; diamond >= 0 && r->shown[diamond] < 0 && colour < r->colours; colour++)
            if (!(shows[side] >> colour & 1) && colour_var(r, diamond, colour))
                forbid(r, colour_var(r, diamond, colour), -1 - (4 * square + side));
    }
    return r->steps > before;
}

static int is_left(const Refuter *r, int c)
{
    int square = r->square_of[c], colour[4];
    if (r->placed[square] >= 0)
        return 0;
    known_before(r, square, NEVER, colour);
    return matches(r, c, colour) && excluding(r, c, NEVER) < 0 && !forbidden(r, c, NEVER);
}

/* The number of candidates that are left of a tile, up to two, and one of them. */
static int left_of(Refuter *r, int tile, int *one)
{
    int *support = r->support + 2 * tile, left = 0, found[2];
    for (int i = 0; i < 2; i++)
        if (support[i] >= 0 && is_left(r, support[i]))
            found[left++] = support[i];
    for (int i = r->first_of_tile[tile]; i < r->first_of_tile[tile + 1] && left < 2; i++)
        if ((!left || r->of_tile[i] != found[0]) && is_left(r, r->of_tile[i]))
            found[left++] = r->of_tile[i];
    for (int i = 0; i < left; i++)
        support[i] = found[i];
    *one = left ? found[0] : -1;
    return left;
}

/* Take a board: add it, and the clause that excludes it, which is then a conflict. */
static void take_board(Refuter *r)
{
    for (int square = 0; square < r->squares; square++) {
        int var = r->candidate[r->placed[square]].var;
        push(r, &r->boards, r->placed[square] - r->first[square]);
        push(r, &r->formula, -var);
        mark(r, var);
    }
    push(r, &r->trace, clause_ended(r));
}

/* How many numbers are stored; a table takes some sixty. */
static size_t stored(const Refuter *r)
{
    return r->hints.length + r->literals.length + r->formula.length + 64 * r->tables;
}

/* Go on until so many more lemmas are learnt, or so many numbers stored: 1 if no other board is left, -1 if there is no
 * memory, else 0. */
int refuter_run(Refuter *r, int lemmas, size_t most, double seconds)
{
    int stop = r->lemmas + lemmas;
    if (setjmp(r->no_memory))
        return -1;
    r->until = now() + seconds;
    for (int first = 1; !r->done && r->lemmas < stop && stored(r) < most && (first || now() < r->until); first = 0) {
        if (r->conflict >= 0) {
            mark_lemma(r, r->conflict, 0);
            r->conflict = -1;
            r->done = !learn(r, LONGEST);
            continue;
        }
        int best = -1, least = NEVER, choice = -1, empty = 0, narrowed = 0;
        for (int i = 0; i < r->squares && least; i++) {
            int square = r->order[i], known = 0, one = -1;
            uint64_t shows[4];
            if (r->placed[square] >= 0)
                continue;
            empty = 1;
            for (int side = 0; side < 4; side++) {
                int diamond = r->around[4 * square + side];
                known += diamond >= 0 && r->shown[diamond] >= 0;
            }
            if (!known && best >= 0)
                continue;
            int left = left_on(r, square, &one, shows);
            if (left && known)
                narrowed |= narrow(r, square, shows);
            if (best < 0 || left <= 1 || (least > 1 && left / r->weight[square] < least / r->weight[best])) {
                best = square;
                least = left;
                choice = one;
            }
        }
        if (!empty) {
            take_board(r);
            /* Or the board would be found again. */
            r->done = !learn(r, r->variables);
        } else if (!least) {
            r->weight[best]++;
            explain(r, best, NEVER, -1, -1, 0);
            r->done = !learn(r, LONGEST);
        } else if (least == 1) {
            /* What other squares have forbidden since may have left nothing: a fact is never both true and forbidden. */
            if (!forbidden(r, choice, NEVER))
                place(r, choice, ONLY_ON_SQUARE);
        } else if (!narrowed) {
            int tile = 0, left = 2, one = -1;
            while (tile < r->tiles && (r->where[tile] >= 0 || (left = left_of(r, tile, &one)) == 2))
                tile++;
            if (tile == r->tiles) {
                r->level[r->levels++] = r->steps;
                place(r, choice, DECIDED);
            } else if (left) {
                place(r, one, ONLY_FOR_TILE);
            } else {
                explain_tile(r, tile, NEVER, -1);
                r->done = !learn(r, LONGEST);
            }
        }
    }
    return r->done;
}

/* The literals of a clause or of a lemma, as hints name them. */
static const int32_t *literals_of(const Refuter *r, int hint, int *length)
{
    if (hint < 0) {
        *length = facts_in(r, -1 - hint);
        return r->literals.at + r->lemma[-1 - hint].literals;
    }
    *length = r->ends.at[hint] - 1 - r->ends.at[hint - 1];
    return r->formula.at + r->ends.at[hint - 1];
}

/* Let a literal be true, by the hint at a place. */
static void assume(Refuter *r, int literal, int by)
{
    int var = literal < 0 ? -literal : literal;
    r->marked[var] = literal < 0 ? -1 : 1;
    r->again[var] = by;
    push(r, &r->trace, var);
}

/* Whether a literal is true, 1, or false, -1, or neither. */
static inline int value(const Refuter *r, int literal)
{
    return literal < 0 ? -r->marked[-literal] : r->marked[literal];
}

/* Keep those hints of a lemma by which it follows: if it is false, each but the last one leaves one literal that was not
 * true before, the last one none. Others, behind that one or before it, become 0, behind all that are kept. */
static void keep_hints(Refuter *r, int lemma)
{
    int32_t *hint = r->hints.at + r->lemma[lemma].hints, *needed;
    int count = (int)(r->lemma[lemma + 1].hints - r->lemma[lemma].hints), last = -1, kept = 0, length;
    const int32_t *at = literals_of(r, -1 - lemma, &length);
    for (int i = 0; i < length; i++)
        assume(r, -at[i], -1);
    for (int i = 0; i < count && last < 0; i++) {
        int left = 0, one = 0;
        at = literals_of(r, hint[i], &length);
        for (int j = 0; j < length; j++)
            if (value(r, at[j]) >= 0) {
                left++;
                one = at[j];
            }
        if (!left)
            last = i;
        else if (left == 1 && !value(r, one))
            assume(r, one, i);
    }
    r->seen_clauses.length = 0;
    for (int i = 0; i < count; i++)
        push(r, &r->seen_clauses, i == last);
    needed = r->seen_clauses.at;
    for (int i = last; i >= 0; i--) {
        at = literals_of(r, hint[i], &length);
        for (int j = 0; needed[i] && j < length; j++) {
            int by = r->again[at[j] < 0 ? -at[j] : at[j]];
            if (by >= 0)
                needed[by] = 1;
        }
    }
    for (int i = 0; i < count && last >= 0; i++)
        if (needed[i])
            hint[kept++] = hint[i];
    while (last >= 0 && kept < count)
        hint[kept++] = 0;
    while (r->trace.length)
        r->marked[r->trace.at[--r->trace.length]] = 0;
}

/* The hints of a lemma that are kept: the first one, and the end. */
static const int32_t *hints_of(const Refuter *r, int lemma, const int32_t **end)
{
    *end = r->hints.at + r->lemma[lemma + 1].hints;
    while (*end > r->hints.at + r->lemma[lemma].hints && !(*end)[-1])
        --*end;
    return r->hints.at + r->lemma[lemma].hints;
}

/* Find what a lemma needs, if it is needed itself: those that come later were asked before. */
static void need(Refuter *r, int lemma)
{
    if (r->lemma[lemma].last_use < 0)
        return;
    const int32_t *end;
    keep_hints(r, lemma);
    for (const int32_t *hint = hints_of(r, lemma, &end); hint < end; hint++)
        if (*hint > 0)
            r->name[*hint] = 1;
        else if (r->lemma[-1 - *hint].last_use < 0)
            r->lemma[-1 - *hint].last_use = lemma;
}

/* Keep a clause of the formula if it is needed. */
static void keep_clause(Refuter *r, int clause)
{
    int begin = r->ends.at[clause - 1], length = r->ends.at[clause] - begin;
    if (!r->name[clause])
        return;
    memmove(r->formula.at + r->formula.length, r->formula.at + begin, sizeof(int32_t) * length);
    r->formula.length += length;
    r->name[clause] = ++r->kept;
}

/* Give a lemma its number, and its hints those of the clauses. */
static void name_lemma(Refuter *r, int lemma)
{
    if (r->lemma[lemma].last_use < 0)
        return;
    r->lemma[lemma].name = r->clauses + ++r->kept;
    for (size_t i = r->lemma[lemma].hints; i < r->lemma[lemma + 1].hints; i++)
        if (r->hints.at[i] > 0)
            r->hints.at[i] = r->name[r->hints.at[i]];
}

/* Go on keeping the lemmas, clauses and hints that the last lemma needs: 1 at the end, -1 if there is no memory, else 0.
 * At the end `counts` are the numbers of clauses, and of lemmas. */
int refuter_trim(Refuter *r, int *counts, double seconds)
{
    if (setjmp(r->no_memory))
        return -1;
    if (!r->name) {
        r->name = filled(r, r->clauses, 0);
        memset(r->marked, 0, r->variables + 1);
        r->trace.length = 0;
        r->lemma[r->lemmas - 1].last_use = r->lemmas;
    }
    for (r->until = now() + seconds; r->phase < 3; r->phase++) {
        for (int end = r->phase == 1 ? r->clauses : r->lemmas; r->turn < end;) {
            if (r->phase == 0)
                need(r, r->lemmas - 1 - r->turn);
            else if (r->phase == 1)
                keep_clause(r, r->turn + 1);
            else
                name_lemma(r, r->turn);
            if (!(++r->turn & 15) && now() >= r->until)
                return 0;
        }
        if (r->phase == 0)
            r->formula.length = 0;
        if (r->phase == 1)
            r->clauses = r->kept;
        if (r->phase < 2)
            r->kept = r->turn = 0;
    }
    counts[0] = r->clauses;
    counts[1] = r->kept;
    return 1;
}

static char *number(char *out, int value)
{
    char digits[12];
    int count = 0;
    if (value < 0)
        *out++ = '-';
    for (unsigned left = value < 0 ? -(unsigned)value : (unsigned)value; left || !count; left /= 10)
        digits[count++] = (char)('0' + left % 10);
    while (count)
        *out++ = digits[--count];
    *out++ = ' ';
    return out;
}

static char *ended(char *out)
{
    *out++ = '0';
    return out;
}

static char *clause(char *out, const Refuter *r, int lemma)
{
    for (size_t i = r->lemma[lemma].literals; i < r->lemma[lemma + 1].literals; i++)
        out = number(out, r->literals.at[i]);
    return ended(out);
}

/* Write the next lines of the formula (0), of the proof with hints (1) or without (2) as text: the number of bytes, 0 at
 * the end, after which the next call begins another one. If it is more than the room, so much is needed for a line. */
size_t refuter_text(Refuter *r, int which, char *out, size_t room)
{
    char *start = out;
    if (!which) {
        for (; r->place < r->formula.length && (size_t)(out - start) + 32 < room; r->place++) {
            int literal = r->formula.at[r->place];
            out = number(out, literal);
            if (!literal)
                out[-1] = '\n';
        }
        if (out == start && r->place < r->formula.length)
            return 64;
        r->place = out == start ? 0 : r->place;
        return out - start;
    }
    for (; r->cursor < r->lemmas; r->cursor++) {
        const Lemma *lemma = r->lemma + r->cursor;
        if (lemma->last_use < 0)
            continue;
        const int32_t *end, *first = hints_of(r, r->cursor, &end);
        size_t literals = lemma[1].literals - lemma->literals, most = 24 * (end - first) + 12 * literals + 64;
        for (const int32_t *hint = first; which == 2 && hint < end; hint++)
            if (*hint < 0)
                most += 12 * (size_t)facts_in(r, -1 - *hint);
        if ((size_t)(out - start) + most > room) {
            if (out == start)
                return most;
            break;
        }
        if (which == 1)
            out = number(out, lemma->name);
        out = clause(out, r, r->cursor);
        if (which == 1) {
            *out++ = ' ';
            for (const int32_t *hint = first; hint < end; hint++)
                out = number(out, *hint > 0 ? *hint : r->lemma[-1 - *hint].name);
            out = ended(out);
        }
        *out++ = '\n';
        char *line = out;
        for (const int32_t *hint = first; literals && hint < end; hint++) {
            int used = -1 - *hint;
            if (used < 0 || r->lemma[used].last_use != r->cursor)
                continue;
            if (which == 1) {
                if (out == line) {
                    out = number(out, lemma->name);
                    *out++ = 'd';
                    *out++ = ' ';
                }
                out = number(out, r->lemma[used].name);
            } else if (facts_in(r, used) > 1) {
                /* Other programs ignore that a unit clause is deleted, and complain. */
                *out++ = 'd';
                *out++ = ' ';
                out = clause(out, r, used);
                *out++ = '\n';
            }
        }
        if (which == 1 && out > line) {
            out = ended(out);
            *out++ = '\n';
        }
    }
    r->cursor = out == start ? 0 : r->cursor;
    return out - start;
}

/* What there is so far: lemmas, numbers stored, boards. */
void refuter_counts(const Refuter *r, uint64_t *counts)
{
    counts[0] = r->lemmas;
    counts[1] = stored(r);
    counts[2] = r->boards.length / (r->squares ? r->squares : 1);
}

/* The boards so far: for each square in turn the place of its candidate. */
const int32_t *refuter_boards(const Refuter *r)
{
    return r->boards.at;
}

void refuter_free(Refuter *r)
{
    for (size_t i = 0; r->table && i < r->table_room; i++)
        free(r->table[i].list);
    for (int i = 0; r->watch && i <= r->variables; i++)
        free(r->watch[i].at);
    void *owned[] = {r->input, r->candidate, r->first, r->square_of, r->first_of_tile, r->loaded_of_tile, r->of_tile,
                     r->support, r->tile_clause, r->placed, r->placed_at, r->where, r->shown, r->true_at, r->false_at,
                     r->false_by, r->again, r->weight, r->step, r->level, r->table, r->slot, r->watch, r->marked,
                     r->lemma, r->name, r->formula.at, r->ends.at, r->literals.at, r->hints.at, r->boards.at,
                     r->trace.at, r->seen_clauses.at, r->seen_lemmas.at, r};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
}
