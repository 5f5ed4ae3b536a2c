// SPDX-License-Identifier: Apache-2.0
#include "arguments/kept_arguments.h"

#include <memory>

#include "datatypes/kept_types.h"

namespace bamboo::plans::pmpi {
namespace {

/// One side of a regular operation.
struct Blocks {
  int count;
  MPI_Datatype type;
};

using MakeRegular = Work (*)(const Asker&, const void*, int, MPI_Datatype, void*, int,
                             MPI_Datatype);

WorkFor keep_regular(MakeRegular make, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                     void* recvbuf, int recvcount, MPI_Datatype recvtype) {
  const auto types = std::make_shared<KeptTypes>();
  const Blocks out{sendcount, sendbuf == MPI_IN_PLACE ? sendtype : types->keep(sendtype)};
  const Blocks in{recvcount, types->keep(recvtype)};
  return [=](const Asker& asker) {
    static_cast<void>(types);  // lives as long as this
    return make(asker, sendbuf, out.count, out.type, recvbuf, in.count, in.type);
  };
}

struct KeptSide {
  std::vector<int> counts, displs;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  std::vector<MPI_Datatype> types;

  KeptSide() = default;
  KeptSide(const SideOfExchange& side, int size, KeptTypes& kept)
      : counts(side.counts, side.counts + size), displs(side.displs, side.displs + size) {
    if (side.types)
      types = kept.keep(side.types, size);
    else
      type = kept.keep(side.type);
  }
};

struct KeptExchange {
  KeptTypes types;
  KeptSide sent, received;
};

}  // namespace

WorkFor keep_alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                      int recvcount, MPI_Datatype recvtype) {
  return keep_regular(alltoall_work, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
}

WorkFor keep_allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                       int recvcount, MPI_Datatype recvtype) {
  return keep_regular(allgather_work, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
}

WorkFor keep_allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                        const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                        int size) {
  const auto kept = std::make_shared<KeptExchange>();
  kept->received = KeptSide({recvcounts, displs, recvtype, nullptr}, size, kept->types);
  kept->sent.type = sendbuf == MPI_IN_PLACE ? sendtype : kept->types.keep(sendtype);
  return [=](const Asker& asker) {
    return allgatherv_work(asker, sendbuf, sendcount, kept->sent.type, recvbuf,
                           kept->received.counts.data(), kept->received.displs.data(),
                           kept->received.type);
  };
}

WorkFor keep_bcast(void* buffer, int count, MPI_Datatype type, int root) {
  const auto types = std::make_shared<KeptTypes>();
  const MPI_Datatype kept = types->keep(type);
  return [=](const Asker& asker) {
    static_cast<void>(types);  // lives as long as this
    return bcast_work(asker, buffer, count, kept, root);
  };
}

WorkFor keep_gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                    int recvcount, MPI_Datatype recvtype, int root, int rank) {
  const auto types = std::make_shared<KeptTypes>();
  const MPI_Datatype from = sendbuf == MPI_IN_PLACE ? sendtype : types->keep(sendtype);
  const MPI_Datatype to = rank == root ? types->keep(recvtype) : recvtype;
  return [=](const Asker& asker) {
    static_cast<void>(types);  // lives as long as this
    return gather_work(asker, sendbuf, sendcount, from, recvbuf, recvcount, to, root);
  };
}

WorkFor keep_scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                     int recvcount, MPI_Datatype recvtype, int root, int rank) {
  const auto types = std::make_shared<KeptTypes>();
  const MPI_Datatype from = rank == root ? types->keep(sendtype) : sendtype;
  const MPI_Datatype to = recvbuf == MPI_IN_PLACE ? recvtype : types->keep(recvtype);
  return [=](const Asker& asker) {
    static_cast<void>(types);  // lives as long as this
    return scatter_work(asker, sendbuf, sendcount, from, recvbuf, recvcount, to, root);
  };
}

WorkFor keep_gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                     const SideOfExchange& received, int root, int rank, int size) {
  const auto kept = std::make_shared<KeptExchange>();
  kept->sent.type = sendbuf == MPI_IN_PLACE ? sendtype : kept->types.keep(sendtype);
  if (rank == root) kept->received = KeptSide(received, size, kept->types);
  return [=](const Asker& asker) {
    const KeptSide& in = kept->received;
    return gatherv_work(asker, sendbuf, sendcount, kept->sent.type, recvbuf, in.counts.data(),
                        in.displs.data(), in.type, root);
  };
}

WorkFor keep_scatterv(const void* sendbuf, const SideOfExchange& sent, void* recvbuf, int recvcount,
                      MPI_Datatype recvtype, int root, int rank, int size) {
  const auto kept = std::make_shared<KeptExchange>();
  if (rank == root) kept->sent = KeptSide(sent, size, kept->types);
  kept->received.type = recvbuf == MPI_IN_PLACE ? recvtype : kept->types.keep(recvtype);
  return [=](const Asker& asker) {
    const KeptSide& out = kept->sent;
    return scatterv_work(asker, sendbuf, out.counts.data(), out.displs.data(), out.type, recvbuf,
                         recvcount, kept->received.type, root);
  };
}

WorkFor keep_exchange(const void* sendbuf, const SideOfExchange& sent, void* recvbuf,
                      const SideOfExchange& received, int size) {
  const auto kept = std::make_shared<KeptExchange>();
  kept->received = KeptSide(received, size, kept->types);
  if (sendbuf != MPI_IN_PLACE) kept->sent = KeptSide(sent, size, kept->types);
  const bool many_types = received.types != nullptr;
  return [=](const Asker& asker) {
    const KeptSide &out = kept->sent, &in = kept->received;
    if (many_types)
      return alltoallw_work(asker, sendbuf, out.counts.data(), out.displs.data(), out.types.data(),
                            recvbuf, in.counts.data(), in.displs.data(), in.types.data());
    return alltoallv_work(asker, sendbuf, out.counts.data(), out.displs.data(), out.type, recvbuf,
                          in.counts.data(), in.displs.data(), in.type);
  };
}

}  // namespace bamboo::plans::pmpi
