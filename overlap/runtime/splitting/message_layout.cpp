// SPDX-License-Identifier: Apache-2.0
#include "message_layout.h"

#include <algorithm>

namespace bamboo::overlap {
namespace {

using Pieces = std::vector<MessagePiece>;

/// Limit of numbers in a type's description, of pieces, and of runs of a piece.
constexpr int most_numbers = 4096;
constexpr size_t most_pieces = 1024;
constexpr int64_t most_runs = 4096;

bool is_named(MPI_Datatype type) {
  int integers = 0, addresses = 0, types = 0, combiner = 0;
  PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
         combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER;
}

/// How a type was constructed.
class Contents {
 public:
  Contents(MPI_Datatype type, int integer_count, int address_count, int type_count, int how)
      : combiner(how), integers(integer_count), addresses(address_count), types(type_count) {
    PMPI_Type_get_contents(type, integer_count, address_count, type_count, integers.data(),
                           addresses.data(), types.data());
  }
  Contents(const Contents&) = delete;
  Contents& operator=(const Contents&) = delete;
  ~Contents() {
    for (MPI_Datatype& type : types)
      if (!is_named(type)) PMPI_Type_free(&type);
  }

  const int combiner;
  std::vector<int> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Datatype> types;
};

int64_t extent_of(MPI_Datatype type) {
  MPI_Aint lower = 0, extent = 0;
  PMPI_Type_get_extent(type, &lower, &extent);
  return extent;
}

/// One piece from the first byte to the last.
Pieces as_one(MPI_Datatype type) {
  MPI_Aint lower = 0, extent = 0;
  PMPI_Type_get_true_extent(type, &lower, &extent);
  if (extent == 0) return {};
  return {{lower, extent, {}}};
}

Pieces repeated(Pieces pieces, int64_t stride, int64_t count) {
  if (count == 0) return {};
  if (count == 1) return pieces;
  for (MessagePiece& piece : pieces) {
    auto& repetitions = piece.repetitions;
    if (repetitions.empty() && stride == piece.bytes)
      piece.bytes *= count;
    else if (!repetitions.empty() &&
             stride == repetitions.front().stride * repetitions.front().count)
      repetitions.front().count *= count;
    else
      repetitions.insert(repetitions.begin(), {stride, count});
  }
  return pieces;
}

/// Joins pieces at equal distances into a repeated piece, such as those of a column that is
/// described cell by cell.
bool join(MessagePiece& last, const MessagePiece& next) {
  if (!next.repetitions.empty() || last.repetitions.size() > 1) return false;
  if (last.repetitions.empty() && next.offset == last.offset + last.bytes) {
    last.bytes += next.bytes;
    return true;
  }
  if (next.bytes != last.bytes) return false;
  if (last.repetitions.empty()) {
    last.repetitions.push_back({next.offset - last.offset, 2});
    return true;
  }
  Repetition& all = last.repetitions.front();
  if (next.offset != last.offset + all.stride * all.count) return false;
  ++all.count;
  return true;
}

void append(Pieces& all, const Pieces& more, int64_t offset) {
  for (MessagePiece piece : more) {
    piece.offset += offset;
    if (all.empty() || !join(all.back(), piece)) all.push_back(std::move(piece));
  }
}

Pieces pieces_of(MPI_Datatype type);

/// Blocks of one type at displacements, with individual lengths or one length.
template <class Length, class Displacement>
Pieces blocks(MPI_Datatype type, int count, Length length, Displacement displacement) {
  const Pieces inner = pieces_of(type);
  const int64_t extent = extent_of(type);
  Pieces all, block;
  for (int i = 0; i < count; ++i) {
    if (i == 0 || length(i) != length(i - 1)) block = repeated(inner, extent, length(i));
    append(all, block, displacement(i));
  }
  return all;
}

Pieces structure(const Contents& made) {
  const int count = made.integers[0];
  Pieces all;
  for (int i = 0; i < count; ++i) {
    const MPI_Datatype type = made.types[static_cast<size_t>(i)];
    append(all,
           repeated(pieces_of(type), extent_of(type), made.integers[static_cast<size_t>(i) + 1]),
           made.addresses[static_cast<size_t>(i)]);
  }
  return all;
}

/// A part of an array of several dimensions.
Pieces subarray(const Contents& made) {
  const auto dimensions = static_cast<size_t>(made.integers[0]);
  const int* sizes = made.integers.data() + 1;
  const int* parts = sizes + dimensions;
  const int* starts = parts + dimensions;
  const bool is_c = starts[dimensions] == MPI_ORDER_C;
  Pieces all = pieces_of(made.types[0]);
  int64_t stride = extent_of(made.types[0]), offset = 0;
  for (size_t i = 0; i < dimensions; ++i) {
    const size_t dimension = is_c ? dimensions - 1 - i : i;  // the innermost first
    all = repeated(std::move(all), stride, parts[dimension]);
    offset += stride * starts[dimension];
    stride *= sizes[dimension];
  }
  for (MessagePiece& piece : all) piece.offset += offset;
  return all;
}

Pieces taken_apart(const Contents& made, MPI_Datatype whole) {
  const auto number = [&](int i) { return made.integers[static_cast<size_t>(i)]; };
  const auto address = [&](int i) { return made.addresses[static_cast<size_t>(i)]; };
  const MPI_Datatype type = made.types.empty() ? MPI_DATATYPE_NULL : made.types.front();
  const auto same = [&](int) { return number(1); };
  switch (made.combiner) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED:
      return pieces_of(type);
    case MPI_COMBINER_CONTIGUOUS:
      return repeated(pieces_of(type), extent_of(type), number(0));
    case MPI_COMBINER_VECTOR:
      return repeated(repeated(pieces_of(type), extent_of(type), number(1)),
                      extent_of(type) * number(2), number(0));
    case MPI_COMBINER_HVECTOR:
      return repeated(repeated(pieces_of(type), extent_of(type), number(1)), address(0), number(0));
    case MPI_COMBINER_INDEXED: {
      const int64_t extent = extent_of(type);
      return blocks(
          type, number(0), [&](int i) { return number(1 + i); },
          [&](int i) { return extent * number(1 + number(0) + i); });
    }
    case MPI_COMBINER_HINDEXED:
      return blocks(type, number(0), [&](int i) { return number(1 + i); }, address);
    case MPI_COMBINER_INDEXED_BLOCK: {
      const int64_t extent = extent_of(type);
      return blocks(type, number(0), same, [&](int i) { return extent * number(2 + i); });
    }
    case MPI_COMBINER_HINDEXED_BLOCK:
      return blocks(type, number(0), same, address);
    case MPI_COMBINER_STRUCT:
      return structure(made);
    case MPI_COMBINER_SUBARRAY:
      return subarray(made);
    default:
      return as_one(whole);
  }
}

Pieces pieces_of(MPI_Datatype type) {
  int integers = 0, addresses = 0, types = 0, combiner = 0;
  PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  if (is_named(type) || std::max({integers, addresses, types}) > most_numbers) return as_one(type);
  Pieces all = taken_apart(Contents(type, integers, addresses, types, combiner), type);
  return all.size() > most_pieces ? as_one(type) : all;
}

}  // namespace

