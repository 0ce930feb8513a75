/* Count the boards of a small puzzle, such as MacMahon's squares, by halves: a check without any code of edgeasp.

   cc -O2 -o halves studies/halves.c && ./halves puzzle.puz

   The upper half is filled row by row in all ways, and so is the lower half, rotated by 180 degrees. Two halves make a
   board if their adjacent colours match and they use all tiles together. So the puzzle must have distinct tiles, an even
   number of rows, at most 24 tiles, and the boundary colour 0, which may occur inside as well. */
#include <stdio.h>
#include <stdlib.h>

enum { COLOURS = 16, MOST = 24 };
static struct { int tile, east, south; } fitting[COLOURS][COLOURS][4 * MOST];  /* by the colours north and west */
static int cols, rows, size, colours, entries[COLOURS][COLOURS], lying[MOST][2], *number, subsets, lines = 1;
static unsigned short *ways;  /* by the colours between the halves, and the set of tiles */
static long halves;

static void lay(int at, unsigned used)
{
    if (at == size / 2) {
        int line = 0;
        for (int col = 0; col < cols; col++)
            line = line * colours + lying[at - cols + col][1];
        if (!++ways[(size_t)line * subsets + number[used]])
            exit(3);
        halves++;
        return;
    }
    int north = at < cols ? 0 : lying[at - cols][1], west = at % cols ? lying[at - 1][0] : 0;
    for (int i = 0; i < entries[north][west]; i++) {
        int tile = fitting[north][west][i].tile, east = fitting[north][west][i].east;
        if (used >> tile & 1 || (at % cols == cols - 1 && east))
            continue;
        lying[at][0] = east, lying[at][1] = fitting[north][west][i].south;
        lay(at + 1, used | 1u << tile);
    }
}

int main(int count, char **words)
{
    FILE *puzzle = count > 1 ? fopen(words[1], "r") : NULL;
    if (!puzzle || fscanf(puzzle, "%d %d", &cols, &rows) != 2 || rows % 2 || (size = cols * rows) > MOST)
        return 2;
    for (int tile = 0, side[8]; tile < size; tile++) {
        if (fscanf(puzzle, "%d %d %d %d", side, side + 1, side + 2, side + 3) != 4)
            return 2;
        for (int i = 0; i < 4; i++) {
            if (side[i] >= COLOURS)
                return 2;
            side[i + 4] = side[i];
            colours = side[i] < colours ? colours : side[i] + 1;
        }
        int half = side[0] == side[2] && side[1] == side[3], turns = half && side[0] == side[1] ? 1 : half ? 2 : 4;
        for (int i = 0; i < turns; i++) {
            int at = entries[side[i]][side[i + 3]]++;
            fitting[side[i]][side[i + 3]][at].tile = tile;
            fitting[side[i]][side[i + 3]][at].east = side[i + 1], fitting[side[i]][side[i + 3]][at].south = side[i + 2];
        }
    }
    number = malloc(sizeof(int) << size);
    for (unsigned set = 0; set < 1u << size; set++)
        if (__builtin_popcount(set) == size / 2)
            number[set] = subsets++;
    for (int col = 0; col < cols; col++)
        lines *= colours;
    ways = calloc((size_t)lines * subsets, sizeof *ways);
    lay(0, 0);
    long boards = 0;
    for (int line = 0; line < lines; line++) {
        int other = 0;
        for (int col = 0, rest = line; col < cols; col++, rest /= colours)
            other = other * colours + rest % colours;
        unsigned short *upper = ways + (size_t)line * subsets, *lower = ways + (size_t)other * subsets;
        for (unsigned set = 0; set < 1u << size; set++)
            if (__builtin_popcount(set) == size / 2)
                boards += (long)upper[number[set]] * lower[number[~set & ((1u << size) - 1)]];
    }
    printf("%ld boards from %ld halves\n", boards, halves);
    return 0;
}
