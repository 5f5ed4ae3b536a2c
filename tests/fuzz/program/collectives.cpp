// SPDX-License-Identifier: Apache-2.0
// Collectives of one group: several in flight, completed in another order than they were started.
#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "forms.h"
#include "layout.h"
#include "world.h"

namespace fuzz {

namespace {

/// Two by two matrices of unsigned numbers: their product is associative and does not commute.
void multiply(void* left, void* right, int* n, MPI_Datatype*) {
  const auto* a = static_cast<const unsigned*>(left);
  auto* b = static_cast<unsigned*>(right);
  for (int i = 0; i < *n; ++i, a += 4, b += 4) {
    const std::array<unsigned, 4> product{a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
                                          a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]};
    std::copy(product.begin(), product.end(), b);
  }
}

/// A collective from its call until it has ended.
class Operation {
 public:
  Operation(Step& step, Dice& dice);
  void start();
  void finish();

 private:
  // Rooted.
  void bcast();
  void reduce();
  void gather();
  void gatherv();
  void scatter();
  void scatterv();
  // Of all.
  void allreduce();
  void reduce_scatter();
  void reduce_scatter_block();
  void scan();
  void exscan();
  void allgather();
  void allgatherv();
  void alltoall();
  void alltoallv();
  void alltoallw();
  void barrier();

  using Start = void (Operation::*)();
  static const std::array<Start, 17> starts_;

  int reduced_integers() const { return 4 * matrices_; }
  std::vector<int>& fill(std::vector<int>& values, int n, int salt = 0) {
    Dice dice = step_.of_rank(step_.rank);
    return values = numbers({dice.next(), static_cast<std::uint64_t>(number_), 5,
                             static_cast<std::uint64_t>(salt)},
                            static_cast<std::size_t>(n));
  }
  bool is_root() const { return step_.rank == root_; }
  const void* or_in_place(const std::vector<int>& values) const {
    return in_place_ ? MPI_IN_PLACE : values.data();
  }

