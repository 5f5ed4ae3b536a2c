// SPDX-License-Identifier: Apache-2.0
// The trial of the calls of a kind. It measures the calls of this process, lets all processes agree
// on the times, and keeps the record of these, from which decide() says what serves next
// (bamboo/plans/choice.h).
#pragma once

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bamboo/plans/choice.h"
#include "bamboo/plans/choice_constants.h"
#include "configuration/rules.h"
#include "selection/prospect.h"

namespace bamboo::plans::pmpi {

/// Whether multicast may be tried; it must be started before (multicast.h).
struct MulticastAccess {
  bool (*is_started)();
  bool (*start)();  ///< collective over MPI_COMM_WORLD; null: not from this communicator
};

/// The trial of one operation and size class on one communicator.
class Trial {
 public:
  static constexpr double small_share = choice::small_share, any_share = choice::any_share;

  /// `multicast`: null where it is no candidate.
  Trial(Operation operation, int size, std::size_t bytes, double share,
        const MulticastAccess* multicast = nullptr);
  /// A trial of these candidates and the installed MPI.
  Trial(Operation operation, int size, std::span<const Algorithm* const> candidates, double share);
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  /// Small messages are left to the MPI.
  static bool is_worth_it(Operation operation, std::size_t bytes);
  /// The range of sizes around `bytes`, both ends included, that share its trial, or that need
  /// none.
  static std::pair<std::size_t, std::size_t> sizes_alike(Operation operation, std::size_t bytes);
  /// Called once, before the first turn: returns the candidates that get one, in that order.
  /// Multicast always gets one. The same on all processes.
  using Choose = std::function<std::vector<const Algorithm*>(std::vector<const Algorithm*>)>;
  void choose_candidates_with(Choose choose);
  /// Call it before the first call. `early` has what the early turns of all kinds of calls on the
  /// communicator have lost; a further one begins when there is enough again, or nothing is lost.
  /// It must outlive this object; null means no limit.
  void foresee(std::unique_ptr<const Prospect> prospect, Account* early = nullptr);

  /// Names the calls for the report and for later runs, and begins with the winner of an earlier
  /// one: call it before foresee(). `layout`: layout_text() of the communicator, or empty.
  void recall(std::size_t bytes, std::string layout, bool is_behind_requests,
              std::span<const Record> earlier);
  const Record& record() const { return *record_; }
  /// Returns whether the installed MPI serves all further calls.
  bool is_over() const { return now_.next.is_for_good(); }
  /// The algorithm of the next call; null: the MPI's own.
  const Algorithm* next() const { return algorithm(now_.next.who); }
  /// The fastest direct algorithm, where one has won for good, as far as is known, and that one is
  /// clearly faster than the MPI's own as well; or null.
  const Algorithm* direct_winner() const;
  /// Whether the patterns of these calls must be observed, because `repeated` serves some of them,
  /// or will soon.
  bool watches_patterns() const;
  /// The candidate could not serve the last call. All processes call it before add().
  void give_up_turn();
  /// Records the time of a call, and when it ended. Returns true if the processes must agree now.
  bool add(double seconds, double end);
  bool add(double seconds) { return add(seconds, PMPI_Wtime()); }
  /// Collective, over MPI_COMM_WORLD when multicast is started. `ask`: of the last call.
  void agree(MPI_Comm channel, const Ask& ask = {});

  // Calls behind requests, which processes complete when they like. Calls that may_only_count() are
  // counted when they begin. For the others all processes call add() if all of them are in it, else
  // miss().

  /// The next call decides nothing, however long it takes.
  bool may_only_count() const;
  void count() { ++calls_; }
  /// Records the time of that call, if it was measured. Call it before the next one begins.
  void note(double seconds);
  /// The installed MPI serves for good when this happens several times in a row.
  void miss();

  /// Returns true once if there is a rule() for the first time, or a new one.
  bool take_news() { return std::exchange(news_, false); }
  /// The result in the tuning grammar.
  Rule rule() const;

 private:
  /// A call, in seconds since clock_zero_: from the latest begin to the latest end of all
  /// processes.
  struct Span {
    double start, end;
  };
  /// The seconds since all processes have left a reduction.
  struct SinceCall {
    double end;        ///< of the call
    double agreement;  ///< the beginning of the reduction
  };

  void add_candidate(const Algorithm& algorithm);
  const Algorithm* algorithm(int who) const { return who < 0 ? nullptr : algorithms_[who]; }
  std::vector<int> indices_of(const std::vector<const Algorithm*>& chosen) const;
  std::vector<const Algorithm*> waiting() const;
  Outcome agree_on_calls(MPI_Comm channel) const;
  SeenCall last_call(MPI_Comm channel, const SinceCall& since) const;
  Expectation expect(MPI_Comm channel, const Ask& ask, const SinceCall& since);
  bool must_start_multicast() const;
  void prepare_calls(MPI_Comm channel, const Ask& ask, const SinceCall& since);
  void take(Outcome outcome);

  std::shared_ptr<Record> record_;
  Standing now_;                              ///< of the record
  std::vector<const Algorithm*> algorithms_;  ///< of its candidates
  const MulticastAccess* multicast_ = nullptr;
  Choose choose_;
  std::unique_ptr<const Prospect> prospect_;  ///< until it has been asked
  Account* early_ = nullptr;
  Account charged_;  ///< the share of this trial in `early_`
  // The calls of this process since the last outcome
  std::size_t calls_ = 0;
  double seconds_ = 0, counted_ = 0, last_ = 0;
  std::vector<Span> spans_;
  bool is_given_up_ = false;
  double call_end_ = 0;  ///< of the last call, by this process's clock
  /// A time that is the same on all processes, because all have left a reduction. 0: there was
  /// none.
  double clock_zero_ = 0;
  double agreeing_ = 0;  ///< seconds of that reduction, if it was in the turn
  bool news_ = false;
};

}  // namespace bamboo::plans::pmpi
