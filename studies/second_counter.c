/* Find all boards of a framed puzzle, and print one on each line: a check without any code of edgeasp.

   The search fills growing squares from the corner. Each tile has to match the squares above it and to its left.

   cc -O2 -o second_counter studies/second_counter.c
   ./second_counter puzzle.puz puzzle.clue | LC_ALL=C sort -u | sha256sum

   The number of lines is the number of boards. The first half of the sum is the digest of `edgeasp suite results`. A
   third argument is the boundary colour, by default 0. The number of placed tiles comes last, on standard error. */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1024, COLOURS = 256 };
static int cols, rows, size, rim, only_outside, tile[MOST][4], used[MOST], lying[MOST][4], clue[MOST][2], order[MOST];
static int first[COLOURS][COLOURS], next[4 * MOST];  /* by the colours north and west: 4 * tile + turns + 1, 0 at the end */
static long laid;

static int fits(int colour, int outside) { return outside ? colour == rim : !only_outside || colour != rim; }

static void lay(int number)
{
    if (number == size) {
        for (int i = 0; i < 4 * size; i++)
            printf("%d%c", lying[i / 4][i % 4], i + 1 < 4 * size ? ' ' : '\n');
        return;
    }
    int at = order[number], *here = lying[at], north = at < cols ? rim : lying[at - cols][2], west = at % cols ? lying[at - 1][1] : rim;
    for (int entry = first[north][west]; entry; entry = next[entry - 1]) {
        int t = (entry - 1) / 4, turns = (entry - 1) % 4, placed = clue[at][0] >= 0;
        if (placed ? t != clue[at][0] || turns != clue[at][1] : used[t])
            continue;
        for (int side = 0; side < 4; side++)
            here[side] = tile[t][(side + turns) % 4];
        if (!fits(here[1], at % cols == cols - 1) || !fits(here[2], at >= size - cols))
            continue;
        laid++;
        used[t]++;
        lay(number + 1);
        used[t]--;
    }
}

int main(int count, char **words)
{
    FILE *puzzle = fopen(words[1], "r"), *clues = count > 2 ? fopen(words[2], "r") : NULL;
    int zeros = 0, number = 0, t, col, row, turns;
    rim = count > 3 ? atoi(words[3]) : 0;
    if (!puzzle || fscanf(puzzle, "%d %d", &cols, &rows) != 2 || (size = cols * rows) > MOST)
        return 2;
    for (int i = 0; i < 4 * size; i++) {
        if (fscanf(puzzle, "%d", &tile[i / 4][i % 4]) != 1 || tile[i / 4][i % 4] >= COLOURS)
            return 2;
        zeros += tile[i / 4][i % 4] == rim;
        clue[i / 4][0] = -1;
    }
    only_outside = zeros == 2 * (cols + rows);
    while (clues && fscanf(clues, "%d %d %d %d", &t, &col, &row, &turns) == 4) {
        clue[row * cols + col][0] = t, clue[row * cols + col][1] = turns;
        used[t] = 1;
    }
    for (int entry = 4 * size; entry; entry--) {
        int *sides = tile[(entry - 1) / 4], *list = &first[sides[(entry - 1) % 4]][sides[(entry + 2) % 4]];
        next[entry - 1] = *list, *list = entry;
    }
    for (int most = 0; number < size; most++) {
        for (row = 0; most < cols && row < most && row < rows; row++)
            order[number++] = row * cols + most;
        for (col = 0; most < rows && col <= most && col < cols; col++)
            order[number++] = most * cols + col;
    }
    lay(0);
    fprintf(stderr, "%ld\n", laid);
    return 0;
}
