/* SPDX-License-Identifier: Apache-2.0 */
/* The calls by which the compiler describes a nest of loops that it has split: a core that runs
 * before messages have arrived, and the rest. Addresses are numbers, because nothing is accessed
 * here. */
#pragma once

#include <cstdint>

#include "shared/split_call.h"

extern "C" {

struct bamboo_split; /* one execution of the nest */

/* Begins an execution. Returns null, and there is no core, if an inspection is not worth its time,
 * or if the core was slower before. */
struct bamboo_split* bamboo_split_begin(struct bamboo_split_site* site);
/* The same for a nest whose core passes the rest of the nest `earlier`. Returns null also if that
 * nest has no core in this execution, or if its time is taken. */
struct bamboo_split* bamboo_split_begin_behind(struct bamboo_split_site* site,
                                               const struct bamboo_split* earlier);
/* The nest: its shape (shared/nest_shape.h), a constant of the program, and the row of numbers,
 * each an uint64_t. They are arguments, not memory, so that no address of the program escapes. */
void bamboo_split_describe(struct bamboo_split* split, const void* shape, ...);
/* Reports an access of the statements between the core and the rest; `site` is its number in the
 * source. */
void bamboo_split_touch(struct bamboo_split* split, int32_t site, uint64_t address, uint64_t bytes,
                        int32_t written);
/* Reports `count` accesses at equal distances; only the library calls it, for messages
 * (split_message.h). */
void bamboo_split_touch_run(struct bamboo_split* split, int32_t site, uint64_t address,
                            uint64_t bytes, int64_t stride, uint64_t count, int32_t written);
/* Reports the accesses of the rest of an earlier nest, whose core has run. */
void bamboo_split_passes(struct bamboo_split* split, int32_t site,
                         const struct bamboo_split* earlier);
/* Reports memory that must hold the same when the rest runs, because addresses were computed from
 * it. There is no core if an operation that the program asks about writes that memory. Until that
 * is known, a value that is loaded there may be wrong: the program only reports it to the library,
 * which then accesses no memory by it. */
void bamboo_split_kept(struct bamboo_split* split, uint64_t address, uint64_t bytes);
/* Only the library calls it (posted_messages.h). 1: the program asks about an operation; accesses
 * that are reported from now on are compared with kept memory. 0: no longer. */
void bamboo_split_asks(struct bamboo_split* split, int32_t asks);
/* Only the library calls it: the requests of a completion are unknown, so there is no core. */
void bamboo_split_refuse_unknown(struct bamboo_split* split);
/* Only the library calls it. 0: there is no core, whatever is reported; addresses that are reported
 * now may be wrong. */
int32_t bamboo_split_may_have_core(const struct bamboo_split* split);
/* The accesses that follow are another part of the data, for example another face. */
void bamboo_split_group(struct bamboo_split* split);
/* A completion of a staged exchange follows. The core may begin there, or at a later one: then it is
 * not compared with what is reported before. */
void bamboo_split_stage(struct bamboo_split* split);
/* 1: there is a core, and its bounds are those that hold now. */
int32_t bamboo_split_core(struct bamboo_split* split);
/* The core has ended, in programs that are measured; null: there was none. */
void bamboo_split_core_ends(struct bamboo_split* split);

/* Of a staged exchange, in place of the core: `core` executes the bounds that hold, with the values
 * of `values`. What of it has not run when the rest begins runs in the rest. */
void bamboo_split_offer(struct bamboo_split* split, void (*core)(void* values), void* values);
/* The library's own (staged_core.h): the program is at the next of the completions that it has
 * reported. */
void bamboo_split_reaches_stage(struct bamboo_split* split);
/* The library's own (staged_core.h): runs the next piece of an offered core; 0: none is left. The
 * query of a request took `query` nanoseconds. */
int32_t bamboo_split_run_piece(struct bamboo_split* split, uint64_t query);

/* The core of a nest that is cut by rows. 1: the bounds of the next rows hold, which the program
 * reads (one row if it is known already which of them run); 0: there are no more rows. */
int32_t bamboo_split_chunk(struct bamboo_split* split);
/* Returns the place where the program records, for each row of the chunk, the lowest and the
 * highest address at which this access begins. The lowest one is greater if a row has no such
 * access. Gathered accesses have no such place. */
void* bamboo_split_noted(struct bamboo_split* split, int32_t access);
/* Before this row of the chunk reads an index on which other reads, or its way, depend. 1: the memory
 * holds what the row reads when it is executed; 0: the chunk is not read further. */
int32_t bamboo_split_readable(struct bamboo_split* split, uint64_t row, uint64_t address,
                              uint64_t bytes);
/* 1: the bounds of the next rows hold, which are executed; 0: the chunk has no more of them. It
 * reads the indices of rows. */
int32_t bamboo_split_run(struct bamboo_split* split);

/* The current bounds: the first iteration, and the one after the last. */
uint64_t bamboo_split_first(const struct bamboo_split* split, int32_t loop);
uint64_t bamboo_split_end(const struct bamboo_split* split, int32_t loop);

/* Returns the split that was begun, or, for null (none was begun), a split without a core.
 * `is_detached`: the program computes the nest's results separately. Then the rest has no part if
 * there was no core, and the split ends with `finish`. */
struct bamboo_split* bamboo_split_rest_plan(struct bamboo_split* split, int32_t is_detached);
/* 1: the bounds of the next part of the rest hold; 0: there is none any more, and the split has
 * ended. */
int32_t bamboo_split_rest(struct bamboo_split* split);

/* Called after the rest of a detached nest. 1: only the results must still be computed; 0: there
 * was no core, and the whole nest must be executed. */
int32_t bamboo_split_results(const struct bamboo_split* split);
void bamboo_split_finish(struct bamboo_split* split);
}
