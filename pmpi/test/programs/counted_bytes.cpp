// SPDX-License-Identifier: Apache-2.0
// Blocking, nonblocking and persistent collectives of known sizes, for the byte counts of the
// report. Process r has r + 1 blocks where sizes may differ.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

#include "requests/request_names.h"

/// Each process is a host of its own: trials take place only between hosts.
extern "C" int PMPI_Get_processor_name(char* name, int* length) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  *length = std::snprintf(name, MPI_MAX_PROCESSOR_NAME, "host%d", rank);
  return MPI_SUCCESS;
}

namespace {

/// Starts enough for a trial.
constexpr int calls = 16;
constexpr int block = 9000;  // ints
constexpr int neighbours = 2;

enum class Form { Blocking, Nonblocking, Persistent };

/// Calls a function in that form, and often.
template <class Blocking, class Nonblocking, class Init>
void repeat(Form form, const Blocking& blocking, const Nonblocking& nonblocking, const Init& init) {
  MPI_Request request = MPI_REQUEST_NULL;
  if (form == Form::Persistent) init(&request);
  for (int i = 0; i < calls; ++i) {
    if (form == Form::Blocking) blocking();
    if (form == Form::Nonblocking) nonblocking(&request);
    if (form == Form::Persistent) MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (form == Form::Persistent) MPI_Request_free(&request);
}

#define REPEAT(Name, name, ...)                                         \
  repeat(                                                               \
      form, [&] { MPI_##Name(__VA_ARGS__); },                           \
      [&](MPI_Request* request) { MPI_I##name(__VA_ARGS__, request); }, \
      [&](MPI_Request* request) { INIT(Name)(__VA_ARGS__, MPI_INFO_NULL, request); })

void call_all(Form form, MPI_Comm world, MPI_Comm ring) {
  int rank, size;
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &size);
  const int own = (rank + 1) * block, left = (rank + size - 1) % size, right = (rank + 1) % size;
  const int largest = size * block;
  std::vector<int> sent(size * largest, rank), received(size * largest);
  const int *from = sent.data(), root = 0;
  int* to = received.data();
  std::vector<int> counts(size), places(size), owns(size, own);
  for (int i = 0; i < size; ++i) {
    counts[i] = (i + 1) * block;
    places[i] = i * largest;
  }
  const int *n = counts.data(), *mine = owns.data(), *at = places.data();
  REPEAT(Bcast, bcast, to, block, MPI_INT, root, world);
  REPEAT(Gather, gather, from, block, MPI_INT, to, block, MPI_INT, root, world);
  REPEAT(Gatherv, gatherv, from, own, MPI_INT, to, n, at, MPI_INT, root, world);
  // MPICH 4.0 itself fails in the second start of MPI_Scatter_init.
  if (form != Form::Persistent)
    REPEAT(Scatter, scatter, from, block, MPI_INT, to, block, MPI_INT, root, world);
  REPEAT(Scatterv, scatterv, from, n, at, MPI_INT, to, own, MPI_INT, root, world);
  REPEAT(Allgather, allgather, from, block, MPI_INT, to, block, MPI_INT, world);
  REPEAT(Allgatherv, allgatherv, from, own, MPI_INT, to, n, at, MPI_INT, world);
  REPEAT(Alltoall, alltoall, from, block, MPI_INT, to, block, MPI_INT, world);
  REPEAT(Alltoallv, alltoallv, from, mine, at, MPI_INT, to, n, at, MPI_INT, world);
  REPEAT(Reduce, reduce, from, to, block, MPI_INT, MPI_SUM, root, world);
  REPEAT(Allreduce, allreduce, from, to, block, MPI_INT, MPI_SUM, world);
  REPEAT(Scan, scan, from, to, block, MPI_INT, MPI_SUM, world);
  REPEAT(Reduce_scatter, reduce_scatter, from, to, n, MPI_INT, MPI_SUM, world);
  REPEAT(Reduce_scatter_block, reduce_scatter_block, from, to, block, MPI_INT, MPI_SUM, world);

  const std::vector<int> got{(left + 1) * block, (right + 1) * block};
  const std::vector<MPI_Aint> displaced{0, static_cast<MPI_Aint>(largest * sizeof(int))};
  const std::vector<MPI_Datatype> types(neighbours, MPI_INT);
  const int* g = got.data();
  const MPI_Aint* places_of = displaced.data();
  const MPI_Datatype* t = types.data();
  // Two functions of a pair have one name in the report, so they move equally many bytes.
  REPEAT(Neighbor_allgather, neighbor_allgather, from, 2 * block, MPI_INT, to, 2 * block, MPI_INT,
         ring);
  REPEAT(Neighbor_allgatherv, neighbor_allgatherv, from, own, MPI_INT, to, g, at, MPI_INT, ring);
  REPEAT(Neighbor_alltoall, neighbor_alltoall, from, 2 * block, MPI_INT, to, 2 * block, MPI_INT,
         ring);
  REPEAT(Neighbor_alltoallv, neighbor_alltoallv, from, mine, at, MPI_INT, to, g, at, MPI_INT, ring);
  REPEAT(Neighbor_alltoallw, neighbor_alltoallw, from, mine, places_of, t, to, g, places_of, t,
         ring);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int size, periodic = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
  for (const Form form : {Form::Blocking, Form::Nonblocking, Form::Persistent})
    call_all(form, MPI_COMM_WORLD, ring);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
