// SPDX-License-Identifier: Apache-2.0
// The arguments of a control part, whose arrays the program may change when it has returned.
#pragma once

#include <mpi.h>

#include <memory>
#include <vector>

#include "generated/arguments.h"

namespace bamboo::plans::pmpi {

/// Entries of the arrays that MPI reads on this process.
template <class Arguments>
int entries_read(const Arguments& a) {
  int between_groups = 0, size = 0, rank = 0;
  PMPI_Comm_test_inter(a.comm, &between_groups);
  if constexpr (requires { a.root; }) {
    PMPI_Comm_rank(a.comm, &rank);
    if (a.root != (between_groups ? MPI_ROOT : rank)) return 0;
  }
  if (between_groups && !reduces(Arguments::operation))
    PMPI_Comm_remote_size(a.comm, &size);
  else
    PMPI_Comm_size(a.comm, &size);
  return size;
}

/// Handles are the program's.
template <class Arguments>
class KeptArrays {
 public:
  explicit KeptArrays(const Arguments& given) : arguments_(given) {
    const int entries = entries_read(given);
    each_array(arguments_, [&](auto& array) { keep(array, entries); });
  }
  KeptArrays(const KeptArrays&) = delete;
  KeptArrays& operator=(const KeptArrays&) = delete;

  const Arguments& arguments() const { return arguments_; }

 private:
  template <class T>
  void keep(const T*& array, int entries) {
    if (array == nullptr || entries == 0) return;
    const auto copy = std::make_shared<std::vector<T>>(array, array + entries);
    array = copy->data();
    copies_.push_back(copy);
  }

  Arguments arguments_;
  std::vector<std::shared_ptr<const void>> copies_;
};

}  // namespace bamboo::plans::pmpi
