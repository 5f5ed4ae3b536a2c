// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace bamboo {

namespace internal {
template <class Visit, std::size_t... I>
constexpr bool takes_indices(std::index_sequence<I...>) {
  return std::invocable<Visit, decltype(static_cast<int>(I))...>;
}
}  // namespace internal

/// A function of D numbers: f(x), f(x, y), f(x, y, z) …
template <class Visit, int D>
concept FunctionOfPlace = internal::takes_indices<Visit&>(std::make_index_sequence<D>());

/// D of the numbers by which an element is found.
template <int D, class... Index>
concept IndicesOf = sizeof...(Index) == D && (std::convertible_to<Index, std::ptrdiff_t> && ...);

/// A box of elements of an array that lives elsewhere: what std::mdspan will be, with the last
/// dimension contiguous. It is small, passed by value, and owns nothing. Kernels that keep one in a
/// local variable are compiled as loops over plain pointers.
///
///     View<double, 2> a = block.view();
///     for (int i = 0; i < a.length(0); ++i)
///       for (double& value : a.row(i)) value = 0;
template <class T, int D>
  requires(D >= 1)
class View {
 public:
  /// `strides`: elements from one index to the next along all dimensions but the last.
  View(T* origin, const std::array<int, D>& lengths,
       const std::array<std::ptrdiff_t, D - 1>& strides)
      : origin_(origin), lengths_(lengths), strides_(strides) {}

  /// Unchecked: an index may be outside of the box if the array has an element there.
  template <class... Index>
    requires IndicesOf<D, Index...>
  T& operator()(Index... index) const {
    return origin_[offset(index...)];
  }
  /// The elements along the last dimension.
  template <class... Index>
    requires IndicesOf<D - 1, Index...>
  std::span<T> row(Index... index) const {
    return {origin_ + offset(index..., 0), static_cast<std::size_t>(lengths_[D - 1])};
  }
  T* data() const { return origin_; }
  int length(int d) const { return lengths_[d]; }
  std::ptrdiff_t stride(int d) const { return d == D - 1 ? 1 : strides_[d]; }
  std::size_t size() const {
    std::size_t size = 1;
    for (const int length : lengths_) size *= length;
    return size;
  }

  /// A box within this one; its indices begin at 0 again.
  View part(const std::array<int, D>& first, const std::array<int, D>& lengths) const {
    T* origin = origin_ + first[D - 1];
    for (int d = 0; d + 1 < D; ++d) origin += first[d] * strides_[d];
    return {origin, lengths, strides_};
  }
  operator View<const T, D>() const
    requires(!std::is_const_v<T>)
  {
    return {origin_, lengths_, strides_};
  }

  /// Every place of the box in the order of memory: visit(x, y, …).
  template <FunctionOfPlace<D> Visit>
  void for_each(Visit&& visit) const {
    visit_from<D>(visit);
  }
  /// Every row of the box in the order of memory: visit(std::span<T>).
  template <std::invocable<std::span<T>> Visit>
  void for_each_row(Visit&& visit) const {
    const auto at = [&](auto... index) { visit(row(index...)); };
    visit_from<D - 1>(at);
  }

 private:
  template <class... Index>
  std::ptrdiff_t offset(Index... index) const {
    const std::ptrdiff_t at[] = {static_cast<std::ptrdiff_t>(index)...};
    std::ptrdiff_t result = at[D - 1];
    for (int d = 0; d + 1 < D; ++d) result += at[d] * strides_[d];
    return result;
  }
  template <int Depth, class Visit, class... Index>
  void visit_from(Visit& visit, Index... outer) const {
    constexpr int d = sizeof...(outer);
    if constexpr (d == Depth)
      visit(outer...);
    else
      for (int i = 0, end = lengths_[d]; i < end; ++i) visit_from<Depth>(visit, outer..., i);
  }

  T* origin_;
  std::array<int, D> lengths_;
  std::array<std::ptrdiff_t, D - 1> strides_;
};

/// Copies a box to consecutive memory, in row-major order. Returns the end of the written range.
template <class T, int D>
T* pack(View<const T, D> from, T* to) {
  from.for_each_row([&](std::span<const T> row) {
    if (row.size() == 1)  // a face across the last dimension: a call for each would cost more
      *to++ = row[0];
    else
      to = std::copy(row.begin(), row.end(), to);
  });
  return to;
}

/// Copies consecutive memory into a box. Returns the end of the range that was read.
template <class T, int D>
const T* unpack(const T* from, View<T, D> to) {
  to.for_each_row([&](std::span<T> row) {
    if (row.size() == 1) {
      row[0] = *from++;
    } else {
      std::copy_n(from, row.size(), row.begin());
      from += row.size();
    }
  });
  return from;
}

}  // namespace bamboo
