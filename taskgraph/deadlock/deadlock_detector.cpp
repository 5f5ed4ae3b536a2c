// SPDX-License-Identifier: Apache-2.0
#include "deadlock/deadlock_detector.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "deadlock/wait_report.h"

namespace bamboo {
namespace {

/// The limit of a process's part of the report, because a job may have many tasks.
constexpr std::size_t report_limit = 32u << 10;
/// The pause after a round that found a busy process.
constexpr auto pause_after_retreat = std::chrono::milliseconds(200);
/// Idle processes poll all the time, so their reports arrive quickly. A report that has not arrived
/// after this time is left out.
constexpr auto gather_limit = std::chrono::seconds(1);

}  // namespace

DeadlockDetector::DeadlockDetector(DetectionLink& link, ProcessId process, int processes,
                                   std::size_t body_bytes, Now now)
    : link_(link),
      process_(process),
      processes_(processes),
      body_bytes_(body_bytes),
      now_(std::move(now)),
      last_traffic_(now_()) {}

void DeadlockDetector::watch(double seconds, Report report, int exit_code) {
  seconds_ = seconds;
  report_ = std::move(report);
  exit_code_ = exit_code;
  watching_.store(seconds > 0, std::memory_order_release);
}

void DeadlockDetector::idle(bool now) {
  if (now == (idle_since_.load(std::memory_order_relaxed) != 0)) return;
  if (now) {
    idle_since_.store(now_().time_since_epoch().count(), std::memory_order_release);
  } else {
    epoch_.fetch_add(1, std::memory_order_relaxed);
    idle_since_.store(0, std::memory_order_release);
  }
}

void DeadlockDetector::polling(bool now) {
  if (now) {
    const std::int64_t time = now_().time_since_epoch().count();
    polling_until_.store(time, std::memory_order_relaxed);
    if (polling_since_.load(std::memory_order_relaxed) == 0)
      polling_since_.store(time, std::memory_order_release);
  } else if (polling_since_.load(std::memory_order_relaxed) != 0) {
    epoch_.fetch_add(1, std::memory_order_relaxed);
    polling_since_.store(0, std::memory_order_release);
  }
}

void DeadlockDetector::finish() {
  finished_.store(true, std::memory_order_relaxed);
  idle(true);
}

double DeadlockDetector::idle_seconds() const {
  const std::int64_t since = idle_since_.load(std::memory_order_acquire);
  if (since == 0) return 0;
  const Clock::duration idle = now_().time_since_epoch() - Clock::duration(since);
  return std::chrono::duration<double>(idle).count();
}

/// A process that has not reported its polling for a while is busy.
double DeadlockDetector::polling_seconds() const {
  const std::int64_t since = polling_since_.load(std::memory_order_acquire);
  if (since == 0) return 0;
  const Clock::duration now = now_().time_since_epoch();
  const std::chrono::duration<double> since_report =
      now - Clock::duration(polling_until_.load(std::memory_order_relaxed));
  if (since_report.count() > seconds_ / 2) return 0;
  return std::chrono::duration<double>(now - Clock::duration(since)).count();
}

double DeadlockDetector::calm_seconds() const {
  return std::max(idle_seconds(), polling_seconds());
}

void DeadlockDetector::observe_traffic() {
  const DetectionCounters now = link_.counters();
  if (now == seen_) return;
  seen_ = now;
  last_traffic_ = now_();
}

/// Whether this process has been calm for long enough without any traffic. A worker may not yet
/// have noticed a task that a message made ready.
bool DeadlockDetector::quiet(double calm) {
  observe_traffic();
  if (link_.owes_answer()) return false;
  const std::chrono::duration<double> silent = now_() - last_traffic_;
  return calm >= seconds_ && silent.count() >= seconds_;
}

DeadlockDetector::Answer DeadlockDetector::answer(std::uint32_t round) {
  Answer mine;
  mine.round = round;
  mine.epoch = epoch_.load(std::memory_order_relaxed);
  mine.quiet = watching_.load(std::memory_order_acquire) && quiet(calm_seconds());
  mine.polling = mine.quiet && !quiet(idle_seconds());
  mine.finished = finished_.load(std::memory_order_relaxed);
  mine.counters = link_.counters();
  mine.given = true;
  return mine;
}

void DeadlockDetector::step() {
  if (!watching_.load(std::memory_order_acquire)) return;
  observe_traffic();
  if (now_() < report_wanted_until_) send_report();
  if (process_ != 0) return;
  switch (phase_) {
    case Phase::Quiet:
      if (quiet(warned_ ? idle_seconds() : calm_seconds()) && now_() >= not_before_)
        ask(Phase::First);
      break;
    case Phase::First:
    case Phase::Second:
      if (calm_seconds() < seconds_) retreat();
      break;
    case Phase::Gather:
      take_own_report();
      if (phase_ == Phase::Gather && now_() >= not_before_) print();
      break;
  }
}

void DeadlockDetector::ask(Phase phase) {
  phase_ = phase;
  ++round_;
  answers_.assign(processes_, {});
  missing_ = processes_;
  for (ProcessId other = 1; other < processes_; ++other)
    link_.send_detection(other, Detection::Probe, std::as_bytes(std::span(&round_, 1)));
  consider(0, answer(round_));
}

void DeadlockDetector::retreat() {
  phase_ = Phase::Quiet;
  not_before_ = now_() + pause_after_retreat;
}

void DeadlockDetector::consider(ProcessId process, const Answer& answer) {
  const bool asked = phase_ == Phase::First || phase_ == Phase::Second;
  if (!asked || answer.round != round_ || answers_[process].given) return;
  if (!answer.quiet) {
    retreat();
    return;
  }
  answers_[process] = answer;
  if (--missing_ == 0) judge();
}

void DeadlockDetector::judge() {
  DetectionCounters sum;
  bool all_finished = true;
  some_poll_ = false;
  for (const Answer& answer : answers_) {
    sum.sent += answer.counters.sent;
    sum.received += answer.counters.received;
    all_finished = all_finished && answer.finished;
    some_poll_ = some_poll_ || answer.polling;
  }
  if (all_finished || sum.sent != sum.received || (some_poll_ && warned_)) {
    retreat();
  } else if (phase_ == Phase::First) {
    first_ = answers_;
    ask(Phase::Second);
  } else {
    const bool same = std::equal(first_.begin(), first_.end(), answers_.begin(),
                                 [](const Answer& a, const Answer& b) {
                                   return a.epoch == b.epoch && a.counters == b.counters;
                                 });
    same ? gather() : retreat();
  }
}

void DeadlockDetector::gather() {
  phase_ = Phase::Gather;
  not_before_ = now_() + gather_limit;
  reports_.assign(processes_, {});
  missing_ = processes_;
  own_missing_ = true;
  for (ProcessId other = 1; other < processes_; ++other)
    link_.send_detection(other, Detection::AskReport, {});
  take_own_report();
}

void DeadlockDetector::take_own_report() {
  if (!own_missing_) return;
  std::optional<std::string> text = report_();
  if (!text) return;
  own_missing_ = false;
  reports_[0] = std::move(*text);
  take_report();
}

void DeadlockDetector::take_report() {
  if (--missing_ == 0) print();
}

void DeadlockDetector::send_report() {
  std::optional<std::string> made = report_();
  if (!made) return;
  report_wanted_until_ = {};
  std::string text = std::move(*made);
  if (text.size() > report_limit) {
    text.resize(report_limit);
    text.erase(text.rfind('\n') + 1);
    text += "  … (more tasks)\n";
  }
  std::size_t at = 0;
  do {
    const std::size_t part = std::min(body_bytes_, text.size() - at);
    const bool last = at + part == text.size();
    link_.send_detection(0, last ? Detection::ReportEnd : Detection::Report,
                         std::as_bytes(std::span(text).subspan(at, part)));
    at += part;
  } while (at < text.size());
}

void DeadlockDetector::print() {
  std::string text =
      some_poll_ ? polling_warning(seconds_)
                 : "bamboo: deadlock: no task can run any more and no message is on its way\n";
  for (ProcessId process = 0; process < processes_; ++process) {
    std::string part = std::move(reports_[process]);
    if (part.size() > report_limit + 64) part.resize(report_limit + 64);
    if (!part.empty() && part.back() != '\n') part += '\n';
    text += part;
  }
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
  if (!some_poll_) link_.abort(exit_code_);
  warned_ = true;
  retreat();
}

void DeadlockDetector::receive(ProcessId source, Detection message,
                               std::span<const std::byte> body) {
  switch (message) {
    case Detection::Probe: {
      std::uint32_t round = 0;
      std::memcpy(&round, body.data(), sizeof round);
      const Answer mine = answer(round);
      link_.send_detection(source, Detection::Answer, std::as_bytes(std::span(&mine, 1)));
      break;
    }
    case Detection::Answer: {
      Answer theirs;
      std::memcpy(&theirs, body.data(), sizeof theirs);
      consider(source, theirs);
      break;
    }
    case Detection::AskReport:
      report_wanted_until_ = now_() + gather_limit;
      send_report();
      break;
    case Detection::Report:
    case Detection::ReportEnd:
      if (phase_ != Phase::Gather) break;
      reports_[source].append(reinterpret_cast<const char*>(body.data()), body.size());
      if (message == Detection::ReportEnd) take_report();
      break;
  }
}

}  // namespace bamboo
