// SPDX-License-Identifier: Apache-2.0
#include "messenger/pools.h"

#include <bit>
#include <new>

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
  for (List& list : lists_) {
    while (list.head != nullptr) {
      Chunk* chunk = list.head;
      list.head = chunk->next;
      ::operator delete(chunk);
    }
  }
}

Chunk* ChunkPool::allocate(std::size_t bytes, bool pooled) {
  const std::size_t units = (bytes + smallest - 1) / smallest;
  const int size_class = units <= 1 ? 0 : static_cast<int>(std::bit_width(units - 1));
  Chunk* chunk = nullptr;
  if (!pooled || size_class >= classes) {
    chunk = make_chunk(bytes, -1);
  } else {
    List& list = lists_[size_class];
    {
      const std::lock_guard guard(list.lock);
      chunk = list.head;
      if (chunk != nullptr) list.head = chunk->next;
    }
    if (chunk == nullptr) {
      chunk = make_chunk(smallest << size_class, static_cast<std::int8_t>(size_class));
    }
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
    List& list = lists_[chunk->size_class];
    const std::lock_guard guard(list.lock);
    chunk->next = list.head;
    list.head = chunk;
  }
}

}  // namespace bamboo
