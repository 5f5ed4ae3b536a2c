// SPDX-License-Identifier: Apache-2.0
// Types of payload elements by a number that is the same in all processes of one build.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bamboo {

/// A type that some message or buffer of this program has elements of.
class ElementType {
 public:
  /// Enters it into the list of this program's types.
  ElementType(std::uint32_t label, std::size_t bytes, std::string_view name);

  /// Returns a description such as "double (8 bytes)". If the program does not know the type, it
  /// contains the type's number.
  static std::string describe(std::uint32_t label);

 private:
  const std::uint32_t label_;
  const std::size_t bytes_;
  const std::string_view name_;
  const ElementType* const next_;
};

namespace element_type {

template <class T>
consteval std::string_view name() {
  std::string_view text = __PRETTY_FUNCTION__;  // "… [with T = double; …]", "… [T = double]"
  text.remove_prefix(text.find("T = ") + 4);
  return text.substr(0, std::min(text.rfind("; std::string_view"), text.rfind(']')));
}

template <class T>
consteval std::uint32_t hash() {  // FNV-1a
  std::uint32_t hash = 2166136261u + static_cast<std::uint32_t>(sizeof(T));
  for (const char c : name<T>()) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash != 0 ? hash : 1;
}

template <class T>
inline const ElementType entry{hash<T>(), sizeof(T), name<T>()};

}  // namespace element_type

/// The label of a message with elements of this type, stored in its header; never 0.
template <class T>
std::uint32_t element_label() {
  static_cast<void>(&element_type::entry<T>);
  return element_type::hash<T>();
}

}  // namespace bamboo
