// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "types/constructors.h"
#include "types/counts.h"

namespace bamboo::mpi {

/// The arguments of a type's constructor, for MPI_Type_get_contents: counts and addresses are large
/// counts where the form with large counts was called.
class Contents {
 public:
  Contents(int combiner, CountForm form) : combiner_(combiner), form_(form) {}

  Contents& integer(int value) {
    integers_.push_back(value);
    return *this;
  }
  Contents& integers(std::span<const int> values) {
    integers_.insert(integers_.end(), values.begin(), values.end());
    return *this;
  }
  Contents& count(MPI_Count value) { return counts({&value, 1}); }
  Contents& counts(std::span<const MPI_Count> values) {
    if (form_ == CountForm::Large) return large(values);
    for (const MPI_Count value : values) integers_.push_back(static_cast<int>(value));
    return *this;
  }
  Contents& addresses(std::span<const MPI_Aint> values) {
    if (form_ == CountForm::Large) return large(values);
    addresses_.insert(addresses_.end(), values.begin(), values.end());
    return *this;
  }

  /// A handle to the type that was made with these arguments from the types.
  MPI_Datatype give(NewType type, std::vector<DatatypeRef> types) {
    type->combiner = combiner_;
    type->integers = std::move(integers_);
    type->addresses = std::move(addresses_);
    type->counts = std::move(large_counts_);
    type->types = std::move(types);
    return new_handle(std::move(type));
  }

 private:
  Contents& large(std::span<const MPI_Count> values) {
    large_counts_.insert(large_counts_.end(), values.begin(), values.end());
    return *this;
  }

  int combiner_;
  CountForm form_;
  std::vector<int> integers_;
  std::vector<MPI_Aint> addresses_;
  std::vector<MPI_Count> large_counts_;
};

}  // namespace bamboo::mpi
