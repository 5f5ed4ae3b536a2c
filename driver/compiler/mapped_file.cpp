// SPDX-License-Identifier: Apache-2.0
#include "mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bamboo::driver {

MappedFile::MappedFile(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat status = {};
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
    const auto size = static_cast<std::size_t>(status.st_size);
    void* address = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (address != MAP_FAILED) contents_ = {static_cast<const char*>(address), size};
  }
  close(file);
}

MappedFile::~MappedFile() {
  if (!contents_.empty()) munmap(const_cast<char*>(contents_.data()), contents_.size());
}

}  // namespace bamboo::driver
