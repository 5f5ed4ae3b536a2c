// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/remembered.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <system_error>

#include "bamboo/support/environment.h"
#include "bamboo/support/fnv.h"
#include "files/json_reader.h"

namespace bamboo::plans {
namespace {

namespace fs = std::filesystem;

constexpr const char* suffix = ".json";

std::string environment(const char* name) {
  return support::environment(name).value_or("");
}

std::string utc(std::time_t time, const char* format) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[64];
  return {text, std::strftime(text, sizeof text, format, &parts)};
}

/// The time at which the emulated cluster was made, which is the time at which its agent was
/// started. It distinguishes two clusters with the same name.
std::string made(const std::string& agent) {
  struct stat about{};
  if (stat(agent.c_str(), &about) != 0) return "";
  char fraction[16];
  std::snprintf(fraction, sizeof fraction, ".%09ld", about.st_mtim.tv_nsec);
  return utc(about.st_mtim.tv_sec, "%F %T") + fraction;
}

/// The file name depends on the set of hosts, not on their order or on the machine.
std::string file_name(const Network& network, const std::string& cluster) {
  std::vector<std::string> names(network.names().begin(),
                                 network.names().begin() + network.hosts());
  std::ranges::sort(names);
  names.push_back(cluster);
  std::uint64_t hash = support::fnv1a("");
  for (const std::string& name : names)  // with the zero, which ends a name
    hash = support::fnv1a({name.c_str(), name.size() + 1}, hash);
  char text[32];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return std::to_string(network.hosts()) + "-hosts-" + text + suffix;
}

Measurement measurement_from(const JsonReader& in) {
  Measurement out{in.at("at").text(), in.at("with").text(), {}, {}};
  if (!in.has("cluster")) return out;
  out.cluster = in.at("cluster").text();
  out.made = in.at("made").text();
  return out;
}

Remembered read(const std::string& file) {
  const JsonText json(read_text(file), file);
  const JsonReader in(json);
  return {file, network_from(in).without_ranks(), measurement_from(in.at("measured"))};
}

/// The files, sorted by name.
std::vector<std::string> files() {
  std::vector<std::string> out;
  const auto folder = remembered_folder();
  if (!folder) return out;
  std::error_code error;
  for (fs::directory_iterator each(*folder, error), end; !error && each != end;
       each.increment(error))
    if (each->path().extension() == suffix) out.push_back(each->path());
  std::ranges::sort(out);
  return out;
}

std::string stale(const Remembered& old) {
  return old.file + ": warning: cluster '" + old.measurement.cluster +
         "' has been made anew since it was measured (" + old.measurement.at +
         " UTC); not used, until 'bamboo plan probe --remember' has measured it again";
}

bool has_host(const Network& network, const std::string& host) {
  const auto end = network.names().begin() + network.hosts();
  return std::find(network.names().begin(), end, host) != end;
}

[[noreturn]] void fail(const std::string& what, const std::string& why,
                       const std::error_code& error) {
  throw FileError(what + ": error: " + why + ": " + error.message());
}

}  // namespace

Measurement here() {
  Measurement out;
  out.at = utc(std::time(nullptr), "%F %H:%M");
  out.cluster = environment("CLUSTER_NAME");
  if (!out.cluster.empty()) out.made = made(environment("CLUSTER_AGENT"));
  return out;
}

std::optional<std::string> remembered_folder() {
  // The specification requires that a relative path is ignored.
  std::string base = environment("XDG_STATE_HOME");
  if (!base.starts_with('/')) {
    base = environment("HOME");
    if (!base.starts_with('/')) return std::nullopt;
    base += "/.local/state";
  }
  return base + "/bamboo/networks";
}

std::string make_remembered_folder() {
  const auto folder = remembered_folder();
  if (!folder)
    throw FileError(
        "error: neither XDG_STATE_HOME nor HOME says where networks are remembered on the first "
        "process's host");
  std::error_code error;
  fs::create_directories(*folder, error);
  if (error) fail(*folder, "cannot be made", error);
  if (access(folder->c_str(), W_OK) != 0)
    fail(*folder, "cannot be written", {errno, std::generic_category()});
  return *folder;
}

std::string remember(const Network& network, const Measurement& measurement) {
  const std::string folder = make_remembered_folder();
  std::error_code error;
  const Network hosts = network.without_ranks();
  JsonReader::Json json;
  json["measured"] = {{"at", measurement.at}, {"with", measurement.with}};
  if (!measurement.cluster.empty()) {
    json["measured"]["cluster"] = measurement.cluster;
    json["measured"]["made"] = measurement.made;
  }
  json.update(network_to_json(hosts));
  const std::string file = folder + "/" + file_name(hosts, measurement.cluster);
  const std::string unfinished = file + "." + std::to_string(getpid());
  write_text(unfinished, json.dump(2) + "\n");
  fs::rename(unfinished, file, error);
  if (error) {
    std::error_code ignored;
    fs::remove(unfinished, ignored);
    fail(file, "cannot be written", error);
  }
  return file;
}

Recollection recall(const std::function<bool(const Network&)>& fits) {
  Recollection out;
  const Measurement now = here();
  for (const std::string& file : files()) try {
      Remembered each = read(file);
      const Measurement& then = each.measurement;
      if (then.cluster != now.cluster || !fits(each.network)) continue;
      if (then.made != now.made)
        out.warnings.push_back(stale(each));
      else if (!out.found || out.found->measurement.at < then.at)
        out.found = std::move(each);
    } catch (const std::exception& error) {
      out.warnings.push_back(error.what() + std::string("\n") + file +
                             ": warning: this remembered network is not used; 'bamboo plan probe "
                             "--forget' removes all");
    }
  if (out.found) out.warnings.clear();  // then faults in the other files do not matter
  return out;
}

std::vector<std::string> forget(const std::string& host) {
  std::vector<std::string> out;
  for (const std::string& file : files()) {
    if (!host.empty()) try {
        if (!has_host(read(file).network, host)) continue;
      } catch (const std::exception&) {
        continue;
      }
    std::error_code error;
    fs::remove(file, error);
    if (error) fail(file, "cannot be removed", error);
    out.push_back(file);
  }
  return out;
}

}  // namespace bamboo::plans
