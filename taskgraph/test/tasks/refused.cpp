// SPDX-License-Identifier: Apache-2.0
// What compilers refuse, one mistake for each name; the test looks for the concept in their words.
#include <span>
#include <string>
#include <vector>

#include "bamboo/taskgraph/data_task.h"

using namespace bamboo;

class Mistaken final : public DataTask {
 public:
  using DataTask::DataTask;

 protected:
  void run() override {
#if defined(POINTERS)
    put(0, 0, std::vector<int*>(3));
#elif defined(STRINGS)
    const std::vector<std::string> names{"a"};
    put(0, 0, names);
#elif defined(READ_AS_VIEW)
    take()->values<std::span<int> >();
#elif defined(HANDLER)
    on<int>(any, [](std::span<const int>){});
#elif defined(BUFFER_COPY)
    const Buffer buffer = Buffer::of<int>(3);
    put(0, 0, buffer);
#endif
    finish();
  }
};
