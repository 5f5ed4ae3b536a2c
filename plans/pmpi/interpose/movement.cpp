// SPDX-License-Identifier: Apache-2.0
// The collectives that move data, as the program calls them.
#include "arguments/call_bytes.h"
#include "bamboo_controls.h"
#include "communicator/kept_plans.h"
#include "dispatch/blocking.h"

using namespace bamboo::plans::pmpi;
using bamboo::plans::Operation;

namespace {

/// Of an operation with a root, where the other side may be none.
Size size_of_either(const void* buffer, int count, MPI_Datatype type, int other_count,
                    MPI_Datatype other_type) {
  return buffer == MPI_IN_PLACE ? size_of(other_count, other_type) : size_of(count, type);
}

/// `control`: null for a call without.
int alltoallv(const Call& call, const Exchange& e, std::uint64_t* control) {
  if (world_has_controls.load(std::memory_order_acquire))
    if (const auto served = serve_kept(call, e, control)) return *served;
  const auto own = [=] {
    return PMPI_Alltoallv(e.sendbuf, e.sendcounts, e.sdispls, e.sendtype, e.recvbuf, e.recvcounts,
                          e.rdispls, e.recvtype, e.comm);
  };
  const auto size = [=] { return Size{}; };
  if (stays_with_mpi(Operation::Alltoallv, size, e.comm)) [[likely]]
    return own();
  return out_of_line([=] {
    return serve(
        call, size(),
        [&](const Communicator& c) {
          return exchange_bytes(c, e.sendbuf, e.sendcounts, e.sdispls, e.sendtype, e.recvbuf,
                                e.recvcounts, e.rdispls, e.recvtype);
        },
        own,
        [&](const Asker& asker) {
          return alltoallv_work(asker, e.sendbuf, e.sendcounts, e.sdispls, e.sendtype, e.recvbuf,
                                e.recvcounts, e.rdispls, e.recvtype);
        });
  });
}

}  // namespace

extern "C" {

int MPI_Barrier(MPI_Comm comm) {
  const auto own = [=] { return PMPI_Barrier(comm); };
  const auto size = [=] { return Size{}; };
  if (stays_with_mpi(Operation::Barrier, size, comm)) [[likely]]
    return own();
  const Call call = BAMBOO_CALL(Barrier, comm);
  return out_of_line([=] {
    return serve(call, size(), [](const Communicator&) { return Bytes(0); }, own, barrier_work);
  });
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  const auto own = [=] { return PMPI_Bcast(buffer, count, datatype, root, comm); };
  const auto size = [=] { return size_of(count, datatype); };
  if (stays_with_mpi(Operation::Bcast, size, comm)) [[likely]]
    return own();
  const Call call = BAMBOO_CALL(Bcast, comm);
  return out_of_line([=] {
    return serve(
        call, size(),
        [&](const Communicator& c) { return bcast_bytes(c, buffer, count, datatype, root); }, own,
        [&](const Asker& asker) { return bcast_work(asker, buffer, count, datatype, root); });
  });
}

int MPI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const auto own = [=] {
    return PMPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
  };
  const auto size = [=] {
    return size_of_either(sendbuf, sendcount, sendtype, recvcount, recvtype);
  };
  if (stays_with_mpi(Operation::Gather, size, comm)) [[likely]]
    return own();
  const Call call = BAMBOO_CALL(Gather, comm);
  return out_of_line([=] {
    return serve(
        call, size(),
        [&](const Communicator& c) {
          return rooted_bytes(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
        },
        own,
        [&](const Asker& asker) {
          return gather_work(asker, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                             root);
        });
  });
}

int MPI_Gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                MPI_Comm comm) {
  const auto own = [=] {
    return PMPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
                        comm);
  };
  const auto size = [=] { return Size{}; };
  if (stays_with_mpi(Operation::Gatherv, size, comm)) [[likely]]
    return own();
  const Call call = BAMBOO_CALL(Gatherv, comm);
  return out_of_line([=] {
    return serve(
        call, size(),
        [&](const Communicator& c) {
          return rooted_bytes(c, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                              recvtype, root);
        },
        own,
        [&](const Asker& asker) {
          return gatherv_work(asker, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                              recvtype, root);
        });
  });
}

