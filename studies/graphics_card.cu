/* Beam search on a graphics card, see graphics_card.py. The included beam.c has the functions for one board or one
 * expansion. This file has the loops over them, and selects and sorts the least expansions. Compiled as C++ instead of
 * CUDA, the loops run on the processor, one after another. So everything but the launches is tested without a card. */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef __CUDACC__
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/device/device_radix_sort.cuh>
#define INLINE static __host__ __device__ __forceinline__
#define ON_CARD __device__
namespace groups = cooperative_groups;
#else
#include <algorithm>
#define INLINE static inline
#define ON_CARD
#endif

#define PREFETCH(address) ((void)(address))
#ifdef __CUDA_ARCH__
#define LOWEST(bits) (__ffsll((long long)(bits)) - 1)
#else
#define LOWEST(bits) __builtin_ctzll(bits)
#endif
#include "../edgeasp/search/best/beam.c"

typedef unsigned long long Word;

enum { DIGITS = 1 << 11, BLOCK = 256 };
static const int64_t FEW = 1 << 17;

/* ---- a card, or the processor instead ---- */

#ifdef __CUDACC__

static void fine(cudaError_t error)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "the graphics card: %s\n", cudaGetErrorString(error));
        exit(1);
    }
}

template <class Step> __global__ void run(int64_t number, Step step)
{
    int64_t stride = (int64_t)gridDim.x * blockDim.x;
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < number; i += stride)
        step(i);
}

template <class Step> static void launch(int64_t number, Step step)
{
    int64_t blocks = (number + BLOCK - 1) / BLOCK;
    run<<<blocks < 1 << 20 ? blocks : 1 << 20, BLOCK>>>(number, step);
    fine(cudaGetLastError());
}

extern "C" void *card_take(int64_t bytes)
{
    static int ready;
    if (!ready) {
        cudaMemPool_t pool;
        uint64_t all = UINT64_MAX;
        fine(cudaDeviceGetDefaultMemPool(&pool, 0));
        fine(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
        ready = 1;
    }
    void *memory;
    fine(cudaMallocAsync(&memory, bytes, 0));
    return memory;
}

extern "C" void card_give(void *memory) { cudaFreeAsync(memory, 0); }

extern "C" void card_up(void *to, const void *from, int64_t bytes)
{
    fine(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice));
}

extern "C" void card_down(void *to, const void *from, int64_t bytes)
{
    fine(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost));
}

static void copy(void *to, const void *from, int64_t bytes)
{
    fine(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice));
}

static __device__ __forceinline__ void add(int64_t *to, int64_t value) { atomicAdd((Word *)to, (Word)value); }

/* Add the values of all active threads at once. All of them must have the same target. */
static __device__ __forceinline__ void add_all(int64_t *to, int64_t value)
{
    auto group = groups::coalesced_threads();
    value = groups::reduce(group, value, groups::plus<int64_t>());
    if (group.thread_rank() == 0)
        add(to, value);
}

static __device__ __forceinline__ void lower(int64_t *to, int64_t value)
{
    auto group = groups::coalesced_threads();
    value = groups::reduce(group, value, groups::less<int64_t>());
    if (group.thread_rank() == 0)
        atomicMin((long long *)to, value);
}

static __device__ __forceinline__ void raise(int64_t *to, int64_t value)
{
    auto group = groups::coalesced_threads();
    value = groups::reduce(group, value, groups::greater<int64_t>());
    if (group.thread_rank() == 0)
        atomicMax((long long *)to, value);
}

/* Reserve the next free entry of a list. Active threads share one atomic operation. */
static __device__ __forceinline__ int64_t next(int64_t *end)
{
    auto group = groups::coalesced_threads();
    Word at = 0;
    if (group.thread_rank() == 0)
        at = atomicAdd((Word *)end, (Word)group.size());
    return (int64_t)group.shfl(at, 0) + group.thread_rank();
}

/* Count the digits at `shift` of expansions whose higher digits equal those of `least`. */
static __global__ void count(const int64_t *ways, int64_t number, int64_t least, int shift, unsigned *counted)
{
    __shared__ unsigned own[DIGITS];
    for (int i = threadIdx.x; i < DIGITS; i += blockDim.x)
        own[i] = 0;
    __syncthreads();
    int64_t stride = (int64_t)gridDim.x * blockDim.x;
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < number; i += stride) {
        Word of = ((Word)ways[i] - (Word)least) >> shift;
        if (of < DIGITS)
            atomicAdd(own + of, 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < DIGITS; i += blockDim.x)
        if (own[i])
            atomicAdd(counted + i, own[i]);
}

static void count_digits(const int64_t *ways, int64_t number, int64_t least, int shift, unsigned *counted)
{
    unsigned *memory = (unsigned *)card_take(DIGITS * sizeof *memory);
    fine(cudaMemsetAsync(memory, 0, DIGITS * sizeof *memory));
    count<<<528, 512>>>(ways, number, least, shift, memory);
    fine(cudaGetLastError());
    card_down(counted, memory, DIGITS * sizeof *memory);
    card_give(memory);
}

