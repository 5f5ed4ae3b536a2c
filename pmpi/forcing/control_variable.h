// SPDX-License-Identifier: Apache-2.0
// A control variable of the installed MPI (MPI 4.0, section 15.3.6), of this process.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>
#include <string_view>

namespace bamboo::plans::pmpi {

class ControlVariable {
 public:
  /// Nothing if the MPI has none of this name.
  static std::optional<ControlVariable> find(const std::string& name);
  ControlVariable(ControlVariable&& other) noexcept;
  ControlVariable& operator=(ControlVariable&&) = delete;
  ~ControlVariable();

  /// The value of an integer, or of a Boolean.
  std::optional<int> number() const;
  /// The value of a string; empty for others.
  std::string text() const;
  /// Of an integer. False if the MPI refuses it.
  bool set(int value) const;
  /// The value that the MPI's documentation calls so.
  std::optional<int> value_of(std::string_view item) const;

 private:
  ControlVariable() = default;
  std::optional<int> value_in_enumeration(std::string_view item) const;
  std::optional<int> value_in_description(std::string_view item) const;

  MPI_T_cvar_handle handle_ = MPI_T_CVAR_HANDLE_NULL;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  MPI_T_enum enumeration_ = MPI_T_ENUM_NULL;
  int length_ = 0;  ///< elements of the value
  std::string description_;
};

/// While this object exists, the integer has this value.
class Overridden {
 public:
  Overridden(const ControlVariable& variable, int value)
      : variable_(variable), before_(variable.number().value_or(0)) {
    variable_.set(value);
  }
  ~Overridden() { variable_.set(before_); }
  Overridden(const Overridden&) = delete;
  Overridden& operator=(const Overridden&) = delete;

 private:
  const ControlVariable& variable_;
  int before_;
};

/// Whether the variable has the value when it is set. It keeps the one that it has.
bool accepts(const ControlVariable& variable, int value);

/// Between these two calls there are control variables. False if there are none.
bool begin_control_variables();
void end_control_variables();

}  // namespace bamboo::plans::pmpi
