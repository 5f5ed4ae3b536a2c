// SPDX-License-Identifier: Apache-2.0
#include "dispatch/agreed_pattern.h"

#include <algorithm>
#include <vector>

#include "arguments/call_bytes.h"
#include "arguments/exchange_part.h"
#include "bamboo/plans/traffic.h"

namespace bamboo::plans::pmpi {
namespace {

using Sizes = std::vector<std::size_t>;
using Found = std::optional<PhasedPattern>;

Found pattern_of(const Traffic& traffic, Communicator& communicator, std::size_t unit = 1) {
  return std::make_optional<PhasedPattern>(traffic, communicator.choice().network(),
                                           communicator.scheduler(), unit);
}

/// `bytes(from, to)` of all pairs.
template <class BytesOf>
Found pattern_between(Communicator& communicator, const BytesOf& bytes, std::size_t unit = 1) {
  const int size = communicator.size();
  Traffic out{size, {}};
  for (int from = 0; from < size; ++from)
    for (int to = 0; to < size; ++to)
      if (const std::size_t some = bytes(from, to); from != to && some != 0)
        out.messages.push_back({from, to, some});
  return pattern_of(out, communicator, unit);
}

void insist(bool fits, const Communicator& communicator, MPI_Comm channel) {
  insist_on_pattern(fits, communicator.rank(), "of the pattern that it gives", channel);
}

Found of_exchange(const ExchangePart& part, const MPI_Count* pattern, Communicator& communicator) {
  const int size = communicator.size();
  const MPI_Comm channel = communicator.channel();
  Sizes bytes;
  if (!pattern) {
    bytes = agree_on_pattern(part.row, part.column, size, channel);
    if (bytes.empty()) return std::nullopt;
  } else {
    if (!part.is_plausible()) return std::nullopt;
    bytes.assign(pattern, pattern + static_cast<std::size_t>(size) * size);
    insist(is_part_of(part.row, part.column, communicator.rank(), bytes), communicator, channel);
  }
  return pattern_of(traffic_of(size, bytes), communicator);
}

/// The blocks of a process's call: those that one root has for all processes, or those of all for
/// one root.
struct RootedPart {
  int root;
  bool is_root;
  Sizes row;  ///< of the root, for all processes; empty if MPI would refuse it
  Bytes own;

  bool is_plausible() const { return is_root ? !row.empty() : own.has_value(); }
  bool is_part_of(const Sizes& blocks, int rank) const {
    return is_root ? std::ranges::equal(row, blocks) : own == blocks[rank];
  }
};

/// For the root's own block, the counts of the side with all blocks apply.
template <class Arguments>
RootedPart part_at(const Arguments& a, const Member& member) {
  const auto all = collectives::side_of_all(a);
  const auto own = collectives::own_side(a);
  RootedPart part{a.root, member.rank == a.root, {}, std::nullopt};
  if (part.is_root && all.places) part.row = row_of(all.count, all.type, member.size);
  if (part.is_root && !part.row.empty()) part.own = part.row[a.root];
  if (!part.is_root && member.has(a.root)) part.own = bytes_of(own.count, own.type);
  return part;
}

/// The bytes of all blocks; empty if the MPI must report an error in the arguments.
Sizes agreed_blocks(const RootedPart& part, const MPI_Count* pattern, Communicator& communicator) {
  const MPI_Comm channel = communicator.channel();
  const int rank = communicator.rank();
  if (pattern) {
    if (!part.is_plausible()) return {};
    const Sizes blocks(pattern, pattern + communicator.size());
    insist(part.is_part_of(blocks, rank), communicator, channel);
    return blocks;
  }
  const Sizes blocks = gather_rows(part.own ? Sizes{*part.own} : Sizes(), 1, channel);
  if (blocks.empty()) return {};
  const bool agrees = do_all_agree(part.is_part_of(blocks, rank), part.root, channel);
  return agrees ? blocks : Sizes();
}

template <class Arguments>
Found pattern_with_root(const Arguments& a, const MPI_Count* pattern, Communicator& communicator) {
  const Sizes blocks = agreed_blocks(part_at(a, communicator.member()), pattern, communicator);
  if (blocks.empty()) return std::nullopt;
  return pattern_between(communicator, [&](int from, int to) {
    const auto [root, other] =
        collectives::is_scatter(Arguments::operation) ? std::pair(from, to) : std::pair(to, from);
    return root == a.root ? blocks[other] : 0;
  });
}

}  // namespace

Found agreed_pattern(const AlltoallvArguments& a, const MPI_Count* pattern,
                     Communicator& communicator) {
  return of_exchange(part_of(a, communicator.size()), pattern, communicator);
}

Found agreed_pattern(const AlltoallwArguments& a, const MPI_Count* pattern,
                     Communicator& communicator) {
  return of_exchange(part_of(a, communicator.size()), pattern, communicator);
}

Found agreed_pattern(const GathervArguments& a, const MPI_Count* pattern,
                     Communicator& communicator) {
  return pattern_with_root(a, pattern, communicator);
}

Found agreed_pattern(const ScattervArguments& a, const MPI_Count* pattern,
                     Communicator& communicator) {
  return pattern_with_root(a, pattern, communicator);
}

Found agreed_pattern(const AllgathervArguments& a, const MPI_Count*, Communicator& communicator) {
  const Sizes blocks = a.displs ? row_of(a.recvcounts, a.recvtype, communicator.size()) : Sizes();
  if (blocks.empty()) return std::nullopt;
  return pattern_between(communicator, [&](int from, int) { return blocks[from]; });
}

Found agreed_pattern(const Reduce_scatterArguments& a, const MPI_Count*,
                     Communicator& communicator) {
  if (!call_bytes(a, communicator.member())) return std::nullopt;
  const std::size_t unit = *bytes_of(1, a.datatype);
  const auto elements = [&](int, int to) {
    return unit == 0 ? std::size_t{0} : static_cast<std::size_t>(a.recvcounts[to]);
  };
  return pattern_between(communicator, elements, std::max<std::size_t>(1, unit));
}

}  // namespace bamboo::plans::pmpi
