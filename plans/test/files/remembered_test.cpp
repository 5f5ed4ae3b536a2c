// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/remembered.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bamboo/plans/files.h"

namespace bamboo::plans::test {
namespace {

namespace fs = std::filesystem;

/// A user who remembers nothing yet, on no cluster.
class Remembering : public testing::Test {
 protected:
  void SetUp() override {
    home_ = fs::path(testing::TempDir()) / "remembered-XXXXXX";
    std::string name = home_;
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    home_ = name;
    setenv("XDG_STATE_HOME", home_.c_str(), 1);
    unsetenv("CLUSTER_NAME");
  }
  void TearDown() override {
    unsetenv("XDG_STATE_HOME");
    fs::remove_all(home_);
  }
  /// `bamboo cluster up NAME`
  void make_cluster(const char* name) {
    const fs::path agent = home_ / "agent";
    std::ofstream(agent) << "agent";
    static int seconds = 0;
    fs::last_write_time(agent, fs::file_time_type() + std::chrono::seconds(++seconds));
    setenv("CLUSTER_NAME", name, 1);
    setenv("CLUSTER_AGENT", agent.c_str(), 1);
  }
  fs::path home_;
};

Network star_of(const std::vector<std::string>& hosts, double rate = 1e6) {
  std::vector<std::string> names = hosts;
  names.push_back("switch");
  std::vector<Cable> cables;
  for (int h = 0; h < static_cast<int>(hosts.size()); ++h)
    cables.push_back({h, static_cast<int>(hosts.size()), rate, 0});
  return Network::of_cables(static_cast<int>(hosts.size()), 1, cables, std::move(names));
}

auto has(const std::string& host) {
  return [host](const Network& network) {
    const auto end = network.names().begin() + network.hosts();
    return std::find(network.names().begin(), end, host) != end;
  };
}

Measurement at(const std::string& time) {
  Measurement out = here();
  out.at = time;
  out.with = "an MPI";
  return out;
}

TEST_F(Remembering, ANetworkServesRunsOnItsHosts) {
  EXPECT_FALSE(recall(has("a")).found);
  const std::string file = remember(star_of({"a", "b"}, 5e6), at("2026-01-02 03:04"));
  EXPECT_TRUE(file.starts_with((home_ / "bamboo/networks/").string())) << file;
  const Recollection known = recall(has("a"));
  ASSERT_TRUE(known.found);
  EXPECT_TRUE(known.warnings.empty());
  EXPECT_EQ(known.found->file, file);
  EXPECT_EQ(known.found->network.hosts(), 2);
  EXPECT_EQ(known.found->network.rate(0, 1), 5e6);
  EXPECT_EQ(known.found->measurement.at, "2026-01-02 03:04");
  EXPECT_EQ(known.found->measurement.with, "an MPI");
  EXPECT_FALSE(recall(has("c")).found);
  EXPECT_FALSE(recall(has("switch")).found);
  EXPECT_EQ(read_network(file).hosts(), 2) << "it is a description as any other";
}

TEST_F(Remembering, RanksOfTheProbeAreNotThoseOfARun) {
  remember(star_of({"a", "b"}).with_ranks({0, 0, 1}), at("1"));
  EXPECT_EQ(recall(has("b")).found->network.hosts(), 2);
}

TEST_F(Remembering, TheSameHostsAreKeptOnceAndTheLatestCounts) {
  const std::string first = remember(star_of({"a", "b"}, 1e6), at("1"));
  EXPECT_EQ(remember(star_of({"b", "a"}, 2e6), at("2")), first);
  EXPECT_EQ(recall(has("a")).found->network.rate(0, 1), 2e6);
  EXPECT_NE(remember(star_of({"a", "b", "c"}, 3e6), at("4")), first);
  EXPECT_NE(remember(star_of({"ab"}, 4e6), at("3")), first);
  EXPECT_EQ(recall(has("a")).found->network.rate(0, 1), 3e6);
  EXPECT_EQ(std::distance(fs::directory_iterator(remembered_folder().value()), {}), 3);
}

TEST_F(Remembering, HostsOfAnotherClusterAreOthers) {
  make_cluster("pair");
  remember(star_of({"h1", "h2"}), at("1"));
  EXPECT_TRUE(recall(has("h1")).found);
  make_cluster("other");
  EXPECT_FALSE(recall(has("h1")).found);
  EXPECT_TRUE(recall(has("h1")).warnings.empty());
  unsetenv("CLUSTER_NAME");
  EXPECT_FALSE(recall(has("h1")).found);
  remember(star_of({"h1", "h2"}), at("2"));
  EXPECT_EQ(recall(has("h1")).found->measurement.at, "2");
}

TEST_F(Remembering, AClusterThatWasMadeAgainDiffers) {
  make_cluster("pair");
  const std::string file = remember(star_of({"h1", "h2"}), at("1"));
  make_cluster("pair");
  const Recollection old = recall(has("h1"));
  EXPECT_FALSE(old.found);
  ASSERT_EQ(old.warnings.size(), 1U);
  EXPECT_TRUE(old.warnings[0].starts_with(file + ": warning: cluster 'pair' has been made anew"))
      << old.warnings[0];
  EXPECT_TRUE(recall(has("h3")).warnings.empty());
  EXPECT_EQ(remember(star_of({"h1", "h2"}), at("2")), file);
  EXPECT_TRUE(recall(has("h1")).found);
}

TEST_F(Remembering, ABrokenFileIsReportedAndNotUsed) {
  const std::string file = remember(star_of({"a", "b"}), at("1"));
  const std::string whole = read_text(file);
  const auto complaint = [&](const std::string& text) {
    write_text(file, text);
    const Recollection found = recall(has("a"));
    EXPECT_FALSE(found.found) << text;
    return found.warnings.size() == 1 ? found.warnings[0] : "?";
  };
  EXPECT_TRUE(complaint(whole.substr(0, whole.size() / 2)).starts_with(file + ":"));
  EXPECT_NE(complaint("[1]").find("must be an object"), std::string::npos);
  EXPECT_NE(complaint(to_json(star_of({"a", "b"}))).find("'measured' is missing"),
            std::string::npos);
  EXPECT_NE(complaint("").find("this remembered network is not used"), std::string::npos);
  remember(star_of({"a", "b", "c"}), at("2"));
  const Recollection other = recall(has("a"));
  EXPECT_TRUE(other.found);
  EXPECT_TRUE(other.warnings.empty());
}

TEST_F(Remembering, Forgets) {
  const std::string two = remember(star_of({"a", "b"}), at("1"));
  const std::string three = remember(star_of({"a", "b", "c"}), at("1"));
  EXPECT_TRUE(forget("d").empty());
  EXPECT_EQ(forget("c"), std::vector{three});
  EXPECT_TRUE(recall(has("a")).found);
  EXPECT_EQ(forget(), std::vector{two});
  EXPECT_FALSE(recall(has("a")).found);
  EXPECT_TRUE(forget().empty());
}

TEST_F(Remembering, TheFolderIsWhereTheSpecificationWantsIt) {
  setenv("XDG_STATE_HOME", "relative", 1);
  const char* home = std::getenv("HOME");
  const std::string before = home ? home : "";
  setenv("HOME", home_.c_str(), 1);
  EXPECT_EQ(remembered_folder(), (home_ / ".local/state/bamboo/networks").string());
  unsetenv("HOME");
  EXPECT_EQ(remembered_folder(), std::nullopt);
  EXPECT_FALSE(recall(has("a")).found);
  EXPECT_THROW(remember(star_of({"a", "b"}), at("1")), FileError);
  if (home) setenv("HOME", before.c_str(), 1);
}

TEST_F(Remembering, AWriteThatFailsIsReported) {
  std::ofstream(home_ / "bamboo") << "no folder";
  EXPECT_THROW(make_remembered_folder(), FileError);
  EXPECT_FALSE(recall(has("a")).found);
}

}  // namespace
}  // namespace bamboo::plans::test
