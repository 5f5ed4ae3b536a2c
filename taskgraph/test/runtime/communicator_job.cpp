// SPDX-License-Identifier: Apache-2.0
// A program that calls MPI itself, with Runtimes on its communicators:
//
//     communicator_job MODULE_FOLDER CASE single|serialized|multiple
#include <mpi.h>

#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bamboo/taskgraph/task_graph.h"
#include "test/support/stencil.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

constexpr int cells = 6, steps = 30, tasks_a_process = 5;

void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}
int size_of(MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}

/// A part of the processes, freed with the object.
class Part {
 public:
  explicit Part(int colour) {
    MPI_Comm_split(MPI_COMM_WORLD, colour, rank_in(MPI_COMM_WORLD), &comm_);
  }
  ~Part() { MPI_Comm_free(&comm_); }
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  MPI_Comm comm() const { return comm_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

struct Program {
  RuntimeOptions options = RuntimeOptions::from_environment();

  /// Heat on a rod with tasks in all processes of the communicator, against a plain loop.
  void heat(Runtime& runtime, MPI_Comm comm) const {
    require(runtime.process() == rank_in(comm), "another process number than the rank");
    require(runtime.processes() == size_of(comm), "another number of processes");
    const int tasks = tasks_a_process * runtime.processes();
    std::vector<double> result(tasks * cells);
    TaskGraph graph(runtime, tasks);
    graph.create<HeatTask>(cells, steps, result.data());
    for (int run = 0; run < 2; ++run) {
      result.assign(result.size(), 0);
      graph.run();
      MPI_Allreduce(MPI_IN_PLACE, result.data(), tasks * cells, MPI_DOUBLE, MPI_SUM, comm);
      require(result == serial_heat(tasks * cells, steps), "a temperature is wrong");
    }
    require(graph.sum(&Task::id) == tasks * (tasks - 1) / 2, "a sum is wrong");
  }

  void halves() const;
  void one_after_another() const;
  void at_once() const;
  void threads() const;
  void blocked() const;
  void many() const;
};

/// Receives of any source and tag are posted while the graph runs; what they get comes afterwards.
class OpenReceives {
 public:
  explicit OpenReceives(MPI_Comm comm) : comm_(comm), numbers_(size_of(comm), -1) {
    for (int& number : numbers_) {
      requests_.emplace_back();
      MPI_Irecv(&number, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &requests_.back());
    }
  }
  void exchange() {
    const int mine = rank_in(comm_);
    for (int to = 0; to < size_of(comm_); ++to) MPI_Send(&mine, 1, MPI_INT, to, 0, comm_);
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
    int sum = 0;
    for (const int number : numbers_) sum += number;
    const int size = size_of(comm_);
    require(sum == size * (size - 1) / 2, "a message of the program is wrong");
  }

 private:
  const MPI_Comm comm_;
  std::vector<int> numbers_;
  std::vector<MPI_Request> requests_;
};

/// Each half has its own graph. The program's messages on both communicators have the same tags.
void Program::halves() const {
  const Part half(rank_in(MPI_COMM_WORLD) % 2);
  Runtime runtime(half.comm(), options);
  for (int round = 0; round < 3; ++round) {
    OpenReceives in_half(half.comm()), in_world(MPI_COMM_WORLD);
    heat(runtime, half.comm());
    in_half.exchange();
    in_world.exchange();
  }
}

void Program::one_after_another() const {
  for (int round = 0; round < 2; ++round) {
    {
      Runtime runtime(MPI_COMM_WORLD, options);
      heat(runtime, MPI_COMM_WORLD);
    }
    {
      const Part half(rank_in(MPI_COMM_WORLD) / 2);
      Runtime runtime(half.comm(), options);
      heat(runtime, half.comm());
    }
    Runtime runtime(MPI_COMM_SELF, options);
    heat(runtime, MPI_COMM_SELF);
  }
}

/// Three Runtimes of one thread, which overlap.
void Program::at_once() const {
  const Part half(rank_in(MPI_COMM_WORLD) % 2);
  Runtime world(MPI_COMM_WORLD, options), in_half(half.comm(), options),
      again(half.comm(), options);
  require(Runtime::current() == nullptr, "a Runtime of the whole job");
  for (int round = 0; round < 3; ++round) {
    heat(in_half, half.comm());
    heat(world, MPI_COMM_WORLD);
    heat(again, half.comm());
  }
}

/// Each thread has a Runtime, on the same processes.
void Program::threads() const {
  std::array<MPI_Comm, 3> comms{};
  for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  std::vector<std::thread> all;
  for (const MPI_Comm comm : comms) {
    all.emplace_back([this, comm] {
      Runtime runtime(comm, options);
      for (int round = 0; round < 3; ++round) heat(runtime, comm);
    });
  }
  for (std::thread& thread : all) thread.join();
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}

/// Task 0 sends more to task 1 than a receiver accepts before it looks.
class Flood final : public DataTask {
 public:
  using DataTask::DataTask;
  static constexpr int messages = 20, length = 2000;
  void init() override {
    if (id() == 1) needs(messages);
  }

 protected:
  void run() override {
    for (int i = 0; i < messages; ++i) {
      if (id() == 0)
        put(1, i, std::vector<double>(length, i));
      else
        require(take(0, i)->values<double>()[length - 1] == i, "a message is wrong");
    }
    finish();
  }
};

/// The receiver of the graph's messages waits for the program's first. Then the sender waits for
/// the receiver, in MPI, while messages are with it.
void Program::blocked() const {
  Runtime runtime(MPI_COMM_WORLD, options);
  TaskGraph graph(runtime, 2);
  graph.create<Flood>();
  for (int round = 0; round < 3; ++round) {
    int number = runtime.process();
    if (runtime.process() == 1)
      MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    graph.run();
    if (runtime.process() == 0) MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    require(number == 0, "a message of the program is wrong");
  }
}

/// Nothing of a Runtime stays in the MPI.
void Program::many() const {
  for (int i = 0; i < 50; ++i) {
    Runtime runtime(MPI_COMM_WORLD, options);
    heat(runtime, MPI_COMM_WORLD);
  }
}

using Case = void (*)(const Program&);

// What is refused, and by which words. The program goes on.

void refuses(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::logic_error& error) {
    std::fprintf(stderr, "refused: %s\n", error.what());
    return;
  }
  throw std::runtime_error("it is not refused");
}

/// Makes a Runtime.
std::function<void()> makes(Communicator comm, const RuntimeOptions& options) {
  return [comm, options] { Runtime runtime(comm, options); };
}

void of_null(const Program& program) {
  refuses(makes(MPI_COMM_NULL, program.options));
}

void of_two_groups(const Program& program) {
  const int half = rank_in(MPI_COMM_WORLD) % 2;
  const Part part(half);
  MPI_Comm both = MPI_COMM_NULL;
  MPI_Intercomm_create(part.comm(), 0, MPI_COMM_WORLD, 1 - half, 0, &both);
  refuses(makes(both, program.options));
  MPI_Comm_free(&both);
}

void beside_the_jobs(const Program& program) {
  Runtime job(program.options);
  refuses(makes(MPI_COMM_WORLD, program.options));
}

void job_beside(const Program& program) {
  Runtime runtime(MPI_COMM_WORLD, program.options);
  refuses([&] { Runtime job(program.options); });
}

/// One process asks for threads; all of them refuse.
void workers_of_one(const Program& program) {
  RuntimeOptions options = program.options;
  if (rank_in(MPI_COMM_WORLD) == 1) options.workers = 2;
  refuses(makes(MPI_COMM_WORLD, options));
}

/// One process names no scheduler; all of them refuse, before they have made anything.
void scheduler_of_one(const Program& program) {
  RuntimeOptions options = program.options;
  if (rank_in(MPI_COMM_WORLD) == 1) options.scheduler = "nope";
  refuses(makes(MPI_COMM_WORLD, options));
}

void service(const Program& program) {
  RuntimeOptions options = program.options;
  options.service = ServiceMode::Dedicated;
  refuses(makes(MPI_COMM_WORLD, options));
}

void other_thread(const Program& program) {
  std::thread([&] { refuses(makes(MPI_COMM_WORLD, program.options)); }).join();
}

void second_thread(const Program& program) {
  Runtime runtime(MPI_COMM_WORLD, program.options);
  other_thread(program);
}

struct Quiet final : DataTask {
  using DataTask::DataTask;
  void run() override { finish(); }
};

/// A graph of one Runtime starts while that of another one runs.
void two_graphs(const Program& program) {
  Runtime one(MPI_COMM_WORLD, program.options), other(MPI_COMM_WORLD, program.options);
  TaskGraph first(one, 4), second(other, 4);
  first.create<Quiet>();
  second.create<Quiet>();
  first.start();
  refuses([&] { second.run(); });
  first.wait();
  second.run();
}

void made_while_one_runs(const Program& program) {
  Runtime one(MPI_COMM_WORLD, program.options);
  TaskGraph graph(one, 4);
  graph.create<Quiet>();
  graph.start();
  refuses(makes(MPI_COMM_WORLD, program.options));
  graph.wait();
}

/// A task that makes a Runtime.
class Maker final : public DataTask {
 public:
  Maker(TaskGraph& graph, TaskId id, const RuntimeOptions& options)
      : DataTask(graph, id), options_(options) {}

