// SPDX-License-Identifier: Apache-2.0
#include "configuration/rules.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>

namespace bamboo::plans::pmpi {
namespace {

std::string complaint(const std::string& text) {
  try {
    parse_rules(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Rules, SayWhichAlgorithmServesWhichBytes) {
  const auto rules = parse_rules("bcast:64K-1M:chain;alltoall@16:pairwise;;reduce:-128:mpi");
  ASSERT_EQ(rules.size(), 3u);
  EXPECT_EQ(rules[0].operation, Operation::Bcast);
  EXPECT_EQ(rules[0].from, 65536u);
  EXPECT_EQ(rules[0].to, 1048576u);
  EXPECT_STREQ(rules[0].algorithm->name, "bcast/chain");
  EXPECT_EQ(rules[1].processes, 16);
  EXPECT_STREQ(rules[1].algorithm->name, "alltoall/pairwise");
  EXPECT_EQ(rules[2].to, 128u);
  EXPECT_EQ(rules[2].algorithm, nullptr);
}

TEST(Hints, ConcernAllOperationsThatHaveAnAlgorithmOfThatName) {
  std::set<Operation> gated;
  for (const Rule& rule : parse_hint("gated")) {
    EXPECT_EQ(rule.algorithm, find(std::string(name_of(rule.operation)) + "/gated"));
    gated.insert(rule.operation);
  }
  EXPECT_TRUE(gated.contains(Operation::Alltoallv) && gated.contains(Operation::Allreduce));
  EXPECT_FALSE(gated.contains(Operation::Bcast));
  std::set<Operation> off;
  for (const Rule& rule : parse_hint("off"))
    if (!rule.algorithm && rule.from == 0) off.insert(rule.operation);
  EXPECT_EQ(off.size(), 18u);
  EXPECT_STREQ(parse_hint("repeated").at(0).algorithm->name, "alltoallv/repeated");
  EXPECT_EQ(parse_hint("bcast:64K-:chain").at(0).from, 65536u);
  EXPECT_THROW(parse_hint("gatd"), std::invalid_argument);
  EXPECT_THROW(parse_hint(""), std::invalid_argument);
  EXPECT_THROW(parse_hint("bcast:gated"), std::invalid_argument);
}

TEST(Rules, AreReadAsTheyWereWritten) {
  for (const std::string text : {"bcast:65536-131071:chain", "alltoallv@16:gated", "reduce:mpi",
                                 "scan@3:8-:doubling", "alltoallv@4:repeated"}) {
    const auto rules = parse_rules(text);
    ASSERT_EQ(rules.size(), 1u);
    EXPECT_EQ(to_text(rules[0]), text);
  }
}

TEST(Rules, NameWhatIsWrongAndWhatThereIs) {
  EXPECT_NE(complaint("bcast").find("operation:algorithm"), std::string::npos);
  EXPECT_NE(complaint("brodcast:chain").find("no operation 'brodcast'"), std::string::npos);
  EXPECT_NE(complaint("bcast:best").find("mpi, binomial, bine, binary, chain"), std::string::npos);
  EXPECT_NE(complaint("bcast:1Q-:chain").find("'1Q' is no number of bytes"), std::string::npos);
  EXPECT_NE(complaint("bcast:7:chain").find("of the form from-to"), std::string::npos);
  EXPECT_NE(complaint("bcast@x:chain").find("number of processes"), std::string::npos);
}

}  // namespace
}  // namespace bamboo::plans::pmpi
