// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace bamboo {

class Runtime;

/// The place of a Runtime among those of its process: one of the whole job, or any number on
/// communicators. Each is used by the thread that has made it. Any thread.
class PlaceInProcess {
 public:
  enum class Of { Job, Communicator };

  /// The calling thread makes a Runtime. Throws std::logic_error where that is not possible beside
  /// the others.
  PlaceInProcess(Of of, const Runtime& runtime);
  ~PlaceInProcess();
  PlaceInProcess(const PlaceInProcess&) = delete;
  PlaceInProcess& operator=(const PlaceInProcess&) = delete;

  Of of() const { return of_; }
  /// Whether other threads have Runtimes now.
  bool other_threads_have_one() const;
  /// Why this Runtime cannot call all processes now: the thread that has made it is in a task, or
  /// has graphs of another one that run.
  std::optional<std::string> why_not_now() const;

  /// A graph of this Runtime starts. Throws std::logic_error, with the name, where it must not now.
  void graph_starts(const std::string& name);
  void graph_ends();

  /// The one of the whole job, or null.
  static Runtime* of_job();

 private:
  bool others_graphs_run() const;  ///< of the same thread; under the lock

  const Of of_;
};

}  // namespace bamboo
