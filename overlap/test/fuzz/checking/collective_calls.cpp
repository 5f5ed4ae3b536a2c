// SPDX-License-Identifier: Apache-2.0
// The nonblocking collectives.
#include "collective_buffers.h"

using checking::Collective;
using Arrays = checking::Collective::Arrays;

extern "C" {

int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  Collective c("MPI_Ibarrier", comm);
  return c.publish(PMPI_Ibarrier(comm, c.real()), request);
}

int MPI_Ibcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Request* request) {
  Collective c("MPI_Ibcast", comm);
  void* copy = c.is(root) ? const_cast<void*>(c.sends(buffer, 1, count, type))
                          : c.receives(buffer, 1, count, type);
  return c.publish(PMPI_Ibcast(copy, count, type, root, comm, c.real()), request);
}

int MPI_Igather(const void* from, int from_count, MPI_Datatype from_type, void* to, int to_count,
                MPI_Datatype to_type, int root, MPI_Comm comm, MPI_Request* request) {
  Collective c("MPI_Igather", comm);
  from = c.sends(from, 1, from_count, from_type);
  to = c.receives(to, c.size(), to_count, to_type, c.is(root));
  return c.publish(
      PMPI_Igather(from, from_count, from_type, to, to_count, to_type, root, comm, c.real()),
      request);
}

int MPI_Igatherv(const void* from, int from_count, MPI_Datatype from_type, void* to,
                 const int counts[], const int places[], MPI_Datatype to_type, int root,
                 MPI_Comm comm, MPI_Request* request) {
  Collective c("MPI_Igatherv", comm);
  Arrays arrays{counts, places, nullptr, to_type};
  from = c.sends(from, 1, from_count, from_type);
  to = c.receives(to, c.size(), arrays, c.is(root));
  return c.publish(PMPI_Igatherv(from, from_count, from_type, to, arrays.counts,
                                 arrays.displacements, to_type, root, comm, c.real()),
                   request);
}

int MPI_Iscatter(const void* from, int from_count, MPI_Datatype from_type, void* to, int to_count,
                 MPI_Datatype to_type, int root, MPI_Comm comm, MPI_Request* request) {
  Collective c("MPI_Iscatter", comm);
  from = c.sends(from, c.size(), from_count, from_type, c.is(root));
  to = c.receives(to, 1, to_count, to_type);
  return c.publish(
      PMPI_Iscatter(from, from_count, from_type, to, to_count, to_type, root, comm, c.real()),
      request);
}

int MPI_Iscatterv(const void* from, const int counts[], const int places[], MPI_Datatype from_type,
                  void* to, int to_count, MPI_Datatype to_type, int root, MPI_Comm comm,
                  MPI_Request* request) {
  Collective c("MPI_Iscatterv", comm);
  Arrays arrays{counts, places, nullptr, from_type};
  from = c.sends(from, c.size(), arrays, c.is(root));
  to = c.receives(to, 1, to_count, to_type);
  return c.publish(PMPI_Iscatterv(from, arrays.counts, arrays.displacements, from_type, to,
                                  to_count, to_type, root, comm, c.real()),
                   request);
}

int MPI_Iallgather(const void* from, int from_count, MPI_Datatype from_type, void* to, int to_count,
                   MPI_Datatype to_type, MPI_Comm comm, MPI_Request* request) {
  Collective c("MPI_Iallgather", comm);
  from = c.sends(from, 1, from_count, from_type);
  to = c.receives(to, c.size(), to_count, to_type);
  return c.publish(
      PMPI_Iallgather(from, from_count, from_type, to, to_count, to_type, comm, c.real()), request);
}

int MPI_Iallgatherv(const void* from, int from_count, MPI_Datatype from_type, void* to,
                    const int counts[], const int places[], MPI_Datatype to_type, MPI_Comm comm,
                    MPI_Request* request) {
  Collective c("MPI_Iallgatherv", comm);
  Arrays arrays{counts, places, nullptr, to_type};
  from = c.sends(from, 1, from_count, from_type);
  to = c.receives(to, c.size(), arrays);
  return c.publish(PMPI_Iallgatherv(from, from_count, from_type, to, arrays.counts,
                                    arrays.displacements, to_type, comm, c.real()),
                   request);
}

