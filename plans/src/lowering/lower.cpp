// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/lower.h"

#include <memory>
#include <stdexcept>

#include "algorithms/shapes/fold.h"
#include "lowering/hand_over.h"
#include "plan/builder.h"

namespace bamboo::plans {
namespace {

using Id = Builder::Id;
using Ids = Builder::After;

/// The plan of one rank while it is made.
class Rank {
 public:
  Rank(const Problem& problem, const std::string& name)
      : plan(problem, name.c_str()),
        problem_(problem),
        in_(input_blocks(problem)),
        out_(output_blocks(problem)) {
    if (!combines(problem.operation)) return;
    const Place own = input(in_.offset(problem.rank));
    operands_ = contributions(plan, problem.rank, problem.size, out_.count(0), own, output());
  }

  Place source(const Transfer& t) const {
    switch (problem_.operation) {
      case Operation::Gather:
      case Operation::Gatherv:
      case Operation::Allgather:
      case Operation::Allgatherv:
        return (problem_.in_place ? output(out_.offset(problem_.rank)) : input()) + t.offset;
      default:
        return input(in_.offset(t.to)) + t.offset;
    }
  }
  Place target(const Transfer& t) const {
    if (!operands_.empty()) return operands_[t.from].place + t.offset;
    return output(out_.size() == 1 ? 0 : out_.offset(t.from)) + t.offset;
  }
  void receive(const Transfer& t, std::size_t offset, std::size_t bytes) {
    transfers.push_back(plan.receive(t.from, target(t) + offset, bytes));
    if (!operands_.empty()) operands_[t.from].ready.push_back(transfers.back());
  }
  /// Returns the part of the plan that moves nothing between ranks.
  Plan take() {
    if (operands_.empty())
      copy_own_block();
    else
      add_fold(plan, operands_, out_.count(0), output());
    return plan.take();
  }

  Builder plan;
  int phase = -1;           ///< in which it sent last
  Ids sends, sends_before;  ///< in that phase, and in the one in which it sent before
  Ids transfers;            ///< in this phase
  Ids gate;                 ///< the last step of the barrier before this phase

 private:
  /// Whether a receiver combines the data with a block of its own.
  static bool combines(Operation operation) {
    return operation == Operation::ReduceScatter || operation == Operation::ReduceScatterBlock;
  }
  /// The rank's message to itself.
  void copy_own_block() {
    if (problem_.in_place || in_.size() == 0 || out_.size() == 0) return;
    const Place from = input(in_.size() == 1 ? 0 : in_.offset(problem_.rank));
    const int block = out_.size() == 1 ? 0 : problem_.rank;
    plan.copy(from, output(out_.offset(block)), out_.count(block));
  }

  const Problem& problem_;
  Blocks in_, out_;
  std::vector<FoldPart> operands_;  ///< by rank; empty where nothing is combined
};

class Lowering {
 public:
  Lowering(const Phases& phases, std::span<const Problem> problems, Separation separation,
           const Network& network, const Tokens& tokens)
      : phases_(phases),
        separation_(separation),
        network_(network),
        options_(tokens),
        ranks_(phases.size) {
    for (const Problem& problem : problems) {
      if (problem.size != phases.size || problem.rank < 0 || problem.rank >= problem.size)
        throw std::invalid_argument("the phases are for " + std::to_string(phases.size) +
                                    " ranks, the problem for " + std::to_string(problem.size));
      const std::string name = std::string(name_of(problem.operation)) + "/" + phases.scheduler;
      ranks_[problem.rank] = std::make_unique<Rank>(problem, name);
    }
  }

  std::vector<Plan> run() {
    const int count = static_cast<int>(phases_.phases.size());
    if (separation_ == Separation::Tokens) find_tokens();
    for (int phase = 0; phase < count; ++phase) {
      for (const Transfer& t : phases_.phases[phase]) add(t, phase);
      if (separation_ == Separation::Tokens) add_tokens(phase);
      if (separation_ == Separation::Barrier && phase + 1 < count) add_barrier();
    }
    std::vector<Plan> out;
    for (const auto& rank : ranks_)
      if (rank) out.push_back(rank->take());
    return out;
  }

 private:
  /// A transfer waits until another one has ended. If that one belongs to another rank, it waits
  /// for the token.
  struct Token {
    std::uint32_t ended, waits;  ///< transfers, counted in the order of phases
  };

  // Finds all waits before a step is written, because a token must directly follow the phase that
  // it reports. Tokens of one pair start in the plan's order. If a token were written later, it
  // would wait for tokens of later phases.
  void find_tokens() {
    HandOver hand_over(network_, options_);
    std::uint32_t number = 0;
    const std::size_t count = phases_.phases.size() - (phases_.small_last ? 1 : 0);
    tokens_.resize(phases_.phases.size());
    for (std::size_t phase = 0; phase < phases_.phases.size(); ++phase)
      for (const Transfer& t : phases_.phases[phase]) {
        phase_of_.push_back(static_cast<int>(phase));
        transfers_.push_back(&t);
        const std::uint32_t waits = number++;
        if (phase >= count) continue;
        for (std::uint32_t ended : hand_over.take(static_cast<int>(phase), waits, t))
          if (transfers_[ended]->from != t.from)
            tokens_[phase_of_[ended]].push_back({ended, waits});
      }
    waits_for_.resize(transfers_.size());
    reported_.assign(transfers_.size(), false);
    for (const auto& tokens : tokens_)
      for (const Token& token : tokens)
        if (transfers_[token.ended]->to != transfers_[token.waits]->from)
          reported_[token.ended] = true;
    moved_.reserve(transfers_.size());
  }

