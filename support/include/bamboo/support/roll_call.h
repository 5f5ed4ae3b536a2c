// SPDX-License-Identifier: Apache-2.0
// Shared by `bamboo run` and the processes of its job: what a process says when the job's roll is
// called. A process connects to `bamboo run`, sends its key and this text, and closes:
//   WHY PROCESS
//   rank RANK STATE SECONDS OPERATION     of each rank of the process
//   part OPERATION                        a request that the rank of the line above waits for
//   note TEXT                             about that rank
// The words of a line, and of an OPERATION, are separated by tabs.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bamboo::support {

/// The reason for which a process reports where its ranks are.
enum class RollCallNews {
  Asked,  ///< by a signal
  Quiet,  ///< no rank of it has begun or ended a call for the time of the watch
  Moves,  ///< it was quiet, and is no longer
  Ended,  ///< its ranks have called MPI_Finalize
};
inline constexpr std::array<std::string_view, 4> roll_call_news{"asked", "quiet", "moves", "ended"};

enum class RankState { InCall, Polls, Outside };
inline constexpr std::array<std::string_view, 3> rank_states{"in", "polls", "outside"};

/// A rank of a communicator, or a tag, as an argument has it.
inline constexpr int no_argument = -1'000'000;
inline constexpr int any_argument = -1'000'001;
inline constexpr int null_argument = -1'000'002;  ///< MPI_PROC_NULL

/// A call, and its arguments as far as they are known.
struct RollCallOperation {
  std::string function;  ///< empty: none yet
  int to = no_argument, to_tag = no_argument;
  int from = no_argument, from_tag = no_argument;
  int root = no_argument;
  std::string communicator;   ///< in words; empty: it has none
  std::string object;         ///< the file of the program or library that has made the call
  std::uint64_t address = 0;  ///< of the call in that file
  std::string place;          ///< in words, where the process knows it
};

struct RollCallRank {
  int rank = 0;
  RankState state = RankState::InCall;
  double seconds = 0;  ///< since the call began, or, outside of calls, since the last one ended
  RollCallOperation call;
  std::vector<RollCallOperation> parts;
  std::vector<std::string> notes;
};

struct RollCallReport {
  RollCallNews news = RollCallNews::Asked;
  int process = 0;
  std::vector<RollCallRank> ranks;
};

/// Writes such a text into memory of a fixed size, without the heap: signal handlers use it.
class RollCallWriter {
 public:
  RollCallWriter(char* memory, std::size_t size) : memory_(memory), size_(size) {}

  [[gnu::format(printf, 2, 3)]] void add(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const int more = std::vsnprintf(memory_ + used_, size_ - used_, format, arguments);
    va_end(arguments);
    if (more > 0) used_ = std::min(used_ + static_cast<std::size_t>(more), size_ - 1);
  }
  void add_operation(const char* function, const int (&numbers)[5], const char* communicator,
                     const char* object, std::uint64_t address, const char* place) {
    add("%s", function);
    for (const int number : numbers) add("\t%d", number);
    add("\t%s\t%s\t%llx\t%s\n", communicator, object, static_cast<unsigned long long>(address),
        place);
  }
  std::string_view text() const { return {memory_, used_}; }

 private:
  char* const memory_;
  const std::size_t size_;
  std::size_t used_ = 0;
};

namespace roll_call {

inline std::string_view take_word(std::string_view& line) {
  const std::size_t end = std::min(line.find('\t'), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

template <class Number>
bool take_number(std::string_view& line, Number& number, int base = 10) {
  const std::string_view word = take_word(line);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number, base);
  return error == std::errc() && end == word.data() + word.size();
}

inline bool take_seconds(std::string_view& line, double& seconds) {
  const std::string_view word = take_word(line);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), seconds);
  return error == std::errc() && end == word.data() + word.size();
}

/// The value whose name is the next word.
template <class Value, std::size_t N>
bool take_named(std::string_view& line, const std::array<std::string_view, N>& names,
                Value& value) {
  const auto found = std::ranges::find(names, take_word(line));
  value = static_cast<Value>(found - names.begin());
  return found != names.end();
}

inline bool take_operation(std::string_view& line, RollCallOperation& operation) {
  operation.function = take_word(line);
  for (int* number :
       {&operation.to, &operation.to_tag, &operation.from, &operation.from_tag, &operation.root})
    if (!take_number(line, *number)) return false;
  operation.communicator = take_word(line);
  operation.object = take_word(line);
  const bool has_address = take_number(line, operation.address, 16);
  operation.place = take_word(line);
  return has_address;
}

}  // namespace roll_call

/// Nothing if the text is none of a process of the job.
inline std::optional<RollCallReport> parse_roll_call(std::string_view text) {
  using namespace roll_call;
  RollCallReport report;
  bool is_first = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (is_first) {
      if (!take_named(line, roll_call_news, report.news) || !take_number(line, report.process))
        return std::nullopt;
      is_first = false;
      continue;
    }
    const std::string_view word = take_word(line);
    if (word == "rank") {
      RollCallRank rank;
      if (!take_number(line, rank.rank) || !take_named(line, rank_states, rank.state) ||
          !take_seconds(line, rank.seconds) || !take_operation(line, rank.call))
        return std::nullopt;
      report.ranks.push_back(std::move(rank));
    } else if (report.ranks.empty()) {
      return std::nullopt;
    } else if (word == "part") {
      RollCallOperation part;
      if (!take_operation(line, part)) return std::nullopt;
      report.ranks.back().parts.push_back(std::move(part));
    } else if (word == "note") {
      report.ranks.back().notes.emplace_back(line);
    } else {
      return std::nullopt;
    }
  }
  return is_first ? std::nullopt : std::optional(report);
}

}  // namespace bamboo::support
