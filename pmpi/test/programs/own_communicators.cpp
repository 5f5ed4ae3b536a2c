// SPDX-License-Identifier: Apache-2.0
// Open MPI takes another of its algorithms on a communicator that is made for it. Each process is a
// host of its own.
//
//     own_communicators obeyed CALLS   how often Open MPI's ring has served
//     own_communicators exchange CALLS how many communicators are left
//     own_communicators slow CALLS     the making of such a communicator takes seconds
//     own_communicators later CALLS    the program has communicators that become ready later
#include <dlfcn.h>
#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

constexpr unsigned seconds_of_making = 3;
bool is_making_slow = false;
int calls_by_ring = 0;
std::vector<MPI_Comm> made_for_algorithms;
int communicators_made = 0;

template <class Function>
Function* real(const char* name, Function*) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int PMPI_Get_processor_name(char* name, int* length) {
  *length = std::snprintf(name, MPI_MAX_PROCESSOR_NAME, "host%d", static_cast<int>(getpid()));
  return MPI_SUCCESS;
}

int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* made) {
  if (is_making_slow) sleep(seconds_of_making);
  const int error = real("PMPI_Comm_dup_with_info", PMPI_Comm_dup_with_info)(comm, info, made);
  ++communicators_made;
  made_for_algorithms.push_back(*made);
  return error;
}

int PMPI_Comm_free(MPI_Comm* comm) {
  std::erase(made_for_algorithms, *comm);
  return real("PMPI_Comm_free", PMPI_Comm_free)(comm);
}

/// With TEST_REFUSES an MPI whose variables do not change.
int PMPI_T_cvar_write(MPI_T_cvar_handle handle, const void* value) {
  if (std::getenv("TEST_REFUSES")) return MPI_SUCCESS;
  return real("PMPI_T_cvar_write", PMPI_T_cvar_write)(handle, value);
}

/// Open MPI's own, which its module `tuned` calls.
int ompi_coll_base_allgather_intra_ring(const void* sent, int sent_count, MPI_Datatype sent_type,
                                        void* received, int received_count,
                                        MPI_Datatype received_type, MPI_Comm comm, void* module) {
  ++calls_by_ring;
  return real("ompi_coll_base_allgather_intra_ring", ompi_coll_base_allgather_intra_ring)(
      sent, sent_count, sent_type, received, received_count, received_type, comm, module);
}
}

namespace {

constexpr int block = 6000;

void gather(MPI_Comm comm) {
  int rank = 0, size = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  std::vector<int> sent(block, rank), received(static_cast<std::size_t>(size) * block);
  MPI_Allgather(sent.data(), block, MPI_INT, received.data(), block, MPI_INT, comm);
  for (int i = 0; i < size * block; ++i)
    if (received[i] != i / block) MPI_Abort(comm, 1);
}

void exchange(MPI_Comm comm) {
  int rank = 0, size = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  std::vector<int> sent(static_cast<std::size_t>(size) * block, rank), received(sent.size());
  MPI_Alltoall(sent.data(), block, MPI_INT, received.data(), block, MPI_INT, comm);
  for (int i = 0; i < size * block; ++i)
    if (received[i] != i / block) MPI_Abort(comm, 1);
}

void add(MPI_Comm comm, int count) {
  std::vector<long long> sent(count, 1), received(count);
  int size = 0;
  MPI_Comm_size(comm, &size);
  MPI_Allreduce(sent.data(), received.data(), count, MPI_LONG_LONG, MPI_SUM, comm);
  for (const long long each : received)
    if (each != size) MPI_Abort(comm, 1);
}

/// The first process has the new communicator before the others, which get it in the call between.
void add_beside_a_later_communicator(int rank) {
  MPI_Comm later = MPI_COMM_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Comm_idup(MPI_COMM_WORLD, &later, &request);
  if (rank == 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
  add(MPI_COMM_WORLD, 100000);
  if (rank != 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
  add(later, 300);
  MPI_Comm_free(&later);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::string_view mode = argv[1];
  const int calls = std::atoi(argv[2]);
  is_making_slow = mode == "slow";
  add(MPI_COMM_WORLD, 100000);
  for (int call = 0; call < calls; ++call)
    if (mode == "later")
      add_beside_a_later_communicator(rank);
    else if (mode == "exchange")
      exchange(MPI_COMM_WORLD);
    else
      gather(MPI_COMM_WORLD);
  if (rank == 0) {
    std::printf("calls by ring: %d\n", calls_by_ring);
    std::printf("communicators: %d, left: %zu\n", communicators_made, made_for_algorithms.size());
  }
  MPI_Finalize();
  return 0;
}
