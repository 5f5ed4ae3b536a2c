// SPDX-License-Identifier: Apache-2.0
// Code that the functions of the tool information interface share.
#pragma once

#include <cstring>
#include <span>
#include <string_view>

#include "functions/entry.h"

namespace bamboo::mpi {

/// The variables of a rank, in the order of their indices.
std::span<const ControlVariable> control_variables();
std::span<const PerformanceVariable> performance_variables();

/// The item with that index. Throws MpiError(MPI_T_ERR_INVALID_INDEX).
template <class Item>
const Item& at_index(std::span<const Item> items, int index) {
  if (index < 0 || index >= static_cast<int>(items.size()))
    fail(MPI_T_ERR_INVALID_INDEX, "index %d is none of 0 … %zu", index, items.size() - 1);
  return items[static_cast<std::size_t>(index)];
}

/// The index of the item with that name. Throws MpiError(MPI_T_ERR_INVALID_NAME).
template <class Item>
int index_of(std::span<const Item> items, const char* name) {
  for (const Item& item : items)
    if (std::strcmp(name, item.name) == 0) return static_cast<int>(&item - items.data());
  fail(MPI_T_ERR_INVALID_NAME, "there is no \"%s\"", name);
}

/// Returns a text in the way of MPI_T: as much as fits, and the length that the whole text needs.
/// Without a place for the length, it returns no text.
void give_text(std::string_view text, char* out, int* length);

/// Stores the value if the tool passed a place for it.
template <class T>
void give_value(T* out, T value) {
  if (out) *out = value;
}

/// Throws MpiError(MPI_T_ERR_INVALID) for a null pointer.
template <class T>
void check_tool_pointer(const T* pointer, const char* argument) {
  if (!pointer) fail(MPI_T_ERR_INVALID, "%s is a null pointer", argument);
}

/// Runs `body(rank)` between MPI_T_init_thread and MPI_T_finalize, at any time of the world model.
/// MPI has no error handler for tools: an error is the function's return value.
template <class Body>
int enter_tools(const char* function, void* call_site, Body&& body) {
  const InMpi in_mpi(function, call_site);
  Rank& rank = *in_mpi.rank;
  rank.begin_call(function, call_site);
  if (rank.tools.users == 0) return MPI_T_ERR_NOT_INITIALIZED;
  try {
    body(rank);
    return MPI_SUCCESS;
  } catch (const MpiError& error) {
    return error.error_class;
  }
}

}  // namespace bamboo::mpi

#define BAMBOO_MPI_TOOLS(...) \
  ::bamboo::mpi::enter_tools( \
      __func__,               \
      __builtin_return_address(0), [&]([[maybe_unused]] ::bamboo::mpi::Rank & rank) __VA_ARGS__)
