// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace bamboo::mpi::pool {

/// Message memory that is recycled (the paper's buffer reuse): free lists per thread and per power
/// of two, so that neither side takes a lock. Memory may be given back on another thread.
void* allocate(std::size_t bytes);
void free_memory(void* memory, std::size_t bytes);
/// What allocate() takes for so many bytes.
std::size_t bytes_taken(std::size_t bytes);
/// Memory that the calling thread keeps for later messages.
std::size_t bytes_kept();

}  // namespace bamboo::mpi::pool
