// SPDX-License-Identifier: Apache-2.0
#include "vf_trial.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

#include "../diagnostic.h"
#include "bamboo/support/environment.h"
#include "bamboo/support/quantity.h"

namespace bamboo::driver {
namespace {

constexpr double default_shortest_run = 10;

/// Whether a second run would read the same standard input.
bool rewind_input(off_t position) {
  if (position >= 0) return lseek(STDIN_FILENO, position, SEEK_SET) == position;
  return isatty(STDIN_FILENO) == 1 || errno == EBADF;
}

/// A run that is not measured, for example because it is traced, has the kept VF, or VF 1.
VfDecision without_trials(const VfDecision& decision) {
  return decision.reason == VfReason::Faster ? decision : VfDecision{1, VfReason::NotFaster};
}

/// Whether the job was ended from outside. Such a run shows nothing about the number of ranks.
bool is_interrupted(int status) {
  return status == 128 + SIGHUP || status == 128 + SIGINT || status == 128 + SIGTERM;
}

bool is_refused(const VfRecord& record, int vf) {
  return std::ranges::find(record.tried, vf, &VfRuns::vf)->verdict == VfVerdict::Refused;
}

}  // namespace

std::optional<double> shortest_run_for_vf() {
  const auto text = support::environment("BAMBOO_CHOOSE_VF");
  if (!text) return default_shortest_run;
  if (*text == "off") return std::nullopt;
  const auto seconds = support::parse_number(*text);
  if (!seconds) bad_usage("{}", support::malformed("BAMBOO_CHOOSE_VF", *text));
  return seconds;
}

VfTrial::VfTrial(const VfStore& store, int processes, double shortest, Measured measured)
    : store_(store),
      processes_(processes),
      shortest_(shortest),
      record_(store.read()),
      decision_(measured == Measured::Yes ? decide(record_) : without_trials(decide(record_))),
      is_measured_(measured == Measured::Yes && decision_.reason != VfReason::NotFaster),
      input_(lseek(STDIN_FILENO, 0, SEEK_CUR)) {}

std::string VfTrial::ranks_with(int vf) const {
  return fmt::format("VF {}: {} ranks in {} processes", vf, vf * processes_, processes_);
}

void VfTrial::announce() const {
  store_.report_malformed();
  const std::string ranks = ranks_with(vf());
  switch (decision_.reason) {
    case VfReason::First:
    case VfReason::NotFaster:
      return;
    case VfReason::Trial:
      return print_note(ranks + ", a trial to compare with VF 1; --vf 1 makes none");
    case VfReason::Reference:
      return print_note(ranks + ", to compare a larger VF with it; --vf sets VF");
    case VfReason::Faster:
      return print_note(
          fmt::format("{}, {:.2f} times as fast as VF 1 in earlier runs; --vf sets VF", ranks,
                      gain_of(record_, vf())));
  }
}

AfterRun VfTrial::finish(double seconds, int status) const {
  if (!is_measured_ || is_interrupted(status)) return AfterRun::Ends;
  if (decision_.reason == VfReason::First && seconds < shortest_) return AfterRun::Ends;
  const VfRun run{vf(), seconds, status};
  const VfRecord before = store_.read();  // others may have run the job meanwhile
  const VfRecord after = with_run(before, run);
  if (after == before) return AfterRun::Ends;
  const bool is_stored = store_.write(after);
  if (is_refused(after, run.vf)) return report_refused(run, after);
  if (is_stored) report(run, before, after);
  return AfterRun::Ends;
}

void VfTrial::report(const VfRun& run, const VfRecord& before, const VfRecord& after) const {
  const VfDecision next = decide(after);
  if (next.reason == decide(before).reason) return;
  if (before == VfRecord{}) {
    print_note(fmt::format(
        "VF 1 took {:.1f} s; later runs of this command try VF 2, 4 and 8, and keep what is "
        "faster; -n RANKS, --vf 1 or BAMBOO_CHOOSE_VF=off prevents it",
        run.seconds));
  } else if (next.reason == VfReason::Faster) {
    print_note(fmt::format("later runs have {}: {:.2f} times as fast as VF 1 ('{}')",
                           ranks_with(next.vf), gain_of(after, next.vf), store_.file().string()));
  } else if (next.reason == VfReason::NotFaster) {
    print_note(fmt::format("later runs have {}: no larger VF is faster ('{}')", ranks_with(1),
                           store_.file().string()));
  } else if (decide(before).reason == VfReason::Faster) {
    print_note(fmt::format("VF {} is no longer faster than VF 1 was; later runs compare them again",
                           run.vf));
  }
}

AfterRun VfTrial::report_refused(const VfRun& run, const VfRecord& record) const {
  const std::string what =
      run.status != 0
          ? fmt::format("ended with exit status {}", run.status)
          : fmt::format("ended after {:.1f} s, too early to have done its work", run.seconds);
  const bool again = is_early(run, record) && rewind_input(input_);
  print_note(fmt::format("with {} the program {}; {}later runs have a smaller VF",
                         ranks_with(run.vf), what, again ? "it runs again with VF 1, and " : ""));
  return again ? AfterRun::RunsAgain : AfterRun::Ends;
}

}  // namespace bamboo::driver
