// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/statistics_report.h"

#include <cstdio>

#include "matching/traffic.h"

namespace bamboo::mpi {

void print_statistics(const Job& job, ProcessId process) {
  const Statistics s = job.ranks.runtime().statistics();
  const LocalTraffic local = total_local_traffic();
  const std::size_t ranks = job.ranks.tasks().size();
  char text[1024];
  const int n = std::snprintf(
      text, sizeof text,
      "bamboo: process %d: %zu ranks, %llu switches; computing %.3f s, idle %.3f s, runtime %.3f "
      "s\n"
      "bamboo: process %d: inside: %llu messages, %llu bytes, %llu copies; to others: %llu "
      "messages, %llu bytes in %llu "
      "pieces, %llu by rendezvous; from others: %llu messages, %llu bytes; unreceived at most %llu "
      "bytes\n"
      "bamboo: process %d: mapping table %llu bytes, %.1f per rank\n",
      process, ranks, static_cast<unsigned long long>(s.switches), s.seconds_computing,
      s.seconds_idle, s.seconds_runtime, process, static_cast<unsigned long long>(local.messages),
      static_cast<unsigned long long>(local.bytes), static_cast<unsigned long long>(local.copies),
      static_cast<unsigned long long>(s.traffic.messages_sent),
      static_cast<unsigned long long>(s.traffic.bytes_sent),
      static_cast<unsigned long long>(s.traffic.pieces_sent),
      static_cast<unsigned long long>(s.traffic.rendezvous),
      static_cast<unsigned long long>(s.traffic.messages_received),
      static_cast<unsigned long long>(s.traffic.bytes_received),
      static_cast<unsigned long long>(s.traffic.unexpected_bytes_peak), process,
      static_cast<unsigned long long>(s.mapping_bytes),
      ranks ? static_cast<double>(s.mapping_bytes) / static_cast<double>(ranks) : 0.0);
  std::fwrite(text, 1, static_cast<std::size_t>(n), stderr);
  if (s.traffic.messages_read > 0) {
    std::fprintf(stderr,
                 "bamboo: process %d: %llu messages, %llu bytes read from other processes\n",
                 process, static_cast<unsigned long long>(s.traffic.messages_read),
                 static_cast<unsigned long long>(s.traffic.bytes_read));
  }
  if (!s.traffic.not_read_because.empty()) {
    std::fprintf(stderr, "bamboo: process %d: large messages came in pieces: %s\n", process,
                 s.traffic.not_read_because.c_str());
  }
}

}  // namespace bamboo::mpi
