// SPDX-License-Identifier: Apache-2.0
#include "collectives/arguments.h"
#include "collectives/exchange_blocks.h"
#include "collectives/intercommunicator.h"
#include "collectives/operations.h"
#include "errors/checks.h"

namespace bamboo::mpi {
namespace {

/// If there are no elements, the program may leave their type undefined.
TypedRange typed_range(const void* buffer, MPI_Count count, MPI_Datatype type, const char* name) {
  return user_range(buffer, count, count == 0 && type == MPI_DATATYPE_NULL ? MPI_BYTE : type, name);
}

}  // namespace

CollectiveRef alltoall(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                       Communicator& comm) {
  if (comm.remote_group)
    return inter::alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  refuse_in_place(recvbuf, "recvbuf", "sendbuf", recvcount);
  const TypedRange block = user_range(recvbuf, recvcount, recvtype, "recvbuf");
  const std::size_t bytes = block.bytes();
  Collective::Parts parts;
  if (sendbuf == MPI_IN_PLACE) {
    const Datatype& byte = datatype(MPI_BYTE);
    const std::size_t all = comm.size() * bytes;
    parts.saved = TypedMemory(all, byte);
    parts.to_saved.push_back({block.times(comm.size()), {parts.saved.base(), all, &byte}});
    parts.input = Buffer(parts.saved.base(), bytes, block.label);
  } else {
    const TypedRange data = user_range(sendbuf, sendcount, sendtype, "sendbuf");
    check_own_block(data.bytes(), bytes);
    check_distinct(data.times(comm.size()), block.times(comm.size()));
    parts.input = Buffer(data.address, data.count, *data.type);
  }
  parts.output = Buffer(block.address, block.count, *block.type);
  parts.scratch_unit = bytes;
  return make_collective(comm, make_problem(plans::Operation::Alltoall, comm, bytes), bytes,
                         std::move(parts));
}

CollectiveRef alltoallv(const void* sendbuf, Counts sendcounts, Counts sdispls,
                        MPI_Datatype sendtype, void* recvbuf, Counts recvcounts, Counts rdispls,
                        MPI_Datatype recvtype, Communicator& comm) {
  if (comm.remote_group) inter::refuse_in_place(sendbuf, "sendbuf");
  check_pointer(recvcounts, "recvcounts");
  refuse_in_place(recvbuf, "recvbuf", "sendbuf", recvcounts, comm.peers().size());
  check_pointer(rdispls, "rdispls");
  const BlockOf received = [&](int i) {
    return shifted(user_range(recvbuf, recvcounts[i], recvtype, "recvbuf"), rdispls[i]);
  };
  if (sendbuf == MPI_IN_PLACE) return exchange_blocks(comm, nullptr, received, recvbuf);
  check_pointer(sendcounts, "sendcounts");
  check_pointer(sdispls, "sdispls");
  const BlockOf sent = [&](int i) {
    return shifted(user_range(sendbuf, sendcounts[i], sendtype, "sendbuf"), sdispls[i]);
  };
  return exchange_blocks(comm, &sent, received, recvbuf);
}

CollectiveRef alltoallw(const void* sendbuf, Counts sendcounts, Counts sdispls,
                        const MPI_Datatype sendtypes[], void* recvbuf, Counts recvcounts,
                        Counts rdispls, const MPI_Datatype recvtypes[], Communicator& comm) {
  if (comm.remote_group) inter::refuse_in_place(sendbuf, "sendbuf");
  check_pointer(recvcounts, "recvcounts");
  refuse_in_place(recvbuf, "recvbuf", "sendbuf", recvcounts, comm.peers().size());
  check_pointer(rdispls, "rdispls");
  check_pointer(recvtypes, "recvtypes");
  const BlockOf received = [&](int i) {
    return shifted_bytes(typed_range(recvbuf, recvcounts[i], recvtypes[i], "recvbuf"), rdispls[i]);
  };
  if (sendbuf == MPI_IN_PLACE) return exchange_blocks(comm, nullptr, received, recvbuf);
  check_pointer(sendcounts, "sendcounts");
  check_pointer(sdispls, "sdispls");
  check_pointer(sendtypes, "sendtypes");
  const BlockOf sent = [&](int i) {
    return shifted_bytes(typed_range(sendbuf, sendcounts[i], sendtypes[i], "sendbuf"), sdispls[i]);
  };
  return exchange_blocks(comm, &sent, received, recvbuf);
}

}  // namespace bamboo::mpi
