// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <variant>

namespace bamboo::mpi {

/// The value of an attribute: an address if C sets it, a number if Fortran does. Each language gets
/// the other one's value in its own form (MPI 4.1, 19.3.7).
class AttributeValue {
 public:
  AttributeValue(void* address) : value_(address) {}
  /// MPI 1's functions set numbers of the first type.
  explicit AttributeValue(MPI_Fint number) : value_(std::make_shared<MPI_Fint>(number)) {}
  explicit AttributeValue(MPI_Aint number) : value_(std::make_shared<MPI_Aint>(number)) {}

  /// The number at a place that is not the attribute's own.
  template <class Number>
  static AttributeValue at(const Number* place) {
    AttributeValue value(nullptr);
    value.value_ = std::shared_ptr<Number>(std::shared_ptr<void>(), const_cast<Number*>(place));
    return value;
  }

  /// For a number its address, which is valid as long as a copy of the value exists.
  void* in_c() const {
    if (void* const* address = std::get_if<void*>(&value_)) return *address;
    if (const auto* number = std::get_if<Place<MPI_Fint>>(&value_)) return number->get();
    return std::get<Place<MPI_Aint>>(value_).get();
  }

  MPI_Aint in_fortran() const {
    if (void* const* address = std::get_if<void*>(&value_))
      return reinterpret_cast<std::intptr_t>(*address);
    if (const auto* number = std::get_if<Place<MPI_Fint>>(&value_)) return **number;
    return *std::get<Place<MPI_Aint>>(value_);
  }

 private:
  template <class Number>
  using Place = std::shared_ptr<Number>;

  std::variant<void*, Place<MPI_Fint>, Place<MPI_Aint>> value_;
};

}  // namespace bamboo::mpi
