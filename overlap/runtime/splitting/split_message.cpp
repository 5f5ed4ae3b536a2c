// SPDX-License-Identifier: Apache-2.0
#include "split_message.h"

#include <cstddef>

#include "message_layout.h"

extern "C" {
// The common blocks that begin with MPI_BOTTOM: Open MPI's, and MPICH's.
extern int mpi_fortran_bottom_ __attribute__((weak));
extern int mpipriv1_ __attribute__((weak));
}

namespace {

/// Up to this number, each piece may be another part of the data, such as the two sides of an
/// array.
constexpr size_t few_pieces = 8;

/// Fortran's MPI_BOTTOM is a variable: addresses in a datatype are absolute there.
bool is_fortran_bottom(uint64_t address) {
  const auto is_at = [&](const int* variable) {
    return variable != nullptr && address == reinterpret_cast<uint64_t>(variable);
  };
  return is_at(&mpi_fortran_bottom_) || is_at(&mpipriv1_);
}

}  // namespace

extern "C" {

void bamboo_split_message(bamboo_split* split, int32_t site, uint64_t address, uint64_t count,
                          int32_t written, MPI_Datatype type) {
  using namespace bamboo::overlap;
  if (bamboo_split_may_have_core(split) == 0) return;
  const auto pieces = message_layout(type, static_cast<int32_t>(count));
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (i > 0 && pieces.size() <= few_pieces) bamboo_split_group(split);
    for (const TouchRun& run : runs_of(pieces[i], address, written != 0))
      bamboo_split_touch_run(split, site, static_cast<uint64_t>(run.first),
                             static_cast<uint64_t>(run.bytes), run.stride,
                             static_cast<uint64_t>(run.count), written);
  }
}

void bamboo_split_message_fortran(bamboo_split* split, int32_t site, uint64_t address,
                                  uint64_t count, int32_t written, MPI_Fint type) {
  if (bamboo_split_may_have_core(split) == 0) return;
  bamboo_split_message(split, site, is_fortran_bottom(address) ? 0 : address, count, written,
                       MPI_Type_f2c(type));
}
}
