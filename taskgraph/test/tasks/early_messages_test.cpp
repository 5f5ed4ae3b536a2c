// SPDX-License-Identifier: Apache-2.0
// Messages that arrive early, late, in parts, and in any order between sources. A run sees the
// messages that had arrived when it began, a step gets its own messages, and messages of one source
// keep their order.
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "test/support/scripted.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

/// A message from another process whose payload comes when the test says so.
class SlowMessage final : public Message {
 public:
  SlowMessage(TaskId source, int tag, int value) : value_(value) {
    header.source = source;
    header.destination = 0;
    header.tag = tag;
    header.bytes = sizeof value;
    header.label = element_label<int>();
  }
  void receive(PayloadSink& sink) override { sink_ = &sink; }
  void discard() override { ADD_FAILURE() << "nothing is dropped here"; }
  void arrive() {
    std::byte bytes[sizeof value_];
    std::memcpy(bytes, &value_, sizeof value_);
    sink_->write(bytes, 1);
    sink_->write(bytes + 1, sizeof value_ - 1);
    sink_->done();
  }

 private:
  const int value_;
  PayloadSink* sink_ = nullptr;
};

constexpr int sources = 5, steps = 40;

int value_of(TaskId source, int step) {
  return 1000 * source + step;
}

/// Lets `drive` inject into a task that needs one message of each source for each step; returns how
/// many steps it saw.
template <class Drive>
int steps_seen(Drive drive) {
  std::vector<TaskId> all;
  for (TaskId source = 1; source <= sources; ++source) all.push_back(source);
  std::atomic<DataTask*> receiver{nullptr};
  std::thread driver([&] {
    while (receiver.load() == nullptr) std::this_thread::yield();
    drive(*receiver.load());
  });
  int step = 0;
  RuntimeOptions options = with_workers(2);
  options.deadlock_seconds = 0;
  Runtime runtime(options);
  TaskGraph graph(runtime, 1);
  const Scripted::Script script{.run =
                                    [&](Scripted& me) {
                                      for (const TaskId source : all) {
                                        const auto message = me.take(source, step);
                                        ASSERT_NE(message, nullptr);
                                        EXPECT_EQ(message->values<int>()[0],
                                                  value_of(source, step));
                                        EXPECT_EQ(me.take(source, step), nullptr);
                                      }
                                      if (++step == steps) return me.finish();
                                      me.needs(Rule::all_of(all, step));
                                    },
                                .init =
                                    [&](Scripted& me) {
                                      me.needs(Rule::all_of(all, 0));
                                      receiver = &me;
                                    }};
  graph.create<Scripted>(script);
  graph.run();
  driver.join();
  return step;
}

}  // namespace

TEST(EarlyMessages, StepsStayApartHoweverPayloadsComeIn) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    std::minstd_rand random(seed);
    std::vector<std::unique_ptr<SlowMessage>> messages;
    const int seen = steps_seen([&](DataTask& task) {
      std::vector<int> sent(sources + 1, 0);
      std::vector<SlowMessage*> waiting;
      for (int left = sources * steps; left > 0 || !waiting.empty();) {
        if (left > 0 && random() % 2 == 0) {
          TaskId source = 1 + static_cast<TaskId>(random() % sources);
          while (sent[source] == steps) source = source % sources + 1;
          const int step = sent[source]++;
          --left;
          auto& message = messages.emplace_back(
              std::make_unique<SlowMessage>(source, step, value_of(source, step)));
          task.inject(message.get());
          waiting.push_back(message.get());
        } else if (!waiting.empty()) {
          std::swap(waiting[random() % waiting.size()], waiting.back());
          waiting.back()->arrive();
          waiting.pop_back();
        }
      }
    });
    EXPECT_EQ(seen, steps);
  }
}

TEST(EarlyMessages, SeveralThreadsMayBringThem) {
  std::mutex lock;
  std::vector<std::unique_ptr<SlowMessage>> messages;
  const int seen = steps_seen([&](DataTask& task) {
    std::vector<std::thread> threads;
    for (TaskId source = 1; source <= sources; ++source) {
      threads.emplace_back([&, source] {
        std::minstd_rand random(source);
        std::deque<SlowMessage*> waiting;
        for (int step = 0; step < steps || !waiting.empty();) {
          if (step < steps && (waiting.empty() || random() % 3 != 0)) {
            auto message = std::make_unique<SlowMessage>(source, step, value_of(source, step));
            task.inject(message.get());
            waiting.push_back(message.get());
            ++step;
            const std::lock_guard guard(lock);
            messages.push_back(std::move(message));
          } else {
            const bool last = random() % 2 == 0;
            SlowMessage* next = last ? waiting.back() : waiting.front();
            last ? waiting.pop_back() : waiting.pop_front();
            next->arrive();
          }
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  });
  EXPECT_EQ(seen, steps);
}

TEST(EarlyMessages, OneSourcesMessagesDoNotOvertake) {
  // The last one's payload is here first: it must not be seen before the others.
  std::vector<std::unique_ptr<SlowMessage>> messages;
  for (int i = 0; i < 4; ++i) messages.push_back(std::make_unique<SlowMessage>(1, i, i));
  messages.push_back(std::make_unique<SlowMessage>(2, 9, 9));
  std::vector<int> order;
  RuntimeOptions options = with_workers(1);
  Runtime runtime(options);
  TaskGraph graph(runtime, 1);
  const Scripted::Script script{.run = [&](Scripted& me) {
    if (me.runs == 1) {
      for (auto& message : messages) me.inject(message.get());
      for (const int next : {3, 1, 4}) messages[next]->arrive();
      return me.needs(1);
    }
    while (auto message = me.take()) order.push_back(message->tag());
    if (me.runs == 2) {
      messages[0]->arrive();
      return me.needs(2);
    }
    if (me.runs == 3) return messages[2]->arrive();
    me.finish();
  }};
  graph.create<Scripted>(script);
  graph.run();
  EXPECT_EQ(order, (std::vector<int>{9, 0, 1, 2, 3}));
}

TEST(EarlyMessages, ANeighbourMayBeTwoStepsAhead) {
  // Task 1 sends three steps at once; task 0 answers each step in a separate run.
  std::vector<int> sums;
  run_scripts(2, {{.run =
                       [&](Scripted& me) {
                         const int step = me.runs - 1;
                         sums.push_back(me.take(1, step)->values<int>()[0]);
                         if (me.runs == 3) return me.finish();
                         me.needs(Rule::all_of(std::vector{1}, me.runs));
                       },
                   .init = [](Scripted& me) { me.needs(Rule::all_of(std::vector{1}, 0)); }},
                  {.run = [](Scripted& me) {
                    for (const int step : {2, 1, 0}) me.put_value(0, step, 100 + step);
                    me.finish();
                  }}});
  EXPECT_EQ(sums, (std::vector<int>{100, 101, 102}));
}