 protected:
  void run() override {
    refuses(makes(MPI_COMM_SELF, options_));
    finish();
  }

 private:
  const RuntimeOptions& options_;
};

void in_a_task(const Program& program) {
  Runtime runtime(MPI_COMM_WORLD, program.options);
  TaskGraph graph(runtime, runtime.processes());
  graph.create<Maker>(program.options);
  graph.run();
}

void finalized_too_early(const Program& program) {
  Runtime runtime(MPI_COMM_WORLD, program.options);
  MPI_Finalize();
}

void after_the_end(const Program& program) {
  MPI_Finalize();
  refuses(makes(MPI_COMM_WORLD, program.options));
}

const std::map<std::string, Case> cases{
    {"halves", [](const Program& p) { p.halves(); }},
    {"one_after_another", [](const Program& p) { p.one_after_another(); }},
    {"at_once", [](const Program& p) { p.at_once(); }},
    {"threads", [](const Program& p) { p.threads(); }},
    {"blocked", [](const Program& p) { p.blocked(); }},
    {"many", [](const Program& p) { p.many(); }},
    {"of_null", of_null},
    {"of_two_groups", of_two_groups},
    {"beside_the_jobs", beside_the_jobs},
    {"job_beside", job_beside},
    {"workers_of_one", workers_of_one},
    {"scheduler_of_one", scheduler_of_one},
    {"service", service},
    {"other_thread", other_thread},
    {"second_thread", second_thread},
    {"two_graphs", two_graphs},
    {"made_while_one_runs", made_while_one_runs},
    {"in_a_task", in_a_task},
    {"finalized_too_early", finalized_too_early},
    {"after_the_end", after_the_end},
};

const std::map<std::string, int> levels{{"single", MPI_THREAD_SINGLE},
                                        {"serialized", MPI_THREAD_SERIALIZED},
                                        {"multiple", MPI_THREAD_MULTIPLE}};

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argv[2];
  int provided = 0;
  MPI_Init_thread(&argc, &argv, levels.at(argv[3]), &provided);
  const int rank = rank_in(MPI_COMM_WORLD);
  Program program;
  program.options.module_folder = argv[1];
  try {
    cases.at(name)(program);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "failed: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
  }
  if (rank == 0) std::printf("%s went well\n", name.c_str());
}
