// SPDX-License-Identifier: Apache-2.0
// Random nested datatypes, made by every constructor, beside their type maps.
#pragma once

#include <random>

#include "types/darray.h"
#include "types/typemap.h"

namespace bamboo::mpi::test {

class RandomTypes {
 public:
  explicit RandomTypes(unsigned seed) : random_(seed) {}

  int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  Both make(int depth) {
    if (depth == 0) return basic();
    switch (number(0, 7)) {
      case 0:
        return contiguous(make(depth - 1));
      case 1:
        return vector(make(depth - 1));
      case 2:
        return hvector(make(depth - 1));
      case 3:
        return indexed(make(depth - 1));
      case 4:
        return structure(depth);
      case 5:
        return subarray(make(depth - 1));
      case 6:
        return darray(make(depth - 1));
      default:
        return resized(make(depth - 1));
    }
  }

 private:
  Both basic() {
    static const MPI_Datatype handles[] = {
        MPI_CHAR, MPI_SHORT, MPI_INT, MPI_DOUBLE, MPI_FLOAT, MPI_C_DOUBLE_COMPLEX, MPI_LONG_DOUBLE};
    const DatatypeRef type = predefined(handles[number(0, 6)]);
    return {{{{type->size, 0}}, {}, {}, static_cast<MPI_Aint>(type->alignment)}, type};
  }
  Both contiguous(const Both& old) {
    const int count = number(0, 4);
    TypeMap map;
    map.add_block(old.map, 0, count);
    return {map, make_contiguous(count, old.type)};
  }
  Both vector(const Both& old) {
    const int count = number(0, 4), block = number(0, 3), stride = number(-4, 5);
    return strided(old, count, block, stride * old.map.extent());
  }
  Both hvector(const Both& old) {
    return strided(old, number(0, 4), number(0, 3), number(-60, 60));
  }
  Both strided(const Both& old, int count, int block, MPI_Aint stride) {
    TypeMap map;
    for (int i = 0; i < count; i++) map.add_block(old.map, i * stride, block);
    return {map, make_vector(count, block, stride, old.type)};
  }
  Both indexed(const Both& old) {
    const int count = number(0, 4);
    const bool bytes = number(0, 1);
    const MPI_Aint unit = bytes ? 1 : old.map.extent();
    std::vector<MPI_Count> blocks;
    std::vector<MPI_Aint> displacements;
    TypeMap map;
    for (int i = 0; i < count; i++) {
      blocks.push_back(number(0, 3));
      displacements.push_back(number(-6, 12));
      map.add_block(old.map, displacements[i] * unit, blocks[i]);
    }
    return {map, make_indexed(blocks, displacements, unit, old.type)};
  }
  Both structure(int depth) {
    const int count = number(0, 3);
    std::vector<MPI_Count> blocks;
    std::vector<MPI_Aint> displacements;
    std::vector<DatatypeRef> types;
    TypeMap map;
    for (int i = 0; i < count; i++) {
      const Both member = make(number(0, depth - 1));
      blocks.push_back(number(0, 3));
      displacements.push_back(number(-20, 90));
      types.push_back(member.type);
      map.add_block(member.map, displacements[i], blocks[i]);
    }
    return {map, make_struct(blocks, displacements, types)};
  }
  Both subarray(const Both& old) {
    const int dims = number(1, 3), order = number(0, 1) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    std::vector<MPI_Count> sizes, subsizes, starts;
    for (int d = 0; d < dims; d++) {
      sizes.push_back(number(1, 4));
      subsizes.push_back(number(1, sizes[d]));
      starts.push_back(number(0, sizes[d] - subsizes[d]));
    }
    // Element by element, in the array's storage order.
    TypeMap map;
    std::vector<int> index(dims, 0);
    const auto slowest_first = [&](int k) { return order == MPI_ORDER_C ? k : dims - 1 - k; };
    while (true) {
      MPI_Aint linear = 0;
      for (int k = 0; k < dims; k++) {
        const int d = slowest_first(k);
        linear = linear * sizes[d] + starts[d] + index[d];
      }
      map.add(old.map, linear * old.map.extent());
      int k = dims - 1;
      while (k >= 0 && ++index[slowest_first(k)] == subsizes[slowest_first(k)])
        index[slowest_first(k--)] = 0;
      if (k < 0) break;
    }
    MPI_Aint total = old.map.extent();
    for (const MPI_Count s : sizes) total *= s;
    map.lb_markers = {0};
    map.ub_markers = {total};
    return {map, make_subarray(sizes, subsizes, starts, order, old.type)};
  }
  /// A cyclic or blocked part of a vector or matrix, element by element in the order of storage.
  Both darray(const Both& old) {
    const int order = number(0, 1) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    std::vector<Distribution> dimensions;
    MPI_Aint total = old.map.extent();
    for (int d = number(1, 2); d > 0; d--) {
      const auto kind = number(0, 1) ? Distribution::Kind::Cyclic : Distribution::Kind::Block;
      const int size = number(1, 7), processes = number(1, 3), place = number(0, processes - 1);
      const int least = kind == Distribution::Kind::Block ? (size + processes - 1) / processes : 1;
      dimensions.push_back({kind, size, processes, place, number(least, 4 + least)});
      total *= size;
    }
    const Distribution& fast = order == MPI_ORDER_C ? dimensions.back() : dimensions.front();
    const Distribution* const slow = dimensions.size() == 1 ? nullptr
                                     : order == MPI_ORDER_C ? &dimensions.front()
                                                            : &dimensions.back();
    const auto is_mine = [](const Distribution& d, MPI_Count i) {
      return i / d.block % d.processes == d.place;
    };
    TypeMap map;
    for (MPI_Count i = 0; i < (slow ? slow->size : 1); i++)
      for (MPI_Count j = 0; j < fast.size; j++)
        if ((!slow || is_mine(*slow, i)) && is_mine(fast, j))
          map.add(old.map, (i * fast.size + j) * old.map.extent());
    map.lb_markers = {0};
    map.ub_markers = {total};
    return {map, make_darray(dimensions, order, old.type)};
  }
  Both resized(const Both& old) {
    const MPI_Aint lb = number(-16, 16), extent = number(0, 80);
    TypeMap map = old.map;
    map.lb_markers = {lb};
    map.ub_markers = {lb + extent};
    return {map, make_resized(old.type, lb, extent)};
  }

  std::mt19937 random_;
};

}  // namespace bamboo::mpi::test
