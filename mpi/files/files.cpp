// SPDX-License-Identifier: Apache-2.0
#include "files/files.h"

#include <fcntl.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <random>
#include <utility>

#include "comm/error_action.h"
#include "files/agreed.h"
#include "objects/errhandler.h"

namespace bamboo::mpi {

namespace {

constexpr int access_modes = MPI_MODE_RDONLY | MPI_MODE_WRONLY | MPI_MODE_RDWR;
constexpr int all_modes = access_modes | MPI_MODE_CREATE | MPI_MODE_EXCL |
                          MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_UNIQUE_OPEN | MPI_MODE_SEQUENTIAL |
                          MPI_MODE_APPEND;

void check_amode(int amode) {
  if (amode & ~all_modes) fail(MPI_ERR_AMODE, "amode is %#x, which has unknown bits", amode);
  if (std::popcount(static_cast<unsigned>(amode & access_modes)) != 1)
    fail(MPI_ERR_AMODE,
         "amode must have one of MPI_MODE_RDONLY, MPI_MODE_WRONLY and MPI_MODE_RDWR");
  if ((amode & MPI_MODE_RDONLY) && (amode & (MPI_MODE_CREATE | MPI_MODE_EXCL)))
    fail(MPI_ERR_AMODE, "MPI_MODE_RDONLY forbids MPI_MODE_CREATE and MPI_MODE_EXCL");
  if ((amode & MPI_MODE_RDWR) && (amode & MPI_MODE_SEQUENTIAL))
    fail(MPI_ERR_AMODE, "MPI_MODE_RDWR forbids MPI_MODE_SEQUENTIAL");
}

int posix_flags(int amode) {
  int flags = amode & MPI_MODE_RDWR ? O_RDWR : amode & MPI_MODE_WRONLY ? O_WRONLY : O_RDONLY;
  if (amode & MPI_MODE_CREATE) flags |= O_CREAT;
  if (amode & MPI_MODE_EXCL) flags |= O_EXCL;
  return flags;
}

void check_same_amode(const Members& members, int amode) {
  const int highest = allreduce_max(members, amode);
  const int lowest = -allreduce_max(members, -amode);
  if (highest != lowest)
    fail(MPI_ERR_NOT_SAME, "amode is %d, other ranks give another one (%d … %d)", amode, lowest,
         highest);
}

/// The facts about an opened file that the first rank sends to the others.
struct Opened {
  MPI_Offset size = 0;
  std::uint64_t name = 0;  ///< of the shared pointer's file
};

std::uint64_t random_name() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

std::string pointer_path(const std::string& file, std::uint64_t name) {
  const auto folder = std::filesystem::path(file).parent_path();
  return folder / (".bamboo-shared-pointer-" + std::to_string(name));
}

}  // namespace

Files::~Files() {
  release_errhandler(default_errhandler_);
}

File& Files::open(Communicator& parent, const std::string& name, int amode) {
  if (parent.remote_group) fail(MPI_ERR_COMM, "comm is an inter-communicator");
  const Members members = members_of(parent);
  const bool is_first = parent.rank == 0;
  check_same_amode(members, amode);
  PosixFile posix;
  std::string path;
  // Only the first rank creates the file. Otherwise MPI_MODE_EXCL would find the file of another
  // rank.
  agreed(members, [&] {
    check_amode(amode);
    path = absolute_path(name);
    if (is_first) posix = PosixFile(path, posix_flags(amode));
  });
  agreed(members, [&] {
    if (!is_first) posix = PosixFile(path, posix_flags(amode) & ~(O_CREAT | O_EXCL));
  });
  const Opened opened =
      from_first(members, is_first ? Opened{posix.size(), random_name()} : Opened{});
  const MPI_Offset start = amode & MPI_MODE_APPEND ? opened.size : 0;

  const std::uint32_t context = agree_on_context(communicators_, members);
  Communicator& comm = *communicators_.add(parent, parent.group, context);
  comm.name = "the file " + name;
  auto file = std::make_unique<File>(communicators_, comm, std::move(posix), amode,
                                     SharedPointer(pointer_path(path, opened.name), start));
  file->position = start;
  file->errhandler = default_errhandler_;
  retain_errhandler(default_errhandler_);
  file->handle = handles_.add(file.get());
  open_.push_back(std::move(file));
  return *open_.back();
}

void Files::close(File& file) {
  handles_.remove(file.handle);
  const auto found = std::ranges::find(open_, &file, &std::unique_ptr<File>::get);
  const auto closed = std::move(*found);
  open_.erase(found);
  by_first(members_of(file.comm), [&] {
    file.shared.remove();
    if (file.amode & MPI_MODE_DELETE_ON_CLOSE) remove_file(file.posix.path());
  });
}

File& Files::find(MPI_File handle) const {
  if (File* file = handles_.find(handle)) return *file;
  if (handle == MPI_FILE_NULL) fail(MPI_ERR_FILE, "fh is MPI_FILE_NULL");
  fail(MPI_ERR_FILE, "fh is the handle %p, which is no file or one that was closed",
       static_cast<void*>(handle));
}

MPI_Errhandler& Files::errhandler_of(MPI_File handle) {
  return handle == MPI_FILE_NULL ? default_errhandler_ : find(handle).errhandler;
}

int Files::call_errhandler(MPI_File handle, const char* function, int code, const char* text) {
  File* file = handles_.find(handle);
  return mpi::call_errhandler(communicators_.task, file ? file->errhandler : default_errhandler_,
                              static_cast<void*>(&handle), file ? file->comm.name : "MPI_FILE_NULL",
                              function, code, text);
}

}  // namespace bamboo::mpi
