// SPDX-License-Identifier: Apache-2.0
// The choice of what serves the calls of a kind: the installed MPI's own algorithm or a candidate.
// It is a pure function: a record has what all processes know alike, and decide() returns what
// serves the next calls. Calls go to the MPI's own until a small share of their time pays for the
// turn of a candidate. The candidate then serves several calls in a row, of which the first do not
// count: they make plans and connections. A candidate that is clearly slower, or costs more than
// it may, is given up. The fastest serves if it is clearly faster than the MPI's own. When it no
// longer is, the MPI's own serves some calls again, and the faster one of these stays.
//
// A forecast may show after the first calls that a candidate should be clearly faster. The
// candidate then has an early turn, which may lose one call. If it wins, some calls by the MPI's
// own must still be slower, because the first of all may have been disturbed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bamboo/plans/choice_reasons.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans {

constexpr int mpis_own = -1;

struct Candidate {
  std::string name;
  double start = 0;  ///< seconds before its first call or in it; of multicast, if it is missing
  bool by_multicast = false;
};

/// What the next calls are for.
enum class Purpose : std::uint8_t {
  Wait,       ///< until the budget pays for a turn, or until it is time for a forecast
  Forecast,   ///< no call: the remaining candidates are asked for a forecast
  Narrow,     ///< no call: the model names the candidates that have turns
  Turn,       ///< a candidate serves on trial
  EarlyTurn,  ///< the same before the budget pays for it
  Serve,      ///< the winner so far
  Look,       ///< one of the MPI's own calls beside a plan that has won early
  Compare,    ///< the MPI's own calls beside the winner
  Leave,      ///< the MPI's own serves for good
};
const char* name_of(Purpose purpose);

/// Who serves the next calls. After them the processes agree on an Outcome.
struct Verdict {
  Purpose purpose = Purpose::Leave;
  int who = mpis_own;           ///< index of a candidate
  std::size_t calls = 0;        ///< until the outcome
  std::size_t not_counted = 0;  ///< so many of them come first

  bool operator==(const Verdict&) const = default;
  /// Times exclude waiting for others: from when the last process has come until all are through.
  bool excludes_waiting() const {
    return purpose == Purpose::EarlyTurn || purpose == Purpose::Look;
  }
  bool is_for_good() const { return purpose == Purpose::Leave; }
};

/// The answer to Purpose::Forecast, and to Purpose::Narrow with the order alone.
struct Expectation {
  double own = 0;           ///< seconds of the last call by the MPI, without waiting
  bool is_known = true;     ///< else nothing is known, and nothing will be
  bool is_small = true;     ///< nothing is to be gained; without `seconds`: so short is the call
  bool is_at_wire = false;  ///< nothing can be much faster than the first one in order
  double seconds = 0;       ///< the time that a call of the MPI must clearly exceed
  double early_left = 0;    ///< seconds that early turns of all kinds may still lose
  std::vector<int> order;   ///< the candidates that have turns from now on, without multicast
};

/// What came of a verdict, in seconds, the same on all processes.
struct Outcome {
  Verdict verdict;
  std::size_t calls = 0;         ///< fewer than asked for if the candidate has failed
  double seconds = 0;            ///< of all these calls
  double counted = 0;            ///< of those that count; if none does, of the last call
  double agreeing = 0;           ///< of earlier agreements in the same turn
  bool has_failed = false;       ///< the candidate could not serve
  bool lacks_multicast = false;  ///< on some process
  std::optional<Expectation> expectation = {};
};

/// Time that calls would have taken by the MPI's own, and what was lost beyond it, in seconds.
struct Account {
  double worth = 0, lost = 0;
  double left(double share) const { return share * worth - lost; }
};

/// The result of an earlier run: who won, and how long calls took by it and by the MPI's own.
struct Winner {
  int who = mpis_own;
  double seconds = 0, own = 0;
};

/// All that decides, about one operation and size class on one communicator.
struct Record {
  Operation operation = Operation::Barrier;
  bool is_behind_requests = false;
  std::string layout;                ///< the host of each process; empty: not stored
  int size = 0;                      ///< processes
  std::size_t bytes = 0;             ///< as Algorithm::max_bytes counts them
  double share = 0;                  ///< of the calls' time that trials may lose
  std::size_t first_forecast = 0;    ///< after so many of the MPI's own calls; 0: never
  bool narrows = false;              ///< a model can choose candidates
  bool may_start_multicast = false;  ///< in a call of this communicator
  /// Serves from the first call on, as if a forecast promised these times; the MPI's own has no
  /// early turns beside it.
  std::optional<Winner> remembered = {};
  int missed = 0;                     ///< calls in a row on which the processes could not agree
  std::vector<Candidate> candidates;  ///< in the order of their turns
  std::vector<Outcome> outcomes;
};

/// What a record shows.
struct Standing {
  Verdict next;
  std::vector<Reason> why;         ///< the reasons for `next`, in the order of the decisions
  int best = mpis_own;             ///< the winner so far
  std::optional<int> found;        ///< the result, once there is one
  int findings = 0;                ///< how often there was a new one
  double own = 0;                  ///< seconds of a call by the MPI's own
  std::vector<double> seconds;     ///< of each candidate in its turn; infinite without a result
  std::vector<std::size_t> queue;  ///< candidates that wait for their turns
  bool may_forecast = false;       ///< now or later
  Account budget, early;           ///< of all calls; of early turns and what served after them
  bool is_clearly_faster(double candidate) const;
};
Standing standing(const Record& record);
inline Verdict decide(const Record& record) {
  return standing(record).next;
}

/// What is decided, and why.
struct Reasoned {
  Verdict verdict;
  std::vector<Reason> why;
};
/// Decides once more: one step for each outcome, and the next one. It ends with the first step that
/// the record does not have: another version has written it, or a user has edited it.
std::vector<Reasoned> replay(const Record& record);
/// The number of the first outcome that replay() does not ask for.
std::optional<std::size_t> first_difference(const Record& record);

/// What has served all calls, how long they took, and why it has served them, in sentences.
std::string to_text(const Record& record);

}  // namespace bamboo::plans