int MPI_Ialltoall(const void* from, int from_count, MPI_Datatype from_type, void* to, int to_count,
                  MPI_Datatype to_type, MPI_Comm comm, MPI_Request* request) {
  Collective c("MPI_Ialltoall", comm);
  from = c.sends(from, c.size(), from_count, from_type);
  to = c.receives(to, c.size(), to_count, to_type);
  return c.publish(
      PMPI_Ialltoall(from, from_count, from_type, to, to_count, to_type, comm, c.real()), request);
}

int MPI_Ialltoallv(const void* from, const int from_counts[], const int from_places[],
                   MPI_Datatype from_type, void* to, const int to_counts[], const int to_places[],
                   MPI_Datatype to_type, MPI_Comm comm, MPI_Request* request) {
  Collective c("MPI_Ialltoallv", comm);
  Arrays out{from_counts, from_places, nullptr, from_type};
  Arrays in{to_counts, to_places, nullptr, to_type};
  from = c.sends(from, c.size(), out);
  to = c.receives(to, c.size(), in);
  return c.publish(PMPI_Ialltoallv(from, out.counts, out.displacements, from_type, to, in.counts,
                                   in.displacements, to_type, comm, c.real()),
                   request);
}

int MPI_Ialltoallw(const void* from, const int from_counts[], const int from_places[],
                   const MPI_Datatype from_types[], void* to, const int to_counts[],
                   const int to_places[], const MPI_Datatype to_types[], MPI_Comm comm,
                   MPI_Request* request) {
  Collective c("MPI_Ialltoallw", comm);
  Arrays out{from_counts, from_places, from_types, MPI_DATATYPE_NULL};
  Arrays in{to_counts, to_places, to_types, MPI_DATATYPE_NULL};
  from = c.sends(from, c.size(), out);
  to = c.receives(to, c.size(), in);
  return c.publish(PMPI_Ialltoallw(from, out.counts, out.displacements, out.types, to, in.counts,
                                   in.displacements, in.types, comm, c.real()),
                   request);
}

int MPI_Ireduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op operation,
                int root, MPI_Comm comm, MPI_Request* request) {
  Collective c("MPI_Ireduce", comm);
  from = c.sends(from, 1, count, type);
  to = c.receives(to, 1, count, type, c.is(root));
  return c.publish(PMPI_Ireduce(from, to, count, type, operation, root, comm, c.real()), request);
}

int MPI_Iallreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op operation,
                   MPI_Comm comm, MPI_Request* request) {
  Collective c("MPI_Iallreduce", comm);
  from = c.sends(from, 1, count, type);
  to = c.receives(to, 1, count, type);
  return c.publish(PMPI_Iallreduce(from, to, count, type, operation, comm, c.real()), request);
}

int MPI_Ireduce_scatter(const void* from, void* to, const int counts[], MPI_Datatype type,
                        MPI_Op operation, MPI_Comm comm, MPI_Request* request) {
  Collective c("MPI_Ireduce_scatter", comm);
  int rank = 0, all = 0;
  PMPI_Comm_rank(comm, &rank);
  for (int i = 0; i < c.size(); ++i) all += counts[i];
  // In place the receive buffer holds the data of all ranks.
  const int received = from == MPI_IN_PLACE ? all : counts[rank];
  counts = c.array(counts, c.size());
  from = c.sends(from, 1, all, type);
  to = c.receives(to, 1, received, type);
  return c.publish(PMPI_Ireduce_scatter(from, to, counts, type, operation, comm, c.real()),
                   request);
}

