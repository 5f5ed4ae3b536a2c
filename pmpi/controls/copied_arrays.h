// SPDX-License-Identifier: Apache-2.0
// The arguments of a control part, whose arrays the program may change when it has returned.
#pragma once

#include <mpi.h>

#include <memory>
#include <vector>

#include "arguments/moved_bytes.h"
#include "generated/arguments.h"

namespace bamboo::plans::pmpi {

/// Returns the number of entries in the arrays that MPI reads on this process.
template <class Arguments>
int entries_read(const Arguments& a) {
  if constexpr (requires { a.root; }) {
    int between_groups = 0, rank = 0;
    PMPI_Comm_test_inter(a.comm, &between_groups);
    PMPI_Comm_rank(a.comm, &rank);
    if (a.root != (between_groups ? MPI_ROOT : rank)) return 0;
  }
  if (!reduces(Arguments::operation)) return processes_opposite(a.comm);
  int own = 0;
  PMPI_Comm_size(a.comm, &own);
  return own;
}

/// Arguments with copies of the arrays that MPI reads. The handles in them are not duplicated, so
/// the program must not free them before the last use.
template <class Arguments>
class CopiedArrays {
 public:
  explicit CopiedArrays(const Arguments& given) : arguments_(given) {
    if constexpr (requires { each_array(arguments_, [](auto&) {}); })
      each_array(arguments_, [this, &given](auto& array) { keep(array, entries_read(given)); });
  }
  CopiedArrays(const CopiedArrays&) = delete;
  CopiedArrays& operator=(const CopiedArrays&) = delete;

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
