// SPDX-License-Identifier: Apache-2.0
#include "types/resized_basics.h"

#include <algorithm>
#include <span>

#include "types/constructors.h"
#include "types/darray.h"

namespace bamboo::mpi {
namespace {

/// The arguments of a type's constructor one after the other, as MPI_Type_get_contents orders them.
class Arguments {
 public:
  explicit Arguments(const Datatype& type) : type_(type) {}

  int integer() { return type_.integers[integers_++]; }
  std::vector<int> integers(int n) {
    integers_ += static_cast<std::size_t>(n);
    return {type_.integers.begin() + static_cast<std::ptrdiff_t>(integers_) - n,
            type_.integers.begin() + static_cast<std::ptrdiff_t>(integers_)};
  }
  MPI_Count count() { return large() ? type_.counts[counts_++] : integer(); }
  MPI_Aint address() { return large() ? type_.counts[counts_++] : type_.addresses[addresses_++]; }
  std::vector<MPI_Count> counts(MPI_Count n) {
    std::vector<MPI_Count> all(static_cast<std::size_t>(n));
    std::ranges::generate(all, [&] { return count(); });
    return all;
  }
  std::vector<MPI_Aint> addresses(MPI_Count n) {
    std::vector<MPI_Aint> all(static_cast<std::size_t>(n));
    std::ranges::generate(all, [&] { return address(); });
    return all;
  }

 private:
  bool large() const { return !type_.counts.empty(); }

  const Datatype& type_;
  std::size_t integers_ = 0, counts_ = 0, addresses_ = 0;
};

NewType vector_of(Arguments given, bool in_bytes, const DatatypeRef& old) {
  const auto count = static_cast<std::size_t>(given.count());
  const auto block = static_cast<std::size_t>(given.count());
  const MPI_Aint stride = in_bytes ? given.address() : given.count() * old->extent;
  return make_vector(count, block, stride, old);
}

NewType indexed_of(Arguments given, bool in_bytes, bool equal_blocks, const DatatypeRef& old) {
  const MPI_Count count = given.count();
  const auto lengths = equal_blocks ? std::vector(static_cast<std::size_t>(count), given.count())
                                    : given.counts(count);
  const auto places = in_bytes ? given.addresses(count) : given.counts(count);
  return make_indexed(lengths, places, in_bytes ? 1 : old->extent, old);
}

NewType struct_of(Arguments given, std::span<const DatatypeRef> members) {
  const MPI_Count count = given.count();
  const auto lengths = given.counts(count);
  return make_struct(lengths, given.addresses(count), members);
}

NewType subarray_of(Arguments given, const DatatypeRef& old) {
  const int dims = given.integer();
  const auto all = given.counts(dims), mine = given.counts(dims), first = given.counts(dims);
  return make_subarray(all, mine, first, given.integer(), old);
}

NewType darray_of(Arguments given, const DatatypeRef& old) {
  const int size = given.integer(), rank = given.integer(), dims = given.integer();
  const auto sizes = given.counts(dims);
  const auto distributions = given.integers(dims), arguments = given.integers(dims),
             grid = given.integers(dims);
  return make_darray(distribute({size, rank, sizes, distributions, arguments, grid}),
                     given.integer(), old);
}

NewType resized_of(Arguments given, const DatatypeRef& old) {
  const MPI_Aint lb = given.address();
  return make_resized(old, lb, given.address());
}

NewType basic_of(std::size_t bytes, MPI_Datatype like) {
  auto type = std::make_shared<Datatype>(*predefined(like));
  type->size = bytes;
  type->extent = type->true_extent = static_cast<MPI_Aint>(bytes);
  type->segments = {{0, bytes, 1, 0}};
  type->alignment = 1;
  return type;
}

/// Returns a type that consists of these parts, one behind the other.
NewType dense_of(std::span<const Datatype::Part> parts, const SizeOfBasic& size_of) {
  TypeBuilder builder;
  MPI_Aint place = 0;
  for (const Datatype::Part& part : parts) {
    const DatatypeRef type = with_sizes(part.type, size_of);
    builder.place(type, place, part.count, type->extent);
    place += static_cast<MPI_Aint>(part.count) * type->extent;
  }
  return builder.finish();
}

bool changes(const Datatype& type, const SizeOfBasic& size_of) {
  if (!type.leaves) return false;
  if (type.parts.empty()) return size_of(type.uniform) != type.size;
  return std::ranges::any_of(
      type.parts, [&](const Datatype::Part& part) { return changes(*part.type, size_of); });
}

NewType remake(const Datatype& type, const SizeOfBasic& size_of) {
  std::vector<DatatypeRef> old;
  for (const DatatypeRef& each : type.types) old.push_back(with_sizes(each, size_of));
  const Arguments given(type);
  switch (type.combiner) {
    case MPI_COMBINER_DUP:
      return make_duplicate(old[0]);
    case MPI_COMBINER_CONTIGUOUS:
      return make_contiguous(static_cast<std::size_t>(Arguments(given).count()), old[0]);
    case MPI_COMBINER_VECTOR:
    case MPI_COMBINER_HVECTOR:
      return vector_of(given, type.combiner == MPI_COMBINER_HVECTOR, old[0]);
    case MPI_COMBINER_INDEXED:
    case MPI_COMBINER_HINDEXED:
      return indexed_of(given, type.combiner == MPI_COMBINER_HINDEXED, false, old[0]);
    case MPI_COMBINER_INDEXED_BLOCK:
    case MPI_COMBINER_HINDEXED_BLOCK:
      return indexed_of(given, type.combiner == MPI_COMBINER_HINDEXED_BLOCK, true, old[0]);
    case MPI_COMBINER_STRUCT:
      return struct_of(given, old);
    case MPI_COMBINER_SUBARRAY:
      return subarray_of(given, old[0]);
    case MPI_COMBINER_DARRAY:
      return darray_of(given, old[0]);
    case MPI_COMBINER_RESIZED:
      return resized_of(given, old[0]);
    default:  // MPI's own types, those of Fortran's parameters among them
      return type.parts.empty() ? basic_of(size_of(type.uniform), type.uniform)
                                : dense_of(type.parts, size_of);
  }
}

}  // namespace

DatatypeRef with_sizes(const DatatypeRef& type, const SizeOfBasic& size_of) {
  return changes(*type, size_of) ? remake(*type, size_of) : type;
}

}  // namespace bamboo::mpi
