// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/internal/element_type.h"
#include "bamboo/taskgraph/internal/recycled_memory.h"

namespace bamboo {

/// Types whose bytes have the same meaning in another process. Pointers and views (which contain
/// pointers) are excluded.
template <class T>
concept Sendable = std::is_object_v<T> && std::is_trivially_copyable_v<T> && !std::is_const_v<T> &&
                   !std::is_pointer_v<T> && !std::is_member_pointer_v<T> && !std::ranges::view<T> &&
                   alignof(T) <= recycled::alignment;

/// Element types that a std::vector stores in an array (bool is excluded).
template <class T>
concept SendableInVector = Sendable<T> && !std::same_as<T, bool>;

/// A contiguous range of such values: a vector, an array, a span.
template <class Range>
concept SendableRange = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
                        Sendable<std::ranges::range_value_t<Range>>;

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

  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)),
        label_(other.label_),
        vector_(std::exchange(other.vector_, nullptr)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    Buffer(std::move(other)).swap(*this);
    return *this;
  }
  ~Buffer() {
    if (vector_ != nullptr)
      delete vector_;
    else
      recycled::release(data_, bytes_);
  }

  /// The values. Throws std::logic_error where they are of another type.
  template <Sendable T>
  std::span<T> as() {
    check(element_label<T>());
    return {reinterpret_cast<T*>(data_), bytes_ / sizeof(T)};
  }
  template <Sendable T>
  std::span<const T> as() const {
    check(element_label<T>());
    return {reinterpret_cast<const T*>(data_), bytes_ / sizeof(T)};
  }
  /// The values as a vector: the very one that the buffer was made from, else a copy.
  template <SendableInVector T>
  std::vector<T> release() &&;

  std::size_t bytes() const { return bytes_; }
  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  /// The number of the values' type; 0: none.
  std::uint32_t label() const { return label_; }
  void swap(Buffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(label_, other.label_);
    std::swap(vector_, other.vector_);
  }

 private:
  friend class DataMessage;
  struct AnyVector : recycled::Object {
    virtual ~AnyVector() = default;
  };
  template <class T>
  struct VectorOf final : AnyVector {
    explicit VectorOf(std::vector<T>&& given) : values(std::move(given)) {}
    std::vector<T> values;
  };

  Buffer(std::size_t bytes, std::uint32_t label)
      : data_(bytes > 0 ? static_cast<std::byte*>(recycled::allocate(bytes)) : nullptr),
        bytes_(bytes),
        label_(label) {}
  void check(std::uint32_t wanted) const {
    if (label_ != wanted && bytes_ > 0) [[unlikely]]
      refuse(wanted);
  }
  [[noreturn]] void refuse(std::uint32_t wanted) const;

  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
  std::uint32_t label_ = 0;
  AnyVector* vector_ = nullptr;  ///< whose values these are; null: recycled memory
};

template <SendableInVector T>
Buffer::Buffer(std::vector<T>&& values) : label_(element_label<T>()) {
  auto* vector = new VectorOf<T>(std::move(values));
  data_ = reinterpret_cast<std::byte*>(vector->values.data());
  bytes_ = vector->values.size() * sizeof(T);
  vector_ = vector;
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
  if (mine.vector_ == nullptr || values.empty()) return {values.begin(), values.end()};
  return std::move(static_cast<VectorOf<T>*>(mine.vector_)->values);
}

}  // namespace bamboo
