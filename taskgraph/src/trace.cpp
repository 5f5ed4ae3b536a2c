// SPDX-License-Identifier: Apache-2.0
#include "trace.h"

#include <fmt/format.h>

#include <cstdio>

#include "ticks.h"

namespace bamboo {

std::vector<TraceRing::Event> TraceRing::in_order() const {
  std::vector<Event> result;
  const std::uint64_t first = lost();
  result.reserve(count_ - first);
  for (std::uint64_t i = first; i < count_; ++i)
    result.push_back(events_[i & (events_.size() - 1)]);
  return result;
}

std::string trace_file_of(const std::string& file, ProcessId process, int processes) {
  if (processes == 1) return file;
  const std::size_t slash = file.rfind('/');
  std::size_t dot = file.rfind('.');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  if (dot == std::string::npos || dot <= name) dot = file.size();
  return fmt::format("{}.{}{}", file.substr(0, dot), process, file.substr(dot));
}

bool write_trace(const std::string& file, ProcessId process,
                 const std::vector<const TraceRing*>& workers) {
  std::FILE* out = std::fopen(file.c_str(), "w");
  if (out == nullptr) return false;
  const double rate = ticks_per_second() / 1e6;
  const std::uint64_t origin = ticks();
  const double origin_us = wall_microseconds(origin);
  fmt::print(out, "{{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
  fmt::print(out, R"({{"ph":"M","pid":{0},"name":"process_name","args":{{"name":"process {0}"}}}})",
             process);
  for (std::size_t w = 0; w < workers.size(); ++w) {
    fmt::print(
        out,
        ",\n"
        R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":"worker {}","lost":{}}}}})",
        process, w, w, workers[w]->lost());
    for (const TraceRing::Event& event : workers[w]->in_order()) {
      const double start = origin_us - static_cast<double>(origin - event.start) / rate;
      const double length = static_cast<double>(event.end - event.start) / rate;
      const std::string name = event.task < 0 ? event.what : fmt::format("task {}", event.task);
      fmt::print(
          out,
          ",\n"
          R"({{"ph":"X","pid":{},"tid":{},"ts":{:.3f},"dur":{:.3f},"name":"{}","cat":"{}","args":{{"task":{}}}}})",
          process, w, start, length, name, event.what, event.task);
    }
  }
  fmt::print(out, "\n]}}\n");
  const bool written = std::ferror(out) == 0;
  return std::fclose(out) == 0 && written;
}

}  // namespace bamboo
