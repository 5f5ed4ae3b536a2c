// SPDX-License-Identifier: Apache-2.0
// Values that the ranks of a file exchange.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <vector>

#include "comm/agreement.h"
#include "errors/errors.h"

namespace bamboo::mpi {

/// Runs `body` on all members. If it fails on one member, it fails on all of them: each one throws
/// its own MpiError, or one of the same class.
template <class Body>
void agreed(const Members& members, Body&& body) {
  std::optional<MpiError> failure;
  try {
    body();
  } catch (const MpiError& error) {
    failure = error;
  }
  const int error_class = allreduce_max(members, failure ? failure->error_class : MPI_SUCCESS);
  if (failure) throw *failure;
  if (error_class != MPI_SUCCESS) fail(error_class, "it failed on another rank of the file");
}

/// Waits until all members have called it. Then the first one runs `body`, and all share its
/// failure.
template <class Body>
void by_first(const Members& members, Body&& body) {
  allreduce_max(members, 0);
  agreed(members, [&] {
    if (members.me == 0) body();
  });
}

/// A value as the messages of an agreement carry it.
template <class Value>
using AsIntegers = std::array<int, sizeof(Value) / sizeof(int)>;

/// The first member's value.
template <class Value>
Value from_first(const Members& members, const Value& mine) {
  auto integers = std::bit_cast<AsIntegers<Value>>(mine);
  std::ranges::copy(broadcast(members, {integers.begin(), integers.end()}), integers.begin());
  return std::bit_cast<Value>(integers);
}

/// The values of all members.
template <class Value>
std::vector<Value> from_all(const Members& members, const Value& mine) {
  AsIntegers<Value> integers = std::bit_cast<AsIntegers<Value>>(mine);
  const std::vector<int> gathered = allgather(members, integers);
  std::vector<Value> values;
  for (auto next = gathered.begin(); next != gathered.end(); next += integers.size()) {
    std::copy_n(next, integers.size(), integers.begin());
    values.push_back(std::bit_cast<Value>(integers));
  }
  return values;
}

}  // namespace bamboo::mpi
