// SPDX-License-Identifier: Apache-2.0
// The same as a task graph: a task has lines along one axis of a part of the mesh, transforms them
// when all blocks of them are here, and sends blocks to the tasks with lines along the next axis.
//
// The parts are a grid of A x B. 1 x B: sheets, planes along x and y (Thyme, NAS-FT); else pencils,
// of which neither exchange is among all tasks. The steps depend on the start alone, not on each
// other: two are under way, and where a part ends one, it begins the one after the next.
#include <bamboo/taskgraph.h>
#include <getopt.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "pencil.h"

namespace {

using bamboo::Buffer;
using bamboo::DataTask;
using bamboo::Rule;
using bamboo::TaskGraph;
using bamboo::TaskId;

constexpr int to_frequencies = 0;  // the tag of that transform; other tags are numbers of steps
constexpr int under_way = 2;       // so many steps are computed at a time

using Clock = std::chrono::steady_clock;

struct Problem {
  int letter = 0, steps = PUBLISHED;
  int A = 0, B = 0;  // parts
  plans plan{};
  Clock::time_point begin;
  const int* n() const { return problems[letter].n; }
  int parts() const { return A * B; }
  Range a_of(int axis, int a) const { return Range::part(n()[axis], A, a); }
  Range b_of(int axis, int b) const { return Range::part(n()[axis], B, b); }
  TaskId task(int axis, int a, int b) const { return (a * B + b) * 3 + axis; }
};

struct Result {
  std::array<value, MOST_STEPS> sums{};
  std::uint64_t hash = 0;
  Result operator+(const Result& more) const {
    Result all = *this;
    for (int t = 0; t < MOST_STEPS; t++) add_to(&all.sums[t], more.sums[t]);
    all.hash += more.hash;
    return all;
  }
};

/// The buffer that the tasks of a worker share in turn, so that it stays in the caches.
value* scratch(std::size_t points) {
  thread_local std::vector<value> memory;
  if (memory.size() < points) memory.resize(points);
  return memory.data();
}

/// Lines along an axis, of part (a, b).
class Lines : public DataTask {
 public:
  Lines(TaskGraph& graph, TaskId id, const Problem& problem)
      : DataTask(graph, id),
        p_(problem),
        axis_(id % 3),
        a_(id / 3 / problem.B),
        b_(id / 3 % problem.B) {}
  virtual Result result() const { return {}; }
  /// Returns the time at which the task has ended.
  virtual double ms() const { return 0; }

 protected:
  Range all(int axis) const { return {0, p_.n()[axis]}; }
  TaskId task(int axis, int a, int b) const { return p_.task(axis, a, b); }

  void send(const Pencil& lines, int tag, TaskId to, int axis, Range part) {
    const Box& box = lines.box();
    Buffer block = Buffer::of<value>(points_of(box) / box[axis_].count * part.count);
    lines.pack(axis, part, block.as<value>());
    put(to, tag, std::move(block));
  }
  /// All parts (a, *), or (*, b), of the tasks with lines along `axis`.
  void send_along_b(const Pencil& lines, int tag, int axis) {
    for (int k = 0; k < p_.B; k++) {
      const int b = (b_ + k) % p_.B;
      send(lines, tag, task(axis, a_, b), axis, p_.b_of(axis_, b));
    }
  }
  void send_along_a(const Pencil& lines, int tag, int axis) {
    for (int k = 0; k < p_.A; k++) {
      const int a = (a_ + k) % p_.A;
      send(lines, tag, task(axis, a, b_), axis, p_.a_of(axis_, a));
    }
  }
  void receive_along_b(const Pencil& lines, int tag, int axis) {
    while (auto block = take(any, tag))
      lines.unpack(axis, p_.b_of(axis_, block->source() / 3 % p_.B), block->values<value>());
  }
  void receive_along_a(const Pencil& lines, int tag, int axis) {
    while (auto block = take(any, tag))
      lines.unpack(axis, p_.a_of(axis_, block->source() / 3 / p_.B), block->values<value>());
  }

  const Problem& p_;
  const int axis_, a_, b_;
};

class LinesX final : public Lines {
 public:
  LinesX(TaskGraph& graph, TaskId id, const Problem& problem)
      : Lines(graph, id, problem),
        drawn_box_{all(X), p_.b_of(Y, b_), p_.a_of(Z, a_)},
        box_{all(X), p_.a_of(Y, a_), p_.b_of(Z, b_)},
        drawn_(points_of(drawn_box_)) {
    const Pencil lines(X, drawn_box_, drawn_.data());
    for (int z = 0; z < drawn_box_[Z].count; z++) {
      const std::uint64_t row = std::uint64_t(drawn_box_[Z].first + z) * p_.n()[Y];
      draw_values(lines.at(0, 0, z), (row + drawn_box_[Y].first) * p_.n()[X],
                  std::size_t(drawn_box_[Y].count) * p_.n()[X]);
    }
  }

