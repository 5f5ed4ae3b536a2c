// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "bamboo/taskgraph/exit_codes.h"

namespace bamboo {

namespace {

const Option table[] = {
    {"BAMBOO_VF", "a positive number", "1", "virtualisation factor: ranks in each process"},
    {"BAMBOO_WORKERS", "a positive number", "1", "threads in each process that run ranks"},
    {"BAMBOO_SERVICE", "auto, inline, dedicated or relief", "auto",
     "who drives messages during long computations: the workers, a thread of its own, or one that "
     "polls only while large messages are under way"},
    {"BAMBOO_ORDER", "lifo or fifo", "lifo", "which of several equally urgent ranks runs first"},
    {"BAMBOO_STACK_SIZE", "a size of at least 16K, such as 8M", "8M", "stack of each rank"},
    {"BAMBOO_STATS", "0 or 1", "0", "print what every process did at the end"},
    {"BAMBOO_TRACE", "a file name", "",
     "write what ran when as Chrome trace events (Perfetto reads them)"},
    {"BAMBOO_TRACE_SIZE", "a size of at least 64K, such as 8M", "8M",
     "memory for the events of each worker; a trace keeps the latest ones"},
    {"BAMBOO_DEADLOCK_SECONDS", "a number of seconds", "2",
     "report a deadlock when nothing could run for so long, and warn of one when nothing but polls "
     "did; 0: never"},
    {"BAMBOO_EAGER_BUDGET", "a size, such as 64M", "64M",
     "bytes that one process may send another before they are received"},
    {"BAMBOO_PIECE_BYTES", "a size from 64 to 16M, such as 64K", "",
     "size of a piece of a message; default: what the network sends eagerly"},
    {"BAMBOO_GEOMETRY", "extents separated by x, such as 4x2x1", "",
     "geometry of the ranks; default: balanced"},
    {"BAMBOO_MPI", "openmpi or mpich", "",
     "the installed MPI to use; default: the one that launched the program"},
    {"BAMBOO_MODE", "auto, tasks, overlap or off", "auto",
     "mode in which bamboocc, bambooc++ and bamboofc compile"},
    {"BAMBOO_CC", "a compiler", "", "host compiler of bamboocc"},
    {"BAMBOO_CXX", "a compiler", "", "host compiler of bambooc++"},
    {"BAMBOO_FC", "a compiler", "", "host compiler of bamboofc"},
    // What the libraries of plain MPI programs read.
    {"BAMBOO_PLANS", "on, off, always, fixed, learn or report", "on",
     "whether collectives in front of an installed MPI are planned"},
    {"BAMBOO_PLANS_FORCE", "rules operation:algorithm", "", "which plan serves which call"},
    {"BAMBOO_PLANS_TUNING", "a file name", "", "rules that trials have found"},
    {"BAMBOO_PLANS_NETWORK", "a file name, or words", "", "what the network is like"},
    {"BAMBOO_PLANS_VERIFY", "0 or 1", "0", "check all processes' plans before they run"},
    {"BAMBOO_PLANS_JSON", "a file name", "", "report of planned calls"},
    {"BAMBOO_PLANS_MULTICAST", "on or off", "on", "whether broadcasts may use IP multicast"},
    {"BAMBOO_PLANS_INTERFACE", "a name or an address", "", "network interface of multicasts"},
    {"BAMBOO_OVERLAP_EAGER", "a number of bytes", "1048576",
     "messages that leave without the receiver's answer; 0: as the MPI has it"},
    {"BAMBOO_OVERLAP_PROGRESS", "auto, none, polls or thread", "auto",
     "who looks at the network inside of windows"},
    {"BAMBOO_WINDOWS", "a file name", "", "measured windows"},
};

[[noreturn]] void refuse(const char* name, const std::string& value) {
  const auto row = std::find_if(std::begin(table), std::end(table), [&](const Option& option) {
    return std::string_view(option.name) == name;
  });
  fmt::print(stderr, "bamboo: error: {}='{}': expected {}\n", name, value, row->expected);
  std::fflush(stderr);
  std::exit(exit_usage);
}

/// Calls `use(value)` when the variable is set and not empty; refuses a value for which it throws.
template <class Use>
void read(const char* name, Use use) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return;
  try {
    use(std::string(value));
  } catch (const std::invalid_argument&) {
    refuse(name, value);
  }
}

template <class Number>
Number parse_number(const std::string& text, Number smallest) {
  Number result{};
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, result);
  if (error != std::errc() || after != end || !(result >= smallest))
    throw std::invalid_argument(text);
  return result;
}

