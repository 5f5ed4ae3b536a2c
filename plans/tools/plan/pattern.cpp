// SPDX-License-Identifier: Apache-2.0
#include "pattern.h"

#include <cmath>
#include <random>
#include <stdexcept>

#include "bamboo/plans/files.h"
#include "bamboo/plans/quantities.h"

namespace bamboo::plans::command {
namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> out(1);
  for (char c : text)
    if (c == ':')
      out.emplace_back();
    else
      out.back() += c;
  return out;
}

// Distributions of the standard library differ from one to the next; a seed shall not.
double uniform(std::mt19937_64& random) {
  return static_cast<double>(random() >> 11) * 0x1p-53;
}

Traffic random_pattern(int ranks, std::uint64_t seed, double density, std::size_t largest) {
  std::mt19937_64 random(seed);
  Traffic out{ranks, {}};
  for (int from = 0; from < ranks; ++from)
    for (int to = 0; to < ranks; ++to) {
      if (from == to || uniform(random) >= density) continue;
      const double bytes = std::pow(static_cast<double>(largest), uniform(random));
      out.messages.push_back({from, to, static_cast<std::size_t>(bytes)});
    }
  return out;
}

Traffic paper_pattern(std::uint64_t seed) {
  Traffic out = all_to_all(16, 1);
  std::mt19937_64 random(seed);
  for (std::size_t i = out.messages.size(); i > 1; --i)
    std::swap(out.messages[i - 1], out.messages[random() % i]);
  for (std::size_t i = 0; i < out.messages.size(); ++i)
    out.messages[i].bytes = i < 160 ? 64 * 1024 : i < 180 ? 16 * 1024 : 100;
  return out;
}

}  // namespace

Traffic pattern(const std::string& text, int ranks) {
  const std::vector<std::string> words = split(text);
  if (words.size() < 2 || (words[0] != "random" && words[0] != "paper")) return read_traffic(text);
  const std::uint64_t seed = parse_bytes(words[1]);
  if (words[0] == "paper") {
    if (words.size() != 2) throw std::invalid_argument("a pattern of the paper is 'paper:SEED'");
    return paper_pattern(seed);
  }
  if (words.size() > 4)
    throw std::invalid_argument("a random pattern is 'random:SEED:DENSITY:LARGEST'");
  double density = 0.5;
  if (words.size() > 2) {
    char* end = nullptr;
    density = std::strtod(words[2].c_str(), &end);
    if (words[2].empty() || *end != '\0' || !(density >= 0 && density <= 1))
      throw std::invalid_argument("'" + words[2] + "' is no density; it is from 0 to 1");
  }
  const std::size_t largest = words.size() > 3 ? parse_bytes(words[3]) : 65536;
  if (largest == 0) throw std::invalid_argument("messages of at most no bytes");
  return random_pattern(ranks, seed, density, largest);
}

}  // namespace bamboo::plans::command
