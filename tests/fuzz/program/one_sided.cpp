// SPDX-License-Identifier: Apache-2.0
// Windows: each operation has a part of the target's window to itself, so that order is no matter.
#include <algorithm>
#include <array>
#include <memory>

#include "layout.h"
#include "world.h"

namespace fuzz {

namespace {

constexpr int integers = 16;   // that an operation moves
constexpr int part_size = 64;  // integers of the window that it has

enum class Flavour { Created, Allocated, Shared, Dynamic };

/// A window with `parts` parts at each rank.
class Window {
 public:
  Window(Step& step, Flavour flavour, int parts) : dynamic_(flavour == Flavour::Dynamic) {
    const int n = parts * part_size;
    const auto bytes = static_cast<MPI_Aint>(static_cast<std::size_t>(n) * sizeof(int));
    const int unit = sizeof(int);
    own_.resize(static_cast<std::size_t>(n));
    memory_ = own_.data();
    switch (flavour) {
      case Flavour::Created:
        MPI_Win_create(memory_, bytes, unit, MPI_INFO_NULL, step.comm(), &win_);
        break;
      case Flavour::Allocated:
        MPI_Win_allocate(bytes, unit, MPI_INFO_NULL, step.comm(), &memory_, &win_);
        break;
      case Flavour::Shared:
        MPI_Win_allocate_shared(bytes, unit, MPI_INFO_NULL, step.comm(), &memory_, &win_);
        break;
      case Flavour::Dynamic:
        MPI_Win_create_dynamic(MPI_INFO_NULL, step.comm(), &win_);
        MPI_Win_attach(win_, memory_, bytes);
        addresses_.resize(static_cast<std::size_t>(step.size));
        MPI_Aint address = 0;
        MPI_Get_address(memory_, &address);
        MPI_Allgather(&address, 1, MPI_AINT, addresses_.data(), 1, MPI_AINT, step.comm());
    }
    size_ = static_cast<std::size_t>(n);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, step.rank, 0, win_);
    const std::vector<int> content = numbers(step.of_rank(step.rank), size_);
    std::copy(content.begin(), content.end(), memory_);
    MPI_Win_unlock(step.rank, win_);
    MPI_Barrier(step.comm());
  }
  ~Window() {
    if (dynamic_) MPI_Win_detach(win_, memory_);
    MPI_Win_free(&win_);
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  MPI_Win get() const { return win_; }
  MPI_Aint at(int target, int part) const {
    const MPI_Aint integer = MPI_Aint{part} * part_size;
    if (!dynamic_) return integer;
    return addresses_[static_cast<std::size_t>(target)] + integer * MPI_Aint{sizeof(int)};
  }
  void note(Step& step) {
    MPI_Win_lock(MPI_LOCK_SHARED, step.rank, 0, win_);
    step.digest().add(std::vector<int>(memory_, memory_ + size_));
    MPI_Win_unlock(step.rank, win_);
  }

 private:
  const bool dynamic_;
  MPI_Win win_ = MPI_WIN_NULL;
  std::vector<int> own_;
  int* memory_ = nullptr;
  std::size_t size_ = 0;
  std::vector<MPI_Aint> addresses_;
};

struct Access {
  int origin, target, part;
  int call;
  MPI_Op op;
  std::uint64_t shape;
};

std::vector<Access> draw(Step& step) {
  std::vector<Access> all;
  const int n = step.dice.below(3 * step.size + 1);
  int part = 0;
  for (int i = 0; i < n; ++i) {
    Access access{step.dice.below(step.size),
                  step.dice.below(step.size),
                  part++,
                  step.dice.below(6),
                  step.dice.pick(std::array{MPI_SUM, MPI_BXOR, MPI_REPLACE, MPI_MAX}),
                  step.dice.next()};
    // Sums may meet in one part.
    const bool meets = step.dice.chance(40);
    if (access.call == 2 && !all.empty() && all.back().call == 2 && meets) {
      access.op = all.back().op = MPI_SUM;
      access.part = all.back().part;
      access.target = all.back().target;
      access.shape = all.back().shape;
    }
    all.push_back(access);
  }
  return all;
}

/// The memory that an operation uses until its epoch ends.
struct Running {
  Running(Step& step, const Access& access)
      : shape{access.shape},
        out(shape, integers, step.of_rank(access.origin + 1000 + access.part)),
        in(shape, integers, step.of_rank(access.origin + 2000 + access.part)),
        target(shape, integers) {}
  Dice shape;
  Buffer out, in;
  Layout target;
};

void start(const Window& window, const Access& a, Running& r, MPI_Request* request) {
  const MPI_Aint at = window.at(a.target, a.part);
  int* const out = r.out.memory.data();
  int* const in = r.in.memory.data();
  MPI_Datatype from = r.out.layout.type();
  MPI_Datatype into = r.in.layout.type();
  MPI_Datatype there = r.target.type();
  MPI_Win win = window.get();
  switch (a.call) {
    case 0:
      if (request != nullptr)
        MPI_Rput(out, 1, from, a.target, at, 1, there, win, request);
      else
        MPI_Put(out, 1, from, a.target, at, 1, there, win);
      break;
    case 1:
      if (request != nullptr)
        MPI_Rget(in, 1, into, a.target, at, 1, there, win, request);
      else
        MPI_Get(in, 1, into, a.target, at, 1, there, win);
      break;
    case 2:
      MPI_Accumulate(out, 1, from, a.target, at, 1, there, a.op, win);
      break;
    case 3:  // of derived types, Open MPI 4.1 and MPICH 4.0 disagree
      MPI_Get_accumulate(out, integers, MPI_INT, in, integers, MPI_INT, a.target, at, integers,
                         MPI_INT, a.op, win);
      break;
    case 4:
      MPI_Fetch_and_op(out, in, MPI_INT, a.target, at, a.op, win);
      break;
    default:
      MPI_Compare_and_swap(out, in + 1, in, MPI_INT, a.target, at, win);
  }
}

class Accesses {
 public:
  Accesses(Step& step, const Window& window, std::vector<Access> all)
      : step_(step), window_(window), all_(std::move(all)) {}
  /// The operations of this rank, or only those to one target. With `asks`, they have requests.
  void start(int only_target, bool asks) {
    for (const Access& access : all_) {
      if (access.origin != step_.rank) continue;
      if (only_target >= 0 && access.target != only_target) continue;
      running_.push_back(std::make_unique<Running>(step_, access));
      MPI_Request request = MPI_REQUEST_NULL;
      fuzz::start(window_, access, *running_.back(), asks ? &request : nullptr);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      if (!asks) continue;
      if (access.part % 3 == 0) MPI_Win_flush(access.target, window_.get());
      if (access.part % 3 == 1) MPI_Win_flush_local_all(window_.get());
    }
  }
  void note() {
    for (const auto& one : running_) step_.digest().add(one->in.memory);
  }

