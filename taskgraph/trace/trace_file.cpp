// SPDX-License-Identifier: Apache-2.0
// A trace as Chrome trace events, which Perfetto and chrome://tracing read. A process of the job is
// a process there; its threads are its workers (tid 0 …) and its tasks (tid 1000 …). Messages are
// flow events between tasks, with ids on which sender and receiver agree, so that the files of
// several processes can be put together. Tasks are numbered through all graphs of the job, in the
// order in which these were made: "graphs" says which number is the first of each.
#include <fmt/format.h>
#include <fmt/os.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <set>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/internal/trace.h"
#include "machine/ticks.h"
#include "trace/trace_ring.h"

namespace bamboo {
namespace {

constexpr int format_version = 1;
constexpr int first_task_row = 1000;

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < ' ') {
      result += fmt::format("\\u{:04x}", c);
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string command_line() {
  std::ifstream in("/proc/self/cmdline");
  std::string text((std::istreambuf_iterator<char>(in)), {});
  while (!text.empty() && text.back() == '\0') text.pop_back();
  for (char& c : text)
    if (c == '\0') c = ' ';
  return text;
}

std::string host_name() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

/// The time at which the event was written into the ring.
std::uint64_t recorded(const TraceEvent& event) {
  return event.kind == TraceEvent::Pause ? event.value : event.end;
}

/// Numbers and names of tasks in the file.
class TaskNumbers {
 public:
  explicit TaskNumbers(const std::vector<Trace::Graph>& graphs) : graphs_(graphs) {
    for (const Trace::Graph& graph : graphs) {
      first_.push_back(end_);
      end_ += graph.tasks;
    }
  }
  /// -1: no task.
  std::int64_t number(std::uint32_t graph, TaskId task) const {
    return graph < first_.size() && task >= 0 ? first_[graph] + task : task;
  }
  std::string name(std::uint32_t graph, TaskId task) const {
    const bool is_named = graph < graphs_.size() && graphs_[graph].name != "graph 0";
    return fmt::format("task {}{}", task, is_named ? " of " + graphs_[graph].name : "");
  }
  /// A list for readers of the file.
  std::string list() const {
    std::string text;
    for (std::size_t i = 0; i < graphs_.size(); ++i) {
      text += fmt::format("{}{{\"name\":{},\"task\":{},\"first\":{},\"tasks\":{}}}",
                          i > 0 ? "," : "", quoted(graphs_[i].name), quoted(graphs_[i].noun),
                          first_[i], graphs_[i].tasks);
    }
    return text;
  }

 private:
  const std::vector<Trace::Graph>& graphs_;
  std::vector<std::int64_t> first_;
  std::int64_t end_ = 0;
};

/// Writes one process's events; every line but the first begins with a comma.
class Writer {
 public:
  Writer(const std::string& file, const TaskNumbers& tasks, ProcessId process, double origin_us,
         std::uint64_t origin_ticks, const std::function<std::string(void*)>& describe)
      : out_(fmt::output_file(file)),
        tasks_(tasks),
        process_(process),
        origin_us_(origin_us),
        origin_ticks_(origin_ticks),
        ticks_per_us_(ticks_per_second() / 1e6),
        describe_(describe) {}

  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    out_.print(format, std::forward<Args>(args)...);
  }

  void row(std::int64_t row, const std::string& name) {
    print(
        ",\n{{\"ph\":\"M\",\"pid\":{0},\"tid\":{1},\"name\":\"thread_name\",\"args\":{{\"name\":"
        "{2}}}}}",
        process_, row, quoted(name));
    print(
        ",\n{{\"ph\":\"M\",\"pid\":{0},\"tid\":{1},\"name\":\"thread_sort_index\",\"args\":{{"
        "\"sort_index\":{1}}}}}",
        process_, row);
  }

  /// `args`: further members of the object, or nothing.
  void slice(std::int64_t row, std::uint64_t start, std::uint64_t end, const char* kind,
             const std::string& name, const std::string& args) {
    print(
        ",\n{{\"ph\":\"X\",\"pid\":{},\"tid\":{},\"ts\":{:.3f},\"dur\":{:.3f},\"cat\":\"{}\","
        "\"name\":{},\"args\":{{{}}}}}",
        process_, row, at(start), span(start, end), kind, quoted(name), args);
  }

  void event(int worker, const TraceEvent& event) {
    const std::int64_t task = tasks_.number(event.graph, event.task);
    const std::int64_t peer = tasks_.number(event.graph, event.peer);
    const std::int64_t row = first_task_row + task;
    switch (event.kind) {
      case TraceEvent::Run:
      case TraceEvent::Poll: {
        const std::string args =
            fmt::format("\"task\":{},\"runtime\":{:.3f}{}", task, us(event.value),
                        event.kind == TraceEvent::Poll ? "," + place(event.place) : "");
        slice(worker, event.start, event.end, event.kind == TraceEvent::Poll ? "poll" : "run",
              tasks_.name(event.graph, event.task), args);
        slice(row, event.start, event.end, "task",
              event.kind == TraceEvent::Poll ? "looks for messages" : "runs", "");
        return;
      }
      case TraceEvent::Idle:
        return slice(worker, event.start, event.end, "idle", "idle", "");
      case TraceEvent::Pause:
        if (event.end > event.start) {
          slice(row, event.start, event.end, "wait", waiting(event),
                fmt::format("\"task\":{},\"from\":{},\"number\":{},{}", task, peer, event.number,
                            place(event.place)));
        }
        return slice(row, event.end, event.value, "ready", "ready",
                     fmt::format("\"task\":{}", task));
      case TraceEvent::Sent:
        return flow("s", task, event.start, event, task, peer, false);
      case TraceEvent::Arrived:
        return flow("f", task, event.start, event, peer, task, false);
      case TraceEvent::HandedOver:
        flow("s", task, event.start, event, task, peer, true);
        return flow("f", peer, event.start, event, task, peer, true);
    }
  }

  void close() { out_.close(); }

  double at(std::uint64_t tick) const {
    return origin_us_ +
           static_cast<double>(static_cast<std::int64_t>(tick - origin_ticks_)) / ticks_per_us_;
  }

 private:
  double us(std::uint64_t ticks) const { return static_cast<double>(ticks) / ticks_per_us_; }
  double span(std::uint64_t start, std::uint64_t end) const {
    return end > start ? us(end - start) : 0;
  }

  static std::string waiting(const TraceEvent& event) {
    return event.place.function != nullptr ? fmt::format("waits in {}", event.place.function)
                                           : "waits";
  }

  std::string place(const CallSite& place) {
    if (place.address == nullptr) return "\"call\":null,\"at\":null";
    auto found = places_.find(place.address);
    if (found == places_.end()) {
      const std::string text =
          describe_ ? describe_(place.address) : fmt::format("{}", place.address);
      found = places_.emplace(place.address, quoted(text)).first;
    }
    return fmt::format("\"call\":{},\"at\":{}",
                       quoted(place.function != nullptr ? place.function : ""), found->second);
  }

  void flow(const char* phase, std::int64_t row, std::uint64_t when, const TraceEvent& event,
            std::int64_t from, std::int64_t to, bool local) {
    print(
        ",\n{{\"ph\":\"{}\"{},\"pid\":{},\"tid\":{},\"ts\":{:.3f},\"id\":\"0x{:x}{:08x}\","
        "\"cat\":\"message\",\"name\":\"message\",\"args\":{{\"from\":{},\"to\":{},\"number\":{},"
        "\"tag\":{},\"bytes\":{},\"local\":{}}}}}",
        phase, *phase == 'f' ? ",\"bp\":\"e\"" : "", process_, first_task_row + row, at(when), from,
        event.number, from, to, event.number, event.tag, event.value, local);
  }

  fmt::ostream out_;
  const TaskNumbers& tasks_;
  const ProcessId process_;
  const double origin_us_;
  const std::uint64_t origin_ticks_;
  const double ticks_per_us_;
  const std::function<std::string(void*)>& describe_;
  std::unordered_map<void*, std::string> places_;
};

}  // namespace