int MPI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const auto own = [=] {
    return PMPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
  };
  const auto size = [=] {
    return size_of_either(recvbuf, recvcount, recvtype, sendcount, sendtype);
  };
  if (stays_with_mpi(Operation::Scatter, size, comm)) [[likely]]
    return own();
  const Call call = BAMBOO_CALL(Scatter, comm);
  return out_of_line([=] {
    return serve(
        call, size(),
        [&](const Communicator& c) {
          return rooted_bytes(c, recvbuf, recvcount, recvtype, sendbuf, sendcount, sendtype, root);
        },
        own,
        [&](const Asker& asker) {
          return scatter_work(asker, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                              root);
        });
  });
}

int MPI_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[],
                 MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                 int root, MPI_Comm comm) {
  const auto own = [=] {
    return PMPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root,
                         comm);
  };
  const auto size = [=] { return Size{}; };
  if (stays_with_mpi(Operation::Scatterv, size, comm)) [[likely]]
    return own();
  const Call call = BAMBOO_CALL(Scatterv, comm);
  return out_of_line([=] {
    return serve(
        call, size(),
        [&](const Communicator& c) {
          return rooted_bytes(c, recvbuf, recvcount, recvtype, sendbuf, sendcounts, displs,
                              sendtype, root);
        },
        own,
        [&](const Asker& asker) {
          return scatterv_work(asker, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
                               recvtype, root);
        });
  });
}

int MPI_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const auto own = [=] {
    return PMPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  };
  const auto size = [=] { return size_of(recvcount, recvtype); };
  if (stays_with_mpi(Operation::Allgather, size, comm)) [[likely]]
    return own();
  const Call call = BAMBOO_CALL(Allgather, comm);
  return out_of_line([=] {
    return serve(
        call, size(),
        [&](const Communicator&) {
          return block_bytes(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
        },
        own,
        [&](const Asker& asker) {
          return allgather_work(asker, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
        });
  });
}

int MPI_Allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                   const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                   MPI_Comm comm) {
  const auto own = [=] {
    return PMPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                           comm);
  };
  const auto size = [=] { return size_of(recvcounts, recvtype); };
  if (stays_with_mpi(Operation::Allgatherv, size, comm)) [[likely]]
    return own();
  const Call call = BAMBOO_CALL(Allgatherv, comm);
  return out_of_line([=] {
    return serve(
        call, size(),
        [&](const Communicator& c) -> Bytes {
          return allgatherv_bytes(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                  recvtype, c.size());
        },
        own,
        [&](const Asker& asker) {
          return allgatherv_work(asker, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                 recvtype);
        });
  });
}

int MPI_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const auto own = [=] {
    return PMPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  };
  const auto size = [=] { return size_of(recvcount, recvtype); };
  if (stays_with_mpi(Operation::Alltoall, size, comm)) [[likely]]
    return own();
  const Call call = BAMBOO_CALL(Alltoall, comm);
  return out_of_line([=] {
    return serve(
        call, size(),
        [&](const Communicator&) {
          return block_bytes(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
        },
        own,
        [&](const Asker& asker) {
          return alltoall_work(asker, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
        });
  });
}

int MPI_Alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                  MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[],
                  MPI_Datatype recvtype, MPI_Comm comm) {
  return alltoallv(
      BAMBOO_CALL(Alltoallv, comm),
      {sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm},
      nullptr);
}

int Bamboo_Alltoallv_controlled(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                                const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                uint64_t* control) {
  return alltoallv(
      BAMBOO_CALL(Alltoallv, comm),
      {sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm},
      control);
}

int MPI_Alltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
                  const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                  const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
  const auto own = [=] {
    return PMPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
                          recvtypes, comm);
  };
  const auto size = [=] { return Size{}; };
  if (stays_with_mpi(Operation::Alltoallv, size, comm)) [[likely]]
    return own();
  const Call call = BAMBOO_CALL(Alltoallv, comm);
  return out_of_line([=] {
    return serve(
        call, size(),
        [&](const Communicator& c) {
          return exchange_bytes(c, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                rdispls, recvtypes);
        },
        own,
        [&](const Asker& asker) {
          return alltoallw_work(asker, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                rdispls, recvtypes);
        });
  });
}
}
