// SPDX-License-Identifier: Apache-2.0
// Random MPI programs that end, and in which no value depends on time:
//   fuzz FOLDER FIRST COUNT [--steps N] [--without STEP,STEP,…] [--trace] [--spoil STEP]
// runs the programs of the seeds FIRST … FIRST + COUNT - 1. Each rank prints for each seed what it
// has seen, as a digest; with --trace also before each step. FOLDER: for files, the same for all
// ranks. --spoil: a rank sees something wrong in this step.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

#include "world.h"

namespace {

using fuzz::Dice;
using fuzz::Slot;
using fuzz::Step;
using fuzz::World;

struct Options {
  int steps = 24;
  std::set<int> without;
  bool trace = false;
  int spoil = -1;
};

struct Kind {
  const char* name;
  void (*run)(Step&);
  int weight;
};

constexpr std::array<Kind, 9> kinds{{{"point_to_point", fuzz::point_to_point, 20},
                                     {"blocking_messages", fuzz::blocking_messages, 12},
                                     {"persistent_messages", fuzz::persistent_messages, 8},
                                     {"collectives", fuzz::collectives, 20},
                                     {"inter_collectives", fuzz::inter_collectives, 8},
                                     {"neighbours", fuzz::neighbours, 12},
                                     {"one_sided", fuzz::one_sided, 10},
                                     {"passive_target", fuzz::passive_target, 5},
                                     {"files", fuzz::files, 5}}};
constexpr int weight_of_all = 100;
constexpr int buffered_bytes = 16 << 20;

const Kind& draw_kind(Dice& dice) {
  int left = dice.below(weight_of_all);
  for (const Kind& kind : kinds)
    if ((left -= kind.weight) < 0) return kind;
  return kinds.back();
}

void trace(const World& world, int number, const char* what, int slot) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::printf("seed %llu step %d rank %d %s in %d digest %016llx\n",
              static_cast<unsigned long long>(world.seed), number, rank, what, slot,
              static_cast<unsigned long long>(world.digest.value()));
  std::fflush(stdout);
}

void run_step(World& world, int number, const Options& options) {
  Dice dice{world.seed, static_cast<std::uint64_t>(number), 5};
  if (dice.chance(25)) {
    if (options.trace) trace(world, number, "change_communicators", -1);
    return change_communicators(world, number);
  }
  const Kind& kind = draw_kind(dice);
  // The last ones are of more kinds.
  const int slots = static_cast<int>(world.slots.size());
  const int chosen = std::max(dice.below(slots), dice.below(slots));
  const Slot& slot = world.slots[static_cast<std::size_t>(chosen)];
  if (options.trace) trace(world, number, kind.name, chosen);
  if (slot.comm == MPI_COMM_NULL) return;
  Step step{world, slot, number,
            Dice{world.seed, static_cast<std::uint64_t>(number), slot.identity}};
  MPI_Comm_rank(slot.comm, &step.rank);
  MPI_Comm_size(slot.comm, &step.size);
  kind.run(step);
}

void run_program(std::uint64_t seed, const char* folder, const Options& options) {
  World world;
  world.seed = seed;
  world.folder = folder;
  Slot& whole = world.slots.emplace_back();
  whole.identity = seed;
  MPI_Comm_dup(MPI_COMM_WORLD, &whole.comm);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int number = 1; number <= options.steps; ++number) {
    if (options.without.count(number) == 0) run_step(world, number, options);
    if (options.spoil == number && options.without.count(number) == 0) world.digest.add(rank);
  }
  for (Slot& slot : world.slots)
    if (slot.comm != MPI_COMM_NULL) MPI_Comm_free(&slot.comm);
  std::printf("seed %llu rank %d digest %016llx\n", static_cast<unsigned long long>(seed), rank,
              static_cast<unsigned long long>(world.digest.value()));
  std::fflush(stdout);
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 4; i < argc; ++i) {
    const bool has_value = i + 1 < argc;
    if (std::strcmp(argv[i], "--trace") == 0) {
      options.trace = true;
    } else if (std::strcmp(argv[i], "--steps") == 0 && has_value) {
      options.steps = std::atoi(argv[++i]);
    } else if (std::strcmp(argv[i], "--spoil") == 0 && has_value) {
      options.spoil = std::atoi(argv[++i]);
    } else if (std::strcmp(argv[i], "--without") == 0 && has_value) {
      for (char* number = std::strtok(argv[++i], ","); number != nullptr;
           number = std::strtok(nullptr, ","))
        options.without.insert(std::atoi(number));
    } else {
      std::fprintf(stderr, "fuzz: error: unknown option '%s'\n", argv[i]);
      std::exit(2);
    }
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc < 4) {
    std::fprintf(stderr, "fuzz: error: FOLDER FIRST COUNT expected\n");
    return 2;
  }
  const Options options = read_options(argc, argv);
  std::vector<char> buffer(buffered_bytes);
  MPI_Buffer_attach(buffer.data(), buffered_bytes);
  const std::uint64_t first = std::strtoull(argv[2], nullptr, 10);
  const std::uint64_t count = std::strtoull(argv[3], nullptr, 10);
  for (std::uint64_t seed = first; seed < first + count; ++seed)
    run_program(seed, argv[1], options);
  void* detached = nullptr;
  int size = 0;
  MPI_Buffer_detach(&detached, &size);
  MPI_Finalize();
  return 0;
}
