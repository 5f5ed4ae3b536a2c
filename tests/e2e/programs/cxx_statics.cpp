// SPDX-License-Identifier: Apache-2.0
// C++ statics with constructors and destructors, inline variables, statics of templates and of
// functions: each rank has its own, constructed before main and destroyed after it.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "check.h"

namespace {

struct Journal {
  std::vector<std::string> entries;
  int rank = -1;
  Journal() { entries.push_back("constructed"); }
  ~Journal() { printf("rank %d: journal of %zu closed\n", rank, entries.size()); }
};

Journal journal;
std::map<std::string, int> registry = {{"one", 1}, {"two", 2}};
const std::string greeting = std::string("hello") + " there";
std::unique_ptr<int> owned;

struct Registrar {
  explicit Registrar(const char* name) { registry[name] = static_cast<int>(registry.size()) + 1; }
} registrar("three");

}  // namespace

template <class T>
struct Counter {
  static int value;
  inline static int inline_value = 10;
};
template <class T>
int Counter<T>::value = 0;

inline std::vector<int> inline_vector{1, 2, 3};

static std::string& cached() {
  static std::string text = "rank " + std::to_string(world_rank());  // guarded initialisation
  return text;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  journal.rank = rank;
  owned = std::make_unique<int>(rank);
  for (int i = 0; i < rank + 1; i++) {
    journal.entries.push_back("entry");
    Counter<int>::value++;
    Counter<double>::inline_value += 2;
    inline_vector.push_back(rank);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  cached() += "!";
  registry["rank"] = rank;
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d: %s %s %d %d %zu %d %d %d\n", rank, greeting.c_str(), cached().c_str(),
         Counter<int>::value, Counter<double>::inline_value, inline_vector.size(),
         registry["three"], registry["rank"], *owned);
  MPI_Finalize();
  return 0;
}
