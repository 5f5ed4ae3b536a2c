// SPDX-License-Identifier: Apache-2.0
#include "one_sided/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <system_error>

#include "comm/agreement.h"
#include "errors/errors.h"

namespace bamboo::mpi {

namespace {

class OpenFile {
 public:
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  ~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int get() const { return descriptor_; }

 private:
  const int descriptor_;
};

/// The properties of each rank's part.
using Words = std::array<int, 3>;

Words words_of(MPI_Aint size, int unit) {
  Words words{0, 0, unit};
  std::memcpy(words.data(), &size, sizeof size);
  return words;
}

MPI_Aint size_in(const int* words) {
  MPI_Aint size = 0;
  std::memcpy(&size, words, sizeof size);
  return size;
}

std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// The open file of the first rank. Its name contains the number, which detects a process of
/// another host with the same process id.
struct SharedFile {
  int process, descriptor, number;

  std::string name() const { return "bamboo-window-" + std::to_string(number); }
  std::vector<int> words() const { return {process, descriptor, number}; }
};

SharedFile make_file(std::size_t bytes) {
  SharedFile place{::getpid(), -1, static_cast<int>(std::random_device{}() & 0x7fffffff)};
  place.descriptor = ::memfd_create(place.name().c_str(), MFD_CLOEXEC);
  if (place.descriptor >= 0 && ::ftruncate(place.descriptor, static_cast<off_t>(bytes)) != 0) {
    ::close(place.descriptor);
    place.descriptor = -1;
  }
  return place;
}

/// -1: it is not there.
int open_file(const SharedFile& place) {
  if (place.descriptor < 0) return -1;
  const std::string path =
      "/proc/" + std::to_string(place.process) + "/fd/" + std::to_string(place.descriptor);
  std::error_code none;
  const std::string file = std::filesystem::read_symlink(path, none).string();
  if (!file.starts_with("/memfd:" + place.name() + " ")) return -1;
  return ::open(path.c_str(), O_RDWR | O_CLOEXEC);
}

}  // namespace

std::shared_ptr<SharedMemory> SharedMemory::allocate(Communicator& comm, MPI_Aint size, int unit,
                                                     bool may_lie_apart) {
  const Members members = members_of(comm);
  const std::vector<int> all = allgather(members, words_of(size, unit));
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::vector<std::size_t> offsets;
  std::size_t bytes = 0;
  for (int r = 0; r < comm.size(); ++r) {
    offsets.push_back(bytes);
    bytes += static_cast<std::size_t>(size_in(&all[3 * static_cast<std::size_t>(r)]));
    if (may_lie_apart) bytes = rounded_up(bytes, page);
  }
  bytes = std::max(bytes, page);

  SharedFile place{};
  if (comm.rank == 0) place = make_file(bytes);
  const OpenFile own(comm.rank == 0 ? place.descriptor : -1);
  const std::vector<int> words = broadcast(members, place.words());
  const OpenFile opened(comm.rank == 0 ? -1 : open_file({words[0], words[1], words[2]}));
  const std::shared_ptr<SharedMemory> made(new SharedMemory);
  const int file = comm.rank == 0 ? own.get() : opened.get();
  if (file >= 0) {
    void* const mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED) made->mapped_ = mapped;
  }
  made->bytes_ = bytes;
  // This also keeps the first rank's file open until all have it.
  const int refused = allreduce_max(members, made->mapped_ ? -1 : comm.rank);
  if (refused >= 0)
    fail(MPI_ERR_RMA_SHARED,
         "rank %d cannot have memory in common with rank 0: give it a communicator of one host's "
         "ranks, as MPI_Comm_split_type makes it of MPI_COMM_TYPE_SHARED",
         refused);
  for (std::size_t r = 0; r < offsets.size(); ++r) {
    const MPI_Aint own_size = size_in(&all[3 * r]);
    std::byte* const base = static_cast<std::byte*>(made->mapped_) + offsets[r];
    made->parts_.push_back({own_size ? base : nullptr, own_size, all[3 * r + 2]});
  }
  return made;
}

SharedMemory::~SharedMemory() {
  if (mapped_) ::munmap(mapped_, bytes_);
}

const SharedMemory::Part& SharedMemory::first() const {
  const auto found = std::ranges::find_if(parts_, [](const Part& part) { return part.size > 0; });
  return found == parts_.end() ? parts_.front() : *found;
}

}  // namespace bamboo::mpi