std::uint64_t Trace::complete_since() const {
  std::uint64_t since = start_;
  for (int w = 0; w <= workers_; ++w)
    if (rings_[w].lost() > 0) since = std::max(since, recorded(rings_[w].oldest()));
  return since;
}

bool Trace::write(const std::string& file) const try {
  const double origin = static_cast<double>(start_time_ - clock_.ahead - clock_.origin) / 1e3;
  const TaskNumbers numbers(graphs_);
  Writer writer(file, numbers, process_, origin, start_, describe);
  writer.print(
      "{{\"displayTimeUnit\":\"ms\",\n\"otherData\":{{\"bamboo\":{},\"command\":{},"
      "\"process\":{},\"processes\":{},\"workers\":{},\"host\":{},\"origin_ns\":{},"
      "\"clock_ahead_ns\":{},\"clock_uncertainty_ns\":{},\"began\":{:.3f}",
      format_version, quoted(command_line()), process_, processes_, workers_, quoted(host_name()),
      clock_.origin, clock_.ahead, clock_.uncertainty, origin);
  writer.print(",\"complete_from\":{:.3f},\"processor_us\":{}", writer.at(complete_since()),
               (processor_time() - start_cpu_) / 1000);
  for (const auto& [name, value] : notes_) writer.print(",{}:{}", quoted(name), quoted(value));
  writer.print(",\"graphs\":[{}]", numbers.list());
  writer.print(",\"lost\":[");
  for (int w = 0; w <= workers_; ++w) writer.print("{}{}", w > 0 ? "," : "", rings_[w].lost());
  writer.print(
      "]}},\n\"traceEvents\":[\n{{\"ph\":\"M\",\"pid\":{0},\"name\":\"process_name\","
      "\"args\":{{\"name\":{1}}}}}",
      process_, quoted(fmt::format("process {} on {}", process_, host_name())));
  std::set<std::pair<std::uint32_t, TaskId>> tasks;
  for (int w = 0; w <= workers_; ++w) {
    if (w < workers_) writer.row(w, fmt::format("worker {}", w));
    rings_[w].for_each([&](const TraceEvent& event) {
      if (event.kind == TraceEvent::Run || event.kind == TraceEvent::Poll)
        tasks.insert({event.graph, event.task});
      writer.event(w, event);
    });
  }
  for (const auto& [graph, task] : tasks)
    writer.row(first_task_row + numbers.number(graph, task), numbers.name(graph, task));
  writer.print("\n]}}\n");
  writer.close();
  return true;
} catch (const std::system_error& error) {
  errno = error.code().value();
  return false;
}

}  // namespace bamboo
