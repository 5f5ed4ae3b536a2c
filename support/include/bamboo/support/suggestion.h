// SPDX-License-Identifier: Apache-2.0
// The word that a misspelt word was to be.
#pragma once

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bamboo::support {

/// How many letters are to be added, removed or changed.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

inline std::string in_small_letters(std::string_view word) {
  std::string out(word);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

/// The candidate nearest to `word`, whatever the case of letters; none where none is near.
template <class Candidates = std::initializer_list<std::string_view>>
std::optional<std::string_view> nearest(std::string_view word, const Candidates& candidates) {
  std::optional<std::string_view> best;
  std::size_t best_distance = word.size() / 3 + 2;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(in_small_letters(word), in_small_letters(candidate));
    if (distance >= best_distance) continue;
    best_distance = distance;
    best = candidate;
  }
  return best;
}

/// "; did you mean 'run'?" behind a message, or no text.
inline std::string did_you_mean(std::optional<std::string_view> better) {
  return better ? "; did you mean '" + std::string(*better) + "'?" : std::string();
}

/// "; did you mean 'run'? LISTING" behind a message, or "; LISTING".
inline std::string did_you_mean(std::optional<std::string_view> better, std::string_view listing) {
  return did_you_mean(better).append(better ? " " : "; ").append(listing);
}

}  // namespace bamboo::support