  void run() override {
    if (step_ == to_frequencies) {
      const Pencil lines(X, drawn_box_, drawn_.data());
      lines.transform(p_.plan.forward);
      send_along_b(lines, to_frequencies, Y);
      drawn_ = {};
    } else {
      const Pencil lines(X, box_, scratch(points_of(box_)));
      receive_along_b(lines, step_, Z);
      lines.transform(p_.plan.backward);
      send_along_a(lines, step_, Y);
    }
    if (++step_ > p_.steps) return finish();
    needs(p_.B, step_);
  }

 private:
  const Box drawn_box_, box_;  // before and after the forward transform
  std::vector<value> drawn_;
  int step_ = to_frequencies;
};

class LinesY final : public Lines {
 public:
  LinesY(TaskGraph& graph, TaskId id, const Problem& problem)
      : Lines(graph, id, problem),
        forward_box_{p_.b_of(X, b_), all(Y), p_.a_of(Z, a_)},
        box_{p_.a_of(X, a_), all(Y), p_.b_of(Z, b_)} {
    for (int j = 1; j <= SAMPLES; j++) {
      std::array<int, 3> at{};
      place_of_sample(j, p_.n(), at.data());
      if (Pencil(Y, box_, nullptr).has(at)) samples_.push_back(at);
    }
  }

  void init() override { needs(p_.B, to_frequencies); }

  void run() override {
    if (step_ == to_frequencies) {
      const Pencil lines(Y, forward_box_, scratch(points_of(forward_box_)));
      receive_along_b(lines, to_frequencies, X);
      lines.transform(p_.plan.forward);
      send_along_a(lines, to_frequencies, Z);
    } else {
      end_step();
    }
    if (++step_ > p_.steps) {
      ms_ = std::chrono::duration<double, std::milli>(Clock::now() - p_.begin).count();
      return finish();
    }
    needs(p_.A, step_);
  }

  double ms() const override { return ms_; }
  Result result() const override {
    Result result = result_;
    const Pencil lines(Y, box_, const_cast<value*>(last_.data()));
    for (int z = 0; z < box_[Z].count && !last_.empty(); z++)
      for (int y = 0; y < box_[Y].count; y++)
        for (int x = 0; x < box_[X].count; x++) {
          const std::uint64_t row = std::uint64_t(box_[Z].first + z) * p_.n()[Y] + y;
          result.hash += hash_of_point(*lines.at(x, y, z), row * p_.n()[X] + box_[X].first + x);
        }
    return result;
  }

 private:
  void end_step() {
    if (step_ == p_.steps) last_.resize(points_of(box_));
    const Pencil lines(Y, box_, step_ == p_.steps ? last_.data() : scratch(points_of(box_)));
    receive_along_a(lines, step_, X);
    lines.transform(p_.plan.backward);
    for (const auto& at : samples_) add_to(&result_.sums[step_ - 1], *lines.of(at));
    if (step_ + under_way <= p_.steps) put_value(task(Z, a_, b_), step_, step_);
  }

  const Box forward_box_, box_;
  int step_ = to_frequencies;
  std::vector<std::array<int, 3>> samples_;
  std::vector<value> last_;  // the state after the last step
  Result result_;
  double ms_ = 0;
};

class LinesZ final : public Lines {
 public:
  LinesZ(TaskGraph& graph, TaskId id, const Problem& problem)
      : Lines(graph, id, problem), box_{p_.b_of(X, b_), p_.a_of(Y, a_), all(Z)} {}

  void init() override { needs(p_.A, to_frequencies); }

  void run() override {
    if (step_ == 0) {
      start_.resize(points_of(box_));
      const Pencil start(Z, box_, start_.data());
      receive_along_a(start, to_frequencies, Y);
      start.transform(p_.plan.forward);
      for (int k = 0; k < under_way && step_ < p_.steps; k++) begin_step();
    } else {
      take();  // the part has ended a step
      begin_step();
    }
    if (step_ == p_.steps) return finish();
    needs(1, step_ + 1 - under_way);
  }

 private:
  void begin_step() {
    step_++;
    std::array<std::vector<double>, 3> factor;
    for (int d = 0; d < 3; d++) {
      factor[d].resize(box_[d].count);
      decay_along(p_.n()[d], step_, box_[d].first, box_[d].count, factor[d].data());
    }
    const Pencil start(Z, box_, start_.data()), now(Z, box_, scratch(points_of(box_)));
    for (int y = 0; y < box_[Y].count; y++)
      for (int x = 0; x < box_[X].count; x++)
        evolve_line(start.at(x, y, 0), factor[Y][y] * factor[X][x], factor[Z].data(), p_.n()[Z],
                    now.at(x, y, 0));
    now.transform(p_.plan.backward);
    send_along_b(now, step_, X);
  }

