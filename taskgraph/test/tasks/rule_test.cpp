// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/rule.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/exit_codes.h"
#include "test/support/scripted.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

using Messages = std::vector<std::pair<TaskId, int>>;  // source, tag

bool met(Rule rule, const Messages& messages) {
  rule.restart();
  for (const auto& [source, tag] : messages) rule.add(source, tag);
  return rule.met();
}

const std::vector<TaskId> three{4, 1, 9};

}  // namespace

TEST(Rule, CountsMessagesOfItsTag) {
  EXPECT_TRUE(met(Rule::count(0), {}));
  EXPECT_FALSE(met(Rule::count(2), {{0, 1}}));
  EXPECT_TRUE(met(Rule::count(2), {{0, 1}, {0, 7}}));
  EXPECT_FALSE(met(Rule::count(2, 7), {{0, 7}, {1, 6}, {2, 8}}));
  EXPECT_TRUE(met(Rule::count(2, 7), {{0, 7}, {1, 6}, {0, 7}}));
}

TEST(Rule, AllOfNeedsOneOfEachSource) {
  EXPECT_FALSE(met(Rule::all_of(three, 5), {{4, 5}, {4, 5}, {4, 5}, {1, 5}}));
  EXPECT_FALSE(met(Rule::all_of(three, 5), {{4, 5}, {1, 5}, {9, 6}}));
  EXPECT_TRUE(met(Rule::all_of(three, 5), {{9, 5}, {4, 5}, {7, 5}, {1, 5}}));
  EXPECT_TRUE(met(Rule::all_of(three), {{9, 0}, {4, 1}, {1, 2}}));
  EXPECT_TRUE(met(Rule::all_of({}), {}));
  const std::vector<TaskId> repeated{2, 2, 1, 2};
  EXPECT_TRUE(met(Rule::all_of(repeated), {{1, 0}, {2, 0}}));
}

TEST(Rule, AnyOfNeedsOneOfOneSource) {
  EXPECT_FALSE(met(Rule::any_of(three, 5), {{2, 5}, {4, 4}}));
  EXPECT_TRUE(met(Rule::any_of(three, 5), {{2, 5}, {9, 5}}));
}

TEST(Rule, PartsAreMetIndependently) {
  const std::vector<TaskId> left{1}, above{2};
  const Rule panels = Rule::all_of(left, 10) && Rule::all_of(above, 20);
  EXPECT_FALSE(met(panels, {{1, 10}, {1, 20}}));
  EXPECT_TRUE(met(panels, {{2, 20}, {1, 10}}));
  // A message counts in each part that accepts it.
  EXPECT_TRUE(met(Rule::count(2) && Rule::all_of(left), {{1, 0}, {5, 0}}));
  EXPECT_FALSE(met(Rule::count(2) && Rule::all_of(left), {{5, 0}, {5, 0}}));
  EXPECT_TRUE(met(Rule::count(0) && Rule::all_of({}), {}));
}

TEST(Rule, AgreesWithItsDefinitionOnRandomMessages) {
  std::minstd_rand random(5);
  for (int round = 0; round < 500; ++round) {
    std::vector<TaskId> all, some;
    for (unsigned n = random() % 5; n > 0; --n) all.push_back(static_cast<TaskId>(random() % 6));
    for (unsigned n = 1 + random() % 2; n > 0; --n)
      some.push_back(static_cast<TaskId>(random() % 6));
    const int count = static_cast<int>(random() % 4);
    Rule rule = Rule::all_of(all, 1) && Rule::count(count) && Rule::any_of(some, 2);
    rule.restart();
    std::multiset<std::pair<TaskId, int>> here;
    for (int n = 0; n < 12; ++n) {
      bool expected = static_cast<int>(here.size()) >= count;
      for (const TaskId task : all) expected = expected && here.contains({task, 1});
      bool any_of = false;
      for (const TaskId task : some) any_of = any_of || here.contains({task, 2});
      EXPECT_EQ(rule.met(), expected && any_of);
      EXPECT_EQ(rule.missing().empty(), rule.met());
      const auto source = static_cast<TaskId>(random() % 6);
      const int tag = static_cast<int>(random() % 3);
      here.insert({source, tag});
      rule.add(source, tag);
    }
  }
}

