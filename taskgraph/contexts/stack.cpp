// SPDX-License-Identifier: Apache-2.0
#include "contexts/stack.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <mutex>
#include <system_error>
#include <vector>

#include "contexts/sanitizers.h"

namespace bamboo {
namespace {

constexpr std::size_t wide_guard = 1u << 30;
constexpr std::size_t guard_beside_tsan = 32u << 20;  // which leaves little address space
constexpr std::size_t narrow_guard = 1u << 20;

/// Stacks that no task uses now, by size. Touched when tasks begin and end, not while they run.
class StackPool {
 public:
  /// Returns an empty mapping when there is none.
  Stack::Mapping take(std::size_t bytes) {
    std::lock_guard guard(lock_);
    auto& free = free_[bytes];
    if (free.empty()) return {};
    const Stack::Mapping mapping = free.back();
    free.pop_back();
    return mapping;
  }
  /// Returns false when the pool is full.
  bool keep(Stack::Mapping mapping, std::size_t bytes) {
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
  std::map<std::size_t, std::vector<Stack::Mapping>> free_;
};

std::size_t whole_pages(std::size_t bytes) {
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// Guards take address space, which may be limited (`ulimit -v`).
std::size_t affordable_guard() {
  rlimit limit{};
  const bool is_limited = getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
  if (is_limited) return narrow_guard;
  return sanitizer::watches_threads() ? guard_beside_tsan : wide_guard;
}

/// Reserves inaccessible address space. Returns an empty mapping when there is none.
Stack::Mapping reserve(std::size_t guard, std::size_t bytes) {
  void* memory = mmap(nullptr, guard + bytes, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return {};
  return {static_cast<std::byte*>(memory), guard};
}

}  // namespace

Stack::Stack(std::size_t bytes) : bytes_(whole_pages(bytes)) {
  mapping_ = StackPool::instance().take(bytes_);
  if (mapping_.start != nullptr) return;
  mapping_ = reserve(affordable_guard(), bytes_);
  if (mapping_.start == nullptr) mapping_ = reserve(narrow_guard, bytes_);
  if (mapping_.start == nullptr) fail("no address space for a task's stack (BAMBOO_STACK_SIZE)");
  if (mprotect(bottom(), bytes_, PROT_READ | PROT_WRITE) != 0) {
    const int error = errno;
    munmap(mapping_.start, mapping_.guard + bytes_);
    errno = error;
    fail("no memory for a task's stack (BAMBOO_STACK_SIZE)");
  }
  // A huge page would commit two megabytes for the first few bytes of every task.
  madvise(bottom(), bytes_, MADV_NOHUGEPAGE);
}

bool Stack::allow_code() const {
  return mprotect(bottom(), bytes_, PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
}

Stack::~Stack() {
  sanitizer::forget_stack(bottom(), bytes_);
  if (!StackPool::instance().keep(mapping_, bytes_))
    munmap(mapping_.start, mapping_.guard + bytes_);
}

}  // namespace bamboo
