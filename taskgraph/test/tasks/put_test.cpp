// SPDX-License-Identifier: Apache-2.0
// Checks how payloads travel between tasks, and which puts are refused.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/exit_codes.h"
#include "test/support/scripted.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

struct Particle {
  double place[3];
  int kind;
};

const Scripted::Script idle{.run = [](Scripted& me) { me.finish(); }};

/// Task 1 sends, then task 0 receives in its only run.
void send_and_receive(const Scripted::Run& send, const Scripted::Run& receive, int messages = 1) {
  run_scripts(1, {{.run =
                       [&](Scripted& me) {
                         receive(me);
                         me.finish();
                       },
                   .init = [&](Scripted& me) { me.needs(Rule::count(messages)); }},
                  {.run = [&](Scripted& me) {
                    send(me);
                    me.finish();
                  }}});
}

}  // namespace

TEST(Put, AMovedBufferArrivesInTheSameMemory) {
  const std::byte* sent = nullptr;
  send_and_receive(
      [&](Scripted& me) {
        auto buffer = Buffer::of<int>(100);
        buffer.as<int>()[99] = 5;
        sent = buffer.data();
        me.put(0, 1, std::move(buffer));
      },
      [&](Scripted& me) {
        const auto message = me.take(1, 1);
        EXPECT_EQ(message->bytes().data(), sent);
        EXPECT_EQ(message->values<int>()[99], 5);
        Buffer taken = message->take_buffer();
        EXPECT_EQ(taken.data(), sent);
        EXPECT_TRUE(message->bytes().empty());
      });
}

TEST(Put, AVectorArrivesAsTheVeryVector) {
  const double* sent = nullptr;
  send_and_receive(
      [&](Scripted& me) {
        std::vector<double> values(1000, 0.5);
        sent = values.data();
        me.put(0, 1, std::move(values));
      },
      [&](Scripted& me) {
        const std::vector<double> values = me.take()->take_values<double>();
        EXPECT_EQ(values.data(), sent);
        EXPECT_EQ(values, std::vector<double>(1000, 0.5));
      });
}

TEST(Put, RangesAreCopied) {
  send_and_receive(
      [&](Scripted& me) {
        std::vector<double> values{1, 2, 3};
        me.put(0, 1, values);
        values[0] = 17;
        me.put(0, 2, std::span<const double>(values).subspan(1));
        me.put(0, 3, std::array<Particle, 1>{{{{7, 8, 9}, 4}}});
        me.put_value(0, 4, 'x');
      },
      [&](Scripted& me) {
        EXPECT_EQ(me.take(Scripted::any, 1)->take_values<double>(), (std::vector<double>{1, 2, 3}));
        EXPECT_EQ(me.take(Scripted::any, 2)->take_values<double>(), (std::vector<double>{2, 3}));
        EXPECT_EQ(me.take(Scripted::any, 3)->values<Particle>()[0].place[2], 9);
        EXPECT_EQ(me.take(Scripted::any, 4)->values<char>()[0], 'x');
      },
      4);
}

TEST(Put, AnEmptyMessageIsEmptyInEveryType) {
  send_and_receive([](Scripted& me) { me.put(0, 0, Buffer()); },
                   [](Scripted& me) {
                     const auto message = me.take();
                     EXPECT_TRUE(message->values<double>().empty());
                     EXPECT_TRUE(message->take_values<int>().empty());
                   });
}

TEST(Put, AnObjectMovesAsItIs) {
  const int* sent = nullptr;
  send_and_receive(
      [&](Scripted& me) {
        auto object = std::make_unique<int>(5);
        sent = object.get();
        me.put_value(0, 1, std::move(object));
      },
      [&](Scripted& me) {
        const auto object = me.take()->take_value<std::unique_ptr<int>>();
        EXPECT_EQ(object.get(), sent);
        EXPECT_EQ(*object, 5);
      });
}

TEST(Put, AnObjectThatIsKeptIsCopied) {
  const std::map<std::string, int> ages{{"ada", 36}, {"alan", 41}};
  send_and_receive([&](Scripted& me) { me.put_value(0, 1, ages); },
                   [&](Scripted& me) {
                     EXPECT_EQ((me.take()->take_value<std::map<std::string, int>>()), ages);
                   });
}

TEST(Put, AHandlerTakesObjects) {
  std::string got;
  run_scripts(1, {{.run = [](Scripted& me) { me.finish(); },
                   .init =
                       [&](Scripted& me) {
                         me.on<std::string>(
                             7, [&](TaskId, int, std::string text) { got = std::move(text); });
                         me.needs(1);
                       }},
                  {.run = [](Scripted& me) {
                    me.put_value(0, 7, std::string("an object"));
                    me.finish();
                  }}});
  EXPECT_EQ(got, "an object");
}

TEST(PutDeathTest, AnObjectOfAnotherTypeEndsTheJob) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto taken_as = []<class T>(std::type_identity<T>) {
    send_and_receive([](Scripted& me) { me.put_value(0, 5, std::string("text")); },
                     [](Scripted& me) { me.take()->take_value<T>(); });
  };
  EXPECT_EXIT(taken_as(std::type_identity<std::vector<std::string>>()),
              testing::ExitedWithCode(exit_task_failed),
              "has elements of type .*string.*, and is read as .*vector");
  EXPECT_EXIT(taken_as(std::type_identity<double>()), testing::ExitedWithCode(exit_task_failed),
              "and is read as double");
}

TEST(PutDeathTest, ValuesOfAnotherTypeEndTheJob) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto read_as_double = [] {
    send_and_receive([](Scripted& me) { me.put_value(0, 5, 1.5f); },
                     [](Scripted& me) { me.take()->values<double>(); });
  };
  EXPECT_EXIT(read_as_double(), testing::ExitedWithCode(exit_task_failed),
              "task 0 failed: the message of tag 5 from task 1 to task 0, 4 bytes long, has "
              "elements of type float \\(4 bytes\\), and is read as double \\(8 bytes\\)");
  const auto taken_as_int = [] {
    send_and_receive([](Scripted& me) { me.put_value(0, 5, 1.5f); },
                     [](Scripted& me) { me.take()->take_values<int>(); });
  };
  EXPECT_EXIT(taken_as_int(), testing::ExitedWithCode(exit_task_failed),
              "is read as int \\(4 bytes\\)");
}

TEST(PutDeathTest, AMessageForATaskThatHasFinishedEndsTheJob) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto late = [] {
    run_scripts(1, {idle, {.run = [](Scripted& me) {
                      if (me.runs == 1) {
                        me.needs(0);
                        return;
                      }
                      me.put_value(0, 5, 1);
                      me.finish();
                    }}});
  };
  EXPECT_EXIT(late(), testing::ExitedWithCode(exit_task_failed),
              "task 0 failed: it has finished, and gets a message of tag 5 from task 1");
}

TEST(PutDeathTest, ATaskThatFinishesWithoutTakingAMessageEndsTheJob) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto leave = [] {
    send_and_receive([](Scripted& me) { me.put_value(0, 5, 1); }, [](Scripted&) {});
  };
  EXPECT_EXIT(leave(), testing::ExitedWithCode(exit_task_failed),
              "task 0 failed: it finishes, and has not taken the message of tag 5 from task 1");
}