/* Sort expansions by their lowest bits into another list. */
extern "C" void card_sort(const int64_t *ways, int64_t *sorted, int64_t number, int64_t bits)
{
    size_t bytes = 0;
    const Word *from = (const Word *)ways;
    fine(cub::DeviceRadixSort::SortKeys(nullptr, bytes, from, (Word *)sorted, number, 0, (int)bits));
    void *room = card_take(bytes);
    fine(cub::DeviceRadixSort::SortKeys(room, bytes, from, (Word *)sorted, number, 0, (int)bits));
    card_give(room);
}

#else

template <class Step> static void launch(int64_t number, Step step)
{
    for (int64_t i = 0; i < number; i++)
        step(i);
}

extern "C" void *card_take(int64_t bytes) { return malloc(bytes); }

extern "C" void card_give(void *memory) { free(memory); }

extern "C" void card_up(void *to, const void *from, int64_t bytes) { memcpy(to, from, bytes); }

extern "C" void card_down(void *to, const void *from, int64_t bytes) { memcpy(to, from, bytes); }

static void copy(void *to, const void *from, int64_t bytes) { memcpy(to, from, bytes); }

static void add(int64_t *to, int64_t value) { *to += value; }

static void add_all(int64_t *to, int64_t value) { *to += value; }

static void lower(int64_t *to, int64_t value) { *to = value < *to ? value : *to; }

static void raise(int64_t *to, int64_t value) { *to = value > *to ? value : *to; }

static int64_t next(int64_t *end) { return (*end)++; }

static void count_digits(const int64_t *ways, int64_t number, int64_t least, int shift, unsigned *counted)
{
    memset(counted, 0, DIGITS * sizeof *counted);
    for (int64_t i = 0; i < number; i++) {
        Word of = ((Word)ways[i] - (Word)least) >> shift;
        if (of < DIGITS)
            counted[of]++;
    }
}

extern "C" void card_sort(const int64_t *ways, int64_t *sorted, int64_t number, int64_t bits)
{
    Word mask = ((Word)1 << bits) - 1;
    memcpy(sorted, ways, 8 * number);
    std::sort(sorted, sorted + number, [mask](int64_t one, int64_t other) { return (one & mask) < (other & mask); });
}

#endif

/* Copy two integers to the card, and back. */
static void *taken(const int64_t *two)
{
    void *memory = card_take(16);
    card_up(memory, two, 16);
    return memory;
}

static void given(void *memory, int64_t *two)
{
    card_down(two, memory, 16);
    card_give(memory);
}

/* ---- operations on a beam ---- */

/* Copy the boards of a beam to `after`, and remove the requirements around a square. */
extern "C" void card_met(const Beam *beam, const Beam *after, const Tiles *tiles, const Spot *spot)
{
    copy(after->used, beam->used, beam->number * beam->row);
    Beam own = *after;
    Tiles all = *tiles;
    Spot here = *spot;
    launch(beam->number, [=] ON_CARD(int64_t board) { met(&own, &all, &here, board, 1, 2); });
}

/* Find the least of some numbers below 1 << 31, `apart` integers apart, and its first index. */
extern "C" int64_t card_least_of(const int64_t *numbers, int64_t number, int64_t apart, int64_t *first)
{
    int64_t both[2] = {INT64_MAX, 0}, threads = number < FEW ? number : FEW;
    int64_t *memory = (int64_t *)taken(both);
    launch(threads, [=] ON_CARD(int64_t begin) {
        int64_t least = INT64_MAX;
        for (int64_t i = begin; i < number; i += threads) {
            int64_t with_place = numbers[i * apart] << 32 | i;
            least = with_place < least ? with_place : least;
        }
        lower(memory, least);
    });
    given(memory, both);
    *first = both[0] & UINT32_MAX;
    return both[0] >> 32;
}

/* Count the placements that fit the first sides, over all boards. */
extern "C" int64_t card_fitting(const Beam *beam, const Tiles *tiles, const Spot *spot)
{
    int64_t both[2] = {0, 0}, number = beam->number, threads = number < FEW ? number : FEW;
    int64_t *sum = (int64_t *)taken(both);
    Beam own = *beam;
    Tiles all = *tiles;
    Spot here = *spot;
    launch(threads, [=] ON_CARD(int64_t first) {
        int64_t own_sum = 0;
        for (int64_t board = first; board < number; board += threads)
            own_sum += here.lengths[key_of(&own, &all, &here, board, 1)];
        add_all(sum, own_sum);
    });
    given(sum, both);
    return both[0];
}

/* Append the expansions of the boards from `first` to before `last` to a list of `number`, and return its length.
 * `counted` gets the number of expansions for each chunk of `many` boards. `group` threads work on each board. */
