// SPDX-License-Identifier: Apache-2.0
// Detects whether memory has changed; reports the memory that it cannot watch.
#include "runtime/splitting/memory_watch.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "write_tracking.h"

namespace bamboo::overlap {
namespace {

constexpr size_t page_bytes = 4096, page_count = 16;

class Memory : public testing::Test {
 protected:
  static void SetUpTestSuite() { close_devices(); }
  void SetUp() override { map(MAP_PRIVATE); }
  void TearDown() override { munmap(memory_, page_bytes * page_count); }

  void map(int kind) {
    if (memory_ != nullptr) TearDown();
    void* mapped =
        mmap(nullptr, page_bytes * page_count, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(mapped, MAP_FAILED);
    memory_ = static_cast<char*>(mapped);
    std::fill_n(memory_, page_bytes * page_count, 'x');
  }
  AddressRange range(size_t first, size_t end) const {
    const auto start = reinterpret_cast<uint64_t>(memory_);
    return {start + first, start + end};
  }

  char* memory_ = nullptr;
};

class WatchedMemory : public Memory {
 protected:
  void SetUp() override {
    if (!kernel_tracks_writes())
      GTEST_SKIP() << "the kernel is older than 6.7, or does not allow user faults";
    Memory::SetUp();
  }
};

TEST_F(WatchedMemory, IsUnchangedUntilItIsWritten) {
  MemoryWatch watch({range(0, page_bytes * page_count)});
  EXPECT_TRUE(watch.is_unchanged());
  memory_[5 * page_bytes + 7] = 'x';  // the same value: it was written nevertheless
  EXPECT_FALSE(watch.is_unchanged());
  EXPECT_FALSE(watch.is_unchanged());
}

TEST_F(WatchedMemory, EndsAtAnyByte) {
  const size_t first = page_bytes - 3, end = 3 * page_bytes + 3;
  for (const size_t outside : {size_t{0}, first - 1, end, page_bytes * page_count - 1}) {
    MemoryWatch watch({range(first, end)});
    memory_[outside] = 'y';
    EXPECT_TRUE(watch.is_unchanged()) << outside;
  }
  for (const size_t inside : {first, page_bytes, 2 * page_bytes, end - 1}) {
    MemoryWatch watch({range(first, end)});
    memory_[inside] = 'z';
    EXPECT_FALSE(watch.is_unchanged()) << inside;
  }
}

TEST_F(Memory, MayBeAFewBytes) {
  MemoryWatch watch({range(10, 20)});
  ASSERT_TRUE(watch.watches());
  memory_[20] = 'y';
  EXPECT_TRUE(watch.is_unchanged());
  memory_[19] = 'y';
  EXPECT_FALSE(watch.is_unchanged());
}

TEST_F(WatchedMemory, IsWatchedForSeveralAtATime) {
  MemoryWatch first({range(0, 8 * page_bytes)});
  memory_[4 * page_bytes] = 'y';
  MemoryWatch second({range(4 * page_bytes, 12 * page_bytes)});  // protects that page again
  EXPECT_FALSE(first.is_unchanged());
  EXPECT_TRUE(second.is_unchanged());
  MemoryWatch third({range(0, page_bytes)});
  EXPECT_TRUE(second.is_unchanged());
  memory_[10 * page_bytes] = 'y';
  EXPECT_FALSE(second.is_unchanged());
  EXPECT_TRUE(third.is_unchanged());
}

TEST_F(WatchedMemory, ThatTheKernelWritesHasChanged) {
  MemoryWatch watch({range(0, page_bytes * page_count)});
  const int zero = open("/dev/zero", O_RDONLY);
  EXPECT_EQ(read(zero, memory_ + 2 * page_bytes, 1), 1);
  close(zero);
  EXPECT_FALSE(watch.is_unchanged());
}

TEST_F(WatchedMemory, ThatIsMappedAnewHasChanged) {
  MemoryWatch watch({range(0, page_bytes * page_count)});
  ASSERT_NE(mmap(memory_ + page_bytes, page_bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0),
            MAP_FAILED);
  EXPECT_FALSE(watch.is_unchanged());
  MemoryWatch other({range(0, page_bytes * page_count)});
  ASSERT_TRUE(other.is_unchanged());
  madvise(memory_ + page_bytes, page_bytes, MADV_DONTNEED);
  EXPECT_FALSE(other.is_unchanged());
}

TEST_F(Memory, ThatOthersShareIsNotWatched) {
  map(MAP_SHARED);
  EXPECT_FALSE(MemoryWatch({range(0, page_bytes * page_count)}).watches());
}

TEST_F(WatchedMemory, IsNotKnownInAForkedProcessWhichDisturbsNothing) {
  MemoryWatch watch({range(0, page_bytes * page_count)});
  memory_[3 * page_bytes] = 'y';
  const pid_t child = fork();
  if (child == 0) {
    MemoryWatch own({range(0, page_bytes * page_count)});
    _exit(watch.is_unchanged() || own.watches() || own.is_unchanged() ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_FALSE(watch.is_unchanged());
}

TEST_F(Memory, ThatDoesNotExistIsNotWatched) {
  munmap(memory_ + page_bytes, page_bytes);
  EXPECT_FALSE(MemoryWatch({range(8, page_bytes + 8)}).watches());
  EXPECT_FALSE(MemoryWatch({range(page_bytes, 2 * page_bytes)}).watches());
  EXPECT_FALSE(MemoryWatch({{8, 200}}).watches());
}

TEST_F(WatchedMemory, ThatIsUnmappedHasChanged) {
  MemoryWatch watch({range(8, page_bytes + 8)});
  munmap(memory_ + page_bytes, page_bytes);
  EXPECT_FALSE(watch.is_unchanged());
}

TEST_F(WatchedMemory, IsReleasedBehindAWatch) {
  const auto mappings = [] {
    std::ifstream maps("/proc/self/maps");
    return std::count(std::istreambuf_iterator<char>(maps), {}, '\n');
  };
  const auto watch_parts = [&] {
    std::vector<std::unique_ptr<MemoryWatch>> watches;
    for (size_t page = 0; page < page_count; page += 4)
      watches.push_back(std::make_unique<MemoryWatch>(
          std::vector<AddressRange>{range(page * page_bytes, (page + 2) * page_bytes)}));
    return mappings();
  };
  watch_parts();  // the allocator maps memory of its own the first time
  const auto before = mappings();
  EXPECT_GT(watch_parts(), before);
  EXPECT_EQ(mappings(), before);
}

TEST_F(WatchedMemory, OfOneWatchThatEndsIsUnknownToAnother) {
  MemoryWatch watch({range(0, 2 * page_bytes)});
  {
    MemoryWatch other({range(page_bytes, 3 * page_bytes)});
  }
  EXPECT_FALSE(watch.is_unchanged());
}

/// AddressSanitizer moves variables of other functions away from the stack.
[[gnu::noinline]] __attribute__((no_sanitize("address"))) bool watches_own_stack() {
  std::array<char, 3 * page_bytes> own;
  own.fill('x');
  const auto first = reinterpret_cast<uint64_t>(own.data());
  return MemoryWatch({{first, first + own.size()}}).watches();
}

TEST_F(Memory, OfTheMainThreadsStackIsNotWatched) {
  EXPECT_FALSE(watches_own_stack());
}

TEST_F(Memory, OfTheMainThreadsStackIsComparedWhereItHasNoWholePage) {
  int64_t own = 1;
  const auto first = reinterpret_cast<uint64_t>(&own);
  MemoryWatch watch({{first, first + sizeof own}});
  EXPECT_TRUE(watch.is_unchanged());
  const_cast<volatile int64_t&>(own) = 2;
  EXPECT_FALSE(watch.is_unchanged());
}

TEST_F(Memory, IsNotWatchedWhereADeviceIsOpen) {
  int open_device = -1;
  for (const char* name :
       {"/dev/mem", "/dev/kmsg", "/dev/net/tun", "/dev/vda", "/dev/loop-control"})
    if (open_device < 0) open_device = open(name, O_RDONLY);
  if (open_device < 0) GTEST_SKIP() << "no device may be opened";
  EXPECT_FALSE(MemoryWatch({range(0, page_bytes * page_count)}).watches());
  close(open_device);
}

}  // namespace
}  // namespace bamboo::overlap
