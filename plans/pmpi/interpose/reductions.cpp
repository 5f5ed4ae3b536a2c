// SPDX-License-Identifier: Apache-2.0
// The collectives that reduce, as the program calls them.
#include "arguments/call_bytes.h"
#include "dispatch/blocking.h"

using namespace bamboo::plans::pmpi;
using bamboo::plans::Operation;

extern "C" {

int MPI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               int root, MPI_Comm comm) {
  const auto own = [=] { return PMPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm); };
  const auto size = [=] { return size_of(count, datatype, op); };
  if (stays_with_mpi(Operation::Reduce, size, comm)) [[likely]]
    return own();
  const Call call = BAMBOO_CALL(Reduce, comm);
  return out_of_line([=] {
    return serve(
        call, size(),
        [&](const Communicator& c) {
          return reduce_bytes(c, sendbuf, recvbuf, count, datatype, op, root);
        },
        own,
        [&](const Asker& asker) {
          return reduction_work(asker, sendbuf, recvbuf, count, datatype, op, root);
        });
  });
}

int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm) {
  const auto own = [=] { return PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm); };
  const auto size = [=] { return size_of(count, datatype, op); };
  if (stays_with_mpi(Operation::Allreduce, size, comm)) [[likely]]
    return own();
  const Call call = BAMBOO_CALL(Allreduce, comm);
  return out_of_line([=] {
    return serve(
        call, size(),
        [&](const Communicator&) { return reduction_bytes(recvbuf, count, datatype, op); }, own,
        [&](const Asker& asker) {
          return reduction_work(asker, sendbuf, recvbuf, count, datatype, op, 0);
        });
  });
}

int MPI_Scan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
             MPI_Comm comm) {
  const auto own = [=] { return PMPI_Scan(sendbuf, recvbuf, count, datatype, op, comm); };
  const auto size = [=] { return size_of(count, datatype, op); };
  if (stays_with_mpi(Operation::Scan, size, comm)) [[likely]]
    return own();
  const Call call = BAMBOO_CALL(Scan, comm);
  return out_of_line([=] {
    return serve(
        call, size(),
        [&](const Communicator&) { return reduction_bytes(recvbuf, count, datatype, op); }, own,
        [&](const Asker& asker) {
          return reduction_work(asker, sendbuf, recvbuf, count, datatype, op, 0);
        });
  });
}

int MPI_Exscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm) {
  const auto own = [=] { return PMPI_Exscan(sendbuf, recvbuf, count, datatype, op, comm); };
  const auto size = [=] { return size_of(count, datatype, op); };
  if (stays_with_mpi(Operation::Exscan, size, comm)) [[likely]]
    return own();
  const Call call = BAMBOO_CALL(Exscan, comm);
  return out_of_line([=] {
    return serve(
        call, size(),
        [&](const Communicator&) { return reduction_bytes(recvbuf, count, datatype, op); }, own,
        [&](const Asker& asker) {
          return reduction_work(asker, sendbuf, recvbuf, count, datatype, op, 0);
        });
  });
}

int MPI_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                       MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const auto own = [=] {
    return PMPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm);
  };
  const auto size = [=] { return size_of(recvcounts, datatype, op); };
  if (stays_with_mpi(Operation::ReduceScatter, size, comm)) [[likely]]
    return own();
  const Call call = BAMBOO_CALL(ReduceScatter, comm);
  return out_of_line([=] {
    return serve(
        call, size(),
        [&](const Communicator& c) {
          return reduce_scatter_bytes(c, recvbuf, recvcounts, datatype, op);
        },
        own,
        [&](const Asker& asker) {
          return reduce_scatter_work(asker, sendbuf, recvbuf, recvcounts, datatype, op);
        });
  });
}

int MPI_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
                             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const auto own = [=] {
    return PMPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm);
  };
  const auto size = [=] { return size_of(recvcount, datatype, op); };
  if (stays_with_mpi(Operation::ReduceScatterBlock, size, comm)) [[likely]]
    return own();
  const Call call = BAMBOO_CALL(ReduceScatterBlock, comm);
  return out_of_line([=] {
    return serve(
        call, size(),
        [&](const Communicator&) { return reduction_bytes(recvbuf, recvcount, datatype, op); }, own,
        [&](const Asker& asker) {
          return reduce_scatter_block_work(asker, sendbuf, recvbuf, recvcount, datatype, op);
        });
  });
}
}
