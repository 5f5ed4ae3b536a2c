// SPDX-License-Identifier: Apache-2.0
#include "files/operations.h"

#include <numeric>
#include <utility>

#include "errors/checks.h"
#include "files/agreed.h"
#include "files/transfer.h"
#include "p2p/messaging_task.h"
#include "p2p/status.h"

namespace bamboo::mpi {

namespace {

class Finished final : public PendingOperation {
 public:
  bool advance() override { return true; }
  std::vector<const Request*> waits_for() const override { return {}; }
};

void check(const FileAccess& access) {
  const int amode = access.file.amode;
  if (access.direction == Direction::Write) access.file.check_writable();
  if (access.direction == Direction::Read && (amode & MPI_MODE_WRONLY))
    fail(MPI_ERR_ACCESS, "the file is opened with MPI_MODE_WRONLY");
  if (access.pointer == Pointer::Explicit || access.pointer == Pointer::Individual)
    access.file.refuse_sequential("explicit offsets and individual file pointers");
  if (access.offset < 0) fail(MPI_ERR_ARG, "offset is %ld, must be 0 or more", access.offset);
}

FileBuffer checked_buffer(const void* data, MPI_Count count, MPI_Datatype handle) {
  const Datatype& type = datatype(handle);
  check_count(count);
  if (!data && count && type.size && type.contiguous)
    fail(MPI_ERR_BUFFER, "buf is a null pointer, count is %ld", count);
  return {const_cast<void*>(data), static_cast<std::size_t>(count), type};
}

/// Advances the shared pointer by the elements of all ranks. The caller's data come after those of
/// lower ranks.
MPI_Offset ordered_place(File& file, MPI_Offset etypes) {
  const Members members = members_of(file.comm);
  const std::vector<MPI_Offset> all = from_all(members, etypes);
  const auto sum_of = [&](int ranks) {
    return std::accumulate(all.begin(), all.begin() + ranks, MPI_Offset{0});
  };
  const MPI_Offset start =
      from_first(members, members.me == 0 ? file.shared.advance(sum_of(file.comm.size())) : 0);
  return start + sum_of(members.me);
}

/// The first etype of the access. Advances file pointers.
MPI_Offset first_etype(const FileAccess& access, MPI_Offset etypes) {
  File& file = access.file;
  switch (access.pointer) {
    case Pointer::Explicit:
      return access.offset;
    case Pointer::Individual:
      return std::exchange(file.position, file.position + etypes);
    case Pointer::Shared:
      return file.shared.advance(etypes);
    case Pointer::Ordered:
      break;
  }
  return ordered_place(file, etypes);
}

/// Returns how many bytes were moved.
std::size_t perform(const FileAccess& access, const void* data, MPI_Count count,
                    MPI_Datatype type) {
  const File& file = access.file;
  const bool reads = access.direction == Direction::Read;
  check(access);
  const FileBuffer buffer = checked_buffer(data, count, type);
  const MPI_Offset etypes = file.view.etypes_in(bytes_in_file(file.view, buffer));
  const std::uint64_t first =
      static_cast<std::uint64_t>(first_etype(access, etypes)) * file.view.etype_size();
  std::optional<PosixFile::Lock> lock;
  if (file.atomic)
    lock.emplace(file.posix, reads ? PosixFile::Sharing::Shared : PosixFile::Sharing::Exclusive);
  return reads ? read(file.posix, file.view, first, buffer)
               : write(file.posix, file.view, first, buffer);
}

void give_bytes(std::size_t bytes, MPI_Status* out) {
  MPI_Status status = empty_status();
  set_status_bytes(status, bytes);
  give_status(status, out);
}

}  // namespace

void run(const FileAccess& access, const void* data, MPI_Count count, MPI_Datatype type,
         MPI_Status* status) {
  give_bytes(perform(access, data, count, type), status);
}

void start(const FileAccess& access, const void* data, MPI_Count count, MPI_Datatype type,
           MPI_Request* request) {
  check_pointer(request, "request");
  const std::size_t bytes = perform(access, data, count, type);
  Communicator& comm = access.file.comm;
  Request* const complete = comm.task.pending.start(comm, std::make_unique<Finished>());
  complete->bytes = bytes;
  *request = comm.task.requests.add(complete);
}

void begin(const FileAccess& access, const void* data, MPI_Count count, MPI_Datatype type) {
  File& file = access.file;
  if (file.split) fail(MPI_ERR_IO, "the file's last split collective operation has not ended");
  file.split = {access.direction, access.pointer, perform(access, data, count, type)};
}

void end(const FileAccess& access, const void*, MPI_Status* status) {
  File& file = access.file;
  if (!file.split || file.split->direction != access.direction ||
      file.split->pointer != access.pointer)
    fail(MPI_ERR_IO, "no such split collective operation of the file has begun");
  give_bytes(std::exchange(file.split, std::nullopt)->bytes, status);
}

}  // namespace bamboo::mpi
