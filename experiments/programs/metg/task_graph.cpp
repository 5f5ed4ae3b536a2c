// SPDX-License-Identifier: Apache-2.0
// The graphs of metg.h as a task graph: a point is a task, which runs once a step. Its own output
// stays with it; to others it is a message with the step that needs it as tag.
#include <bamboo/taskgraph.h>

#include <optional>

#include "metg.h"

namespace {

using namespace bamboo;

class Point final : public DataTask {
 public:
  Point(TaskGraph& graph, TaskId id, const Graph* of) : DataTask(graph, id), of_(of) {}
  long inputs() const { return inputs_; }

 protected:
  void run() override {
    check_inputs();
    own_ = compute(of_, step_, id());
    const Points& feeds = *feeds_of(of_, step_, id());
    ++step_;
    for (int i = 0; i < feeds.count; ++i)
      if (feeds.points[i] != id()) put_value(feeds.points[i], step_, own_);
    if (step_ == of_->steps) return finish();
    needs(Rule::all_of(others(), step_));
  }

 private:
  const Points& needed() const { return *needs_of(of_, step_, id()); }

  /// The tasks that send what the next step needs.
  std::span<const TaskId> others() {
    int count = 0;
    for (int i = 0; i < needed().count; ++i)
      if (needed().points[i] != id()) others_[count++] = needed().points[i];
    return {others_, static_cast<std::size_t>(count)};
  }

  void check_inputs() {
    for (int i = 0; i < needed().count; ++i) {
      const TaskId from = needed().points[i];
      if (from == id())
        check_input(step_, from, own_);
      else
        check_input(step_, from, take(from, step_)->values<Output>()[0]);
    }
    inputs_ += needed().count;
  }

  const Graph* const of_;
  int step_ = 0;
  Output own_{};
  long inputs_ = 0;
  TaskId others_[MAX_WIDTH];
};

std::optional<Runtime> runtime;

void add_edges(TaskGraph& graph, const Graph& of) {
  for (int phase = 0; phase < of.period; ++phase)
    for (int point = 0; point < of.width; ++point) {
      const Points& needs = of.needs[phase][point];
      for (int i = 0; i < needs.count; ++i)
        if (needs.points[i] != point) graph.add_edge(needs.points[i], point);
    }
}

Result run_graph(const Graph* of) {
  TaskGraph graph(*runtime, of->width);
  add_edges(graph, *of);
  graph.create<Point>(of);
  Result result{};
  const double begin = seconds_now();
  graph.run();
  result.seconds = seconds_now() - begin;
  for (const auto& task : graph.tasks()) result.inputs += static_cast<const Point&>(*task).inputs();
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  runtime.emplace();
  run_all(argc, argv, run_graph);
  runtime.reset();
}
