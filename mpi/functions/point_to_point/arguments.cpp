// SPDX-License-Identifier: Apache-2.0
#include "functions/point_to_point/arguments.h"

#include "collectives/arguments.h"
#include "p2p/element_warning.h"
#include "p2p/status.h"
#include "rank/rank.h"
#include "types/element_label.h"

namespace bamboo::mpi {

namespace {

/// If there are no elements, the program may leave their type undefined, as in collectives.
const Datatype& datatype_of(MPI_Count count, MPI_Datatype type) {
  return datatype(count == 0 && type == MPI_DATATYPE_NULL ? MPI_BYTE : type);
}

void set_common(Request& request, void* buffer, MPI_Count count, const Datatype& type, int tag,
                Communicator& comm) {
  request.set_data(buffer, static_cast<std::size_t>(count), type);
  request.context = comm.context;
  request.tag = tag;
  request.comm = &comm;
}

}  // namespace

void check_buffer(const void* buffer, MPI_Count count, const Datatype& type) {
  if (count < 0) fail(MPI_ERR_COUNT, "count is %ld, must not be negative", count);
  if (!buffer && count > 0 && type.size > 0 && type.contiguous)
    fail(MPI_ERR_BUFFER, "the buffer is a null pointer, count is %ld", count);
  refuse_in_place(buffer, "the buffer", "collectives", count);
}

TaskId destination(const Communicator& comm, int rank) {
  if (rank == MPI_PROC_NULL) return no_peer;
  const int size = comm.peers().size();
  if (rank < 0 || rank >= size) {
    fail(MPI_ERR_RANK, "dest is %d, must be 0 … %d in a communicator of size %d, or MPI_PROC_NULL",
         rank, size - 1, size);
  }
  return comm.peers().world_rank(rank);
}

TaskId source(const Communicator& comm, int rank) {
  if (rank == MPI_ANY_SOURCE) return any_source;
  if (rank == MPI_PROC_NULL) return no_peer;
  const int size = comm.peers().size();
  if (rank < 0 || rank >= size) {
    fail(MPI_ERR_RANK,
         "source is %d, must be 0 … %d in a communicator of size %d, MPI_ANY_SOURCE or "
         "MPI_PROC_NULL",
         rank, size - 1, size);
  }
  return comm.peers().world_rank(rank);
}

void check_send_tag(int tag) {
  if (tag < 0 || tag > largest_tag)
    fail(MPI_ERR_TAG, "tag is %d, must be 0 … %d", tag, largest_tag);
}

void check_receive_tag(int tag) {
  if (tag != MPI_ANY_TAG && (tag < 0 || tag > largest_tag))
    fail(MPI_ERR_TAG, "tag is %d, must be 0 … %d or MPI_ANY_TAG", tag, largest_tag);
}

void set_send(Rank& rank, Request& request, const void* buffer, MPI_Count count, MPI_Datatype type,
              int dest, int tag, MPI_Comm comm, SendMode mode) {
  Communicator& communicator = rank.communicator(comm);
  const Datatype& datatype = datatype_of(count, type);
  check_buffer(buffer, count, datatype);
  check_send_tag(tag);
  request.as<SendRequest>().mode = mode;
  request.peer = destination(communicator, dest);
  set_common(request, const_cast<void*>(buffer), count, datatype, tag, communicator);
}

void set_receive(Rank& rank, Request& request, void* buffer, MPI_Count count, MPI_Datatype type,
                 int source, int tag, MPI_Comm comm) {
  Communicator& communicator = rank.communicator(comm);
  const Datatype& datatype = datatype_of(count, type);
  check_buffer(buffer, count, datatype);
  check_receive_tag(tag);
  request.peer = mpi::source(communicator, source);
  set_common(request, buffer, count, datatype, tag, communicator);
}

bool failed(const Request& request) {
  if (request.failure) return true;
  if (request.is<GeneralizedRequest>()) return true;  // it may have: its status shows that
  return request.is<ReceiveRequest>() && !request.cancelled &&
         request.bytes > request.count * request.type->size;
}

MPI_Status status_of(const Request& request) {
  MPI_Status status = empty_status();
  if (const auto* generalized = std::get_if<GeneralizedRequest>(&request.kind)) {
    const int code = generalized->query(status);
    status.MPI_ERROR = code;
    return status;
  }
  set_status_cancelled(status, request.cancelled);
  if (request.failure) status.MPI_ERROR = request.failure->error_class;
  if (request.is<CollectiveRequest>()) set_status_bytes(status, request.bytes);
  if (!request.is<ReceiveRequest>() || request.cancelled) return status;
  const auto& taken = request.as<ReceiveRequest>();
  status.MPI_SOURCE = taken.source == no_peer
                          ? MPI_PROC_NULL
                          : communicator_of(request)->peers().rank_of(taken.source);
  status.MPI_TAG = taken.tag;
  const std::uint64_t room = request.count * request.type->size;
  if (taken.label != label_of(*request.type) && request.bytes > 0) [[unlikely]]
    warn_of_elements(request);
  if (failed(request)) status.MPI_ERROR = MPI_ERR_TRUNCATE;
  set_status_bytes(status, std::min(request.bytes, room));
  return status;
}

void finish_receive(const Request& request, MPI_Status* status) {
  const bool plain =
      !failed(request) && request.as<ReceiveRequest>().label == label_of(*request.type);
  if (plain && !status) return;
  const MPI_Status result = status_of(request);
  give_status(result, status);
  throw_if_failed(request, result);
}

void throw_of_program(const char* function, int code) {
  throw MpiError(code, std::string("the program's ") + function +
                           " function of a generalized request returned " + std::to_string(code));
}

void throw_if_failed(const Request& request, const MPI_Status& status) {
  if (status.MPI_ERROR == MPI_SUCCESS) return;
  if (request.failure) throw *request.failure;
  if (request.is<GeneralizedRequest>()) throw_of_program("query", status.MPI_ERROR);
  std::string text = "the message from rank " + std::to_string(status.MPI_SOURCE) + ", tag " +
                     std::to_string(status.MPI_TAG) + " has " + std::to_string(request.bytes) +
                     " bytes, the receive buffer has room for " +
                     std::to_string(request.count * request.type->size);
  MpiError error(status.MPI_ERROR, text);
  error.communicator = communicator_of(request);
  throw error;
}

}  // namespace bamboo::mpi
