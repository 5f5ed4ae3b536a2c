// SPDX-License-Identifier: Apache-2.0
// Finds the faster way through a nest. It stays whole unless a split is clearly faster:
//
//   Looks     It runs whole. An execution that waits for messages begins a comparison. If several
//             do not wait, there is nothing to hide, and the nest is kept whole.
//   Compares  Both ways take turns and are timed.
//   Keeps     The chosen way, for a number of executions. Then it looks again.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <variant>
#include <vector>

namespace bamboo::overlap {

enum class NestWay : uint8_t { Split, Whole };

/// The user's choice for all nests.
enum class NestChoice : uint8_t { Automatic, Split, Whole };

/// The value of BAMBOO_OVERLAP_NESTS. Tests change it.
NestChoice& nest_choice();

/// How one execution runs.
struct NestTurn {
  NestWay way = NestWay::Split;
  bool is_timed = false;            ///< its time is measured
  std::chrono::nanoseconds last{};  ///< the time of the last execution without a core
};

struct NestTime {
  std::chrono::nanoseconds all{};   ///< from the place of the core to the end of the nest
  std::chrono::nanoseconds wait{};  ///< the part before the nest, which a split may hide
};

/// The constants of the comparison. Counts are executions.
struct NestTrialRule {
  /// A share of the slower time. A smaller gain, or a smaller share of waiting, is less than the
  /// times of equal executions differ by.
  static constexpr double margin = 0.02;
  /// Executions that do not wait, one after another, before the nest is kept whole. A process that
  /// was late does not wait once.
  static constexpr int looks_before_whole = 3;
  /// Samples of each way. From the first number on a way is chosen if all its samples are less. For
  /// a split they must be so by more than samples of one way differ. From the second number on all
  /// samples of a split must be less by the margin, and the nest is kept whole if the median of
  /// splits is not less. At the last number the medians decide.
  static constexpr size_t few_samples = 2, some_samples = 4, most_samples = 8;
  /// Executions between two comparisons: the program may have come to another phase meanwhile.
  /// Each period is longer than the one before by a factor, because comparisons take time.
  static constexpr uint64_t first_period = 64, longest_period = 1 << 15, longer = 8;
};

/// The trial of executions of like size. `now` is the number of the execution.
class NestTrial {
 public:
  NestTurn next(uint64_t now);
  /// Adds the time of an execution. Adds nothing if a split had no core.
  void took(NestWay way, const NestTime& time, uint64_t now);
  void took_without_core(std::chrono::nanoseconds time) { last_time_ = time; }

  /// Executions before this number run whole; 0: that is uncertain.
  uint64_t whole_until() const;
  uint64_t last() const { return last_; }  ///< execution

 private:
  using Samples = std::vector<std::chrono::nanoseconds>;
  struct Looks {
    int ready;  ///< executions that did not wait
  };
  struct Compares {
    std::array<Samples, 2> samples;

    const Samples& of(NestWay way) const { return samples[static_cast<size_t>(way)]; }
    NestWay next() const;
    std::optional<NestWay> faster() const;  ///< once that is certain enough
  };
  struct Keeps {
    NestWay way;
    uint64_t until;
  };

  void look(const NestTime& time, uint64_t now);
  void keep(NestWay way, uint64_t now);

  std::variant<Looks, Compares, Keeps> state_ = Looks{0};
  std::chrono::nanoseconds last_time_{};  ///< of an execution without a core
  uint64_t last_ = 0;
  uint64_t period_ = NestTrialRule::first_period;
};

/// The trials of one nest. Executions whose numbers of iterations have the same power of two are
/// of like size: the levels of a multigrid are apart.
class NestTrials {
 public:
  using Size = int;
  static Size size_of(double iterations);

  /// Counts an execution. Returns true if it runs whole, whatever its size is.
  bool begin() { return ++now_ < whole_until_; }
  /// The turn of the execution that has begun. Call it where `begin` has returned false.
  NestTurn next(Size size) { return trials_[size].next(now_); }
  void took(Size size, NestWay way, const NestTime& time);
  void took_without_core(Size size, std::chrono::nanoseconds time) {
    trials_[size].took_without_core(time);
  }

 private:
  std::map<Size, NestTrial> trials_;
  uint64_t now_ = 0;
  uint64_t whole_until_ = 0;
};

}  // namespace bamboo::overlap
