// SPDX-License-Identifier: Apache-2.0
// The heat equation on a rod, one piece of it in each task: an example of tasks that run to
// completion.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/data_task.h"
#include "bamboo/taskgraph/task_graph.h"

namespace bamboo::test {

inline double initial_heat(int cell) {
  return cell % 10 == 3 ? 100.0 : 0.125 * cell;
}
inline double next_heat(double left, double here, double right) {
  return here + 0.25 * (left - 2 * here + right);
}

/// Both ends are kept at zero.
inline std::vector<double> serial_heat(int cells, int steps) {
  std::vector<double> now(cells), next(cells);
  for (int i = 0; i < cells; ++i) now[i] = initial_heat(i);
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < cells; ++i) {
      next[i] = next_heat(i > 0 ? now[i - 1] : 0, now[i], i + 1 < cells ? now[i + 1] : 0);
    }
    std::swap(now, next);
  }
  return now;
}

class HeatTask final : public DataTask {
 public:
  /// `results`: of all tasks; each writes its own part.
  HeatTask(TaskGraph& graph, TaskId id, int cells, int steps, double* results)
      : DataTask(graph, id),
        steps_(steps),
        result_(results + id * cells),
        now_(cells + 2),
        next_(cells + 2) {}

  void init() override {
    const int cells = static_cast<int>(now_.size()) - 2;
    now_.assign(now_.size(), 0);
    for (int i = 0; i < cells; ++i) now_[i + 1] = initial_heat(id() * cells + i);
    step_ = 0;
    sent_ = false;
  }

 protected:
  void run() override {
    if (sent_) {
      // A neighbour can be one step ahead; the step is the tag.
      while (auto message = take(any, step_)) {
        (message->source() < id() ? now_.front() : now_.back()) = message->values<double>()[0];
      }
      for (std::size_t i = 1; i + 1 < now_.size(); ++i) {
        next_[i] = next_heat(now_[i - 1], now_[i], now_[i + 1]);
      }
      std::swap(now_, next_);
      ++step_;
    }
    if (step_ == steps_) {
      std::copy(now_.begin() + 1, now_.end() - 1, result_);
      return finish();
    }
    int neighbours = 0;
    if (id() > 0) put_value(id() - 1, step_, now_[1]), ++neighbours;
    if (id() + 1 < graph().size()) put_value(id() + 1, step_, now_[now_.size() - 2]), ++neighbours;
    needs(neighbours, step_);
    sent_ = true;
  }

 private:
  const int steps_;
  double* const result_;
  std::vector<double> now_, next_;
  int step_ = 0;
  bool sent_ = false;
};

}  // namespace bamboo::test
