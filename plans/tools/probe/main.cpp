// SPDX-License-Identifier: Apache-2.0
// Measures the network between the hosts that it runs on: what `bamboo plan probe` starts as an MPI
// program.
#include <mpi.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "bamboo/plans/files.h"
#include "bamboo/plans/quantities.h"
#include "bamboo/plans/remembered.h"
#include "bamboo/support/diagnostic.h"
#include "conductor.h"
#include "stream.h"

namespace {

using namespace bamboo::plans;
using namespace bamboo::plans::probe;

namespace support = bamboo::support;
using support::Severity;

constexpr int failed = 1, bad_usage = 2;

/// Maps processes to hosts by host name, as the library of plans does.
struct Hosts {
  std::vector<std::string> names;  ///< in the order of their first processes
  std::vector<int> of_rank;        ///< each process's host
  /// The first processes of all hosts, in that order; MPI_COMM_NULL on the others, which only wait.
  MPI_Comm first = MPI_COMM_NULL;
};

/// Collective.
Hosts find_hosts(MPI_Comm comm) {
  int rank = 0, size = 0, length = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  char own[MPI_MAX_PROCESSOR_NAME] = {};
  MPI_Get_processor_name(own, &length);
  std::vector<char> all(static_cast<std::size_t>(size) * sizeof own);
  MPI_Allgather(own, sizeof own, MPI_CHAR, all.data(), sizeof own, MPI_CHAR, comm);
  Hosts hosts;
  bool is_first = false;
  for (int r = 0; r < size; ++r) {
    const std::string name = all.data() + r * sizeof own;
    const auto found = std::ranges::find(hosts.names, name);
    hosts.of_rank.push_back(static_cast<int>(found - hosts.names.begin()));
    if (found != hosts.names.end()) continue;
    hosts.names.push_back(name);
    is_first = is_first || r == rank;
  }
  MPI_Comm_split(comm, is_first ? 0 : MPI_UNDEFINED, rank, &hosts.first);
  return hosts;
}

struct Options {
  std::string output;  ///< empty: no file
  double seconds = 30;
  bool remember = false;
};

void report(Severity severity, const std::string& text) {
  support::print(severity, text, "probe");
}

/// If a host does not answer, all others would wait for ever. This is a signal handler, so it
/// prints only with write().
void give_up(int) {
  constexpr char text[] =
      "probe: error: the measurement has not ended long after its time; is there a host that the "
      "others cannot reach?\n";
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(failed);
  _exit(failed);
}

void print_switch(const Network& network, int at) {
  std::printf("%s:", network.names()[at].c_str());
  for (const Link& link : network.links())
    if (link.from == at && link.to < network.hosts())
      std::printf(" %s", network.names()[link.to].c_str());
  for (const Link& link : network.links())
    if (link.from == at && link.to > at)
      std::printf(", trunk to %s %s", network.names()[link.to].c_str(),
                  rate_text(link.rate).c_str());
  std::printf("\n");
}

void print(const Discovery& found) {
  const Network& network = found.network;
  double least = network.links()[0].rate, most = 0;
  for (const Link& link : network.links()) {
    if (link.from >= network.hosts()) continue;
    least = std::min(least, link.rate);
    most = std::max(most, link.rate);
  }
  std::printf("%d hosts, %d %s; hosts' links %s", network.hosts(), network.switches(),
              network.switches() == 1 ? "switch" : "switches", rate_text(least).c_str());
  if (most > least) std::printf(" to %s", rate_text(most).c_str());
  std::printf(", a cable's latency %s\n", seconds_text(network.links()[0].latency).c_str());
  if (network.switches() > 1)
    for (int s = 0; s < network.switches(); ++s) print_switch(network, network.hosts() + s);
  std::fflush(stdout);
  constexpr double much_less = 0.85;
  if (found.together < much_less)
    report(Severity::Note, "when all send at once each has only " +
                               std::to_string(std::lround(100 * found.together)) +
                               " % of its rate although no trunk is in the way: processors or a "
                               "switch are the limit");
  if (!found.complete)
    report(Severity::Warning, "the time was too short for all measurements; --seconds gives more");
}

/// Measuring takes long, so this checks beforehand whether the result can be written.
void check_output(const std::string& output) {
  const auto file = std::filesystem::absolute(output);
  const bool exists = access(file.c_str(), F_OK) == 0;
  if (access(exists ? file.c_str() : file.parent_path().c_str(), W_OK) != 0)
    throw FileError(output + ": error: the first process cannot write it: " + std::strerror(errno));
}

/// "Open MPI v4.1.4".
std::string name_of_mpi() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(text, &length);
  std::string name(text, static_cast<std::size_t>(length));
  if (name.starts_with("MPICH Version:"))
    name = "MPICH " + name.substr(name.find_first_not_of(":\t ", 13));
  return name.substr(0, name.find_first_of(",\n"));
}

