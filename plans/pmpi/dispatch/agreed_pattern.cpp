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

/// A process's view of the blocks that one root has for all, or all for one root.
struct RootedPart {
  int root;
  bool is_root;
  Sizes row;  ///< of the root, for all; empty where MPI would refuse it
  Bytes own;

  bool is_plausible() const { return is_root ? !row.empty() : own.has_value(); }
  bool is_part_of(const Sizes& blocks, int rank) const {
    return is_root ? std::ranges::equal(row, blocks) : own == blocks[rank];
  }
};

/// For the root's own block, the counts of the side that has all blocks apply.
RootedPart part_at(const Member& member, int root, const int counts[], const int displs[],
                   MPI_Datatype type, int own_count, MPI_Datatype own_type) {
  RootedPart part{root, member.rank == root, {}, std::nullopt};
  if (part.is_root && displs) part.row = row_of(counts, type, member.size);
  if (part.is_root && !part.row.empty()) part.own = part.row[root];
  if (!part.is_root && member.has(root)) part.own = bytes_of(own_count, own_type);
  return part;
}

/// The bytes of all blocks; empty where the MPI shall find the fault.
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
  const RootedPart part = part_at(communicator.member(), a.root, a.recvcounts, a.displs, a.recvtype,
                                  a.sendcount, a.sendtype);
  const Sizes blocks = agreed_blocks(part, pattern, communicator);
  if (blocks.empty()) return std::nullopt;
  return pattern_between(communicator,
                         [&](int from, int to) { return to == a.root ? blocks[from] : 0; });
}

Found agreed_pattern(const ScattervArguments& a, const MPI_Count* pattern,
                     Communicator& communicator) {
  const RootedPart part = part_at(communicator.member(), a.root, a.sendcounts, a.displs, a.sendtype,
                                  a.recvcount, a.recvtype);
  const Sizes blocks = agreed_blocks(part, pattern, communicator);
  if (blocks.empty()) return std::nullopt;
  return pattern_between(communicator,
                         [&](int from, int to) { return from == a.root ? blocks[to] : 0; });
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
