// SPDX-License-Identifier: Apache-2.0
#include "types/darray.h"

#include <algorithm>

namespace bamboo::mpi {
namespace {

/// The process's elements of one dimension; one element is `part`, the next is `stride` bytes away.
NewType make_dimension(const Distribution& d, MPI_Aint stride, const DatatypeRef& part) {
  const MPI_Count first = d.place * d.block, round = d.processes * d.block;
  const MPI_Count rest = std::max<MPI_Count>(d.size - first, 0);
  TypeBuilder b;
  if (d.kind != Distribution::Kind::Cyclic) {
    const MPI_Count mine = d.kind == Distribution::Kind::None ? d.size : std::min(rest, d.block);
    b.place(part, first * stride, static_cast<std::size_t>(mine), stride);
    return b.finish();
  }
  TypeBuilder block;
  block.place(part, 0, static_cast<std::size_t>(d.block), stride);
  const MPI_Count whole = rest / round + (rest % round >= d.block);
  b.place(block.finish(), first * stride, static_cast<std::size_t>(whole), round * stride);
  const MPI_Count tail = rest % round < d.block ? rest % round : 0;
  b.place(part, (first + whole * round) * stride, static_cast<std::size_t>(tail), stride);
  return b.finish();
}

}  // namespace

NewType make_darray(const std::vector<Distribution>& dimensions, int order,
                    const DatatypeRef& type) {
  DatatypeRef part = type;
  MPI_Aint stride = type->extent;
  const std::size_t n = dimensions.size();
  for (std::size_t i = 0; i < n; i++) {  // from the dimension that varies fastest
    const Distribution& d = dimensions[order == MPI_ORDER_C ? n - 1 - i : i];
    part = make_dimension(d, stride, part);
    stride *= d.size;
  }
  return make_resized(part, 0, stride);
}

}  // namespace bamboo::mpi