 private:
  Step& step_;
  const Window& window_;
  const std::vector<Access> all_;
  std::vector<std::unique_ptr<Running>> running_;
};

void fence(Step&, const Window& window, Accesses& accesses) {
  MPI_Win_fence(0, window.get());
  accesses.start(-1, false);
  MPI_Win_fence(0, window.get());
}

void post_and_start(Step& step, const Window& window, Accesses& accesses) {
  MPI_Group all;
  MPI_Comm_group(step.comm(), &all);
  MPI_Win_post(all, 0, window.get());
  MPI_Win_start(all, 0, window.get());
  accesses.start(-1, false);
  MPI_Win_complete(window.get());
  MPI_Win_wait(window.get());
  MPI_Group_free(&all);
}

void lock_each(Step& step, const Window& window, Accesses& accesses) {
  const bool exclusive = step.dice.chance(50);
  for (int t = 0; t < step.size; ++t) {
    const int target = (step.rank + t) % step.size;
    MPI_Win_lock(exclusive ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, target, 0, window.get());
    accesses.start(target, target % 2 == 0);
    MPI_Win_unlock(target, window.get());
  }
}

void lock_all(Step&, const Window& window, Accesses& accesses) {
  MPI_Win_lock_all(0, window.get());
  accesses.start(-1, true);
  MPI_Win_unlock_all(window.get());
}

Flavour flavour(Step& step) {
  const auto drawn = static_cast<Flavour>(step.dice.below(4));
#ifdef OPEN_MPI  // MPI_Win_allocate of 4.1 crashes now and then on communicators of some processes
  if (drawn == Flavour::Allocated) return Flavour::Created;
#endif
  return drawn;
}

/// Open MPI 4.1 refuses windows of some processes now and then, and all windows of one.
bool has_windows(const Step& step) {
  int all = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &all);
  return step.slot.kind != Kind::Inter && step.size == all && all > 1;
}

}  // namespace

void one_sided(Step& step) {
  if (!has_windows(step)) return;
  using Epoch = void (*)(Step&, const Window&, Accesses&);
  const std::vector<Access> all = draw(step);
  Window window(step, flavour(step), static_cast<int>(all.size()) + 1);
  Accesses accesses(step, window, all);
  step.dice.pick(std::array<Epoch, 4>{fence, post_and_start, lock_each, lock_all})(step, window,
                                                                                   accesses);
  MPI_Barrier(step.comm());
  accesses.note();
  window.note(step);
  MPI_Barrier(step.comm());
}

/// Each rank changes counters of others, some by themselves and some under a lock.
void passive_target(Step& step) {
  if (!has_windows(step)) return;
  Window window(step, flavour(step), 1);
  const int rounds = 1 + step.dice.below(6);
  const int target = step.dice.below(step.size);
  std::vector<int> fetched;
  const int one = 1;
  for (int i = 0; i < rounds; ++i) {
    int value = 0;
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, window.get());
    MPI_Fetch_and_op(&one, &value, MPI_INT, target, window.at(target, 0), MPI_SUM, window.get());
    MPI_Win_unlock(target, window.get());
    fetched.push_back(value);
  }
  const int other = (target + step.rank) % step.size;
  for (int i = 0; i < rounds; ++i) {
    int value = 0;
    const MPI_Aint at = window.at(other, 0) + (window.at(0, 1) - window.at(0, 0)) / 2;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, other, 0, window.get());
    MPI_Get(&value, 1, MPI_INT, other, at, 1, MPI_INT, window.get());
    MPI_Win_flush(other, window.get());
    value = value * 3 + 1;
    MPI_Put(&value, 1, MPI_INT, other, at, 1, MPI_INT, window.get());
    MPI_Win_unlock(other, window.get());
  }
  // Timing decides which rank fetches which value, but the set of all fetched values is always the
  // same.
  std::vector<int> all(fetched.size() * static_cast<std::size_t>(step.size));
  MPI_Allgather(fetched.data(), rounds, MPI_INT, all.data(), rounds, MPI_INT, step.comm());
  std::sort(all.begin(), all.end());
  step.digest().add(all);
  window.note(step);
  MPI_Barrier(step.comm());
}

}  // namespace fuzz