int MPI_Ireduce_scatter_block(const void* from, void* to, int count, MPI_Datatype type,
                              MPI_Op operation, MPI_Comm comm, MPI_Request* request) {
  Collective c("MPI_Ireduce_scatter_block", comm);
  const int received = from == MPI_IN_PLACE ? count * c.size() : count;
  from = c.sends(from, c.size(), count, type);
  to = c.receives(to, 1, received, type);
  return c.publish(PMPI_Ireduce_scatter_block(from, to, count, type, operation, comm, c.real()),
                   request);
}

int MPI_Iscan(const void* from, void* to, int count, MPI_Datatype type, MPI_Op operation,
              MPI_Comm comm, MPI_Request* request) {
  Collective c("MPI_Iscan", comm);
  from = c.sends(from, 1, count, type);
  to = c.receives(to, 1, count, type);
  return c.publish(PMPI_Iscan(from, to, count, type, operation, comm, c.real()), request);
}

int MPI_Iexscan(const void* from, void* to, int count, MPI_Datatype type, MPI_Op operation,
                MPI_Comm comm, MPI_Request* request) {
  Collective c("MPI_Iexscan", comm);
  from = c.sends(from, 1, count, type);
  to = c.receives(to, 1, count, type);
  return c.publish(PMPI_Iexscan(from, to, count, type, operation, comm, c.real()), request);
}

int MPI_Ineighbor_allgather(const void* from, int from_count, MPI_Datatype from_type, void* to,
                            int to_count, MPI_Datatype to_type, MPI_Comm comm,
                            MPI_Request* request) {
  Collective c = Collective::neighbourhood("MPI_Ineighbor_allgather", comm);
  from = c.sends(from, 1, from_count, from_type);
  to = c.receives(to, c.sources(), to_count, to_type);
  return c.publish(
      PMPI_Ineighbor_allgather(from, from_count, from_type, to, to_count, to_type, comm, c.real()),
      request);
}

int MPI_Ineighbor_allgatherv(const void* from, int from_count, MPI_Datatype from_type, void* to,
                             const int counts[], const int places[], MPI_Datatype to_type,
                             MPI_Comm comm, MPI_Request* request) {
  Collective c = Collective::neighbourhood("MPI_Ineighbor_allgatherv", comm);
  Arrays in{counts, places, nullptr, to_type};
  from = c.sends(from, 1, from_count, from_type);
  to = c.receives(to, c.sources(), in);
  return c.publish(PMPI_Ineighbor_allgatherv(from, from_count, from_type, to, in.counts,
                                             in.displacements, to_type, comm, c.real()),
                   request);
}

int MPI_Ineighbor_alltoall(const void* from, int from_count, MPI_Datatype from_type, void* to,
                           int to_count, MPI_Datatype to_type, MPI_Comm comm,
                           MPI_Request* request) {
  Collective c = Collective::neighbourhood("MPI_Ineighbor_alltoall", comm);
  from = c.sends(from, c.destinations(), from_count, from_type);
  to = c.receives(to, c.sources(), to_count, to_type);
  return c.publish(
      PMPI_Ineighbor_alltoall(from, from_count, from_type, to, to_count, to_type, comm, c.real()),
      request);
}

int MPI_Ineighbor_alltoallv(const void* from, const int from_counts[], const int from_places[],
                            MPI_Datatype from_type, void* to, const int to_counts[],
                            const int to_places[], MPI_Datatype to_type, MPI_Comm comm,
                            MPI_Request* request) {
  Collective c = Collective::neighbourhood("MPI_Ineighbor_alltoallv", comm);
  Arrays out{from_counts, from_places, nullptr, from_type};
  Arrays in{to_counts, to_places, nullptr, to_type};
  from = c.sends(from, c.destinations(), out);
  to = c.receives(to, c.sources(), in);
  return c.publish(PMPI_Ineighbor_alltoallv(from, out.counts, out.displacements, from_type, to,
                                            in.counts, in.displacements, to_type, comm, c.real()),
                   request);
}

}  // extern "C"