void keep(const Network& network, const Hosts& hosts, const Options& options, double seconds) {
  if (!options.output.empty()) {
    write_text(options.output, to_json(for_ranks(network, hosts.of_rank)));
    std::printf("%s: bamboo plan make --network %s …, bamboo run --plans --network %s …\n",
                options.output.c_str(), options.output.c_str(), options.output.c_str());
  }
  if (!options.remember) return;
  Measurement measurement = here();
  measurement.with = name_of_mpi() + ", " + std::to_string(hosts.of_rank.size()) +
                     " processes, in " + std::to_string(std::lround(seconds)) + " s";
  std::printf("%s: bamboo run --plans takes it when it runs on these hosts\n",
              remember(network, measurement).c_str());
}

int conduct(const Hosts& hosts, const Options& options) {
  if (!options.output.empty()) check_output(options.output);
  if (options.remember) make_remembered_folder();
  std::fprintf(stderr, "probe: %zu processes on %zu hosts, at most some %.0f s\n",
               hosts.of_rank.size(), hosts.names.size(),
               std::max(options.seconds, 0.1 * static_cast<double>(hosts.names.size())));
  const double begin = MPI_Wtime();
  Conductor conductor(hosts.first, options.seconds);
  const Discovery found = discover(hosts.names, conductor);
  print(found);
  keep(found.network, hosts, options, MPI_Wtime() - begin);
  return 0;
}

/// Only the first process prints and can fail; the others follow its commands.
int measure(const Hosts& hosts, const Options& options, int rank) {
  if (hosts.names.size() < 2) {
    if (rank == 0)
      report(Severity::Error, "all " + std::to_string(hosts.of_rank.size()) +
                                  " processes run on host '" + hosts.names[0] +
                                  "'; a network has at least two hosts");
    return failed;
  }
  if (hosts.first == MPI_COMM_NULL) return 0;
  if (rank != 0) {
    follow(hosts.first);
    return 0;
  }
  return conduct(hosts, options);
}

int run(int argc, char** argv, int rank) {
  Options options;
  CLI::App app("Measures the network between the hosts that it runs on.", "bamboo plan probe");
  app.add_option("-o,--output", options.output);
  app.add_flag("--remember", options.remember);
  app.add_option("--seconds", options.seconds)->check(CLI::Range(1, 3600));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (rank == 0) report(Severity::Error, error.what());
    return bad_usage;
  }
  std::signal(SIGALRM, give_up);
  const auto patience = static_cast<unsigned>(2 * options.seconds) + 60;
  alarm(patience);
  const Hosts hosts = find_hosts(MPI_COMM_WORLD);
  alarm(patience + static_cast<unsigned>(hosts.names.size()));  // each is measured, however many
  return measure(hosts, options, rank);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, status = failed;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  try {
    status = run(argc, argv, rank);
  } catch (const FileError& error) {  // begins with the file
    support::print_line(error.what());
  } catch (const std::exception& error) {
    report(Severity::Error, error.what());
  }
  barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return status;
}
