// SPDX-License-Identifier: Apache-2.0
#include "messenger/pools.h"

#include <bit>
#include <new>
#include <utility>

namespace bamboo {
namespace {

Chunk* make_chunk(std::size_t capacity, std::int8_t size_class) {
  void* memory = ::operator new(sizeof(Chunk) + capacity);
  auto* chunk = new (memory) Chunk;
  chunk->size_class = size_class;
  return chunk;
}

}  // namespace

ChunkPool::~ChunkPool() {
  for (Guarded<Chunk*>& list : lists_) {
    const auto head = list.lock();
    while (*head != nullptr) ::operator delete(std::exchange(*head, (*head)->next));
  }
}

Chunk* ChunkPool::allocate(std::size_t bytes, bool pooled) {
  const std::size_t units = (bytes + smallest - 1) / smallest;
  const int size_class = units <= 1 ? 0 : static_cast<int>(std::bit_width(units - 1));
  Chunk* chunk = nullptr;
  if (!pooled || size_class >= classes) {
    chunk = make_chunk(bytes, -1);
  } else {
    if (const auto head = lists_[size_class].lock(); *head != nullptr)
      chunk = std::exchange(*head, (*head)->next);
    if (chunk == nullptr)
      chunk = make_chunk(smallest << size_class, static_cast<std::int8_t>(size_class));
  }
  chunk->next = nullptr;
  chunk->data = reinterpret_cast<std::byte*>(chunk + 1);
  chunk->bytes = bytes;
  return chunk;
}

void ChunkPool::release(Chunk* chunk) {
  if (chunk->consumed != nullptr) {
    chunk->consumed->store(true, std::memory_order_release);
  } else if (chunk->size_class < 0) {
    ::operator delete(chunk);
  } else {
    const auto head = lists_[chunk->size_class].lock();
    chunk->next = std::exchange(*head, chunk);
  }
}

}  // namespace bamboo
