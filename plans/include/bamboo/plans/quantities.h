// SPDX-License-Identifier: Apache-2.0
// Sizes, rates and times as people write them. All throw std::invalid_argument, whose text names
// what was wrong and what is right.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bamboo::plans {

/// "4096", "64K", "1M", "2G"; with B or iB behind it as well. Powers of 1024.
std::size_t parse_bytes(std::string_view text);
/// "100Mbit", "1Gbit", "500kbit": bits per second; "12.5MB": bytes; powers of 1000. In bytes per
/// second.
double parse_rate(std::string_view text);
/// "25us", "1.5ms", "2s", "300ns". In seconds.
double parse_seconds(std::string_view text);

/// "64 KiB", "100 Mbit/s", "78.6 ms".
std::string bytes_text(double bytes);
std::string rate_text(double bytes_per_second);
std::string seconds_text(double seconds);

}  // namespace bamboo::plans