std::vector<MessagePiece> message_layout(MPI_Datatype type, int64_t count) {
  // The type is unknown if nothing is sent. Negative counts are errors.
  if (count <= 0) return {};
  return repeated(pieces_of(type), extent_of(type), count);
}

std::vector<TouchRun> runs_of(const MessagePiece& piece, uint64_t address, bool written) {
  const auto first = static_cast<int64_t>(address) + piece.offset;
  int64_t low = 0, high = piece.bytes, count = 1;
  for (size_t i = 0; i < piece.repetitions.size(); ++i) {
    const auto& [stride, times] = piece.repetitions[i];
    (stride < 0 ? low : high) += stride * (times - 1);
    const bool is_last = i + 1 == piece.repetitions.size();
    if (!is_last) count = std::min(count * times, most_runs + 1);
  }
  if (count > most_runs) return {{first + low, high - low, 0, 1, written}};
  std::vector<TouchRun> runs = {{first, piece.bytes, 0, 1, written}};
  if (piece.repetitions.empty()) return runs;
  runs.front().stride = piece.repetitions.back().stride;
  runs.front().count = piece.repetitions.back().count;
  for (size_t i = piece.repetitions.size() - 1; i-- > 0;) {
    const size_t inner = runs.size();
    for (int64_t k = 1; k < piece.repetitions[i].count; ++k)
      for (size_t j = 0; j < inner; ++j) {
        runs.push_back(runs[j]);
        runs.back().first += piece.repetitions[i].stride * k;
      }
  }
  return runs;
}

}  // namespace bamboo::overlap
