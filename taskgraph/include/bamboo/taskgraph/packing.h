// SPDX-License-Identifier: Apache-2.0
// Objects whose bytes have no meaning in another process: strings, containers, and classes that
// have such members. They are packed into bytes and made again from them.
#pragma once

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

/// Containers whose elements are one block of bytes.
template <class T>
concept Block =
    Container<T> && SendableRange<T> && requires(T& all, std::size_t n) { all.resize(n); };

/// std::pair, std::tuple, std::array.
template <class T>
concept TupleLike = requires { std::tuple_size<T>::value; };

/// A pointer that owns its object, or an optional one.
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_optional<std::unique_ptr<T>> = true;

template <class T>
consteval bool is_packable() {
  if constexpr (!std::default_initializable<T> || !std::movable<T>) {
    return false;
  } else if constexpr (Sendable<T> || Serializes<T>) {
    return true;
  } else if constexpr (Container<T>) {
    return is_packable<ElementOf<T>>();
  } else if constexpr (TupleLike<T>) {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (is_packable<std::tuple_element_t<I, T>>() && ...);
    }(std::make_index_sequence<std::tuple_size_v<T>>());
  } else if constexpr (is_optional<T>) {
    return is_packable<std::remove_reference_t<decltype(*std::declval<T&>())>>();
  } else {
    return false;
  }
}

}  // namespace packing

/// Types of which values can be packed: Sendable ones, classes that Serializes, strings,
/// containers, std::pair, std::tuple, std::array, std::optional and std::unique_ptr of such.
template <class T>
concept Packable = packing::is_packable<T>();

/// Packable types that have more than their own bytes.
template <class T>
concept PackedObject = Packable<T> && !Sendable<T>;

/// Writes objects one behind the other.
class Packer {
 public:
  /// Without memory it only counts the bytes.
  explicit Packer(std::byte* memory = nullptr) : memory_(memory) {}

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
    if constexpr (Serializes<T>) {
      const_cast<T&>(part).serialize(*this);  // one function for both directions is not constant
    } else if constexpr (Sendable<T>) {
      write(&part, sizeof(T));
    } else if constexpr (packing::Block<T>) {
      pack(std::uint64_t{part.size()});
      write(part.data(), part.size() * sizeof(std::ranges::range_value_t<T>));
    } else if constexpr (packing::Container<T>) {
      pack(std::uint64_t{part.size()});
      for (const auto& each : part) pack(each);
    } else if constexpr (packing::TupleLike<T>) {
      std::apply([this](const auto&... each) { (this->pack(each), ...); }, part);
    } else {
      pack(static_cast<bool>(part));
      if (part) pack(*part);
    }
  }
  void write(const void* from, std::size_t n) {
    if (memory_ != nullptr && n > 0) std::memcpy(memory_ + bytes_, from, n);
    bytes_ += n;
  }

  std::byte* const memory_;
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
    if constexpr (Serializes<T>) {
      part.serialize(*this);
    } else if constexpr (Sendable<T>) {
      read(&part, sizeof(T));
    } else if constexpr (packing::Block<T>) {
      constexpr std::size_t each = sizeof(std::ranges::range_value_t<T>);
      part.resize(count(each));
      read(part.data(), part.size() * each);
    } else if constexpr (packing::Container<T>) {
      unpack_elements(part);
    } else if constexpr (packing::TupleLike<T>) {
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
