// SPDX-License-Identifier: Apache-2.0
#include "matching/pool.h"

#include <array>
#include <bit>
#include <cstdlib>
#include <new>

namespace bamboo::mpi::pool {

namespace {

constexpr std::size_t smallest_class = 6;      // 64 bytes
constexpr std::size_t classes = 20;            // … 32 MiB; larger goes to malloc
constexpr std::size_t kept_bytes = 64u << 20;  // per thread: more than that is given back

struct Free {
  Free* next;
};

struct Cache {
  std::array<Free*, classes> free{};
  std::size_t bytes = 0;
  ~Cache() {
    for (Free* list : free) {
      while (list) {
        Free* next = list->next;
        std::free(list);
        list = next;
      }
    }
  }
};
thread_local Cache cache;

std::size_t class_of(std::size_t bytes) {
  const std::size_t width = std::bit_width(bytes > 0 ? bytes - 1 : 0);
  return width <= smallest_class ? 0 : width - smallest_class;
}
std::size_t class_bytes(std::size_t c) {
  return std::size_t{1} << (c + smallest_class);
}

}  // namespace

void* allocate(std::size_t bytes) {
  const std::size_t c = class_of(bytes);
  if (c < classes && cache.free[c]) {
    Free* memory = cache.free[c];
    cache.free[c] = memory->next;
    cache.bytes -= class_bytes(c);
    return memory;
  }
  void* memory = std::malloc(c < classes ? class_bytes(c) : bytes);
  if (!memory) throw std::bad_alloc();
  return memory;
}

void free_memory(void* memory, std::size_t bytes) {
  const std::size_t c = class_of(bytes);
  if (c >= classes || cache.bytes + class_bytes(c) > kept_bytes) {
    std::free(memory);
    return;
  }
  auto* item = static_cast<Free*>(memory);
  item->next = cache.free[c];
  cache.free[c] = item;
  cache.bytes += class_bytes(c);
}

std::size_t bytes_taken(std::size_t bytes) {
  const std::size_t c = class_of(bytes);
  return c < classes ? class_bytes(c) : bytes;
}

std::size_t bytes_kept() {
  return cache.bytes;
}

}  // namespace bamboo::mpi::pool