TEST(Rule, SaysWhatItNeedsAndWhatIsMissing) {
  Rule rule = Rule::all_of(three, 5) && Rule::count(2);
  EXPECT_EQ(rule.to_string(), "messages of tag 5 from tasks 1, 4, 9 and 2 messages");
  rule.restart();
  EXPECT_EQ(rule.missing(), "tasks 1, 4, 9 are missing, 2 more messages are missing");
  rule.add(1, 5);
  rule.add(9, 5);
  EXPECT_EQ(rule.missing(), "task 4 is missing");
  EXPECT_EQ(Rule::any_of(three).to_string(), "a message from any of tasks 1, 4, 9");
  EXPECT_EQ(Rule::count(1, 3).to_string(), "1 message of tag 3");
  EXPECT_EQ(Rule::all_of({}).to_string(), "no message");
  EXPECT_EQ(Rule::all_of(std::vector{3}, 1).to_string(), "a message of tag 1 from task 3");
  std::vector<TaskId> many(1000);
  std::iota(many.begin(), many.end(), 0);
  EXPECT_NE(Rule::all_of(many).to_string().find("18, 19 and 980 more"), std::string::npos);
}

TEST(Rule, AcceptsWhatCountsInAnyPart) {
  const Rule rule = Rule::all_of(three, 5) && Rule::count(1, 8);
  EXPECT_TRUE(rule.accepts(4, 5));
  EXPECT_TRUE(rule.accepts(3, 8));
  EXPECT_FALSE(rule.accepts(3, 5));
  EXPECT_FALSE(rule.accepts(4, 6));
  EXPECT_TRUE(Rule::count(1).accepts(77, 123));
}

TEST(Rule, RefusesWhatCannotBeMet) {
  EXPECT_THROW(Rule::count(-1), std::invalid_argument);
  EXPECT_THROW(Rule::count(1, -2), std::invalid_argument);
  EXPECT_THROW(Rule::all_of(three, -7), std::invalid_argument);
  EXPECT_THROW(Rule::any_of({}), std::invalid_argument);
}

TEST(DataTaskRules, OneSetInInitHoldsForTheFirstRun) {
  std::vector<int> seen;
  run_scripts(1, {{.run =
                       [&](Scripted& me) {
                         while (auto message = me.take()) seen.push_back(message->values<int>()[0]);
                         me.finish();
                       },
                   .init = [](Scripted& me) { me.needs(Rule::all_of(std::vector{1, 2}, 6)); }},
                  {.run =
                       [](Scripted& me) {
                         me.put_value(0, 6, 10);
                         me.put_value(0, 6, 11);
                         me.finish();
                       }},
                  {.run = [](Scripted& me) {
                    me.put_value(0, 6, 20);
                    me.finish();
                  }}});
  EXPECT_EQ(seen, (std::vector<int>{10, 11, 20}));
}

TEST(DataTaskRules, ATaskThatFinishesInInitNeverRuns) {
  int runs = 0;
  run_scripts(1, {{.run = [&](Scripted&) { ++runs; }, .init = [](Scripted& me) { me.finish(); }}});
  EXPECT_EQ(runs, 0);
}

TEST(DataTaskRulesDeathTest, ADeadlockNamesTheRuleAndWhatIsMissing) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto wait = [] {
    run_scripts(1, {{.run = [](Scripted&) {},
                     .init = [](Scripted& me) { me.needs(Rule::all_of(std::vector{1, 2}, 5)); }},
                    {.run =
                         [](Scripted& me) {
                           me.put_value(0, 5, 1);
                           me.finish();
                         }},
                    {.run = [](Scripted& me) { me.finish(); }}});
  };
  EXPECT_EXIT(wait(), testing::ExitedWithCode(exit_deadlock),
              "task 0 waits for messages of tag 5 from tasks 1, 2; task 2 is missing");
}
