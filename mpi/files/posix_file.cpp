// SPDX-License-Identifier: Apache-2.0
#include "files/posix_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "errors/errors.h"

namespace bamboo::mpi {

namespace {

int error_class_of(int error) {
  switch (error) {
    case ENOENT:
      return MPI_ERR_NO_SUCH_FILE;
    case EEXIST:
      return MPI_ERR_FILE_EXISTS;
    case EACCES:
    case EPERM:
      return MPI_ERR_ACCESS;
    case EROFS:
      return MPI_ERR_READ_ONLY;
    case ENOSPC:
      return MPI_ERR_NO_SPACE;
    case EDQUOT:
      return MPI_ERR_QUOTA;
    case ETXTBSY:
    case EBUSY:
      return MPI_ERR_FILE_IN_USE;
    case EISDIR:
    case ENOTDIR:
    case ENAMETOOLONG:
    case ELOOP:
      return MPI_ERR_BAD_FILE;
    default:
      return MPI_ERR_IO;
  }
}

[[noreturn]] void fail_with(int error, const char* what, const std::string& path) {
  fail(error_class_of(error), "cannot %s %s: %s", what, path.c_str(), std::strerror(error));
}

/// Repeats `call` as long as a signal interrupts it.
template <class Call>
auto uninterrupted(const PosixFile& file, const char* what, Call&& call) {
  for (;;) {
    const auto result = call();
    if (result >= 0) return result;
    if (errno != EINTR) fail_with(errno, what, file.path());
  }
}

}  // namespace

PosixFile::PosixFile(const std::string& its_path, int flags) : path_(its_path) {
  descriptor_ =
      uninterrupted(*this, "open", [&] { return ::open(path_.c_str(), flags | O_CLOEXEC, 0666); });
  struct stat status;
  if (::fstat(descriptor_, &status) == 0 && !S_ISDIR(status.st_mode)) return;
  const int error = S_ISDIR(status.st_mode) ? EISDIR : errno;
  ::close(descriptor_);
  fail_with(error, "open", path_);
}

PosixFile::~PosixFile() {
  if (is_open()) ::close(descriptor_);
}

std::size_t PosixFile::read(MPI_Offset offset, std::span<std::byte> data) const {
  std::size_t done = 0;
  while (done < data.size()) {
    const auto rest = data.subspan(done);
    const ssize_t got = uninterrupted(*this, "read", [&] {
      return ::pread(descriptor_, rest.data(), rest.size(), offset + static_cast<MPI_Offset>(done));
    });
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

void PosixFile::write(MPI_Offset offset, std::span<const std::byte> data) const {
  std::size_t done = 0;
  while (done < data.size()) {
    const auto rest = data.subspan(done);
    done += static_cast<std::size_t>(uninterrupted(*this, "write", [&] {
      return ::pwrite(descriptor_, rest.data(), rest.size(),
                      offset + static_cast<MPI_Offset>(done));
    }));
  }
}

MPI_Offset PosixFile::size() const {
  struct stat status;
  uninterrupted(*this, "find the size of", [&] { return ::fstat(descriptor_, &status); });
  return status.st_size;
}

void PosixFile::resize(MPI_Offset size) const {
  uninterrupted(*this, "set the size of", [&] { return ::ftruncate(descriptor_, size); });
}

void PosixFile::reserve(MPI_Offset size) const {
  if (size == 0) return;
  uninterrupted(*this, "reserve room for", [&] {
    errno = ::posix_fallocate(descriptor_, 0, size);
    return errno ? -1 : 0;
  });
}

void PosixFile::sync() const {
  uninterrupted(*this, "write out", [&] { return ::fsync(descriptor_); });
}

PosixFile::Lock::Lock(const PosixFile& file, Sharing sharing) : file_(file) {
  struct flock lock{};
  lock.l_type = sharing == Sharing::Shared ? F_RDLCK : F_WRLCK;
  lock.l_whence = SEEK_SET;
  uninterrupted(file, "lock", [&] { return ::fcntl(file.descriptor_, F_OFD_SETLKW, &lock); });
}

PosixFile::Lock::~Lock() {
  struct flock lock{};
  lock.l_type = F_UNLCK;
  lock.l_whence = SEEK_SET;
  ::fcntl(file_.descriptor_, F_OFD_SETLK, &lock);
}

void remove_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0) fail_with(errno, "delete", path);
}

std::string absolute_path(const std::string& path) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error);
  if (error) fail_with(error.value(), "find the folder of", path);
  return absolute.string();
}

}  // namespace bamboo::mpi
