// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>

namespace bamboo::mpi {

/// Collectives count their tags in steps of two from 0. Persistent collectives keep their tags, and
/// count from this one on.
inline constexpr int first_persistent_tag = 0x40000000;

/// A collective call in four bytes, which each of its messages carries. A rank that gets a message
/// of another call than its own can report the program's error precisely.
class CollectiveCall {
 public:
  static constexpr unsigned most_functions = 1 << 7;  ///< that a word can distinguish

  /// No collective: a message of the program's own.
  CollectiveCall() = default;
  /// `root` is -1, operation and type are null, where the call has none.
  explicit CollectiveCall(const char* function, int root = -1, MPI_Op op = MPI_OP_NULL,
                          MPI_Datatype type = MPI_DATATYPE_NULL);
  /// The label of a received message. Labels of other messages are smaller.
  explicit CollectiveCall(std::uint32_t word) : word_(word) {}

  /// The same call with elements of this type (see label_of): each message has its own.
  CollectiveCall with_elements(std::uint32_t label) const {
    const std::uint32_t mask = ((1u << type_field.bits) - 1) << type_field.shift;
    return CollectiveCall((word_ & ~mask) | label << type_field.shift);
  }
  std::uint32_t elements() const { return get(type_field); }

  std::uint32_t word() const { return word_; }
  bool operator==(const CollectiveCall&) const = default;
  bool is_one() const { return (word_ & is_collective) != 0; }

  /// Whether the words describe the same call. They do not distinguish everything: operations of
  /// the program have no name, for example.
  bool agrees_with(CollectiveCall other) const;
  /// "rank 2 calls MPI_Reduce, this rank calls MPI_Bcast": why it does not agree.
  std::string contradiction(CollectiveCall of_other, int other) const;
  const char* function() const;
  int root() const {
    return static_cast<int>(get(root_field)) - 1;
  }  ///< -1: has none, or not known

 private:
  struct Field {
    int shift, bits;
  };
  static constexpr Field function_field{0, 7}, root_field{7, 10}, operation_field{17, 6},
      type_field{23, 8};
  static constexpr std::uint32_t is_collective = 1u << 31;

  unsigned get(Field field) const { return word_ >> field.shift & ((1u << field.bits) - 1); }
  /// A value that does not fit becomes 0, "not known".
  void set(Field field, std::uintptr_t value);
  bool differs(CollectiveCall other, Field field) const;
  /// Whether MPI's operations treat the two types as different ones: MPI_INT and MPI_INT32_T are
  /// not different.
  bool other_elements(CollectiveCall other) const;

  std::uint32_t word_ = 0;
};

}  // namespace bamboo::mpi