  void add(const Transfer& t, int phase) {
    const bool tokens = separation_ == Separation::Tokens;
    Ids after;
    if (Rank* rank = ranks_[t.from].get()) {
      after = own_sends_before(*rank, phase);
      if (tokens) {
        const Ids& more = waits_for_[moved_.size()];
        after.insert(after.end(), more.begin(), more.end());
      }
    }
    const bool reported = tokens && reported_[moved_.size()];
    const std::size_t last = reported ? token_lead(options_, network_, t) : 0;
    const Id received = move(t, 0, t.bytes - last, after);
    if (last != 0) move(t, t.bytes - last, last, after);
    if (tokens) moved_.push_back(received);
  }

  /// The step that receives it.
  Id move(const Transfer& t, std::size_t offset, std::size_t bytes, const Ids& after) {
    if (Rank* rank = ranks_[t.from].get()) {
      rank->sends.push_back(rank->plan.send(t.to, rank->source(t) + offset, bytes, after));
      rank->transfers.push_back(rank->sends.back());
    }
    Rank* rank = ranks_[t.to].get();
    if (rank == nullptr) return Builder::none;
    rank->receive(t, offset, bytes);
    return rank->transfers.back();
  }

  static Ids own_sends_before(Rank& sender, int phase) {
    if (sender.phase != phase) {
      sender.sends_before = std::move(sender.sends);
      sender.sends.clear();
      sender.phase = phase;
    }
    Ids after = sender.sends_before;
    after.insert(after.end(), sender.gate.begin(), sender.gate.end());
    return after;
  }

  /// Adds the tokens that report the ends of this phase's transfers.
  void add_tokens(int phase) {
    for (const Token& token : tokens_[phase]) {
      const int from = transfers_[token.ended]->to, to = transfers_[token.waits]->from;
      Ids& waits_for = waits_for_[token.waits];
      const Id received = moved_[token.ended];
      if (from == to) {
        waits_for.push_back(received);
        continue;
      }
      if (Rank* rank = ranks_[from].get()) rank->plan.send_token(to, {received});
      if (Rank* rank = ranks_[to].get()) waits_for.push_back(rank->plan.receive_token(from));
    }
  }

  // Dissemination: in round k each rank sends a token to the rank 2^k after it. The first round
  // depends on the phase, each later round on the round before.
  void add_barrier() {
    const int size = phases_.size;
    for (const auto& rank : ranks_)
      if (rank) rank->transfers.insert(rank->transfers.end(), rank->gate.begin(), rank->gate.end());
    for (const auto& rank : ranks_)
      if (rank) rank->gate.clear();
    for (int distance = 1; distance < size; distance *= 2)
      for (int r = 0; r < size; ++r) {
        Rank* rank = ranks_[r].get();
        if (rank == nullptr) continue;
        rank->plan.send_token(shifted(r, distance, size), rank->transfers);
        rank->gate.push_back(rank->plan.receive_token(shifted(r, -distance, size)));
        rank->transfers.push_back(rank->gate.back());
      }
    for (const auto& rank : ranks_)
      if (rank) rank->transfers.clear();
  }

  const Phases& phases_;
  Separation separation_;
  const Network& network_;
  Tokens options_;
  std::vector<std::unique_ptr<Rank>> ranks_;
  // With tokens, for each transfer in the order of phases.
  std::vector<const Transfer*> transfers_;
  std::vector<int> phase_of_;
  std::vector<Ids> waits_for_;
  std::vector<bool> reported_;              // by a token to another rank
  std::vector<Id> moved_;                   // those written so far: what reports their end
  std::vector<std::vector<Token>> tokens_;  // by the phase that they report
};

}  // namespace

const char* name_of(Separation separation) {
  switch (separation) {
    case Separation::None:
      return "none";
    case Separation::Tokens:
      return "tokens";
    case Separation::Barrier:
      return "barrier";
  }
  return "?";
}

std::vector<Plan> lower(const Phases& phases, std::span<const Problem> problems,
                        Separation separation, const Network* network, const Tokens& tokens) {
  if (network == nullptr) {
    const Network star = Network::star(phases.size, 1);
    return lower(phases, problems, separation, &star, Tokens{0});
  }
  // Barriers make the end of a phase known, so parts are not joined.
  if (separation == Separation::Barrier)
    return Lowering(phases, problems, separation, *network, tokens).run();
  const Phases joined = join_parts(phases);
  return Lowering(joined, problems, separation, *network, tokens).run();
}

Plan lower(const Phases& phases, const Problem& problem, Separation separation,
           const Network* network, const Tokens& tokens) {
  return std::move(lower(phases, std::span(&problem, 1), separation, network, tokens).front());
}

}  // namespace bamboo::plans
