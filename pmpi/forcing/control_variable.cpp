// SPDX-License-Identifier: Apache-2.0
#include "forcing/control_variable.h"

#include <utility>
#include <vector>

namespace bamboo::plans::pmpi {
namespace {

bool has_begun = false;

}  // namespace

/// Open MPI forgets the level of MPI_Init_thread here, and takes this one (ompi_mpi_thread_level()
/// in ompi/mpi/tool/init_thread.c).
bool begin_control_variables() {
  int level = MPI_THREAD_SINGLE;
  PMPI_Query_thread(&level);
  has_begun = PMPI_T_init_thread(level, &level) == MPI_SUCCESS;
  return has_begun;
}

void end_control_variables() {
  if (std::exchange(has_begun, false)) PMPI_T_finalize();
}

std::optional<ControlVariable> ControlVariable::find(const std::string& name) {
  int index = 0;
  if (PMPI_T_cvar_get_index(name.c_str(), &index) != MPI_SUCCESS) return std::nullopt;
  ControlVariable found;
  int no_length = 0, length = 0, verbosity = 0, binding = 0, scope = 0;
  PMPI_T_cvar_get_info(index, nullptr, &no_length, &verbosity, &found.type_, &found.enumeration_,
                       nullptr, &length, &binding, &scope);
  std::vector<char> description(static_cast<std::size_t>(length) + 1);
  no_length = 0;
  PMPI_T_cvar_get_info(index, nullptr, &no_length, &verbosity, &found.type_, &found.enumeration_,
                       description.data(), &length, &binding, &scope);
  found.description_ = description.data();
  if (PMPI_T_cvar_handle_alloc(index, nullptr, &found.handle_, &found.length_) != MPI_SUCCESS)
    return std::nullopt;
  return found;
}

ControlVariable::ControlVariable(ControlVariable&& other) noexcept
    : handle_(std::exchange(other.handle_, MPI_T_CVAR_HANDLE_NULL)),
      type_(other.type_),
      enumeration_(other.enumeration_),
      length_(other.length_),
      description_(std::move(other.description_)) {}

ControlVariable::~ControlVariable() {
  if (has_begun && handle_ != MPI_T_CVAR_HANDLE_NULL) PMPI_T_cvar_handle_free(&handle_);
}

std::optional<int> ControlVariable::number() const {
  int value = 0;
  bool flag = false;
  const bool is_flag = type_ == MPI_C_BOOL;
  if (length_ != 1 || (type_ != MPI_INT && !is_flag)) return std::nullopt;
  void* place = is_flag ? static_cast<void*>(&flag) : &value;
  if (PMPI_T_cvar_read(handle_, place) != MPI_SUCCESS) return std::nullopt;
  return is_flag ? flag : value;
}

std::string ControlVariable::text() const {
  if (type_ != MPI_CHAR || length_ < 1) return "";
  std::vector<char> value(static_cast<std::size_t>(length_) + 1);
  return PMPI_T_cvar_read(handle_, value.data()) == MPI_SUCCESS ? value.data() : "";
}

bool ControlVariable::set(int value) const {
  return type_ == MPI_INT && PMPI_T_cvar_write(handle_, &value) == MPI_SUCCESS;
}

bool accepts(const ControlVariable& variable, int value) {
  const std::optional<int> before = variable.number();
  if (!before || !variable.set(value)) return false;
  const bool has_value = variable.number() == value;
  return variable.set(*before) && has_value;
}

std::optional<int> ControlVariable::value_of(std::string_view item) const {
  return enumeration_ == MPI_T_ENUM_NULL ? value_in_description(item) : value_in_enumeration(item);
}

std::optional<int> ControlVariable::value_in_enumeration(std::string_view item) const {
  int items = 0, length = 0;
  PMPI_T_enum_get_info(enumeration_, &items, nullptr, &length);
  for (int i = 0; i < items; ++i) {
    char name[128] = "";
    int value = 0, space = sizeof name;
    if (PMPI_T_enum_get_item(enumeration_, i, &value, name, &space) == MPI_SUCCESS && name == item)
      return value;
  }
  return std::nullopt;
}

/// MPICH has no enumerations. The description has the items, from 0 on, each before a dash:
/// "pairwise - Force pairwise algorithm". MPICH's build takes their values from there as well
/// (maint/extractcvars.in). MPICH 4.0 has lost the line breaks in front of them.
std::optional<int> ControlVariable::value_in_description(std::string_view item) const {
  constexpr std::string_view dash = " - ";
  const std::string_view all = description_;
  int value = 0;
  for (auto at = all.find(dash); at != all.npos; at = all.find(dash, at + 1), ++value) {
    const std::string_view before = all.substr(0, all.find_last_not_of(' ', at) + 1);
    if (!before.ends_with(item)) continue;
    const bool is_whole =
        before.size() == item.size() || before[before.size() - item.size() - 1] != '_';
    if (is_whole) return value;
  }
  return std::nullopt;
}

}  // namespace bamboo::plans::pmpi
