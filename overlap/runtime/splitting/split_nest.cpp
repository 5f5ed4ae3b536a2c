// SPDX-License-Identifier: Apache-2.0
#include "split_nest.h"

#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <limits>
#include <utility>

#include "kept_memory.h"
#include "offered_core.h"
#include "shared/nest_shape.h"
#include "split_history.h"
#include "split_plan.h"

using namespace bamboo::overlap;
using SplitClock = std::chrono::steady_clock;

struct bamboo_split {
  SplitPlan plan;
  bamboo_split_site* site = nullptr;  ///< null: the execution was not begun, or has ended
  NestTurn turn;
  NestTrials::Size size = 0;
  bool prepared = false;
  bool has_core = false;
  bool is_detached = false;   ///< results are computed behind the rest
  size_t next = 0;            ///< part of the rest
  const Box* now = nullptr;   ///< the bounds that hold; null: everything
  bool asks = false;          ///< about an operation that is being reported
  KeptMemory memory;          ///< memory that the operations in question must not write
  OfferedCore offered;        ///< of a staged exchange
  RowPlan rows;               ///< of a nest that is cut by rows
  bool scatters = false;      ///< rows write at addresses of their own
  std::vector<uint64_t> row;  ///< of the description
  RowQuestion question;
  RowCache::Answer known;              ///< without rows, the program reads them
  Box some_rows;                       ///< the rows that are read, or executed
  SplitClock::time_point begun, last;  ///< of the execution; of its last part
  NestTimes times;

  /// The time since the end of the last part.
  std::chrono::nanoseconds lap() {
    const SplitClock::time_point before = std::exchange(last, SplitClock::now());
    return last - before;
  }

  size_t parts() const {
    if (!has_core) return is_detached ? 0 : 1;
    return rows.is_used() ? rows.found().behind.size() : plan.rest().size();
  }

  /// Returns the bounds of one of the loops.
  const Box* part(size_t number) {
    if (!has_core) return nullptr;
    if (!rows.is_used()) return &plan.rest()[number];
    const RowRange& left = rows.found().behind[number];
    return set_rows(left.first, left.end);
  }

  /// Adds the range from the first to the last byte of a run to the written memory.
  void remember_write(uint64_t address, uint64_t bytes, int64_t stride, uint64_t count) {
    if (bytes == 0 || count == 0) return;
    const TouchRun run = TouchRun{static_cast<int64_t>(address), static_cast<int64_t>(bytes),
                                  stride, static_cast<int64_t>(count), true}
                             .upwards();
    if (!memory.written.add({static_cast<uint64_t>(run.first), static_cast<uint64_t>(run.end())}))
      plan.give_up(SplitOutcome::looking_costs);
  }

  /// The value being reported was computed from this memory, so it is compared with earlier
  /// reports.
  void keep(const AddressRange& memory_of_load) {
    if (prepared) plan.compare(memory.written.size());
    if (memory.written.meets(memory_of_load)) plan.give_up(SplitOutcome::addresses_received);
    if (!memory.kept.add(memory_of_load)) plan.give_up(SplitOutcome::looking_costs);
  }

  const Box* set_rows(int64_t first, int64_t end) {
    some_rows.assign(1, {first, end});
    return &some_rows;
  }
};

