// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/exit_codes.h"

using namespace bamboo;

namespace {

/// Sets variables for one test.
class Environment {
 public:
  Environment(std::initializer_list<std::pair<std::string, std::string>> variables) {
    for (const auto& [name, value] : variables) {
      setenv(name.c_str(), value.c_str(), 1);
      names_.push_back(name);
    }
  }
  Environment(const Environment&) = delete;
  ~Environment() {
    for (const std::string& name : names_) unsetenv(name.c_str());
  }

 private:
  std::vector<std::string> names_;
};

std::string warnings() {
  testing::internal::CaptureStderr();
  EngineOptions::from_environment();
  return testing::internal::GetCapturedStderr();
}

}  // namespace

TEST(Options, HasDefaults) {
  const EngineOptions options = EngineOptions::from_environment();
  EXPECT_EQ(options.workers, 1);
  EXPECT_EQ(options.service, ServiceMode::Auto);
  EXPECT_EQ(options.order, QueueOrder::Lifo);
  EXPECT_EQ(options.stack_bytes, 8u << 20);
  EXPECT_FALSE(options.statistics);
  EXPECT_EQ(options.trace_file, "");
  EXPECT_EQ(options.trace_bytes, 8u << 20);
  EXPECT_EQ(options.deadlock_seconds, 2.0);
  EXPECT_EQ(options.eager_budget, 64u << 20);
  EXPECT_EQ(options.piece_bytes, 0u);
}

TEST(Options, ReadsTheEnvironment) {
  const Environment environment({{"BAMBOO_WORKERS", "3"},
                                 {"BAMBOO_SERVICE", "dedicated"},
                                 {"BAMBOO_ORDER", "fifo"},
                                 {"BAMBOO_STACK_SIZE", "256K"},
                                 {"BAMBOO_STATS", "1"},
                                 {"BAMBOO_TRACE", "out.json"},
                                 {"BAMBOO_DEADLOCK_SECONDS", "0.5"},
                                 {"BAMBOO_EAGER_BUDGET", "1g"},
                                 {"BAMBOO_PIECE_BYTES", "64K"}});
  const EngineOptions options = EngineOptions::from_environment();
  EXPECT_EQ(options.workers, 3);
  EXPECT_EQ(options.service, ServiceMode::Dedicated);
  EXPECT_EQ(options.order, QueueOrder::Fifo);
  EXPECT_EQ(options.stack_bytes, 256u << 10);
  EXPECT_TRUE(options.statistics);
  EXPECT_EQ(options.trace_file, "out.json");
  EXPECT_EQ(options.deadlock_seconds, 0.5);
  EXPECT_EQ(options.eager_budget, 1u << 30);
  EXPECT_EQ(options.piece_bytes, 64u << 10);
}

TEST(Options, EmptyValueMeansDefault) {
  const Environment environment{{"BAMBOO_WORKERS", ""}};
  EXPECT_EQ(EngineOptions::from_environment().workers, 1);
}

TEST(OptionsDeathTest, RefusesMalformedValues) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"BAMBOO_WORKERS", "0"},
      {"BAMBOO_WORKERS", "two"},
      {"BAMBOO_WORKERS", "2x"},
      {"BAMBOO_SERVICE", "none"},
      {"BAMBOO_ORDER", "FIFO"},
      {"BAMBOO_STACK_SIZE", "8Q"},
      {"BAMBOO_STACK_SIZE", "1K"},
      {"BAMBOO_STACK_SIZE", "-1"},
      {"BAMBOO_STATS", "yes"},
      {"BAMBOO_DEADLOCK_SECONDS", "-1"},
      {"BAMBOO_DEADLOCK_SECONDS", "inf"},
      {"BAMBOO_EAGER_BUDGET", "99999999999999999999"},
      {"BAMBOO_PIECE_BYTES", "63"},
      {"BAMBOO_PIECE_BYTES", "64KB"},
      {"BAMBOO_PIECE_BYTES", "17M"}};
  for (const auto& [name, value] : cases) {
    const Environment environment{{name, value}};
    EXPECT_EXIT(EngineOptions::from_environment(), testing::ExitedWithCode(exit_usage),
                "error: " + name + "='" + value + "': expected ")
        << name << ' ' << value;
  }
}

TEST(Options, WarnsAboutUnknownNamesWithTheNearest) {
  {
    const Environment environment{{"BAMBOO_WORKER", "2"}};
    EXPECT_NE(warnings().find("unknown option BAMBOO_WORKER in the environment; did you mean "
                              "BAMBOO_WORKERS?"),
              std::string::npos);
  }
  {
    const Environment environment{{"BAMBOO_QZXQZXQ", "2"}};
    const std::string text = warnings();
    EXPECT_NE(text.find("BAMBOO_QZXQZXQ"), std::string::npos);
    EXPECT_EQ(text.find("did you mean"), std::string::npos);
  }
}

TEST(Options, OnlyTheFirstProcessWarns) {
  const Environment environment({{"BAMBOO_WORKER", "2"}, {"PMI_RANK", "1"}});
  EXPECT_EQ(warnings(), "");
}

TEST(Options, KnowsEveryNameOfTheTable) {
  std::set<std::string> names;
  for (const Option& option : option_table()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name << " stands there twice";
    EXPECT_NE(std::string(option.help), "");
    if (*option.preset == '\0') continue;
    const Environment environment{{option.name, option.preset}};
    EXPECT_EQ(warnings(), "") << option.name;
  }
}

TEST(Options, TableHasWhateverThisProjectReads) {
  std::set<std::string> names;
  for (const Option& option : option_table()) names.insert(option.name);
  const std::regex variable("\"(BAMBOO_[A-Z_]+)\"");
  int found = 0;
  for (const char* room : {"taskgraph", "mpi", "driver", "plans", "overlap/runtime"}) {
    const std::filesystem::path folder = std::filesystem::path(BAMBOO_SOURCE_FOLDER) / room;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      const std::string extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".h" && extension != ".c") continue;
      const std::filesystem::path inside = entry.path().lexically_relative(folder);
      if (std::ranges::find(inside, "test") != inside.end()) continue;
      std::stringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      const std::string source = text.str();
      std::sregex_iterator name(source.begin(), source.end(), variable);
      for (; name != std::sregex_iterator(); ++name, ++found) {
        EXPECT_EQ(names.count((*name)[1]), 1u) << (*name)[1] << " in " << entry.path();
      }
    }
  }
  EXPECT_GT(found, 0);
}

TEST(Options, ParsesSizes) {
  EXPECT_EQ(parse_bytes("0"), 0u);
  EXPECT_EQ(parse_bytes("65000"), 65000u);
  EXPECT_EQ(parse_bytes("64k"), 65536u);
  EXPECT_EQ(parse_bytes("2M"), 2u << 20);
  EXPECT_EQ(parse_bytes("3G"), 3ull << 30);
  for (const char* bad : {"", "M", "1MB", "1.5M", " 1", "1 M", "18014398509481984K"}) {
    EXPECT_THROW(parse_bytes(bad), std::invalid_argument) << bad;
  }
}
