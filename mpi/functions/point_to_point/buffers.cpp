// SPDX-License-Identifier: Apache-2.0
// The memory that a program attaches for buffered sends: of the rank, of a communicator, or of a
// session.
#include "functions/point_to_point/buffers.h"

#include "functions/bodies.h"
#include "functions/entry.h"
#include "functions/point_to_point/arguments.h"

namespace bamboo::mpi {

namespace {

void attach(std::optional<AttachedBuffer>& place, void* buffer, MPI_Count size) {
  if (size < 0)
    fail(MPI_ERR_ARG, "size is %lld, must not be negative", static_cast<long long>(size));
  if (place)
    fail(MPI_ERR_BUFFER, "a buffer of %lld bytes is attached already",
         static_cast<long long>(place->bytes));
  place = {buffer, buffer == MPI_BUFFER_AUTOMATIC ? 0 : size};
}

/// Detaches immediately: this memory holds no message.
void detach(std::optional<AttachedBuffer>& place, void* buffer_addr, CountResult size) {
  check_pointer(buffer_addr, "buffer_addr");
  check_pointer(size, "size");
  const AttachedBuffer buffer = place.value_or(AttachedBuffer{});
  *static_cast<void**>(buffer_addr) = buffer.address;
  size.set(buffer.bytes);
  place.reset();
}

/// Messages have left the program's memory when their sends return, so there is nothing to do.
class Flush final : public PendingOperation {
 public:
  bool advance() override { return true; }
  std::vector<const Request*> waits_for() const override { return {}; }
};

void flush_later(Communicator& comm, MPI_Request* request) {
  check_pointer(request, "request");
  *request = comm.task.requests.add(comm.task.pending.start(comm, std::make_unique<Flush>()));
}

const std::optional<AttachedBuffer>& buffer_of(const Rank& rank, const Communicator& comm) {
  if (comm.attached) return comm.attached;
  const SessionBuffer& session = comm.group->session_buffer();
  return session ? *session : rank.attached;
}

}  // namespace

void check_attached(const Rank& rank, const Communicator& comm, MPI_Count count, MPI_Datatype type,
                    int dest) {
  if (dest == MPI_PROC_NULL) return;
  const AttachedBuffer buffer = buffer_of(rank, comm).value_or(AttachedBuffer{});
  if (buffer.address == MPI_BUFFER_AUTOMATIC) return;
  const std::size_t bytes = static_cast<std::size_t>(count < 0 ? 0 : count) * datatype(type).size;
  if (bytes + MPI_BSEND_OVERHEAD > static_cast<std::size_t>(buffer.bytes)) {
    fail(MPI_ERR_BUFFER,
         "a buffered send of %zu bytes needs %zu bytes of attached buffer, there are %lld", bytes,
         bytes + MPI_BSEND_OVERHEAD, static_cast<long long>(buffer.bytes));
  }
}

void body::buffer_attach(Rank& rank, void* buffer, MPI_Count size) {
  attach(rank.attached, buffer, size);
}
void body::buffer_detach(Rank& rank, void* buffer_addr, CountResult size) {
  detach(rank.attached, buffer_addr, size);
}
void body::comm_attach_buffer(Rank& rank, MPI_Comm comm, void* buffer, MPI_Count size) {
  attach(rank.communicator(comm).attached, buffer, size);
}
void body::comm_detach_buffer(Rank& rank, MPI_Comm comm, void* buffer_addr, CountResult size) {
  detach(rank.communicator(comm).attached, buffer_addr, size);
}
void body::session_attach_buffer(Rank& rank, MPI_Session session, void* buffer, MPI_Count size) {
  attach(*rank.sessions.find(session).buffer, buffer, size);
}
void body::session_detach_buffer(Rank& rank, MPI_Session session, void* buffer_addr,
                                 CountResult size) {
  detach(*rank.sessions.find(session).buffer, buffer_addr, size);
}

extern "C" {

int MPI_Buffer_flush(void) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {});
}
int MPI_Comm_flush_buffer(MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, { rank.communicator(comm); });
}
int MPI_Session_flush_buffer(MPI_Session session) {
  return BAMBOO_MPI_ENTER(session, { rank.sessions.find(session); });
}

int MPI_Buffer_iflush(MPI_Request* request) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, { flush_later(rank.communicators.world, request); });
}
int MPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, { flush_later(rank.communicator(comm), request); });
}
int MPI_Session_iflush_buffer(MPI_Session session, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(session, {
    rank.sessions.find(session);
    flush_later(rank.communicators.world, request);
  });
}

}  // extern "C"
}  // namespace bamboo::mpi
