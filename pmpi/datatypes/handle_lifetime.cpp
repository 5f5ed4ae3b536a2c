// SPDX-License-Identifier: Apache-2.0
#include "datatypes/handle_lifetime.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

#include "datatypes/reducible.h"

namespace bamboo::plans::pmpi {
namespace {

/// `free`: the MPI's own function.
template <class Handle, int (*free)(Handle*)>
class Held {
 public:
  std::shared_ptr<const void> hold(Handle handle) {
    const std::lock_guard lock(mutex_);
    ++uses_[handle].holders;
    count_.store(uses_.size());
    return {this, [this, handle](const void*) { release(handle); }};
  }

  bool is_freed_later(Handle handle) {
    if (count_.load() == 0) return false;
    const std::lock_guard lock(mutex_);
    const auto found = uses_.find(handle);
    if (found == uses_.end()) return false;
    found->second.is_freed = true;
    return true;
  }

 private:
  struct Use {
    int holders = 0;
    bool is_freed = false;
  };

  void release(Handle handle) {
    const std::lock_guard lock(mutex_);
    const auto found = uses_.find(handle);
    if (--found->second.holders > 0) return;
    if (found->second.is_freed) free(&handle);
    uses_.erase(found);
    count_.store(uses_.size());
  }

  std::mutex mutex_;
  std::unordered_map<Handle, Use> uses_;
  std::atomic<std::size_t> count_{0};
};

// Never destroyed, because a program that ends without MPI_Finalize may leave plans in progress.
auto& held_operations = *new Held<MPI_Op, PMPI_Op_free>;
auto& held_types = *new Held<MPI_Datatype, PMPI_Type_free>;

}  // namespace

std::shared_ptr<const void> hold_op(MPI_Op op) {
  return is_predefined(op) ? nullptr : held_operations.hold(op);
}

std::shared_ptr<const void> hold_datatype(MPI_Datatype type) {
  int integers = 0, addresses = 0, types = 0, combiner = MPI_COMBINER_NAMED;
  PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  return combiner == MPI_COMBINER_NAMED ? nullptr : held_types.hold(type);
}

bool defer_op_free(MPI_Op op) {
  return held_operations.is_freed_later(op);
}

bool defer_datatype_free(MPI_Datatype type) {
  return held_types.is_freed_later(type);
}

HeldTypes::~HeldTypes() {
  for (MPI_Datatype& type : copies_) PMPI_Type_free(&type);
}

MPI_Datatype HeldTypes::keep(MPI_Datatype type) {
  int integers = 0, addresses = 0, types = 0, combiner = MPI_COMBINER_NAMED;
  if (type == MPI_DATATYPE_NULL) return type;
  PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  if (combiner == MPI_COMBINER_NAMED) return type;
  PMPI_Type_dup(type, &copies_.emplace_back());
  return copies_.back();
}

std::vector<MPI_Datatype> HeldTypes::keep(const MPI_Datatype types[], int count) {
  std::vector<MPI_Datatype> kept;
  for (int i = 0; i < count; ++i) kept.push_back(keep(types[i]));
  return kept;
}

}  // namespace bamboo::plans::pmpi
