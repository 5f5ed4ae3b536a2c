// SPDX-License-Identifier: Apache-2.0
#include "contexts/stack.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <mutex>
#include <system_error>
#include <vector>

#include "contexts/sanitizers.h"

namespace bamboo {

namespace {

/// Stacks that no task uses now, by size. Touched when tasks begin and end, not while they run.
class StackPool {
 public:
  std::byte* take(std::size_t bytes) {
    std::lock_guard guard(lock_);
    auto& free = free_[bytes];
    if (free.empty()) return nullptr;
    std::byte* mapping = free.back();
    free.pop_back();
    return mapping;
  }
  /// Returns false when the pool is full.
  bool keep(std::byte* mapping, std::size_t bytes) {
    std::lock_guard guard(lock_);
    auto& free = free_[bytes];
    if (free.size() >= limit) return false;
    free.push_back(mapping);
    return true;
  }
  /// Never destroyed: tasks may end after static destructors have begun.
  static StackPool& instance() {
    static StackPool* pool = new StackPool;
    return *pool;
  }

 private:
  static constexpr std::size_t limit = 64;
  std::mutex lock_;
  std::map<std::size_t, std::vector<std::byte*>> free_;
};

std::size_t whole_pages(std::size_t bytes) {
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

Stack::Stack(std::size_t bytes) : bytes_(whole_pages(bytes)) {
  mapping_ = StackPool::instance().take(bytes_);
  if (mapping_ != nullptr) return;
  const std::size_t total = guard_bytes + bytes_;
  void* memory = mmap(nullptr, total, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) fail("no address space for a task's stack");
  if (mprotect(memory, guard_bytes, PROT_NONE) != 0) {
    munmap(memory, total);
    fail("no guard pages for a task's stack");
  }
  // A huge page would commit two megabytes for the first few bytes of every task.
  madvise(memory, total, MADV_NOHUGEPAGE);
  mapping_ = static_cast<std::byte*>(memory);
}

bool Stack::allow_code() const {
  return mprotect(bottom(), bytes_, PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
}

Stack::~Stack() {
  sanitizer::forget_stack(bottom(), bytes_);
  if (!StackPool::instance().keep(mapping_, bytes_)) munmap(mapping_, guard_bytes + bytes_);
}

}  // namespace bamboo