  Step& step_;
  const int number_;  ///< distinguishes the operations of a step
  Form form;          // names that FUZZ_CALL knows
  MPI_Request request = MPI_REQUEST_NULL;
  Start start_;
  bool in_place_;
  int root_, block_, matrices_, sum_;
  std::vector<int> counts_, displacements_;  ///< by rank, the same for all
  std::vector<int> out_, in_;
  std::vector<int> out_counts_, out_displacements_;
  std::vector<MPI_Datatype> types_;
  std::optional<std::size_t> defined_;  ///< of in_ afterwards; nullopt: all
  std::unique_ptr<Buffer> buffer_;
  MPI_Datatype matrix_ = MPI_DATATYPE_NULL;
  MPI_Op op_ = MPI_SUM;
  bool own_op_;
};

const std::array<Operation::Start, 17> Operation::starts_{
    &Operation::bcast,      &Operation::reduce,         &Operation::gather,
    &Operation::gatherv,    &Operation::scatter,        &Operation::scatterv,
    &Operation::allreduce,  &Operation::reduce_scatter, &Operation::reduce_scatter_block,
    &Operation::scan,       &Operation::exscan,         &Operation::allgather,
    &Operation::allgatherv, &Operation::alltoall,       &Operation::alltoallv,
    &Operation::alltoallw,  &Operation::barrier};

Operation::Operation(Step& step, Dice& dice)
    : step_(step),
      number_(dice.below(1 << 30)),
      form(static_cast<Form>(dice.below(3))),
      start_(dice.pick(starts_)),
      in_place_(dice.chance(25)),
      root_(dice.below(step.size)),
      block_(dice.chance(10) ? 5000 : dice.below(20)),
      matrices_(dice.chance(10) ? 1500 : 1 + dice.below(8)),
      own_op_(dice.chance(25)) {
  for (int r = 0; r < step.size; ++r) {
    const int gap = dice.below(3);
    // Alone, MPICH 4.0's MPI_Iallgatherv puts its block at the beginning.
    displacements_.push_back(r > 0           ? displacements_.back() + counts_.back() + gap
                             : step.size > 1 ? gap
                                             : 0);
    counts_.push_back(dice.chance(20) ? 0 : dice.below(30));
  }
  sum_ = displacements_.back() + counts_.back();
  MPI_Type_contiguous(4, MPI_INT, &matrix_);
  MPI_Type_commit(&matrix_);
  if (own_op_)
    MPI_Op_create(multiply, 0, &op_);
  else
    op_ = dice.pick(std::array{MPI_SUM, MPI_MAX, MPI_BXOR, MPI_MIN, MPI_BAND});
}

void Operation::start() {
  (this->*start_)();
}

void Operation::finish() {
  fuzz::finish(form, request);
  if (buffer_) step_.digest().add(buffer_->memory);
  if (defined_) in_.resize(*defined_);
  step_.digest().add(in_);
  if (own_op_) MPI_Op_free(&op_);
  MPI_Type_free(&matrix_);
}

void Operation::bcast() {
  Dice mine = step_.of_rank(step_.rank);
  Dice content{mine.next(), static_cast<std::uint64_t>(number_)};
  buffer_ = std::make_unique<Buffer>(mine, block_, content);
  FUZZ_CALL(Bcast, Ibcast, buffer_->memory.data(), 1, buffer_->layout.type(), root_, step_.comm());
}

void Operation::reduce() {
  fill(out_, reduced_integers());
  fill(in_, reduced_integers(), in_place_ ? 0 : 1);
  if (!is_root()) defined_ = 0;
  const void* const from = is_root() ? or_in_place(out_) : out_.data();
  if (own_op_)
    FUZZ_CALL(Reduce, Ireduce, from, in_.data(), matrices_, matrix_, op_, root_, step_.comm());
  else
    FUZZ_CALL(Reduce, Ireduce, from, in_.data(), 4 * matrices_, MPI_INT, op_, root_, step_.comm());
}

void Operation::allreduce() {
  fill(out_, reduced_integers());
  fill(in_, reduced_integers(), in_place_ ? 0 : 1);
  if (own_op_) {
    FUZZ_CALL(Allreduce, Iallreduce, or_in_place(out_), in_.data(), matrices_, matrix_, op_,
              step_.comm());
  } else {
    FUZZ_CALL(Allreduce, Iallreduce, or_in_place(out_), in_.data(), 4 * matrices_, MPI_INT, op_,
              step_.comm());
  }
}

void Operation::scan() {
  fill(out_, reduced_integers());
  fill(in_, reduced_integers(), in_place_ ? 0 : 1);
  if (own_op_) {
    FUZZ_CALL(Scan, Iscan, or_in_place(out_), in_.data(), matrices_, matrix_, op_, step_.comm());
  } else {
    FUZZ_CALL(Scan, Iscan, or_in_place(out_), in_.data(), 4 * matrices_, MPI_INT, op_,
              step_.comm());
  }
}

void Operation::exscan() {
  if (step_.rank == 0) defined_ = 0;
  fill(out_, reduced_integers());
  fill(in_, reduced_integers(), 1);
  if (own_op_)
    FUZZ_CALL(Exscan, Iexscan, out_.data(), in_.data(), matrices_, matrix_, op_, step_.comm());
  else
    FUZZ_CALL(Exscan, Iexscan, out_.data(), in_.data(), 4 * matrices_, MPI_INT, op_, step_.comm());
}

void Operation::reduce_scatter() {
  const int all = std::accumulate(counts_.begin(), counts_.end(), 0);
  fill(out_, all);
  defined_ = static_cast<std::size_t>(counts_[static_cast<std::size_t>(step_.rank)]);
  fill(in_, in_place_ ? all : counts_[static_cast<std::size_t>(step_.rank)], in_place_ ? 0 : 1);
  if (std::exchange(own_op_, false)) {  // counts are of integers, not of matrices
    MPI_Op_free(&op_);
    op_ = MPI_SUM;
  }
  FUZZ_CALL(Reduce_scatter, Ireduce_scatter, or_in_place(out_), in_.data(), counts_.data(), MPI_INT,
            op_, step_.comm());
}

void Operation::reduce_scatter_block() {
  in_place_ = false;
  fill(out_, reduced_integers() * step_.size);
  fill(in_, reduced_integers(), 1);
  if (own_op_) {
    FUZZ_CALL(Reduce_scatter_block, Ireduce_scatter_block, out_.data(), in_.data(), matrices_,
              matrix_, op_, step_.comm());
  } else {
    FUZZ_CALL(Reduce_scatter_block, Ireduce_scatter_block, out_.data(), in_.data(), 4 * matrices_,
              MPI_INT, op_, step_.comm());
  }
}

void Operation::gather() {
  fill(out_, block_);
  fill(in_, block_ * step_.size, 1);
  if (!is_root()) defined_ = 0;
  const void* const from = is_root() ? or_in_place(out_) : out_.data();
  FUZZ_CALL(Gather, Igather, from, block_, MPI_INT, in_.data(), block_, MPI_INT, root_,
            step_.comm());
}

void Operation::gatherv() {
  fill(out_, counts_[static_cast<std::size_t>(step_.rank)]);
  fill(in_, sum_, 1);
  if (!is_root()) defined_ = 0;
  const void* const from = is_root() ? or_in_place(out_) : out_.data();
  FUZZ_CALL(Gatherv, Igatherv, from, static_cast<int>(out_.size()), MPI_INT, in_.data(),
            counts_.data(), displacements_.data(), MPI_INT, root_, step_.comm());
}

void Operation::scatter() {
  fill(out_, block_ * step_.size);
  fill(in_, block_, 1);
  void* const to = is_root() && in_place_ ? MPI_IN_PLACE : in_.data();
  FUZZ_CALL(Scatter, Iscatter, out_.data(), block_, MPI_INT, to, block_, MPI_INT, root_,
            step_.comm());
}

void Operation::scatterv() {
  fill(out_, sum_);
  fill(in_, counts_[static_cast<std::size_t>(step_.rank)], 1);
  void* const to = is_root() && in_place_ ? MPI_IN_PLACE : in_.data();
  FUZZ_CALL(Scatterv, Iscatterv, out_.data(), counts_.data(), displacements_.data(), MPI_INT, to,
            static_cast<int>(in_.size()), MPI_INT, root_, step_.comm());
}

void Operation::allgather() {
  fill(out_, block_);
  fill(in_, block_ * step_.size, 1);
  FUZZ_CALL(Allgather, Iallgather, or_in_place(out_), block_, MPI_INT, in_.data(), block_, MPI_INT,
            step_.comm());
}

void Operation::allgatherv() {
  fill(out_, counts_[static_cast<std::size_t>(step_.rank)]);
  fill(in_, sum_, 1);
  FUZZ_CALL(Allgatherv, Iallgatherv, or_in_place(out_), static_cast<int>(out_.size()), MPI_INT,
            in_.data(), counts_.data(), displacements_.data(), MPI_INT, step_.comm());
}

void Operation::alltoall() {
  fill(out_, block_ * step_.size);
  fill(in_, block_ * step_.size, 1);
  FUZZ_CALL(Alltoall, Ialltoall, or_in_place(out_), block_, MPI_INT, in_.data(), block_, MPI_INT,
            step_.comm());
}

/// Rank r sends counts_[r] + counts_[s] integers to rank s, so both sides know it.
void Operation::alltoallv() {
  int position = 0;
  for (int r = 0; r < step_.size; ++r) {
    out_counts_.push_back(counts_[static_cast<std::size_t>(step_.rank)] +
                          counts_[static_cast<std::size_t>(r)]);
    out_displacements_.push_back(position);
    position += out_counts_.back() + 1;
  }
  fill(out_, position);
  fill(in_, position, 1);
  FUZZ_CALL(Alltoallv, Ialltoallv, or_in_place(out_), out_counts_.data(), out_displacements_.data(),
            MPI_INT, in_.data(), out_counts_.data(), out_displacements_.data(), MPI_INT,
            step_.comm());
}

void Operation::alltoallw() {
  // Open MPI 4.1's nonblocking form takes a topology's communicator for a call among neighbours.
  if (step_.slot.kind != Kind::Plain) form = Form::Blocking;
  in_place_ = false;
  int position = 0;
  for (int r = 0; r < step_.size; ++r) {
    out_counts_.push_back(counts_[static_cast<std::size_t>(step_.rank)] +
                          counts_[static_cast<std::size_t>(r)]);
    out_displacements_.push_back(position * static_cast<int>(sizeof(int)));
    // Both sides of a pair compute the same: one of the two has the matrices.
    const bool in_fours = (step_.rank + r) % 2 == 0;
    if (in_fours) out_counts_.back() /= 4;
    types_.push_back(in_fours ? matrix_ : MPI_INT);
    position += 4 * out_counts_.back() + 1;
  }
  fill(out_, position);
  fill(in_, position, 1);
  FUZZ_CALL(Alltoallw, Ialltoallw, out_.data(), out_counts_.data(), out_displacements_.data(),
            types_.data(), in_.data(), out_counts_.data(), out_displacements_.data(), types_.data(),
            step_.comm());
}

void Operation::barrier() {
  FUZZ_CALL(Barrier, Ibarrier, step_.comm());
}

}  // namespace

