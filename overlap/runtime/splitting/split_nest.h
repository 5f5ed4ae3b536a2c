/* SPDX-License-Identifier: Apache-2.0 */
/* The calls by which the compiler describes a nest of loops that it has split: a core that runs
 * before messages have arrived, and the rest. Addresses are numbers, because nothing is accessed
 * here. */
#pragma once

#include <cstdint>

#include "shared/split_call.h"

extern "C" {

struct bamboo_split; /* one execution of the nest */

/* Null: it is not worth looking, or was slower before; there is no core then. */
struct bamboo_split* bamboo_split_begin(struct bamboo_split_site* site);
/* The nest: its shape (shared/nest_shape.h), a constant of the program, and the row of numbers,
 * each an uint64_t. They are arguments, not memory, so that no address of the program escapes. */
void bamboo_split_describe(struct bamboo_split* split, const void* shape, ...);
/* An access of what stands between the core and the rest; `site`: which one in the source. */
void bamboo_split_touch(struct bamboo_split* split, int32_t site, uint64_t address, uint64_t bytes,
                        int32_t written);
/* `count` of them in even steps; the library's own, for messages (split_message.h). */
void bamboo_split_touch_run(struct bamboo_split* split, int32_t site, uint64_t address,
                            uint64_t bytes, int64_t stride, uint64_t count, int32_t written);
/* What stands there must be the same when the rest runs: addresses were computed from it. There is
 * no core when it is among what is written by operations that the program asks about. Until that is
 * known, what is loaded there may be wrong: the program only tells it to the library, which looks
 * at no memory by it once it knows. */
void bamboo_split_kept(struct bamboo_split* split, uint64_t address, uint64_t bytes);
/* The library's own (posted_messages.h): 1: the program asks about an operation; what is told from
 * here on is compared with what is kept. 0: no longer. */
void bamboo_split_asks(struct bamboo_split* split, int32_t asks);
/* The same: it is not known what a completion completes, so there is no core. */
void bamboo_split_refuse_unknown(struct bamboo_split* split);
/* The same: 0: there is no core whatever is told; addresses that are told now may be wrong. */
int32_t bamboo_split_may_have_core(const struct bamboo_split* split);
/* The accesses from here on are another part of the data, as another face. */
void bamboo_split_group(struct bamboo_split* split);
/* 1: there is a core, and its bounds are those that hold now. */
int32_t bamboo_split_core(struct bamboo_split* split);
/* Behind the core, in programs that are measured; null: there was none. */
void bamboo_split_core_ends(struct bamboo_split* split);

/* The core of a nest that is cut by rows. 1: the bounds of the next rows hold, which are gone
 * through (one row where it is known already which of them run); 0: there are none any more. */
int32_t bamboo_split_chunk(struct bamboo_split* split);
/* Where the program notes, row by row of the chunk, the lowest and the highest address at which this
 * access begins; the lowest one is the greater one where a row has no such access. Not of one that
 * gathers. */
void* bamboo_split_noted(struct bamboo_split* split, int32_t access);
/* 1: the bounds of the next rows hold, which are executed; 0: the chunk has no more of them. It
 * reads the indices of rows. */
int32_t bamboo_split_run(struct bamboo_split* split);

/* The bounds that hold now: first iteration, and the one behind the last. */
uint64_t bamboo_split_first(const struct bamboo_split* split, int32_t loop);
uint64_t bamboo_split_end(const struct bamboo_split* split, int32_t loop);

/* The split that was begun, or for null (none was begun) a split without a core. `is_detached`: the
 * program computes the nest's results for themselves. The rest then has no part where there was no
 * core, and the split ends with `finish`. */
struct bamboo_split* bamboo_split_shell(struct bamboo_split* split, int32_t is_detached);
/* 1: the bounds of the next part of the rest hold; 0: there is none any more, and the split has
 * ended. */
int32_t bamboo_split_rest(struct bamboo_split* split);

/* Of a detached nest, behind its rest. 1: only the results are left to be computed; 0: the whole
 * nest is to be executed, there was no core. */
int32_t bamboo_split_results(const struct bamboo_split* split);
void bamboo_split_finish(struct bamboo_split* split);
}