namespace {

/// The limit: at most 2^10 executions without an inspection.
constexpr uint32_t most_failures = 10;

/// For executions without a plan. A thread has one nest at a time, because nests call nothing.
thread_local bamboo_split without_core;

/// Inspections without success become less frequent. Threads may execute one nest together: their
/// counts may get lost, but stay valid.
bool is_skipped(bamboo_split_site& site) {
  const std::atomic_ref skip(site.skip);
  uint32_t left = skip.load(std::memory_order_relaxed);
  while (left > 0 && !skip.compare_exchange_weak(left, left - 1, std::memory_order_relaxed)) {
  }
  return left > 0;
}

void remember(bamboo_split_site& site, bool has_core) {
  const std::atomic_ref failures(site.failures), skip(site.skip);
  const uint32_t now =
      has_core ? 0 : std::min(failures.load(std::memory_order_relaxed) + 1, most_failures);
  failures.store(now, std::memory_order_relaxed);
  if (!has_core) skip.store((1U << now) - 1, std::memory_order_relaxed);
}

void count_outcome(bamboo_split_site& site, SplitOutcome outcome) {
  bamboo_split_history& history = history_of(site);
  const std::lock_guard lock(history.mutex);
  ++history.outcomes[static_cast<size_t>(outcome)];
}

/// Counts an execution that runs whole, whatever its size is.
bool runs_whole(bamboo_split_site& site) {
  if (nest_choice() == NestChoice::Split) return false;
  const bool is_asked = nest_choice() == NestChoice::Whole;
  bamboo_split_history& history = history_of(site);
  const std::lock_guard lock(history.mutex);
  if (!is_asked && !history.trials.begin()) return false;
  const SplitOutcome why = is_asked ? SplitOutcome::asked_whole : SplitOutcome::slower;
  ++history.outcomes[static_cast<size_t>(why)];
  return true;
}

/// The size of the execution is known, and decides whether it is split.
void take_turn(bamboo_split& split) {
  if (nest_choice() != NestChoice::Automatic) return;
  bamboo_split_history& history = history_of(*split.site);
  const std::lock_guard lock(history.mutex);
  split.turn = history.trials.next(split.size);
  split.plan.allow(split.turn.last);
  if (split.turn.way == NestWay::Whole)
    split.plan.give_up(split.turn.is_timed ? SplitOutcome::compared : SplitOutcome::slower);
}

void remember_rows(bamboo_split& split, RowCache& cache) {
  if (split.has_core && split.rows.is_used() && split.known.rows == nullptr &&
      !split.offered.is_used())
    cache.found(split.question, split.known.look, split.rows.found(), split.rows.indices());
}

/// The last part of the rest has run.
void finish(bamboo_split& split) {
  if (split.site == nullptr) return;
  split.times.rest = split.lap();
  const NestTime time = {split.last - split.begun, split.times.between};
  const bool is_whole = split.turn.way == NestWay::Whole;
  if (is_whole) split.times = {.whole = split.turn.is_timed ? time.all : time.all.zero()};
  bamboo_split_history& history = history_of(*split.site);
  const std::lock_guard lock(history.mutex);
  if (!split.has_core) history.trials.took_without_core(split.size, time.all);
  if (is_whole || split.has_core) {
    remember_rows(split, history.cache);
    if (split.turn.is_timed && !split.known.learns)
      history.trials.took(split.size, split.turn.way, time);
    history.times += split.times;
  }
  split.site = nullptr;
}

/// Asks for rows that were found before.
void ask_for_rows(bamboo_split& split, const std::vector<AddressRange>& held) {
  const SplitPlan& plan = split.plan;
  split.question = {std::move(split.row), plan.written_between(), held, plan.read_by_rows()};
  bamboo_split_history& history = history_of(*split.site);
  const std::lock_guard lock(history.mutex);
  split.known = history.cache.ask(split.question);
}

/// Pieces of a staged exchange may not come to all rows, so these are not kept.
void begin_rows(bamboo_split& split) {
  const SplitPlan& plan = split.plan;
  std::vector<AddressRange> held;
  if (split.scatters) held = plan.read_between();
  if (!split.offered.is_used()) ask_for_rows(split, held);
  if (split.known.rows != nullptr)
    split.rows.begin_with(*split.known.rows);
  else if (split.scatters)
    split.rows.begin(plan.core().front().end, plan.written_between(), plan.written_by_nest(),
                     std::move(held), plan.touched_by_nest());
  else
    split.rows.begin(plan.core().front().end, plan.written_between(), plan.written_by_nest());
}

/// The iterations of the core that have not run belong to the rest.
void end_core(bamboo_split& split) {
  if (!split.has_core) return;
  if (!split.rows.is_used()) {
    if (split.offered.is_used()) split.plan.shrink_core(split.offered.done());
    return;
  }
  if (!split.rows.has_begun()) begin_rows(split);
  split.rows.end_search();
}

void end(bamboo_split* split) {
  finish(*split);
  if (split != &without_core) delete split;
}

void add_loop(bamboo_split& split, unsigned number, const LoopShape& loop, const uint64_t* row) {
  row += loop.place;
  split.plan.add_loop(row[0], loop.may_cut);
  if (loop.outer) split.plan.add_reach(number, static_cast<unsigned>(*loop.outer), row[1], row[2]);
}

void add_access(bamboo_split& split, const AccessShape& access, const uint64_t* numbers) {
  const uint64_t bytes = numbers[0];
  if (access.kind == AccessKind::Gathered)
    return split.rows.add_gather(
        bytes, {static_cast<unsigned>(access.indices), access.type,
                static_cast<int64_t>(numbers[1]), static_cast<int64_t>(numbers[2])});
  if (is_of_row(access.kind)) {
    split.plan.cut_by_rows();
    split.scatters |= access.kind == AccessKind::Scattered;
    return split.rows.add_access(bytes, access.kind);
  }
  split.plan.add_access(access.kind, numbers[1], bytes);
  for (size_t i = 0; i < access.loops.size(); ++i)
    split.plan.add_stride(static_cast<unsigned>(access.loops[i]),
                          static_cast<int64_t>(numbers[2 + i]));
}

void prepare(bamboo_split* split) {
  if (!split->prepared) split->plan.prepare();
  split->prepared = true;
}

}  // namespace

