// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/quantities.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <stdexcept>

namespace bamboo::plans {
namespace {

struct Unit {
  const char* name;
  double size;
};

/// The number in front and the size of the unit behind it; a number above or equal to zero.
double parse(std::string_view text, std::initializer_list<Unit> units, const char* kind,
             const char* example) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit = text.substr(end - text.data());
  if (error == std::errc() && number >= 0 && std::isfinite(number))
    for (const Unit& known : units)
      if (unit == known.name) return number * known.size;
  throw std::invalid_argument("'" + std::string(text) + "' is no " + kind + "; say it like " +
                              example);
}

std::string print(double value, std::initializer_list<Unit> units) {
  const Unit* chosen = units.begin();
  for (const Unit& unit : units)
    if (value >= unit.size * 0.9995) chosen = &unit;
  char text[64];
  std::snprintf(text, sizeof text, "%.4g %s", value / chosen->size, chosen->name);
  return text;
}

}  // namespace

std::size_t parse_bytes(std::string_view text) {
  constexpr double k = 1024, m = k * k, g = k * m;
  const double bytes = parse(text,
                             {{"", 1},
                              {"B", 1},
                              {"K", k},
                              {"KB", k},
                              {"KiB", k},
                              {"k", k},
                              {"kB", k},
                              {"M", m},
                              {"MB", m},
                              {"MiB", m},
                              {"G", g},
                              {"GB", g},
                              {"GiB", g}},
                             "size", "4096, 64K or 1M");
  if (bytes != std::floor(bytes) || bytes > 9e15)
    throw std::invalid_argument("'" + std::string(text) + "' is no whole number of bytes");
  return static_cast<std::size_t>(bytes);
}

double parse_rate(std::string_view text) {
  const double rate = parse(text,
                            {{"bit", 1.0 / 8},
                             {"kbit", 1e3 / 8},
                             {"Mbit", 1e6 / 8},
                             {"Gbit", 1e9 / 8},
                             {"B", 1},
                             {"kB", 1e3},
                             {"MB", 1e6},
                             {"GB", 1e9}},
                            "rate", "100Mbit, 1Gbit or 12.5MB");
  if (rate <= 0) throw std::invalid_argument("a rate of zero");
  return rate;
}

double parse_seconds(std::string_view text) {
  return parse(text, {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}}, "time",
               "25us, 1.5ms or 2s");
}

std::string bytes_text(double bytes) {
  return print(bytes, {{"B", 1}, {"KiB", 1024}, {"MiB", 1 << 20}, {"GiB", 1 << 30}});
}

std::string rate_text(double rate) {
  return print(rate * 8, {{"bit/s", 1}, {"kbit/s", 1e3}, {"Mbit/s", 1e6}, {"Gbit/s", 1e9}});
}

std::string seconds_text(double seconds) {
  return print(seconds, {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}});
}

}  // namespace bamboo::plans
