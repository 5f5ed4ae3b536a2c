// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/quantities.h"

#include <cstdio>
#include <initializer_list>
#include <stdexcept>

#include "bamboo/support/quantity.h"

namespace bamboo::plans {
namespace {

using support::Unit;

[[noreturn]] void refuse(std::string_view text, const char* kind, const char* example) {
  throw std::invalid_argument("'" + std::string(text) + "' is no " + kind + "; say it like " +
                              example);
}

std::string print(double value, std::initializer_list<Unit> units) {
  const Unit* chosen = units.begin();
  for (const Unit& unit : units)
    if (value >= unit.size * 0.9995) chosen = &unit;
  char text[64];
  std::snprintf(text, sizeof text, "%.4g %s", value / chosen->size, chosen->name.data());
  return text;
}

}  // namespace

std::size_t parse_bytes(std::string_view text) {
  const auto bytes = support::parse_size(text);
  if (!bytes) refuse(text, "size", "4096, 64K or 1M");
  return *bytes;
}

double parse_rate(std::string_view text) {
  const auto rate = support::parse_quantity(text, {{"bit", 1.0 / 8},
                                                   {"kbit", 1e3 / 8},
                                                   {"Mbit", 1e6 / 8},
                                                   {"Gbit", 1e9 / 8},
                                                   {"B", 1},
                                                   {"kB", 1e3},
                                                   {"MB", 1e6},
                                                   {"GB", 1e9}});
  if (!rate) refuse(text, "rate", "100Mbit, 1Gbit or 12.5MB");
  if (*rate <= 0) throw std::invalid_argument("a rate of zero");
  return *rate;
}

double parse_seconds(std::string_view text) {
  const auto seconds = support::parse_duration(text);
  if (!seconds) refuse(text, "time", "25us, 1.5ms or 2s");
  return *seconds;
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
