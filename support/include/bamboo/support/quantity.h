// SPDX-License-Identifier: Apache-2.0
// Parses numbers, sizes and durations in human-readable form. std::nullopt for other text.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string_view>

namespace bamboo::support {

/// A whole number in decimal digits, and nothing behind it: "42".
template <class Integer>
std::optional<Integer> parse_whole(std::string_view text, Integer smallest = 0,
                                   Integer largest = std::numeric_limits<Integer>::max()) {
  Integer number{};
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || after != end || number < smallest || number > largest)
    return std::nullopt;
  return number;
}

struct Unit {
  std::string_view name;
  double size;
};

/// A number from zero in decimal digits, perhaps with a fraction, and one of the units right behind
/// it: "1.5" and "M". The unit "" allows a number alone.
inline std::optional<double> parse_quantity(std::string_view text,
                                            std::initializer_list<Unit> units) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (error != std::errc() || !(number >= 0) || !std::isfinite(number)) return std::nullopt;
  const std::string_view unit(after, static_cast<std::size_t>(end - after));
  for (const Unit& known : units)
    if (unit == known.name) return number * known.size;
  return std::nullopt;
}

/// Bytes: "4096", "64K", "1.5M", "2GiB". K, M, G are powers of 1024, small or capital, with B or iB
/// behind them or not. A fraction of a byte is no size.
inline std::optional<std::size_t> parse_size(std::string_view text) {
  constexpr double k = 1024, m = k * k, g = k * m;
  constexpr double largest_exact = 9007199254740992;  // 2^53
  const auto bytes = parse_quantity(
      text, {{"", 1},    {"B", 1},  {"K", k},   {"KB", k},  {"KiB", k}, {"k", k},  {"kB", k},
             {"kiB", k}, {"M", m},  {"MB", m},  {"MiB", m}, {"m", m},   {"mB", m}, {"miB", m},
             {"G", g},   {"GB", g}, {"GiB", g}, {"g", g},   {"gB", g},  {"giB", g}});
  if (!bytes || *bytes != std::floor(*bytes) || *bytes > largest_exact) return std::nullopt;
  return static_cast<std::size_t>(*bytes);
}

/// Seconds: "2s", "1.5ms", "25us", "300ns".
inline std::optional<double> parse_duration(std::string_view text) {
  return parse_quantity(text, {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}});
}

/// A number from zero, perhaps with a fraction: "0.5".
inline std::optional<double> parse_number(std::string_view text) {
  return parse_quantity(text, {{"", 1}});
}

}  // namespace bamboo::support
