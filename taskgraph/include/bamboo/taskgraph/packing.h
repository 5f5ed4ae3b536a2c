// SPDX-License-Identifier: Apache-2.0
// Objects whose bytes have no meaning in another process: strings, containers, and classes that
// have such members. They are packed into bytes and made again from them.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "bamboo/taskgraph/internal/element_type.h"
#include "bamboo/taskgraph/sendable.h"

namespace bamboo {

class Packer;

/// A class that names its members, in the form of the cereal library:
///
///     struct Word {
///       std::string text;
///       std::vector<int> places;
///       template <class Archive>
///       void serialize(Archive& archive) { archive(text, places); }
///     };
///
/// One function packs and makes the object. It does not change an object that is packed.
template <class T>
concept Serializes = requires(T& object, Packer& archive) { object.serialize(archive); };

namespace packing {

/// A container that has its elements itself and takes more at its end, such as std::vector,
/// std::string or std::map.
template <class T>
concept Container = std::ranges::sized_range<T> && !std::ranges::view<T> &&
                    requires(T& all, std::ranges::range_value_t<T>&& part) {
                      all.clear();
                      all.insert(all.end(), std::move(part));
                    };

/// The type of an element before a container has it: a map's keys are not constant yet.
template <class T>
struct Element : std::type_identity<T> {};
template <class Key, class Value>
struct Element<std::pair<const Key, Value>> : std::type_identity<std::pair<Key, Value>> {};
template <Container T>
using ElementOf = typename Element<std::ranges::range_value_t<T>>::type;

/// How a value is packed. Packer and Unpacker follow the same form.
enum class Form {
  None,      ///< not at all
  Members,   ///< by its serialize()
  Bytes,     ///< its own
  Block,     ///< a number of elements and their bytes
  Elements,  ///< a number of elements and these, one by one
  Tuple,     ///< std::pair, std::tuple, std::array
  Optional,  ///< whether there is a value, and the value
};

template <class T>
consteval Form form_of();

template <class T>
struct FormOf {
  static consteval Form get() {
    if constexpr (Container<T>) {
      constexpr Form element = form_of<ElementOf<T>>();
      if constexpr (element == Form::None)
        return Form::None;
      else if constexpr (element == Form::Bytes && SendableRange<T> &&
                         requires(T& all, std::size_t n) { all.resize(n); })
        return Form::Block;
      else
        return Form::Elements;
    } else {
      return Sendable<T> ? Form::Bytes : Form::None;
    }
  }
};
template <class... T>
struct FormOfTuple {
  static consteval Form get() {
    return ((form_of<std::remove_const_t<T>>() != Form::None) && ...) ? Form::Tuple : Form::None;
  }
};
template <class First, class Second>
struct FormOf<std::pair<First, Second>> : FormOfTuple<First, Second> {};
template <class... T>
struct FormOf<std::tuple<T...>> : FormOfTuple<T...> {};
template <class T, std::size_t N>
struct FormOf<std::array<T, N>> : FormOfTuple<T> {};
template <class T>
struct FormOf<std::optional<T>> {
  static consteval Form get() { return form_of<T>() == Form::None ? Form::None : Form::Optional; }
};
/// A pointer to a base class may own an object of another class.
template <class T>
struct FormOf<std::unique_ptr<T>> {
  static consteval Form get() {
    if constexpr (std::is_array_v<T>)
      return Form::None;
    else if constexpr (std::is_polymorphic_v<T> && !std::is_final_v<T>)
      return Form::None;
    else
      return form_of<T>() == Form::None ? Form::None : Form::Optional;
  }
};

template <class T>
consteval Form form_of() {
  if constexpr (!std::default_initializable<T> || !std::movable<T>)
    return Form::None;
  else if constexpr (Serializes<T>)
    return Form::Members;
  else
    return FormOf<T>::get();
}

}  // namespace packing

/// Types of which values can be packed: Sendable ones, classes that Serializes, strings,
/// containers, std::pair, std::tuple, std::array, std::optional and std::unique_ptr of such.
template <class T>
concept Packable = packing::form_of<T>() != packing::Form::None;

/// Packable types that have more than their own bytes.
template <class T>
concept PackedObject = Packable<T> && (!Sendable<T> || Serializes<T>);

/// What a message can have.
template <class T>
concept MessageValue = Sendable<T> || Packable<T>;

/// Writes objects one behind the other. Throws std::logic_error if they are longer than the memory:
/// serialize() has to write the same each time.
class Packer {
 public:
  /// It only counts the bytes.
  Packer() = default;
  explicit Packer(std::span<std::byte> memory) : memory_(memory) {}

