// SPDX-License-Identifier: Apache-2.0
// A plan: what one rank does in a collective operation, as data (CC-MPI, PPoPP'03: separate control
// from data movement). A planner makes it, a verifier checks all ranks' plans together, an executor
// runs it over any point-to-point (virtual ranks here; the installed MPI as well).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bamboo::plans {

/// A place in one of the operation's buffers, in units (see Problem). Input is only read.
struct Place {
  enum class Buffer : std::uint8_t { None, Input, Output, Scratch };
  Buffer buffer = Buffer::None;
  std::size_t offset = 0;

  friend Place operator+(Place place, std::size_t units) {
    return {place.buffer, place.offset + units};
  }
  bool operator==(const Place&) const = default;
};

/// One step. It may start when every step named in `after` is done; sends to one peer, and receives
/// from one peer, moreover start in the order in which they stand in the plan. A token, which is a
/// transfer of no units, keeps that order among the tokens only: it tells what has happened, and
/// would be late behind data that still waits. (In an MPI: a tag of their own.)
///
/// A multicast stands in the plans of all ranks, all of whose multicasts start in one order. No
/// rank may count on its end before all ranks have started it.
struct Step {
  enum class Kind : std::uint8_t {
    Send,       ///< `count` units at `from` to `peer`
    Receive,    ///< `count` units from `peer` to `to`
    Copy,       ///< `from` to `to`
    Reduce,     ///< to = from op to   (`from` is the left operand: MPI's order of ranks)
    Multicast,  ///< by `peer`, which has `count` units at `from`; another rank gets `count` of them
                ///< at `to`, which may be none
  };
  /// Which part of a multicast is for which rank.
  enum class Share : std::uint8_t {
    All,        ///< all of it for everyone
    Known,      ///< `parts`, which all ranks know
    Told,       ///< `parts`, which the sender alone knows and tells first
    ToldToFew,  ///< the same; the rest concerns only those who get anything
  };
  Kind kind = Kind::Copy;
  int peer = -1;  ///< rank in the communicator
  Place from, to;
  std::size_t count = 0;
  std::vector<std::uint32_t> after;  ///< indices of earlier steps of the same plan
  Share share = Share::All;          ///< of a multicast
  /// Of a multicast: by rank the units that it gets, one after the other from the sender's `from`
  /// on. The sender's own stand there as well, but do not travel. Empty for All, and on the
  /// receivers of what is told.
  std::vector<std::size_t> parts = {};

  bool transfers() const { return kind == Kind::Send || kind == Kind::Receive; }
  bool is_token() const { return transfers() && count == 0; }
  bool is_multicast() const { return kind == Kind::Multicast; }
};

struct Plan {
  std::string algorithm;  ///< "bcast/binomial"
  int rank = 0, size = 1;
  std::size_t scratch = 0;  ///< units of temporary memory
  /// Sends to one peer, and receives from one peer, match in this order; tokens match tokens.
  std::vector<Step> steps;
};

/// Phases are a view of a plan: for each step the number of transfers and multicasts that must have
/// happened, one after the other on this rank, before it can start.
std::vector<int> phases(const Plan& plan);

/// Whether all transfers may be under way at once: none touches what another step writes, but for
/// copies and reductions that stand after it, and there is no multicast. Then a transfer's `after`
/// only says when it should start, and no rank waits for what another one computes. Of a barrier,
/// whose order is all there is: no transfer stands after anything.
bool is_direct(const Plan& plan);

}  // namespace bamboo::plans
