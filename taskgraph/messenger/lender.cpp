// SPDX-License-Identifier: Apache-2.0
#include "messenger/lender.h"

namespace bamboo {
namespace {

/// A receiver lends message credits when none of its tasks has been able to run for so long …
constexpr double lend_when_idle = 0.01;
/// … or if messages have been held back for this time and a task has polled for one …
constexpr double lend_when_polled = 0.064;
/// … or when they have been held back for so long: a task may compute until it looks for one of
/// them. Twice as long each time, so that a sender gains little whose messages no task takes.
constexpr double lend_when_starved = 1.0;

}  // namespace

Occupation Lender::occupation() {
  const bool has_polled = has_polled_.exchange(false, std::memory_order_relaxed);
  if (detector_.idle_seconds() >= lend_when_idle) return Occupation::Wait;
  return has_polled ? Occupation::Poll : Occupation::Compute;
}

void Lender::starved(ProcessId sender) {
  if (owed_.starve(sender)) (*senders_)[sender].starved_since = now_();
  if (owed_.owes_messages(sender)) channel_.control(sender, PieceKind::Credit, 0);
}

void Lender::blocked(ProcessId sender) {
  LoanTimes& loans = (*senders_)[sender].loans;
  if (!loans.is_wanted()) blocked_.fetch_add(1, std::memory_order_relaxed);
  loans.want(now_());
}

void Lender::lend() {
  const Occupation now = occupation();
  for (std::size_t process = 0; process < senders_->size(); ++process) {
    const auto sender = static_cast<ProcessId>(process);
    if (owed_.is_starved(sender)) lend_messages(sender, now);
    if ((*senders_)[process].loans.is_wanted()) lend_bytes(sender, now);
  }
}

void Lender::lend_messages(ProcessId sender, Occupation occupation) {
  Sender& its = (*senders_)[sender];
  if (!owed_.has_lent(sender)) its.patience = lend_when_starved;
  const std::chrono::duration<double> starved = now_() - its.starved_since;
  switch (occupation) {
    case Occupation::Wait:
      break;
    case Occupation::Poll:
      if (starved.count() < lend_when_polled) return;
      break;
    case Occupation::Compute:
      if (starved.count() < its.patience) return;
      its.patience *= 2;
      break;
  }
  owed_.lend_messages(sender);
  channel_.control(sender, PieceKind::Credit, 0);
}

void Lender::lend_bytes(ProcessId sender, Occupation occupation) {
  LoanTimes& loans = (*senders_)[sender].loans;
  if (owed_.take_received(sender)) loans.repaid();
  if (!loans.is_due(occupation, now_())) return;
  loans.lend(now_());
  blocked_.fetch_sub(1, std::memory_order_relaxed);
  channel_.control(sender, PieceKind::Lend, 0);
}

}  // namespace bamboo
