// SPDX-License-Identifier: Apache-2.0
// A workaround for Open MPI's nonblocking exchanges of blocks. A block without data may be
// described by a count of 0 on one side and by elements of a type of size 0 on the other. The
// blocking calls treat both as empty. In MPI_Ialltoallv and MPI_Ialltoallw (4.1.4) one side may
// wait for a message that the other one does not send. This code passes count 0 for all such
// blocks.
//
// In place, a process without any data leaves Open MPI's call at once, but an even number of
// processes exchange empty messages in pairs, so one message has no partner. With data for itself,
// which the call does not move, such a process stays.
//
// Other libraries call the names with PMPI_: Fortran's binding, and libraries that are loaded
// before this one, such as the plans.
#include <dlfcn.h>
#include <mpi.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <vector>

namespace bamboo::overlap {
namespace {

/// The MPI may read counts and types until the request is complete, which is unknown here. The same
/// arrays are used repeatedly, so they are never freed.
template <class Element>
const Element* kept(std::vector<Element> array) {
  static std::mutex mutex;
  static std::set<std::vector<Element>> all;
  const std::scoped_lock lock(mutex);
  return all.insert(std::move(array)).first->data();
}

int blocks_of(MPI_Comm communicator) {
  int between_groups = 0, count = 0;
  PMPI_Comm_test_inter(communicator, &between_groups);
  (between_groups != 0 ? PMPI_Comm_remote_size : PMPI_Comm_size)(communicator, &count);
  return count;
}

/// Wrong arguments are passed on unchanged, so that the MPI reports them.
bool is_without_data(MPI_Datatype type) {
  int size = 1;
  if (type != MPI_DATATYPE_NULL) PMPI_Type_size(type, &size);
  return size == 0;
}

/// The counts of one side, with 0 for the blocks without data; `type_of` returns a block's type.
template <class TypeOf>
const int* counts_of_data(const int* counts, MPI_Comm communicator, TypeOf type_of) {
  if (counts == nullptr || communicator == MPI_COMM_NULL) return counts;
  const int blocks = blocks_of(communicator);
  std::vector<int> changed;  // empty: none
  for (int i = 0; i < blocks; ++i) {
    if (counts[i] <= 0 || !is_without_data(type_of(i))) continue;
    if (changed.empty()) changed.assign(counts, counts + blocks);
    changed[static_cast<size_t>(i)] = 0;
  }
  return changed.empty() ? counts : kept(std::move(changed));
}

const int* counts_of_data(const int* counts, MPI_Comm communicator, MPI_Datatype type) {
  if (!is_without_data(type)) return counts;
  return counts_of_data(counts, communicator, [&](int) { return type; });
}

const int* counts_of_data(const int* counts, MPI_Comm communicator, const MPI_Datatype* types) {
  if (types == nullptr) return counts;
  return counts_of_data(counts, communicator, [&](int i) { return types[i]; });
}

bool has_no_data(const int* counts, MPI_Comm communicator) {
  return counts != nullptr && communicator != MPI_COMM_NULL &&
         std::all_of(counts, counts + blocks_of(communicator),
                     [](int count) { return count == 0; });
}

const int* counts_of_own_byte(MPI_Comm communicator) {
  int rank = 0;
  PMPI_Comm_rank(communicator, &rank);
  std::vector<int> counts(static_cast<size_t>(blocks_of(communicator)));
  counts[static_cast<size_t>(rank)] = 1;
  return kept(std::move(counts));
}

const MPI_Datatype* types_of_own_byte(MPI_Comm communicator) {
  return kept(std::vector<MPI_Datatype>(static_cast<size_t>(blocks_of(communicator)), MPI_BYTE));
}

/// The MPI's own function of that name.
template <class Function>
Function* of_mpi(Function*, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace
}  // namespace bamboo::overlap

using namespace bamboo::overlap;

extern "C" {

int PMPI_Ialltoallv(const void* send, const int* send_counts, const int* send_displacements,
                    MPI_Datatype send_type, void* receive, const int* receive_counts,
                    const int* receive_displacements, MPI_Datatype receive_type,
                    MPI_Comm communicator, MPI_Request* request) {
  receive_counts = counts_of_data(receive_counts, communicator, receive_type);
  if (send != MPI_IN_PLACE) {
    send_counts = counts_of_data(send_counts, communicator, send_type);
  } else if (has_no_data(receive_counts, communicator)) {
    receive_counts = counts_of_own_byte(communicator);
    receive_type = MPI_BYTE;
  }
  static auto* const start = of_mpi(&PMPI_Ialltoallv, "PMPI_Ialltoallv");
  return start(send, send_counts, send_displacements, send_type, receive, receive_counts,
               receive_displacements, receive_type, communicator, request);
}

int PMPI_Ialltoallw(const void* send, const int* send_counts, const int* send_displacements,
                    const MPI_Datatype* send_types, void* receive, const int* receive_counts,
                    const int* receive_displacements, const MPI_Datatype* receive_types,
                    MPI_Comm communicator, MPI_Request* request) {
  receive_counts = counts_of_data(receive_counts, communicator, receive_types);
  if (send != MPI_IN_PLACE) {
    send_counts = counts_of_data(send_counts, communicator, send_types);
  } else if (has_no_data(receive_counts, communicator)) {
    receive_counts = counts_of_own_byte(communicator);
    receive_types = types_of_own_byte(communicator);
  }
  static auto* const start = of_mpi(&PMPI_Ialltoallw, "PMPI_Ialltoallw");
  return start(send, send_counts, send_displacements, send_types, receive, receive_counts,
               receive_displacements, receive_types, communicator, request);
}

int MPI_Ialltoallv(const void* send, const int* send_counts, const int* send_displacements,
                   MPI_Datatype send_type, void* receive, const int* receive_counts,
                   const int* receive_displacements, MPI_Datatype receive_type,
                   MPI_Comm communicator, MPI_Request* request) {
  return PMPI_Ialltoallv(send, send_counts, send_displacements, send_type, receive, receive_counts,
                         receive_displacements, receive_type, communicator, request);
}

int MPI_Ialltoallw(const void* send, const int* send_counts, const int* send_displacements,
                   const MPI_Datatype* send_types, void* receive, const int* receive_counts,
                   const int* receive_displacements, const MPI_Datatype* receive_types,
                   MPI_Comm communicator, MPI_Request* request) {
  return PMPI_Ialltoallw(send, send_counts, send_displacements, send_types, receive, receive_counts,
                         receive_displacements, receive_types, communicator, request);
}
}
