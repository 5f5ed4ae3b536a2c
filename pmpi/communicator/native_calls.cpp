// SPDX-License-Identifier: Apache-2.0
#include "communicator/native_calls.h"

#include <limits>
#include <memory>

namespace bamboo::plans::pmpi {
namespace {

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

/// Returns the packed bytes of an element; 0 for types whose handle may be reused for another type.
std::size_t lasting_size(MPI_Datatype type) {
  if (type == MPI_Datatype{}) return 1;
  int integers = 0, addresses = 0, types = 0, combiner = 0, size = 0;
  if (PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner) != MPI_SUCCESS ||
      combiner != MPI_COMBINER_NAMED || PMPI_Type_size(type, &size) != MPI_SUCCESS)
    return 0;
  return static_cast<std::size_t>(size);
}

/// Memory of a thread that has native calls.
class ThreadTable {
 public:
  ThreadTable() { native_calls = table_.get(); }
  ~ThreadTable() { native_calls = &no_native_calls; }
  ThreadTable(const ThreadTable&) = delete;
  ThreadTable& operator=(const ThreadTable&) = delete;
  void add(Operation operation, const NativeCalls& calls) {
    auto& [last, others] = (*table_)[static_cast<std::size_t>(operation)];
    others[place_of(last.type, last.op, last.comm)] = last;
    last = calls;
  }

 private:
  std::unique_ptr<NativeCallsTable> table_ = std::make_unique<NativeCallsTable>();
};

}  // namespace

void remember_native(Operation operation, const Size& size, MPI_Comm comm, int processes,
                     std::size_t from, std::size_t to) {
  const std::size_t each = lasting_size(size.type);
  if (each == 0) return;
  thread_local ThreadTable table;
  const std::size_t first = (from + each - 1) / each, end = to == no_limit ? no_limit : to / each;
  if (end < first) return;
  table.add(operation,
            {comm, size.type, size.op, freed_communicators.load(std::memory_order_acquire), first,
             end - first, from == 0 && to == no_limit ? 0 : processes});
}

}  // namespace bamboo::plans::pmpi