  template <Packable... T>
  Packer& operator()(const T&... parts) {
    (pack(parts), ...);
    return *this;
  }
  /// The bytes that were written.
  std::size_t bytes() const { return bytes_; }

 private:
  template <class T>
  void pack(const T& part) {
    using packing::Form;
    constexpr Form form = packing::form_of<T>();
    if constexpr (form == Form::Members) {
      const_cast<T&>(part).serialize(*this);  // one function for both directions is not constant
    } else if constexpr (form == Form::Bytes) {
      write(&part, sizeof(T));
    } else if constexpr (form == Form::Block) {
      pack(std::uint64_t{part.size()});
      write(part.data(), part.size() * sizeof(std::ranges::range_value_t<T>));
    } else if constexpr (form == Form::Elements) {
      pack(std::uint64_t{part.size()});
      for (const auto& each : part) pack_element(each);
    } else if constexpr (form == Form::Tuple) {
      pack_members(part);
    } else {
      pack(static_cast<bool>(part));
      if (part) pack(*part);
    }
  }
  template <class T>
  void pack_members(const T& part) {
    std::apply([this](const auto&... each) { (this->pack(each), ...); }, part);
  }
  /// The unpacker makes an element whose key is not constant yet.
  template <class T>
  void pack_element(const T& each) {
    pack(each);
  }
  template <class Key, class Value>
  void pack_element(const std::pair<Key, Value>& each) {
    pack_members(each);
  }
  void write(const void* from, std::size_t n) {
    if (memory_) {
      if (n > memory_->size() - bytes_)
        throw std::logic_error("serialize() writes more when it is called again");
      if (n > 0) std::memcpy(memory_->data() + bytes_, from, n);
    }
    bytes_ += n;
  }

  std::optional<std::span<std::byte>> memory_;  ///< nothing: the bytes are counted
  std::size_t bytes_ = 0;
};

/// Makes the objects that a Packer has written, in the same order. Throws std::logic_error if there
/// are fewer bytes than the objects need.
class Unpacker {
 public:
  explicit Unpacker(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <Packable... T>
  Unpacker& operator()(T&... parts) {
    (unpack(parts), ...);
    return *this;
  }
  /// The bytes that were not read.
  std::size_t left() const { return rest_.size(); }

 private:
  template <class T>
  void unpack(T& part) {
    using packing::Form;
    constexpr Form form = packing::form_of<T>();
    if constexpr (form == Form::Members) {
      part.serialize(*this);
    } else if constexpr (form == Form::Bytes) {
      read(&part, sizeof(T));
    } else if constexpr (form == Form::Block) {
      constexpr std::size_t each = sizeof(std::ranges::range_value_t<T>);
      part.resize(count(each));
      read(part.data(), part.size() * each);
    } else if constexpr (form == Form::Elements) {
      unpack_elements(part);
    } else if constexpr (form == Form::Tuple) {
      std::apply([this](auto&... each) { (this->unpack(each), ...); }, part);
    } else {
      unpack_optional(part);
    }
  }
  template <packing::Container T>
  void unpack_elements(T& all) {
    all.clear();
    for (std::size_t n = count(0); n > 0; --n) {
      packing::ElementOf<T> each{};
      unpack(each);
      all.insert(all.end(), std::move(each));
    }
  }
  template <class T>
  void unpack_optional(std::optional<T>& part) {
    if (flag())
      unpack(part.emplace());
    else
      part.reset();
  }
  template <class T>
  void unpack_optional(std::unique_ptr<T>& part) {
    part = flag() ? std::make_unique<T>() : nullptr;
    if (part) unpack(*part);
  }

  bool flag() {
    bool value = false;
    unpack(value);
    return value;
  }
  /// A number of elements that have `bytes` bytes at least.
  std::size_t count(std::size_t bytes) {
    std::uint64_t n = 0;
    unpack(n);
    if (bytes > 0 && n > rest_.size() / bytes) refuse();
    return n;
  }
  void read(void* to, std::size_t n) {
    if (n > rest_.size()) refuse();
    if (n > 0) std::memcpy(to, rest_.data(), n);
    rest_ = rest_.subspan(n);
  }
  [[noreturn]] static void refuse() {
    throw std::logic_error("a packed object ends before all of it was read");
  }

  std::span<const std::byte> rest_;
};

}  // namespace bamboo
