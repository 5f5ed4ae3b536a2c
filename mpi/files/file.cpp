// SPDX-License-Identifier: Apache-2.0
#include "files/file.h"

#include <utility>

#include "files/agreed.h"
#include "objects/errhandler.h"

namespace bamboo::mpi {

File::File(Communicators& mine, Communicator& its_comm, PosixFile its_file, int its_amode,
           SharedPointer its_shared)
    : communicators(mine),
      comm(its_comm),
      posix(std::move(its_file)),
      amode(its_amode),
      shared(std::move(its_shared)) {}

File::~File() {
  release_errhandler(errhandler);
  communicators.free(comm);
}

MPI_Offset File::target(MPI_Offset offset, int whence, MPI_Offset current) const {
  MPI_Offset from = 0;
  if (whence == MPI_SEEK_CUR)
    from = current;
  else if (whence == MPI_SEEK_END)
    from = view.end(posix.size());
  else if (whence != MPI_SEEK_SET)
    fail(MPI_ERR_ARG, "whence is %d, must be MPI_SEEK_SET, MPI_SEEK_CUR or MPI_SEEK_END", whence);
  if (from + offset < 0)
    fail(MPI_ERR_ARG, "offset %ld leads to the position %ld, which is in front of the file", offset,
         from + offset);
  return from + offset;
}

void File::seek(MPI_Offset offset, int whence) {
  position = target(offset, whence, position);
}

void File::seek_shared(MPI_Offset offset, int whence) {
  by_first(members_of(comm), [&] { shared.set(target(offset, whence, shared.get())); });
}

void File::set_view(View given) {
  by_first(members_of(comm), [&] { shared.restart(true); });
  shared.restart(false);
  view = std::move(given);
  position = 0;
}

void File::refuse_sequential(const char* what) const {
  if (amode & MPI_MODE_SEQUENTIAL)
    fail(MPI_ERR_UNSUPPORTED_OPERATION,
         "the file is opened with MPI_MODE_SEQUENTIAL, which allows no %s", what);
}

void File::check_writable() const {
  if (amode & MPI_MODE_RDONLY) fail(MPI_ERR_READ_ONLY, "the file is opened with MPI_MODE_RDONLY");
}

}  // namespace bamboo::mpi
