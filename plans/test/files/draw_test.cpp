// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "bamboo/plans/print.h"
#include "bamboo/plans/schedulers.h"
#include "patterns.h"

namespace bamboo::plans::test {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t out = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++out;
  return out;
}

TEST(Draw, HasAnArrowForEachTransferAndABoxForEachLinkAndPhase) {
  const Network network = Network::two_switches(2, 2, 100 * mbit, 100 * mbit);
  const Phases phases = greedy(all_to_all(4, 1000), network);
  const std::string svg = to_svg(phases, network);
  EXPECT_EQ(count(svg, "marker-end="), 12u);
  EXPECT_EQ(count(svg, "<rect x="), network.links().size() * (phases.phases.size() + 1));
  EXPECT_EQ(count(svg, "<title>h1 to h2: 1000 B</title>"), 1u);
  // Eight messages cross the trunk each way, four hosts' worth of time more than their own links.
  EXPECT_EQ(count(svg, "<title>s0-s1: 320 us</title>"), 1u);
}

TEST(Draw, NamesAreEscapedAndNothingIsDrawable) {
  const Network network =
      Network::of_cables(2, 1, {{0, 2, 1, 0}, {1, 2, 1, 0}}, {"a<b", "c&d", "s"});
  const std::string svg = to_svg(Phases{2, "x", {}, false}, network);
  EXPECT_EQ(count(svg, "a&lt;b"), 3u);
  EXPECT_EQ(count(svg, "c&d"), 0u);
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
}

}  // namespace
}  // namespace bamboo::plans::test