extern "C" int64_t card_ways(const Beam *beam, const Tiles *tiles, const Spot *spot, const Look *look,
                             int64_t first, int64_t last, int64_t limit, int64_t cut, int64_t group,
                             int64_t many, int64_t *counted, int64_t *made, int64_t number)
{
    int64_t ends[2] = {number, 0}, chunks = (last - first + many - 1) / many;
    int64_t *end = (int64_t *)taken(ends), *counts = (int64_t *)card_take(8 * chunks);
    memset(counted, 0, 8 * chunks);
    card_up(counts, counted, 8 * chunks);
    Beam own = *beam;
    Tiles all = *tiles;
    Spot here = *spot;
    Look by = *look;
    launch((last - first) * group, [=] ON_CARD(int64_t i) {
        int64_t board = first + i / group, most = most_of(&own, &here, board, limit), own_count = 0;
        if (most < 0)
            return;
        Parent parent = parent_of(&own, &by, board);
        auto take = [&](int64_t placement, int64_t cost) {
            int64_t way = way_of(&parent, &all, &here, &by, placement, cost, 2);
            if (way < cut) {
                made[next(end)] = way;
                own_count++;
            }
        };
        if (here.most && most) {
            const uint64_t *shown[4], *bits = (const uint64_t *)of_board(own.used, &own, board);
            for (int64_t side = 0; side < here.known; side++)
                shown[side] = showing(&own, &all, &here, board, side, 1);
            for (int64_t at = i % group; at < all.rotations * own.words; at += group) {
                Some some = some_of(&here, shown, ~bits[at % own.words] & here.fitting[at], most, at);
                for (; some.tiles; some.tiles &= some.tiles - 1) {
                    int bit = LOWEST(some.tiles);
                    take(all.placement[64 * at + bit], cost_at(some.ones, some.twos, some.fours, bit));
                }
            }
        } else {
            int64_t key = key_of(&own, &all, &here, board, 1);
            const Fitting *fitting = by.fitting + by.starts[key];
            const uint64_t *bits = (const uint64_t *)of_board(own.used, &own, board);
            for (int64_t at = i % group; at < here.lengths[key] && !fitting[at].cost; at += group)
                if (!used(bits, fitting[at].place) && !cost_of(&own, &all, &here, board, fitting[at].placement, 1))
                    take(fitting[at].placement, 0);
        }
        if (own_count)
            add(counts + (board - first) / many, own_count);
    });
    card_down(counted, counts, 8 * chunks);
    card_give(counts);
    given(end, ends);
    return ends[0];
}

/* Drop the expansions of this board and later ones, by making them greater than all others. */
extern "C" void card_drop(const Look *look, int64_t *ways, int64_t number, int64_t board)
{
    Look by = *look;
    launch(number, [=] ON_CARD(int64_t i) {
        if (board_of(&by, ways[i]) >= board)
            ways[i] = INT64_MAX;
    });
}

/* Move the `kept` least expansions to the front, and return the greatest of them. */
extern "C" int64_t card_least(int64_t *ways, int64_t number, int64_t kept)
{
    int64_t ends[2] = {INT64_MAX, INT64_MIN}, threads = number < FEW ? number : FEW;
    int64_t *both = (int64_t *)taken(ends);
    launch(threads, [=] ON_CARD(int64_t first) {
        int64_t least = ways[first], most = least;
        for (int64_t i = first; i < number; i += threads) {
            least = ways[i] < least ? ways[i] : least;
            most = ways[i] > most ? ways[i] : most;
        }
        lower(both, least);
        raise(both + 1, most);
    });
    given(both, ends);
    unsigned counted[DIGITS];
    int64_t least = ends[0], left = kept;
    int shift = 0;
    while ((ends[1] - least) >> shift >= DIGITS)
        shift++;
    for (;;) {
        int64_t digit = 0;
        count_digits(ways, number, least, shift, counted);
        while (counted[digit] < left)
            left -= counted[digit++];
        least += digit << shift;
        if (!shift)
            break;
        shift = shift < 11 ? 0 : shift - 11;
    }
    int64_t none[2] = {0, 0};
    int64_t *end = (int64_t *)taken(none), *list = (int64_t *)card_take(8 * kept);
    launch(number, [=] ON_CARD(int64_t i) {
        if (ways[i] <= least)
            list[next(end)] = ways[i];
    });
    given(end, none);
    copy(ways, list, 8 * kept);
    card_give(list);
    return least;
}

/* Make the boards of some expansions, like `beam_extended`. */
extern "C" void card_extended(const Beam *beam, const Tiles *tiles, const Spot *spot, const Look *look,
                              const int64_t *ways, int32_t *parents, int32_t *placements, const Beam *after,
                              const Spot *then)
{
    Beam own = *beam, next = *after;
    Tiles all = *tiles;
    Spot here = *spot, there = then ? *then : *spot;
    Look by = *look;
    bool known = then;
    launch(after->number, [=] ON_CARD(int64_t i) {
        extend(&own, &all, &here, &by, ways, parents, placements, &next, known ? &there : nullptr, i, 1, 2);
    });
}
