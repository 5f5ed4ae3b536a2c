// SPDX-License-Identifier: Apache-2.0
#include "split_plan.h"

#include <algorithm>
#include <cstdlib>

namespace bamboo::overlap {
namespace {

/// Numbers below it can be added and multiplied by small ones without an overflow.
constexpr int64_t large_number = int64_t{1} << 61;
/// Conflicts beyond it become part of the last one of their site.
constexpr size_t most_conflicts = 256;

// The cost of inspections, in accesses of a nest. Some accesses of a nest take a nanosecond
// together.
constexpr double accesses_in_nanosecond = 2.5;
constexpr double report_cost = 24;
constexpr double search_cost = 32;
/// The share of the nest's cost, or of its measured time, that an inspection may take, and its
/// minimum.
constexpr double share = 0.25;
constexpr double free_cost = 1 << 16;

/// Returns false if stride * steps overflows.
bool fits(int64_t stride, int64_t steps) {
  int64_t product = 0;
  return stride != INT64_MIN && !__builtin_mul_overflow(std::abs(stride), steps, &product) &&
         product < large_number;
}

bool overlap(int64_t a, int64_t a_end, int64_t b, int64_t b_end) {
  return a < b_end && b < a_end;
}

}  // namespace

void SplitPlan::give_up(SplitOutcome why) {
  if (!why_whole_) why_whole_ = why;
}

void SplitPlan::add_loop(uint64_t iterations, bool may_cut) {
  if (iterations == 0) give_up(SplitOutcome::no_iterations);
  if (iterations >= static_cast<uint64_t>(large_number)) give_up(SplitOutcome::too_large);
  counts_.push_back(static_cast<int64_t>(iterations));
  may_cut_.push_back(may_cut);
  reaches_.emplace_back();
}

void SplitPlan::add_reach(unsigned loop, unsigned outer, uint64_t step, uint64_t reach) {
  const auto large = static_cast<uint64_t>(large_number);
  int64_t least = 0;  // the first iteration of `loop` is always executed
  if (step == 0 || step >= large || reach >= large ||
      __builtin_mul_overflow(static_cast<int64_t>(step), counts_[outer] - 1, &least))
    return;
  reaches_[loop] = {outer, static_cast<int64_t>(step),
                    std::max(least, static_cast<int64_t>(reach))};
}

void SplitPlan::add_access(AccessKind kind, uint64_t address, uint64_t bytes) {
  if (address >= static_cast<uint64_t>(large_number) ||
      bytes >= static_cast<uint64_t>(large_number))
    give_up(SplitOutcome::too_large);
  const bool written = kind == AccessKind::Written || kind == AccessKind::Kept;
  std::vector<Access>& all = is_again(kind) ? again_ : accesses_;
  all.push_back({static_cast<int64_t>(address),
                 static_cast<int64_t>(bytes),
                 written,
                 {},
                 {},
                 kind == AccessKind::Value});
  last_ = &all.back();
}

void SplitPlan::add_stride(unsigned loop, int64_t bytes) {
  if (bytes != 0) last_->terms.push_back({loop, bytes, bytes < 0});
  // A kept value would be written several times.
  const bool is_kept = last_->written && !again_.empty() && last_ == &again_.back();
  if (bytes == 0 && is_kept && counts_[loop] > 1) give_up(SplitOutcome::iterations_depend);
}

/// Makes all strides positive and sorts them.
bool SplitPlan::normalise(Access& access) const {
  for (Term& term : access.terms) {
    const int64_t steps = counts_[term.loop] - 1;
    if (!fits(term.stride, steps)) return false;
    if (term.backwards) access.address += term.stride * steps;
    term.stride = std::abs(term.stride);
    if (access.address < 0) return false;
  }
  std::sort(access.terms.begin(), access.terms.end(), [](const Term& a, const Term& b) {
    return a.stride != b.stride ? a.stride > b.stride : a.loop < b.loop;
  });
  access.extents.assign(access.terms.size() + 1, access.bytes);
  for (size_t i = access.terms.size(); i-- > 0;) {
    const Term& term = access.terms[i];
    access.extents[i] = access.extents[i + 1] + term.stride * (counts_[term.loop] - 1);
    if (const Reach* reach = joint_reach(access, i);
        reach != nullptr && fits(access.terms[i + 1].stride, reach->most))
      access.extents[i] = access.extents[i + 2] + access.terms[i + 1].stride * reach->most;
    if (access.extents[i] >= large_number) return false;
  }
  return true;
}

/// The bound for this term and the next one if they are a loop over blocks and the loop inside.
const SplitPlan::Reach* SplitPlan::joint_reach(const Access& access, size_t term) const {
  if (term + 1 >= access.terms.size()) return nullptr;
  const Term &outer = access.terms[term], &inner = access.terms[term + 1];
  const Reach& reach = reaches_[inner.loop];
  int64_t stride = 0;
  const bool are_blocks =
      reach.step != 0 && reach.outer == outer.loop && !outer.backwards && !inner.backwards &&
      !__builtin_mul_overflow(reach.step, inner.stride, &stride) && stride == outer.stride;
  return are_blocks ? &reach : nullptr;
}

/// The most iterations of a term's loop, within the iterations that were found for others.
int64_t SplitPlan::count_in(const Term& term, const Box& found) const {
  const int64_t count = counts_[term.loop];
  const Reach& reach = reaches_[term.loop];
  if (reach.step == 0 || term.backwards || found[reach.outer].size() != 1) return count;
  const int64_t left = reach.most - reach.step * found[reach.outer].first;
  return std::min(count, std::max<int64_t>(0, left) + 1);
}

/// Whether iterations that differ in one of the `loops` access different cells of `bytes`.
bool SplitPlan::is_ordered(const Access& access, int64_t bytes,
                           const std::vector<bool>& loops) const {
  std::vector<bool> occurs(counts_.size(), false);
  size_t last = 0;  // behind the last term of such a loop
  for (size_t i = 0; i < access.terms.size(); ++i) {
    occurs[access.terms[i].loop] = true;
    if (loops[access.terms[i].loop]) last = i + 1;
  }
  for (size_t i = 0; i < counts_.size(); ++i)
    if (loops[i] && counts_[i] > 1 && !occurs[i]) return false;
  for (size_t i = 0; i < last; ++i) {
    const int64_t inside = access.extents[i + 1] - access.bytes + bytes;
    if (counts_[access.terms[i].loop] > 1 && access.terms[i].stride < inside) return false;
  }
  return true;
}

/// Whether iterations of the two accesses, one of which writes, may be swapped.
bool SplitPlan::may_reorder(const Access& a, const Access& b) const {
  if (!overlap(a.address, a.address + a.extents[0], b.address, b.address + b.extents[0]))
    return true;
  // Rows are read before they are executed, so these reads must not be of memory that rows write.
  const bool is_read_before = a.written != b.written && !(a.written ? b : a).is_unread;
  if (by_rows_ && is_read_before) return false;
  // Both have the same pattern in memory: the iterations that access a cell stay together.
  return a.is_like(b) && is_ordered(a, joint_size(a, b), may_cut_);
}

/// Whether no iteration of one access uses memory of the other.
bool SplitPlan::are_apart(const Access& a, const Access& b) const {
  if (!overlap(a.address, a.address + a.extents[0], b.address, b.address + b.extents[0]))
    return true;
  const bool share_cells = overlap(a.address, a.address + a.bytes, b.address, b.address + b.bytes);
  return !share_cells && a.is_like(b) && is_ordered(a, joint_size(a, b), loops_of(a));
}

/// After the rest, as in the nest: nothing writes there except one access for a kept value, once.
bool SplitPlan::finds_the_same(const Access& again) const {
  int writers = 0;
  for (const Access& access : accesses_) {
    if (!access.written || are_apart(access, again)) continue;
    const bool is_own = again.written && access.address == again.address &&
                        access.bytes == again.bytes && access.is_like(again) &&
                        is_ordered(access, access.bytes, loops_of(access));
    if (!is_own || ++writers > 1) return false;
  }
  return true;
}

std::vector<bool> SplitPlan::loops_of(const Access& access) const {
  std::vector<bool> loops(counts_.size(), false);
  for (const Term& term : access.terms) loops[term.loop] = true;
  return loops;
}

int64_t SplitPlan::joint_size(const Access& a, const Access& b) {
  return std::max(a.address + a.bytes, b.address + b.bytes) - std::min(a.address, b.address);
}

bool SplitPlan::Access::is_like(const Access& other) const {
  return std::equal(terms.begin(), terms.end(), other.terms.begin(), other.terms.end(),
                    [](const Term& x, const Term& y) {
                      return x.loop == y.loop && x.stride == y.stride && x.backwards == y.backwards;
                    });
}

bool SplitPlan::prepare() {
  core_.clear();
  auto cost = static_cast<double>(accesses_.size());
  for (const int64_t count : counts_) {
    core_.push_back({0, count});
    cost *= static_cast<double>(count);
  }
  const double whole = static_cast<double>(whole_.count()) * accesses_in_nanosecond;
  left_ = std::max(free_cost, std::max(cost, whole) * share);
  for (std::vector<Access>* all : {&accesses_, &again_})
    for (Access& access : *all)
      if (is_usable() && !normalise(access)) give_up(SplitOutcome::too_large);
  for (size_t i = 0; is_usable() && i < accesses_.size(); ++i) {
    if (!accesses_[i].written) continue;
    for (const Access& other : accesses_)
      if (is_usable() && !may_reorder(accesses_[i], other))
        give_up(SplitOutcome::iterations_depend);
  }
  for (const Access& again : again_)
    if (is_usable() && !finds_the_same(again)) give_up(SplitOutcome::iterations_depend);
  return is_usable();
}

void SplitPlan::spend(double cost) {
  left_ -= cost;
  if (left_ < 0) give_up(SplitOutcome::looking_costs);
}

void SplitPlan::compare(size_t addresses) {
  spend(report_cost + static_cast<double>(addresses));
}

void SplitPlan::touch(unsigned site, uint64_t address, uint64_t bytes, bool written) {
  touch_run(site, address, bytes, 0, 1, written);
}

void SplitPlan::touch_run(unsigned site, uint64_t address, uint64_t bytes, int64_t stride,
                          uint64_t count, bool written) {
  if (!is_usable() || bytes == 0 || count == 0) return;
  spend(report_cost);
  const auto large = static_cast<uint64_t>(large_number);
  const bool is_small = address < large && bytes < large && count < large &&
                        fits(stride, static_cast<int64_t>(count));
  // Addresses of a program are not negative.
  const TouchRun next{static_cast<int64_t>(address), static_cast<int64_t>(bytes), stride,
                      static_cast<int64_t>(count), written};
  if (is_small && (stride >= 0 || next.upwards().first >= 0))
    add_run(site, next.upwards());
  else
    give_up(SplitOutcome::too_large);
}

void SplitPlan::add_run(unsigned site, const TouchRun& next) {
  if (site >= runs_.size()) runs_.resize(site + 1);
  if (runs_[site].extend(next)) return;
  look_at(site, runs_[site]);
  runs_[site] = next;
}

void SplitPlan::look_at(unsigned site, const TouchRun& run) {
  if (!is_usable() || run.count == 0) return;
  const TouchRun touched = run.upwards();
  site_ = site;
  if (by_rows_)
    (touched.written ? written_between_ : read_between_)
        .push_back({static_cast<uint64_t>(touched.first), static_cast<uint64_t>(touched.end())});
  for (const Access& access : accesses_) {
    if (!touched.written && !access.written) continue;
    if (!overlap(access.address, access.address + access.extents[0], touched.first, touched.end()))
      continue;
    found_ = core_;  // all iterations: nothing is cut before `decide`
    find_conflicts(access, 0, access.address, touched);
  }
}

/// Finds the steps of this term that reach the memory, and for each those of the next terms.
void SplitPlan::find_conflicts(const Access& access, size_t term, int64_t base,
                               const TouchRun& touched) {
  spend(search_cost);
  if (!is_usable()) return;
  if (term == access.terms.size()) {
    if (touched.pieces_in(base, base + access.bytes).count > 0) add_conflict();
    return;
  }
  const auto& [loop, stride, backwards] = access.terms[term];
  const Range before = found_[loop];
  const int64_t count = count_in(access.terms[term], found_);
  const int64_t inside = access.extents[term + 1];
  const auto set = [&](int64_t from, int64_t to) {
    found_[loop] = backwards ? Range{count - 1 - to, count - from} : Range{from, to + 1};
  };
  // If the stride equals the loop's, all pieces are found like the first one, each a step further.
  const bool in_step = touched.count > 1 && touched.stride == stride;
  const TouchRun one = in_step ? touched.piece(0) : touched;
  const int64_t further = in_step ? touched.count - 1 : 0;
  const int64_t low = floor_division(one.first - inside - base, stride) + 1;
  const int64_t high = floor_division(one.end() - 1 - base, stride);
  const int64_t from = std::max<int64_t>(0, low), to = std::min(count - 1, high + further);
  if (from > to) return;
  if (in_step ? high - low >= 2 : to - from >= 2) {
    if (one.count == 1) {  // those in the middle are touched as a whole
      set(from, to);
      add_conflict();
    } else if (one.count <= to - from) {
      for (int64_t i = 0; i < one.count && is_usable(); ++i)
        find_conflicts(access, term, base, one.piece(i));
    } else {  // several pieces for a step
      for (int64_t step = from; step <= to && is_usable(); ++step) {
        const int64_t first = base + stride * step;
        const TouchRun part = one.pieces_in(first, first + inside);
        if (part.count == 0) continue;
        set(step, step);
        find_conflicts(access, term + 1, first, part);
      }
    }
  } else {
    for (int64_t step = in_step ? low : from; step <= (in_step ? high : to); ++step) {
      if (step + further < 0 || step >= count) continue;
      set(std::max<int64_t>(0, step), std::min(count - 1, step + further));
      find_conflicts(access, term + 1, base + stride * step, one);
    }
  }
  found_[loop] = before;
}

void SplitPlan::add_conflict() {
  if (site_ >= open_.size()) open_.resize(site_ + 1);
  widen(open_[site_], found_);
}

void SplitPlan::end_group() {
  for (unsigned site = 0; site < runs_.size(); ++site) {
    look_at(site, runs_[site]);
    runs_[site].count = 0;
  }
  for (unsigned site = 0; site < open_.size(); ++site) {
    if (open_[site].empty()) continue;
    const auto same = std::find_if(conflicts_.rbegin(), conflicts_.rend(),
                                   [&](const Conflict& one) { return one.site == site; });
    if (conflicts_.size() >= most_conflicts && same != conflicts_.rend()) {
      widen(same->where, open_[site]);
      same->stage = stage_;
    } else {
      conflicts_.push_back({open_[site], site, stage_});
    }
    open_[site].clear();
  }
}

void SplitPlan::next_stage() {
  end_group();
  ++stage_;
}

std::vector<AddressRange> SplitPlan::memory_of(bool (*is_meant)(const Access&)) const {
  std::vector<AddressRange> all;
  for (const Access& access : accesses_)
    if (is_meant(access)) all.push_back(access.memory());
  return all;
}

std::vector<AddressRange> SplitPlan::written_by_nest() const {
  return memory_of([](const Access& access) { return access.written; });
}

std::vector<AddressRange> SplitPlan::touched_by_nest() const {
  return memory_of([](const Access&) { return true; });
}

std::vector<AddressRange> SplitPlan::read_by_rows() const {
  return memory_of([](const Access& access) { return !access.written && !access.is_unread; });
}

}  // namespace bamboo::overlap
