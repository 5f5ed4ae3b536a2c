// SPDX-License-Identifier: Apache-2.0
#include "collectives/arguments.h"

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <string>
#include <vector>

#include "errors/misuse.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

namespace {

bool share_memory(const TypedRange& a, const TypedRange& b) {
  if (a.bytes() == 0 || b.bytes() == 0) return false;
  if (!a.type.dense || !b.type.dense)
    return a.address == b.address && a.type.object == b.type.object;
  const auto a_begin = reinterpret_cast<std::uintptr_t>(a.address);
  const auto b_begin = reinterpret_cast<std::uintptr_t>(b.address);
  return a_begin < b_begin + b.bytes() && b_begin < a_begin + a.bytes();
}

std::uintptr_t begin_of(const TypedRange& range) {
  return reinterpret_cast<std::uintptr_t>(range.address);
}

/// Visits blocks in the order of their beginnings. Overlapping blocks are then adjacent, except for
/// blocks with holes that are in between.
class InOrder {
 public:
  /// The previous block that shares memory with the next one; null: there is none.
  const TypedRange* meets(const TypedRange& next) {
    for (const TypedRange* before : {last_, dense_})
      if (before && share_memory(*before, next)) return before;
    last_ = &next;
    if (next.type.dense) dense_ = &next;
    return nullptr;
  }

 private:
  const TypedRange* last_ = nullptr;
  const TypedRange* dense_ = nullptr;
};

/// "rank 2 (bytes 8 to 23)"
std::string describe(const TypedRange& block, std::size_t rank, const void* recvbuf) {
  const MPI_Aint first = static_cast<MPI_Aint>(begin_of(block)) -
                         reinterpret_cast<MPI_Aint>(recvbuf) + block.type.true_lb;
  const MPI_Aint last = first + static_cast<MPI_Aint>(block.count - 1) * block.type.extent +
                        block.type.true_extent - 1;
  return "rank " + std::to_string(rank) + " (bytes " + std::to_string(first) + " to " +
         std::to_string(last) + ")";
}

}  // namespace

void check_intracommunicator(const Communicator& comm) {
  if (comm.remote_group)
    fail(MPI_ERR_COMM, "comm is an inter-communicator, for which MPI does not define it");
}

void check_root(const Communicator& comm, int root) {
  if (root < 0 || root >= comm.size())
    fail(MPI_ERR_ROOT, "root is %d, must be 0 … %d in a communicator of size %d", root,
         comm.size() - 1, comm.size());
}

void check_buffer(const void* buffer, std::size_t count, const Datatype& type, const char* name) {
  // A null pointer is MPI_BOTTOM, which only types with absolute addresses can mean.
  if (!buffer && count > 0 && type.size > 0 && type.contiguous)
    fail(MPI_ERR_BUFFER, "%s is a null pointer, its count is %zu", name, count);
}

void refuse_in_place(const void* buffer, const char* name, const char* where, MPI_Count elements) {
  if (buffer != MPI_IN_PLACE) return;
  if (elements != 0) fail(MPI_ERR_BUFFER, "%s is MPI_IN_PLACE, which is for %s", name, where);
  const MessagingTask& task = *MessagingTask::running();
  tolerate(Misuse::InPlaceOfNothing, task.id(), task.call, MPI_ERR_BUFFER,
           std::string("is given MPI_IN_PLACE as ") + name + ", which is for " + where +
               "; with no elements it does no harm");
}

void refuse_in_place(const void* buffer, const char* name, const char* where, Counts counts,
                     int ranks) {
  if (buffer != MPI_IN_PLACE) return;
  MPI_Count elements = 0;
  for (int i = 0; i < ranks && elements == 0; ++i) elements = counts[i];
  refuse_in_place(buffer, name, where, elements);
}

void check_distinct(const TypedRange& sent, const TypedRange& received) {
  if (!share_memory(sent, received)) return;
  fail(MPI_ERR_BUFFER,
       "sendbuf (%p, %zu bytes) and recvbuf (%p, %zu bytes) are the same memory; MPI_IN_PLACE is "
       "for that",
       sent.address, sent.bytes(), received.address, received.bytes());
}

bool share_places(std::span<const TypedRange> blocks, const void* recvbuf) {
  InOrder seen;
  const auto meets_another = [&](const TypedRange& block) {
    const TypedRange* other = seen.meets(block);
    if (!other) return false;
    const auto describe_block = [&](const TypedRange* of) {
      return describe(*of, static_cast<std::size_t>(of - blocks.data()), recvbuf);
    };
    const MessagingTask& task = *MessagingTask::running();
    tolerate(Misuse::SharedPlace, task.id(), task.call, MPI_ERR_BUFFER,
             "receives into one place twice: in recvbuf, the blocks from " +
                 describe_block(std::min(other, &block)) + " and from " +
                 describe_block(std::max(other, &block)) +
                 " of comm overlap (without BAMBOO_STRICT, what the highest rank sends stays)");
    return true;
  };
  auto present = blocks | std::views::filter([](const TypedRange& b) { return b.bytes() > 0; });
  if (std::ranges::is_sorted(present, {}, begin_of))
    return std::ranges::any_of(present, meets_another);
  std::vector<const TypedRange*> sorted;
  for (const TypedRange& block : present) sorted.push_back(&block);
  std::ranges::stable_sort(sorted, {}, [](const TypedRange* block) { return begin_of(*block); });
  return std::ranges::any_of(sorted,
                             [&](const TypedRange* block) { return meets_another(*block); });
}

void check_own_block(std::size_t sent, std::size_t received) {
  if (sent != received)
    fail(MPI_ERR_TRUNCATE, "the rank sends %zu bytes to itself and expects %zu from itself", sent,
         received);
}

}  // namespace bamboo::mpi
