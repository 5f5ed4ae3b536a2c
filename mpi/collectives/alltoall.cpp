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

CollectiveRef prepare(const AlltoallArguments& a) {
  if (a.comm.remote_group) return inter::prepare(a);
  refuse_in_place(a.recvbuf, "recvbuf", "sendbuf", a.recvcount);
  const TypedRange block = user_range(a.recvbuf, a.recvcount, a.recvtype, "recvbuf");
  const std::size_t bytes = block.bytes();
  Collective::Parts parts;
  if (a.sendbuf == MPI_IN_PLACE) {
    const Datatype& byte = datatype(MPI_BYTE);
    const std::size_t all = a.comm.size() * bytes;
    parts.saved = TypedMemory(all, byte);
    parts.to_saved.push_back({block.times(a.comm.size()), {parts.saved.base(), all, &byte}});
    parts.input = Buffer(parts.saved.base(), bytes, block.label);
  } else {
    const TypedRange data = user_range(a.sendbuf, a.sendcount, a.sendtype, "sendbuf");
    check_own_block(data.bytes(), bytes);
    check_distinct(data.times(a.comm.size()), block.times(a.comm.size()));
    parts.input = Buffer(data.address, data.count, *data.type);
  }
  parts.output = Buffer(block.address, block.count, *block.type);
  parts.scratch_unit = bytes;
  return make_collective(a.comm, make_problem(plans::Operation::Alltoall, a.comm, bytes), bytes,
                         std::move(parts));
}

CollectiveRef prepare(const AlltoallvArguments& a) {
  if (a.comm.remote_group) inter::refuse_in_place(a.sendbuf, "sendbuf");
  check_pointer(a.recvcounts, "recvcounts");
  refuse_in_place(a.recvbuf, "recvbuf", "sendbuf", a.recvcounts, a.comm.peers().size());
  check_pointer(a.rdispls, "rdispls");
  const BlockOf received = [&](int i) {
    return shifted(user_range(a.recvbuf, a.recvcounts[i], a.recvtype, "recvbuf"), a.rdispls[i]);
  };
  if (a.sendbuf == MPI_IN_PLACE) return exchange_blocks(a.comm, nullptr, received, a.recvbuf);
  check_pointer(a.sendcounts, "sendcounts");
  check_pointer(a.sdispls, "sdispls");
  const BlockOf sent = [&](int i) {
    return shifted(user_range(a.sendbuf, a.sendcounts[i], a.sendtype, "sendbuf"), a.sdispls[i]);
  };
  return exchange_blocks(a.comm, &sent, received, a.recvbuf);
}

CollectiveRef prepare(const AlltoallwArguments& a) {
  if (a.comm.remote_group) inter::refuse_in_place(a.sendbuf, "sendbuf");
  check_pointer(a.recvcounts, "recvcounts");
  refuse_in_place(a.recvbuf, "recvbuf", "sendbuf", a.recvcounts, a.comm.peers().size());
  check_pointer(a.rdispls, "rdispls");
  check_pointer(a.recvtypes, "recvtypes");
  const BlockOf received = [&](int i) {
    return shifted_bytes(typed_range(a.recvbuf, a.recvcounts[i], a.recvtypes[i], "recvbuf"),
                         a.rdispls[i]);
  };
  if (a.sendbuf == MPI_IN_PLACE) return exchange_blocks(a.comm, nullptr, received, a.recvbuf);
  check_pointer(a.sendcounts, "sendcounts");
  check_pointer(a.sdispls, "sdispls");
  check_pointer(a.sendtypes, "sendtypes");
  const BlockOf sent = [&](int i) {
    return shifted_bytes(typed_range(a.sendbuf, a.sendcounts[i], a.sendtypes[i], "sendbuf"),
                         a.sdispls[i]);
  };
  return exchange_blocks(a.comm, &sent, received, a.recvbuf);
}

}  // namespace bamboo::mpi