extern "C" {

bamboo_split* bamboo_split_begin(bamboo_split_site* site) {
  if (is_skipped(*site)) {
    if (site->file != nullptr) count_outcome(*site, SplitOutcome::not_looked_at);
    return nullptr;
  }
  if (runs_whole(*site)) return nullptr;
  auto* split = new bamboo_split;
  split->site = site;
  split->begun = split->last = SplitClock::now();
  return split;
}

bamboo_split* bamboo_split_begin_behind(bamboo_split_site* site, const bamboo_split* earlier) {
  if (earlier != nullptr && earlier->has_core && !earlier->turn.is_timed)
    return bamboo_split_begin(site);
  if (site->file != nullptr) count_outcome(*site, SplitOutcome::earlier_whole);
  return nullptr;
}

void bamboo_split_describe(bamboo_split* split, const void* shape, ...) {
  const auto nest = NestShape::read(static_cast<const uint64_t*>(shape));
  if (!nest) return split->plan.give_up(SplitOutcome::other_version);
  std::vector<uint64_t>& row = split->row;
  row.resize(nest->first_input + nest->inputs);
  va_list numbers;
  va_start(numbers, shape);
  for (uint64_t& number : row) number = va_arg(numbers, uint64_t);
  va_end(numbers);
  double iterations = 1;
  for (const LoopShape& loop : nest->loops) iterations *= static_cast<double>(row[loop.place]);
  split->size = NestTrials::size_of(iterations);
  take_turn(*split);
  if (split->turn.way == NestWay::Whole) return;
  for (unsigned i = 0; i < nest->loops.size(); ++i) add_loop(*split, i, nest->loops[i], row.data());
  for (const AccessShape& access : nest->accesses) add_access(*split, access, &row[access.place]);
}

void bamboo_split_touch(bamboo_split* split, int32_t site, uint64_t address, uint64_t bytes,
                        int32_t written) {
  bamboo_split_touch_run(split, site, address, bytes, 0, 1, written);
}

void bamboo_split_touch_run(bamboo_split* split, int32_t site, uint64_t address, uint64_t bytes,
                            int64_t stride, uint64_t count, int32_t written) {
  prepare(split);
  if (!split->plan.is_usable()) return;
  if (split->asks && written != 0) split->remember_write(address, bytes, stride, count);
  split->plan.touch_run(static_cast<unsigned>(site), address, bytes, stride, count, written != 0);
}

void bamboo_split_passes(bamboo_split* split, int32_t site, const bamboo_split* earlier) {
  prepare(split);
  split->plan.touch_rest_of(static_cast<unsigned>(site), earlier->plan);
}

void bamboo_split_kept(bamboo_split* split, uint64_t address, uint64_t bytes) {
  if (split->plan.is_usable()) split->keep({address, address + bytes});
}

void bamboo_split_asks(bamboo_split* split, int32_t asks) {
  split->asks = asks != 0;
}

int32_t bamboo_split_may_have_core(const bamboo_split* split) {
  return split->plan.is_usable() ? 1 : 0;
}

void bamboo_split_refuse_unknown(bamboo_split* split) {
  split->plan.give_up(SplitOutcome::unknown_requests);
}

void bamboo_split_group(bamboo_split* split) {
  prepare(split);
  split->plan.end_group();
}

void bamboo_split_stage(bamboo_split* split) {
  prepare(split);
  split->plan.next_stage();
}

int32_t bamboo_split_core(bamboo_split* split) {
  prepare(split);
  if (split->plan.is_usable() && split->memory.kept.meets(split->memory.written))
    split->plan.give_up(SplitOutcome::addresses_received);
  split->has_core = split->plan.decide();
  split->now = &split->plan.core();
  count_outcome(*split->site, split->plan.why_whole().value_or(SplitOutcome::core_first));
  split->times.look = split->lap();
  if (split->turn.way == NestWay::Split)
    remember(*split->site, split->has_core);
  else
    split->begun = split->last;  // executions that stay whole are not described
  return split->has_core ? 1 : 0;
}

void bamboo_split_core_ends(bamboo_split* split) {
  if (split != nullptr) split->times.core = split->lap();
}

void bamboo_split_offer(bamboo_split* split, void (*core)(void* values), void* values) {
  split->offered.begin(split->plan.cores(), split->plan.cuttable(), core, values);
}

void bamboo_split_reaches_stage(bamboo_split* split) {
  split->offered.next_stage();
}

int32_t bamboo_split_run_piece(bamboo_split* split, uint64_t query) {
  if (split->offered.is_done()) return 0;
  const SplitClock::time_point begun = SplitClock::now();
  split->now = &split->offered.next();
  split->offered.run();
  const auto time = SplitClock::now() - begun;
  split->offered.took(time, std::chrono::nanoseconds(query));
  split->times.core += time;
  return 1;
}

int32_t bamboo_split_chunk(bamboo_split* split) {
  const bool is_piece = split->offered.is_used();
  if (!split->rows.has_begun()) {
    begin_rows(*split);
    if (!is_piece) split->times.look += split->lap();
  }
  if (!split->rows.next_chunk(is_piece ? split->offered.now().front().end : INT64_MAX)) return 0;
  split->now = split->set_rows(split->rows.first(), split->rows.end());
  return 1;
}

void* bamboo_split_noted(bamboo_split* split, int32_t access) {
  return split->rows.noted(static_cast<unsigned>(access));
}

int32_t bamboo_split_readable(bamboo_split* split, uint64_t row, uint64_t address, uint64_t bytes) {
  return split->rows.may_read(static_cast<int64_t>(row), address, bytes) ? 1 : 0;
}

int32_t bamboo_split_run(bamboo_split* split) {
  if (!split->rows.next_run()) return 0;
  split->now = split->set_rows(split->rows.first(), split->rows.end());
  return 1;
}

uint64_t bamboo_split_first(const bamboo_split* split, int32_t loop) {
  return split->now == nullptr ? 0 : static_cast<uint64_t>((*split->now)[loop].first);
}

uint64_t bamboo_split_end(const bamboo_split* split, int32_t loop) {
  return split->now == nullptr ? std::numeric_limits<uint64_t>::max()
                               : static_cast<uint64_t>((*split->now)[loop].end);
}

bamboo_split* bamboo_split_rest_plan(bamboo_split* split, int32_t is_detached) {
  if (split != nullptr) {
    split->times.between = split->lap() - split->offered.time();
    end_core(*split);
  } else {
    split = &without_core;
    split->next = 0;  // a signal handler may have interrupted a nest
  }
  split->is_detached = is_detached != 0;
  return split;
}

int32_t bamboo_split_rest(bamboo_split* split) {
  if (split->next == split->parts()) {
    if (!split->is_detached) end(split);
    return 0;
  }
  split->now = split->part(split->next);
  ++split->next;
  return 1;
}

int32_t bamboo_split_results(const bamboo_split* split) {
  return split->has_core ? 1 : 0;
}

void bamboo_split_finish(bamboo_split* split) {
  end(split);
}
}
