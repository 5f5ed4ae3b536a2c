// SPDX-License-Identifier: Apache-2.0
// A plan: one rank's part of a collective operation, as data (CC-MPI, PPoPP'03: separate control
// from data movement). A planner makes it, a verifier checks the plans of all ranks together, and
// an executor runs it over any point-to-point layer (virtual ranks or the installed MPI).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bamboo::plans {

/// An offset in one of the operation's buffers, in units (see Problem). Input is read-only.
struct Place {
  enum class Buffer : std::uint8_t { None, Input, Output, Scratch };
  Buffer buffer = Buffer::None;
  std::size_t offset = 0;

  friend Place operator+(Place place, std::size_t units) {
    return {place.buffer, place.offset + units};
  }
  bool operator==(const Place&) const = default;
};

/// One step. It may start when every step in `after` is done. Sends to one peer, and receives from
/// one peer, also start in their order in the plan. A token is a transfer of zero units. It keeps
/// that order among tokens only, because it reports an event and must not wait behind data. (With
/// an MPI, tokens have a separate tag.)
///
/// A multicast is a step in the plans of all ranks, and all ranks start their multicasts in one
/// order. A rank must not rely on the end of a multicast before all ranks have started it.
struct Step {
  enum class Kind : std::uint8_t {
    Send,       ///< `count` units at `from` to `peer`
    Receive,    ///< `count` units from `peer` to `to`
    Copy,       ///< `from` to `to`
    Reduce,     ///< to = from op to   (`from` is the left operand: MPI's order of ranks)
    Multicast,  ///< by `peer`, which has `count` units at `from`; another rank gets `count` of them
                ///< at `to`, which may be none
  };
  /// The part of a multicast that each rank gets.
  enum class Share : std::uint8_t {
    All,        ///< all of it for everyone
    Known,      ///< `parts`, which all ranks know
    Sent,       ///< `parts`, which only the sender knows and sends first
    SentToFew,  ///< the same; the data concerns only the ranks that get a part
  };
  Kind kind = Kind::Copy;
  int peer = -1;  ///< rank in the communicator
  Place from, to;
  std::size_t count = 0;
  std::vector<std::uint32_t> after;  ///< indices of earlier steps of the same plan
  Share share = Share::All;          ///< of a multicast
  /// For a multicast: the units for each rank, consecutive from the sender's `from` on. The
  /// sender's own part is included but not sent. Empty for All, and on the receivers if the sender
  /// sends the parts.
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

/// Whether all transfers may be in flight at once: no transfer touches data that another step
/// writes, except copies and reductions that come after it, and there is no multicast. A transfer's
/// `after` is then only a recommended time, and no rank waits for a computation of another one. For
/// a barrier, which consists of its order: no transfer comes after another step.
bool is_direct(const Plan& plan);

}  // namespace bamboo::plans
