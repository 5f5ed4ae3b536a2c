// SPDX-License-Identifier: Apache-2.0
// The integers that Fortran programs have for plans and groups of bamboo_plans.h.
#pragma once

#include <bamboo_plans.h>

#include <map>
#include <mutex>

#include "fortran/conversions.h"

namespace bamboo::plans::pmpi {

/// Numbers of C's handles; 0 is the number of no handle.
template <class Handle>
class HandleNumbers {
 public:
  MPI_Fint add(Handle handle) {
    if (!handle) return 0;
    const std::lock_guard lock(mutex_);
    handles_[++last_] = handle;
    return last_;
  }
  Handle at(MPI_Fint number) {
    const std::lock_guard lock(mutex_);
    const auto found = handles_.find(number);
    return found == handles_.end() ? Handle() : found->second;
  }
  Handle take(MPI_Fint number) {
    const std::lock_guard lock(mutex_);
    const auto found = handles_.extract(number);
    return found.empty() ? Handle() : found.mapped();
  }

 private:
  std::mutex mutex_;
  std::map<MPI_Fint, Handle> handles_;
  MPI_Fint last_ = 0;
};

inline HandleNumbers<Bamboo_Plan> plan_numbers;

/// `control(&plan)`: the function of C.
template <class Control>
void give_plan(MPI_Fint* plan, MPI_Fint* error, const Control& control) {
  Bamboo_Plan made = BAMBOO_PLAN_NULL;
  *error = control(&made);
  *plan = plan_numbers.add(made);
}

}  // namespace bamboo::plans::pmpi
