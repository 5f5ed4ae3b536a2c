// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ranges>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/internal/element_type.h"
#include "bamboo/taskgraph/internal/recycled_memory.h"
#include "bamboo/taskgraph/packing.h"
#include "bamboo/taskgraph/sendable.h"

namespace bamboo {

/// Values with one owner. Moved into a message of the same process they arrive in the same memory:
///
///     auto row = Buffer::of<double>(n);          // recycled memory, aligned to a cache line
///     std::ranges::fill(row.as<double>(), 1.0);
///     put(neighbour, tag, std::move(row));
///
///     std::vector<double> panel = …;
///     put(neighbour, tag, Buffer(std::move(panel)));              // and where it arrives:
///     panel = message->take_buffer().release<double>();           // the very same vector
class Buffer {
 public:
  /// An empty buffer without a type.
  Buffer() = default;
  template <SendableInVector T>
  explicit Buffer(std::vector<T>&& values);
  /// `n` values that are not initialised.
  template <Sendable T>
  static Buffer of(std::size_t n) {
    return Buffer(n * sizeof(T), element_label<T>());
  }
  template <SendableRange Range>
  static Buffer copy_of(const Range& values);
  /// An object. It is packed where it leaves this process.
  template <PackedObject T>
  static Buffer of_object(T object);

  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)),
        label_(other.label_),
        owner_(std::exchange(other.owner_, nullptr)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    Buffer(std::move(other)).swap(*this);
    return *this;
  }
  ~Buffer() {
    if (owner_ != nullptr)
      delete owner_;
    else
      recycled::release(data_, bytes_);
  }

  /// The values. Throws std::logic_error where they are of another type.
  template <Sendable T>
  std::span<T> as() {
    check_type<T>();
    return {reinterpret_cast<T*>(data_), bytes_ / sizeof(T)};
  }
  template <Sendable T>
  std::span<const T> as() const {
    check_type<T>();
    return {reinterpret_cast<const T*>(data_), bytes_ / sizeof(T)};
  }
  /// The values as a vector: the very one that the buffer was made from, else a copy.
  template <SendableInVector T>
  std::vector<T> release() &&;
  /// The object: the very one that the buffer was made from, or another process' object made again.
  template <PackedObject T>
  T release_object() &&;
  /// Whether it has an object that is not packed, and so no bytes.
  bool has_object() const { return owner_ != nullptr && owner_->packs != nullptr; }
  /// The object's bytes.
  Buffer packed() const { return owner_->packs(*owner_); }

  /// Throws std::logic_error where it has values or an object of another type.
  template <MessageValue T>
  void check_type() const {
    if (label_ != element_label<T>() && (bytes_ > 0 || has_object())) [[unlikely]]
      refuse(element_label<T>());
  }
  std::size_t bytes() const { return bytes_; }
  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  /// The number of the values' type; 0: none.
  std::uint32_t label() const { return label_; }
  void swap(Buffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(label_, other.label_);
    std::swap(owner_, other.owner_);
  }

 private:
  friend class DataMessage;
  /// What the buffer was made from.
  struct Owner : recycled::Object {
    virtual ~Owner() = default;
    Buffer (*packs)(const Owner&) = nullptr;  ///< null where the buffer has the bytes
  };
  template <class T>
  struct OwnerOf final : Owner {
    explicit OwnerOf(T&& given) : value(std::move(given)) {}
    T value;
  };
  template <class T>
  static Buffer pack(const Owner& owner);

  Buffer(std::size_t bytes, std::uint32_t label)
      : data_(bytes > 0 ? static_cast<std::byte*>(recycled::allocate(bytes)) : nullptr),
        bytes_(bytes),
        label_(label) {}
  [[noreturn]] void refuse(std::uint32_t wanted) const;

  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
  std::uint32_t label_ = 0;
  Owner* owner_ = nullptr;  ///< whose values these are; null: recycled memory
};

template <SendableInVector T>
Buffer::Buffer(std::vector<T>&& values) : label_(element_label<T>()) {
  auto* owner = new OwnerOf<std::vector<T>>(std::move(values));
  data_ = reinterpret_cast<std::byte*>(owner->value.data());
  bytes_ = owner->value.size() * sizeof(T);
  owner_ = owner;
}

template <SendableRange Range>
Buffer Buffer::copy_of(const Range& values) {
  using T = std::ranges::range_value_t<Range>;
  Buffer copy = of<T>(std::ranges::size(values));
  if (copy.bytes_ > 0) std::memcpy(copy.data_, std::ranges::data(values), copy.bytes_);
  return copy;
}

template <SendableInVector T>
std::vector<T> Buffer::release() && {
  Buffer mine = std::move(*this);
  const std::span<T> values = mine.as<T>();
  if (mine.owner_ == nullptr || values.empty()) return {values.begin(), values.end()};
  return std::move(static_cast<OwnerOf<std::vector<T>>*>(mine.owner_)->value);
}

template <PackedObject T>
Buffer Buffer::of_object(T object) {
  Buffer buffer(0, element_label<T>());
  buffer.owner_ = new OwnerOf<T>(std::move(object));
  buffer.owner_->packs = pack<T>;
  return buffer;
}

template <class T>
Buffer Buffer::pack(const Owner& owner) {
  const T& object = static_cast<const OwnerOf<T>&>(owner).value;
  Buffer buffer(Packer()(object).bytes(), element_label<T>());
  if (Packer({buffer.data_, buffer.bytes_})(object).bytes() != buffer.bytes_)
    throw std::logic_error("serialize() writes less when it is called again");
  return buffer;
}

template <PackedObject T>
T Buffer::release_object() && {
  const Buffer mine = std::move(*this);
  if (mine.label_ != element_label<T>()) mine.refuse(element_label<T>());
  if (mine.has_object()) return std::move(static_cast<OwnerOf<T>*>(mine.owner_)->value);
  T object;
  Unpacker bytes({mine.data_, mine.bytes_});
  bytes(object);
  if (bytes.left() > 0) throw std::logic_error("a packed object was not read to its end");
  return object;
}

}  // namespace bamboo