  const Box box_;
  std::vector<value> start_;  // the frequencies of all steps begin with these
  int step_ = 0;
};

void usage(FILE* to) {
  std::fprintf(
      to,
      "usage: ft_tasks [--class S|W|A] [--iterations N] [--grid AxB]\n"
      "  -c, --class S|W|A     64 x 64 x 64 (default), 128 x 128 x 32 or 256 x 256 x 128 points\n"
      "  -i, --iterations N    time steps (default 6, at most 20; NAS publishes checksums of 6)\n"
      "  -g, --grid AxB        parts; 1xB: sheets (default, as many as points along z), else\n"
      "                        pencils; A and B must divide the points along each axis\n"
      "  -h, --help            this text\n"
      "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n");
}

bool read_number(const char* text, int least, int most, int& number) {
  int end = 0;
  return std::sscanf(text, "%d%n", &number, &end) == 1 && text[end] == '\0' && number >= least &&
         number <= most;
}

/// The exit code where there is nothing to compute.
std::optional<int> parse(int argc, char** argv, Problem& problem) {
  static const option names[] = {{"class", 1, nullptr, 'c'},
                                 {"iterations", 1, nullptr, 'i'},
                                 {"grid", 1, nullptr, 'g'},
                                 {"help", 0, nullptr, 'h'},
                                 {nullptr, 0, nullptr, 0}};
  int c;
  while ((c = getopt_long(argc, argv, "c:i:g:h", names, nullptr)) != -1) {
    bool good = false;
    int end = 0;
    if (c == 'c') {
      const char* letter = optarg[0] && !optarg[1] ? std::strchr(CLASSES, optarg[0]) : nullptr;
      good = letter != nullptr;
      if (good) problem.letter = static_cast<int>(letter - CLASSES);
    } else if (c == 'i') {
      good = read_number(optarg, 1, MOST_STEPS, problem.steps);
    } else if (c == 'g') {
      good = std::sscanf(optarg, "%dx%d%n", &problem.A, &problem.B, &end) == 2 && !optarg[end] &&
             problem.A > 0 && problem.B > 0;
    }
    if (!good) {
      usage(c == 'h' ? stdout : stderr);
      return c == 'h' ? 0 : 2;
    }
  }
  if (problem.A == 0) problem.A = 1, problem.B = problem.n()[Z];
  bool divided = optind == argc;
  for (int d = 0; d < 3; d++)
    divided = divided && problem.n()[d] % problem.A == 0 && problem.n()[d] % problem.B == 0;
  if (!divided) {
    usage(stderr);
    return 2;
  }
  return {};
}

void add_edges(TaskGraph& graph, const Problem& p) {
  for (int a = 0; a < p.A; a++)
    for (int b = 0; b < p.B; b++) {
      for (int other = 0; other < p.B; other++) {
        graph.add_edge(p.task(X, a, b), p.task(Y, a, other));  // forward
        graph.add_edge(p.task(Z, a, b), p.task(X, a, other));
      }
      for (int other = 0; other < p.A; other++) {
        graph.add_edge(p.task(Y, a, b), p.task(Z, other, b));  // forward; its own: a step has ended
        graph.add_edge(p.task(X, a, b), p.task(Y, other, b));
      }
    }
}

}  // namespace

int main(int argc, char** argv) {
  Problem problem;
  if (const auto status = parse(argc, argv, problem)) return *status;
  bamboo::Runtime runtime;
  if (3 * problem.parts() < runtime.processes()) {
    std::fprintf(stderr, "ft_tasks: %d parts are too few for %d processes\n", problem.parts(),
                 runtime.processes());
    return 2;
  }
  problem.plan = make_plans(problem.n());
  TaskGraph graph(runtime, 3 * problem.parts());
  add_edges(graph, problem);
  graph.create([&](TaskGraph&, TaskId id) -> std::unique_ptr<bamboo::Task> {
    if (id % 3 == X) return std::make_unique<LinesX>(graph, id, problem);
    if (id % 3 == Y) return std::make_unique<LinesY>(graph, id, problem);
    return std::make_unique<LinesZ>(graph, id, problem);
  });
  barrier(runtime);
  problem.begin = Clock::now();
  graph.run();
  const Result result = graph.sum(&Lines::result);
  const double ms = reduce(graph, &Lines::ms, bamboo::Maximum());
  bool verified = true;
  if (runtime.process() == 0) {
    const int* n = problem.n();
    std::printf("ft: class %c, %d x %d x %d points, %d steps\n", CLASSES[problem.letter], n[X],
                n[Y], n[Z], problem.steps);
    std::printf("time: %.4f ms, %d processes, %d x %d parts\n", ms, runtime.processes(), problem.A,
                problem.B);
    verified = print_checksums(&problems[problem.letter], problem.steps, result.sums.data(),
                               result.hash) != 0;
  }
  free_plans(&problem.plan);
  return verified ? 0 : 1;
}
