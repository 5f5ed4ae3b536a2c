// SPDX-License-Identifier: Apache-2.0
// Parses sizes, rates and times in human-readable form. All functions throw std::invalid_argument
// with a text that shows the wrong value and the accepted form.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bamboo::plans {

/// "4096", "64K", "1M", "2G"; with B or iB behind it as well. Powers of 1024.
std::size_t parse_bytes(std::string_view text);
/// "100Mbit", "1Gbit", "500kbit" are bits per second, "12.5MB" is bytes; powers of 1000. Returns
/// bytes per second.
double parse_rate(std::string_view text);
/// "25us", "1.5ms", "2s", "300ns". Returns seconds.
double parse_seconds(std::string_view text);

/// "64 KiB", "100 Mbit/s", "78.6 ms".
std::string bytes_text(double bytes);
std::string rate_text(double bytes_per_second);
std::string seconds_text(double seconds);

}  // namespace bamboo::plans
