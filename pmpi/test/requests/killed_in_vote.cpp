// SPDX-License-Identifier: Apache-2.0
// A process dies in the middle of a vote on a nonblocking call (requests/vote.h), while the others
// wait for its end.
//
//     killed_in_vote PHASE VICTIM
#include <dlfcn.h>
#include <mpi.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

enum class Phase { Begun, Voting, Voted, Agreeing };

/// The phase in which this process dies, from the first one on that may be the last.
Phase dies_in;
bool is_victim = false;

void die_in(Phase phase) {
  if (!is_victim || phase != dies_in) return;
  std::fputs("the victim dies\n", stderr);
  kill(getpid(), SIGKILL);
}

template <class Function>
Function* in_mpi(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

// The library calls these, and the MPI's own come behind the program's.
extern "C" {

/// Each process is a host of its own: only between hosts anything is tried.
int PMPI_Get_processor_name(char* name, int* length) {
  *length = std::snprintf(name, MPI_MAX_PROCESSOR_NAME, "host%d", static_cast<int>(getpid()));
  return MPI_SUCCESS;
}

/// The library alone sends single characters: its votes and the answers to them.
int PMPI_Isend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
               MPI_Request* request) {
  static auto* const send = in_mpi<decltype(PMPI_Isend)>("PMPI_Isend");
  const bool is_vote = count == 1 && type == MPI_CHAR;
  if (is_vote) die_in(Phase::Voting);
  const int error = send(buf, count, type, dest, tag, comm, request);
  if (is_vote) die_in(Phase::Voted);
  return error;
}

int PMPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm) {
  static auto* const reduce = in_mpi<decltype(PMPI_Allreduce)>("PMPI_Allreduce");
  die_in(Phase::Agreeing);
  return reduce(sendbuf, recvbuf, count, type, op, comm);
}
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc != 3) return 2;
  constexpr int block = 9000, calls = 100;
  constexpr int calls_before = 6;  // the MPI's own, before the first turn of a plan
  std::vector<int> out(static_cast<std::size_t>(size) * block, rank), in(out.size());
  for (int call = 0; call < calls; ++call) {
    MPI_Request request;
    MPI_Ialltoall(out.data(), block, MPI_INT, in.data(), block, MPI_INT, MPI_COMM_WORLD, &request);
    if (call == calls_before) {
      dies_in = static_cast<Phase>(std::atoi(argv[1]));
      is_victim = rank == std::atoi(argv[2]);
      die_in(Phase::Begun);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
