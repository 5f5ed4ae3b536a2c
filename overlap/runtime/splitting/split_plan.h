// SPDX-License-Identifier: Apache-2.0
// Cuts a nest of loops into a core, whose iterations touch nothing that the statements between the
// core and the rest touch, and boxes of iterations that are left over.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "offered_core.h"
#include "row_plan.h"
#include "shared/nest_shape.h"
#include "split_outcome.h"
#include "touch_run.h"

namespace bamboo::overlap {

class SplitPlan {
 public:
  void add_loop(uint64_t iterations, bool may_cut);
  /// States that iterations of `loop`, plus `step` times those of `outer`, are at most `reach`.
  void add_reach(unsigned loop, unsigned outer, uint64_t step, uint64_t reach);
  void add_access(AccessKind kind, uint64_t address, uint64_t bytes);  ///< a linear one
  void add_stride(unsigned loop, int64_t bytes);                       ///< of the access added last
  /// Cuts the nest by rows (RowPlan), not by a box, and keeps written memory for that.
  void cut_by_rows() { by_rows_ = true; }

  /// An execution without a core took this time, of which an inspection may take a share.
  void allow(std::chrono::nanoseconds whole) { whole_ = whole; }

  /// Call it when all loops and accesses are known. Returns false if the nest cannot be split: its
  /// iterations depend on each other, or a number overflows.
  bool prepare();

  /// Call it after `prepare`. Stops the inspection and gives up if it takes a large share of the
  /// nest's time.
  void touch(unsigned site, uint64_t address, uint64_t bytes, bool written);
  void touch_run(unsigned site, uint64_t address, uint64_t bytes, int64_t stride, uint64_t count,
                 bool written);
  void end_group();
  /// Reports that a completion follows, before which an offered core may run.
  void next_stage();
  /// The same for all accesses of the rest of a nest that was decided before.
  void touch_rest_of(unsigned site, const SplitPlan& earlier);
  /// Like above, for a number of addresses that something is compared with.
  void compare(size_t addresses);

  /// Whether there is a core that pays; core() and rest() are then valid.
  bool decide();
  /// Only these parts of the core have run: all else belongs to the rest.
  void shrink_core(const std::vector<Box>& done);
  /// Returns false if there is no core, whatever is reported later.
  bool is_usable() const { return !why_whole_; }
  /// Records that there is no core, for another reason. Only the first reason counts.
  void give_up(SplitOutcome why);
  /// The reason why there is no core.
  std::optional<SplitOutcome> why_whole() const { return why_whole_; }
  const Box& core() const { return core_; }
  /// The core at the first stage that has one, and each core of a later stage that is much larger.
  const std::vector<StageCore>& cores() const { return cores_; }
  const std::vector<Box>& rest() const { return rest_; }
  const std::vector<bool>& cuttable() const { return may_cut_; }  ///< loops

  /// For a nest cut by rows: memory that is written between the two parts, and by the nest.
  const std::vector<AddressRange>& written_between() const { return written_between_; }
  std::vector<AddressRange> written_by_nest() const;
  /// Memory that is read between the two parts.
  const std::vector<AddressRange>& read_between() const { return read_between_; }
  /// Memory that the nest's linear accesses touch.
  std::vector<AddressRange> touched_by_nest() const;
  /// Memory that is read without indices when rows are inspected.
  std::vector<AddressRange> read_by_rows() const;

 private:
  struct Term {  ///< the part of an address that one loop adds
    unsigned loop;
    int64_t stride;  ///< above 0 after `prepare`
    bool backwards;  ///< the loop accesses descending addresses
  };
  struct Reach {  ///< of the inner loop of a blocked one; step 0: it is none
    unsigned outer = 0;
    int64_t step = 0, most = 0;
  };
  struct Access {
    int64_t address;  ///< the lowest one, after `prepare`
    int64_t bytes;
    bool written;
    std::vector<Term> terms;       ///< the longest stride first, after `prepare`
    std::vector<int64_t> extents;  ///< bytes from the lowest address on, without the first n terms
    bool is_unread = false;        ///< when rows are inspected

    /// The distance from the lowest to the highest byte.
    AddressRange memory() const {
      return {static_cast<uint64_t>(address), static_cast<uint64_t>(address + extents[0])};
    }
    /// Whether both have the same pattern in memory, relative to their own address.
    bool is_like(const Access& other) const;
  };
  struct Conflict {
    Box where;
    unsigned site, stage;
  };
  struct Cut {
    size_t loop = 0;
    Range kept;
    double value = 0;  ///< conflicts that it resolves for each part of the loop that it costs
  };

  std::vector<AddressRange> memory_of(bool (*is_meant)(const Access&)) const;
  bool normalise(Access& access) const;
  const Reach* joint_reach(const Access& access, size_t term) const;
  int64_t count_in(const Term& term, const Box& found) const;
  bool is_ordered(const Access& access, int64_t bytes, const std::vector<bool>& loops) const;
  std::vector<bool> loops_of(const Access& access) const;  ///< that move it
  static int64_t joint_size(const Access& a, const Access& b);
  bool may_reorder(const Access& a, const Access& b) const;
  bool are_apart(const Access& a, const Access& b) const;
  bool finds_the_same(const Access& again) const;
  void spend(double cost);
  bool may_meet(const Access& other) const;
  struct Steps {
    int64_t stride, count;
  };
  void touch_part(unsigned site, const TouchRun& run, std::vector<Steps>& outer);
  void add_run(unsigned site, const TouchRun& next);
  void look_at(unsigned site, const TouchRun& run);
  void find_conflicts(const Access& access, size_t term, int64_t base, const TouchRun& touched);
  void add_conflict();
  Cut best_cut() const;
  Cut rate(size_t loop, const Range& kept) const;
  void resolve(const Cut& cut);
  bool changes_at(unsigned stage) const;
  double cut_core(const Box& whole, unsigned stage);

  std::vector<int64_t> counts_;
  std::vector<bool> may_cut_;
  std::vector<Reach> reaches_;
  std::vector<Access> accesses_, again_;
  Access* last_ = nullptr;  ///< that was added, until the next one is
  std::optional<SplitOutcome> why_whole_;
  std::chrono::nanoseconds whole_{};
  double left_ = 0;             ///< that the inspection may still cost
  std::vector<TouchRun> runs_;  ///< by site: reported, but not yet inspected
  unsigned site_ = 0;           ///< the inspected site
  Box found_;                   ///< iterations that touch it, while they are searched
  std::vector<Box> open_;       ///< conflicts of this group by site; empty: none
  unsigned stage_ = 0;          ///< completions so far
  std::vector<Conflict> conflicts_;
  std::vector<Conflict> unresolved_;  ///< of the core that is being cut
  Box core_;
  std::vector<StageCore> cores_;
  std::vector<Box> rest_;
  bool by_rows_ = false;
  std::vector<AddressRange> written_between_, read_between_;
};

}  // namespace bamboo::overlap
