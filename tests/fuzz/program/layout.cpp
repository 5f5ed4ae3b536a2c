// SPDX-License-Identifier: Apache-2.0
#include "layout.h"

#include <array>

#include "world.h"

namespace fuzz {

namespace {

MPI_Datatype blocks_by_index(Dice& dice, int integers, int& span) {
  std::vector<int> lengths, displacements;
  int position = dice.below(3);
  for (int left = integers; left > 0;) {
    const int length = dice.below(left) + 1;
    lengths.push_back(length);
    displacements.push_back(position);
    position += length + dice.below(3);
    left -= length;
  }
  if (dice.chance(30)) {  // an empty block
    lengths.push_back(0);
    displacements.push_back(dice.below(4));
  }
  span = position;
  MPI_Datatype type;
  MPI_Type_indexed(static_cast<int>(lengths.size()), lengths.data(), displacements.data(), MPI_INT,
                   &type);
  return type;
}

MPI_Datatype two_parts(int integers, int& span) {
  const int first = integers / 2;
  const std::array<int, 2> lengths{first, integers - first};
  const std::array<MPI_Aint, 2> displacements{0, (first + 2) * static_cast<MPI_Aint>(sizeof(int))};
  const std::array<MPI_Datatype, 2> types{MPI_INT, MPI_INT};
  span = integers + 2;
  MPI_Datatype type;
  MPI_Type_create_struct(2, lengths.data(), displacements.data(), types.data(), &type);
  return type;
}

MPI_Datatype part_of_a_plane(int integers, int& span) {
  const std::array<int, 2> sizes{3, integers + 2};
  const std::array<int, 2> part{1, integers};
  const std::array<int, 2> start{1, 1};
  span = 3 * (integers + 2);
  MPI_Datatype type;
  MPI_Type_create_subarray(2, sizes.data(), part.data(), start.data(), MPI_ORDER_C, MPI_INT, &type);
  return type;
}

}  // namespace

Layout::Layout(Dice& dice, int integers) {
  int span = integers;
  switch (integers == 0 ? 0 : dice.below(6)) {
    case 0:
      MPI_Type_contiguous(integers, MPI_INT, &type_);
      break;
    case 1:
      type_ = blocks_by_index(dice, integers, span);
      break;
    case 2:
      type_ = two_parts(integers, span);
      break;
    case 3:
      type_ = part_of_a_plane(integers, span);
      break;
    case 4:
      MPI_Type_vector(integers, 1, 2, MPI_INT, &type_);
      span = 2 * integers;
      break;
    default: {
      MPI_Datatype inner = blocks_by_index(dice, integers, span);
      MPI_Type_create_resized(inner, 0, static_cast<MPI_Aint>(sizeof(int)) * (span + 1), &type_);
      MPI_Type_free(&inner);
    }
  }
  MPI_Type_commit(&type_);
  span_ = static_cast<std::size_t>(span) + 1;
}

Buffer::Buffer(Dice& dice, int integers, Dice content)
    : layout(dice, integers), memory(numbers(content, layout.span())) {}

}  // namespace fuzz