void collectives(Step& step) {
  if (step.slot.kind == Kind::Inter) return;
  std::vector<std::unique_ptr<Operation>> operations;
  const int n = 1 + step.dice.below(4);
  for (int i = 0; i < n; ++i) {
    operations.push_back(std::make_unique<Operation>(step, step.dice));
    operations.back()->start();
  }
  // Each rank has its own order.
  Dice mine = step.of_rank(step.rank);
  std::vector<int> order(operations.size());
  std::iota(order.begin(), order.end(), 0);
  mine.shuffle(order);
  for (const int i : order) operations[static_cast<std::size_t>(i)]->finish();
}

/// Between two groups: what a group sends the other one receives.
void inter_collectives(Step& step) {
  if (step.slot.kind != Kind::Inter) return;
  int remote = 0;
  MPI_Comm_remote_size(step.comm(), &remote);
  const auto form = static_cast<Form>(step.dice.below(2));
  const int n = 1 + step.dice.below(30);
  const auto ints = [&](int count, int salt) {
    Dice dice = step.of_rank(step.rank + 100 * salt);
    return numbers(dice, static_cast<std::size_t>(count));
  };
  std::vector<int> in = ints(n * remote, 1);
  MPI_Request request = MPI_REQUEST_NULL;
  std::vector<int> out;
  switch (step.dice.below(4)) {
    case 0:
      out = ints(n, 2);
      FUZZ_CALL(Allreduce, Iallreduce, out.data(), in.data(), n, MPI_INT, MPI_SUM, step.comm());
      break;
    case 1:
      out = ints(n, 2);
      FUZZ_CALL(Allgather, Iallgather, out.data(), n, MPI_INT, in.data(), n, MPI_INT, step.comm());
      break;
    case 2:
      out = ints(n * remote, 2);
      FUZZ_CALL(Alltoall, Ialltoall, out.data(), n, MPI_INT, in.data(), n, MPI_INT, step.comm());
      break;
    default:
      FUZZ_CALL(Barrier, Ibarrier, step.comm());
  }
  finish(form, request);
  step.digest().add(in);
}

}  // namespace fuzz