template <class Value>
Value choose(const std::string& text,
             std::initializer_list<std::pair<const char*, Value>> choices) {
  for (const auto& [name, value] : choices) {
    if (text == name) return value;
  }
  throw std::invalid_argument(text);
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
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

/// Every process of the job has the same environment: one of them speaks.
bool first_process() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}) {
    if (const char* rank = std::getenv(name)) return std::string_view(rank) == "0";
  }
  return true;
}

void warn_about_unknown_names() {
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    if (!text.starts_with("BAMBOO_")) continue;
    const std::string_view name = text.substr(0, text.find('='));
    const Option* nearest = nullptr;
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (const Option& option : table) {
      const std::size_t distance = edit_distance(name, option.name);
      if (distance < least) least = distance, nearest = &option;
    }
    if (least == 0) continue;
    // Something that shares less than half of its own part with any name is no typing error.
    const std::size_t own = name.size() - std::strlen("BAMBOO_");
    const std::string hint =
        2 * least <= own + 1 ? fmt::format("; did you mean {}?", nearest->name) : "";
    fmt::print(stderr, "bamboo: warning: unknown option {} in the environment{}\n", name, hint);
  }
}

}  // namespace

std::span<const Option> option_table() {
  return table;
}

std::size_t parse_bytes(const std::string& text) {
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || end - after > 1) throw std::invalid_argument(text);
  int shift = 0;
  if (after != end) {
    const char* const unit = std::strchr("KMGkmg", *after);
    if (unit == nullptr) throw std::invalid_argument(text);
    shift = 10 * static_cast<int>((unit - "KMGkmg") % 3 + 1);
  }
  if (number > std::numeric_limits<std::size_t>::max() >> shift) throw std::invalid_argument(text);
  return number << shift;
}

EngineOptions EngineOptions::from_environment() {
  EngineOptions options;
  if (first_process()) warn_about_unknown_names();
  read("BAMBOO_WORKERS", [&](const std::string& v) { options.workers = parse_number(v, 1); });
  read("BAMBOO_SERVICE", [&](const std::string& v) {
    options.service = choose<ServiceMode>(v, {{"auto", ServiceMode::Auto},
                                              {"inline", ServiceMode::Inline},
                                              {"dedicated", ServiceMode::Dedicated},
                                              {"relief", ServiceMode::Relief}});
  });
  read("BAMBOO_ORDER", [&](const std::string& v) {
    options.order = choose<QueueOrder>(v, {{"lifo", QueueOrder::Lifo}, {"fifo", QueueOrder::Fifo}});
  });
  read("BAMBOO_STACK_SIZE", [&](const std::string& v) {
    options.stack_bytes = parse_bytes(v);
    if (options.stack_bytes < (16u << 10)) throw std::invalid_argument(v);
  });
  read("BAMBOO_STATS", [&](const std::string& v) {
    options.statistics = choose<bool>(v, {{"0", false}, {"1", true}});
  });
  read("BAMBOO_TRACE", [&](const std::string& v) { options.trace_file = v; });
  read("BAMBOO_TRACE_SIZE", [&](const std::string& v) {
    options.trace_bytes = parse_bytes(v);
    if (options.trace_bytes < (64u << 10)) throw std::invalid_argument(v);
  });
  read("BAMBOO_DEADLOCK_SECONDS", [&](const std::string& v) {
    options.deadlock_seconds = parse_number(v, 0.0);
    if (!std::isfinite(options.deadlock_seconds)) throw std::invalid_argument(v);
  });
  read("BAMBOO_EAGER_BUDGET", [&](const std::string& v) { options.eager_budget = parse_bytes(v); });
  read("BAMBOO_PIECE_BYTES", [&](const std::string& v) {
    options.piece_bytes = parse_bytes(v);
    if (options.piece_bytes < 64 || options.piece_bytes > (16u << 20))
      throw std::invalid_argument(v);
  });
  return options;
}

}  // namespace bamboo
