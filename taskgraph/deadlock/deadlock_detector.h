// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bamboo/taskgraph/types.h"
#include "machine/ticks.h"

namespace bamboo {

/// Pieces of traffic (not of the detection itself) that this process has sent and received.
struct DetectionCounters {
  std::uint64_t sent = 0, received = 0;
  bool operator==(const DetectionCounters&) const = default;
};

/// Messages of the detection itself.
enum class Detection : std::uint8_t {
  Probe,      ///< process 0 begins a round, whose number is the body
  Answer,     ///< whether the process is calm, and its counters
  AskReport,  ///< process 0 asks what the tasks wait for
  Report,     ///< a part of the answer to that, as text
  ReportEnd,  ///< the last part
};

/// The detector's interface to the messenger.
class DetectionLink {
 public:
  virtual void send_detection(ProcessId destination, Detection message,
                              std::span<const std::byte> body) = 0;
  virtual DetectionCounters counters() = 0;
  /// The process will answer one that waits, although its tasks only wait.
  virtual bool owes_answer() const = 0;
  [[noreturn]] virtual void abort(int code) = 0;

 protected:
  ~DetectionLink() = default;
};

/// Detects the state in which no task of any process can ever run again (Mattern's four counters).
///
/// When process 0 has been idle for the given time it asks the others. A process that computes does
/// not answer; a process that was idle for less time says so, and the round ends. If all were idle
/// and the job received as many pieces as it sent, process 0 asks a second time. Equal answers mean
/// that nothing happened between a moment of the first round and a moment of the second round that
/// is common to all processes: a deadlock.
///
/// A process whose tasks only poll without success counts as idle, but it may stop polling without
/// a message. In that case the detector prints a warning once instead of an error.
class DeadlockDetector {
 public:
  using Report = std::function<std::optional<std::string>()>;
  static constexpr std::size_t largest_body = 32;  ///< of messages other than parts of reports

  DeadlockDetector(DetectionLink& link, ProcessId process, int processes, std::size_t body_bytes,
                   Now now);

  /// When every process has been idle for `seconds` and no message is on its way, process 0
  /// gathers report() of each, prints it and aborts the job with `exit_code`. A report() that
  /// cannot be made just now is nullopt, and asked for again.
  void watch(double seconds, Report report, int exit_code);
  /// Disables detection: this process has threads that the detector cannot see. Any thread may call
  /// it.
  void stop_watching() { watching_.store(false, std::memory_order_release); }
  /// Reports whether none of the process's tasks can run. Any thread may call it, also while a
  /// message is delivered: it takes no lock.
  void idle(bool now);
  /// Reports that tasks can run but only poll without success. Called repeatedly while that lasts.
  void polling(bool now);
  /// The process has nothing more to run, and waits for the others.
  void finish();
  /// The time since which no task has been able to run; 0 if one can run.
  double idle_seconds() const;

  // Polling thread, under the transport's lock:
  void step();
  void receive(ProcessId source, Detection message, std::span<const std::byte> body);

 private:
  using Clock = std::chrono::steady_clock;
  enum class Phase { Quiet, First, Second, Gather };
  struct Answer {
    DetectionCounters counters;
    std::uint64_t epoch = 0;  ///< grows whenever the process stops being idle
    std::uint32_t round = 0;
    bool quiet = false, polling = false, finished = false, given = false;
  };
  static_assert(sizeof(Answer) <= largest_body);

  void observe_traffic();
  double polling_seconds() const;
  /// The time since which the tasks have only waited or polled.
  double calm_seconds() const;
  bool quiet(double calm);
  Answer answer(std::uint32_t round);
  void ask(Phase phase);
  void consider(ProcessId process, const Answer& answer);
  void judge();
  void retreat();
  void send_report();
  void gather();
  void take_own_report();
  void take_report();
  void print();

  DetectionLink& link_;
  const ProcessId process_;
  const int processes_;
  const std::size_t body_bytes_;
  const Now now_;

  std::atomic<bool> watching_{false};
  double seconds_ = 0;
  Report report_;
  int exit_code_ = 1;

  std::atomic<std::int64_t> idle_since_{0};                        // nanoseconds; 0: not idle
  std::atomic<std::int64_t> polling_since_{0}, polling_until_{0};  // likewise; until: last said
  std::atomic<std::uint64_t> epoch_{0};
  std::atomic<bool> finished_{false};

  DetectionCounters seen_;
  Clock::time_point last_traffic_;
  Clock::time_point report_wanted_until_;

  // Process 0:
  Phase phase_ = Phase::Quiet;
  std::uint32_t round_ = 0;
  Clock::time_point not_before_;
  std::vector<Answer> answers_, first_;
  std::vector<std::string> reports_;
  int missing_ = 0;
  bool own_missing_ = false;
  bool some_poll_ = false, warned_ = false;
};

}  // namespace bamboo
