/* Searches boards by the compiled search, as a program of any machine, and prints the tiles and boards of each.
 *
 * Standard input has numbers of four bytes: for each board how many `board_new` takes, and these. */
#include "scan.c"
#include <stdio.h>

enum { ROOM = 7, TILES = 500 };

/* Search by several searches in turn, to their end. */
static void search(const Board *board, Scan **scan, int number)
{
    int32_t *places = malloc(sizeof *places * ROOM * (size_t)board->squares);
    uint64_t tiles = 0;
    for (int over = 0; over < number;) {
        over = 0;
        for (int i = 0; i < number; i++) {
            const int found = scan_next(scan[i], places, ROOM, TILES);
            for (int j = 0; j < found * board->squares; j++)
                printf("%d%c", (int)places[j], (j + 1) % board->squares ? ' ' : '\n');
            over += scan_is_over(scan[i]);
        }
    }
    for (int i = 0; i < number; i++) {
        tiles += scan_nodes(scan[i]);
        scan_free(scan[i]);
    }
    printf("%llu tiles\n", (unsigned long long)tiles);
    free(places);
}

int main(void)
{
    int32_t length;
    while (fread(&length, sizeof length, 1, stdin) == 1) {
        int32_t *given = malloc(sizeof *given * (size_t)length);
        if (fread(given, sizeof *given, (size_t)length, stdin) != (size_t)length)
            return 1;
        Board *board = board_new(given);
        _Atomic int64_t taken = 0;
        Scan *plain = scan_new(board, 0), *shuffled = scan_new(board, 1);
        Scan *shared[] = {scan_new(board, 0), scan_new(board, 0)};
        scan_restart(shuffled, 5);
        scan_share(shared[0], 1, &taken);
        scan_share(shared[1], 1, &taken);
        printf("%s\n", board->lanes ? "lanes" : "plain loop");
        search(board, &plain, 1);
        search(board, &shuffled, 1);
        search(board, shared, 2);
        board_free(board);
        free(given);
    }
    return 0;
}
