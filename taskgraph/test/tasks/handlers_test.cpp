// SPDX-License-Identifier: Apache-2.0
// Functions of a task that get messages by their types.
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

#include "bamboo/taskgraph/exit_codes.h"
#include "test/support/scripted.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

constexpr int any = Scripted::any;

struct Stop {
  int why;
};

static_assert(MessageHandler<void (*)(TaskId, int, std::span<const int>), int>);
static_assert(!MessageHandler<void (*)(TaskId, int, std::span<int>), int>);
static_assert(!MessageHandler<void (*)(std::span<const int>), int>);

}  // namespace

TEST(Handlers, GetTheMessagesOfTheirTypeBeforeARun) {
  std::string order;
  run_scripts(
      1, {{.run =
               [&](Scripted& me) {
                 order += "run";
                 EXPECT_EQ(me.take()->values<float>()[0], 0.5f);  // no handler is for this one
                 EXPECT_EQ(me.take(), nullptr);
                 me.finish();
               },
           .init =
               [&](Scripted& me) {
                 me.needs(4);
                 me.on<int>(any, [&](TaskId source, int tag, std::span<const int> values) {
                   order += "int " + std::to_string(source) + std::to_string(tag) +
                            std::to_string(values[0]) + " ";
                 });
                 me.on<double>(any, [&](TaskId, int tag, std::span<const double> values) {
                   order += "double " + std::to_string(tag) + std::to_string(values.size()) + " ";
                 });
               }},
          {.run = [](Scripted& me) {
            me.put_value(0, 7, 3);
            me.put(0, 8, std::vector<double>(5));
            me.put_value(0, 9, 0.5f);
            me.put_value(0, 6, 4);
            me.finish();
          }}});
  EXPECT_EQ(order, "int 173 double 85 int 164 run");
}

TEST(Handlers, OneOfACertainTagGoesBeforeOneOfAnyTag) {
  std::string order;
  const auto note = [&order](const char* who) {
    return [&order, who](TaskId, int, std::span<const int>) { order += who; };
  };
  run_scripts(1, {{.run = [](Scripted& me) { me.finish(); },
                   .init =
                       [&](Scripted& me) {
                         me.needs(3);
                         me.on<int>(any, note("any "));
                         me.on<int>(2, note("two "));
                       }},
                  {.run = [](Scripted& me) {
                    for (const int tag : {1, 2, 3}) me.put_value(0, tag, 0);
                    me.finish();
                  }}});
  EXPECT_EQ(order, "any two any ");
}

TEST(Handlers, WhatIsEarlyForARuleWaitsForItsStep) {
  std::vector<int> values_of_run;
  int value = 0, stops = 0;
  const auto rule = [](int step) { return Rule::all_of(std::vector{1}, step); };
  run_scripts(1, {{.run =
                       [&](Scripted& me) {
                         values_of_run.push_back(value);
                         EXPECT_EQ(stops, 1);  // the handler of its own tag sees it on arrival
                         if (me.runs == 4) return me.finish();
                         me.needs(rule(me.runs));
                       },
                   .init =
                       [&](Scripted& me) {
                         me.needs(rule(0));
                         me.on<int>(any, [&](TaskId, int tag, std::span<const int> got) {
                           EXPECT_EQ(tag, me.runs);
                           value = got[0];
                         });
                         me.on<Stop>(99, [&](TaskId, int, std::span<const Stop>) { ++stops; });
                       }},
                  {.run = [](Scripted& me) {
                    me.put_value(0, 99, Stop{1});
                    for (const int step : {2, 0, 3, 1}) me.put_value(0, step, 10 * step);
                    me.finish();
                  }}});
  EXPECT_EQ(values_of_run, (std::vector<int>{0, 10, 20, 30}));
}

TEST(Handlers, MaySetTheRuleAndSend) {
  int got = 0;
  run_scripts(1, {{.run =
                       [&](Scripted& me) {
                         if (me.runs == 2) me.finish();
                       },
                   .init =
                       [&](Scripted& me) {
                         me.needs(1);
                         me.on<int>(any, [&](TaskId source, int tag, std::span<const int> values) {
                           got += values[0];
                           if (me.runs == 0) me.put_value(source, tag, values[0] + 1);
                           me.needs(Rule::count(2, 4));
                         });
                       }},
                  {.run = [](Scripted& me) {
                    if (me.runs == 1) return me.put_value(0, 3, 100);
                    EXPECT_EQ(me.take(0, 3)->values<int>()[0], 101);
                    for (const int value : {20, 3}) me.put_value(0, 4, value);
                    me.finish();
                  }}});
  EXPECT_EQ(got, 123);
}

TEST(HandlersDeathTest, TwoForTheSameAreRefused) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto twice = [] {
    run_scripts(1, {{.run = [](Scripted&) {},
                     .init =
                         [](Scripted& me) {
                           me.on<int>(3, [](TaskId, int, std::span<const int>) {});
                           me.on<int>(3, [](TaskId, int, std::span<const int>) {});
                         }}});
  };
  EXPECT_EXIT(twice(), testing::ExitedWithCode(exit_task_failed),
              "there are two handlers for int \\(4 bytes\\) and tag 3");
}
