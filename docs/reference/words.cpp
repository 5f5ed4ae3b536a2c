// SPDX-License-Identifier: Apache-2.0
// words.cpp: a tree of tasks counts the words of a text.
#include <bamboo/taskgraph.h>

#include <cstdio>
#include <map>
#include <sstream>
#include <string>

using namespace bamboo;

struct Words {
  std::map<std::string, int> counts;
  std::string longest;

  void add(const std::string& word, int n) {
    counts[word] += n;
    if (word.size() > longest.size()) longest = word;
  }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(counts, longest);
  }
};

class Counter final : public DataTask {
 public:
  using DataTask::DataTask;
  const Words& words() const { return words_; }

  void init() override {
    std::istringstream text("the quick brown fox jumped over the lazy dog");
    int n = 0;
    for (std::string word; text >> word;)
      if (n++ % graph().size() == id()) words_.add(word, 1);
    on<Words>(any, [this](TaskId, int, Words part) {
      for (const auto& [word, count] : part.counts) words_.add(word, count);
    });
    needs(Rule::all_of(graph().sources(id())));
  }

 private:
  void run() override {
    for (const TaskId above : graph().targets(id())) put_value(above, 0, std::move(words_));
    finish();
  }

  Words words_;
};

int main() {
  Runtime runtime;
  TaskGraph tree(runtime, 7);
  for (TaskId task = 1; task < 7; ++task) tree.add_edge(task, (task - 1) / 2);
  tree.create<Counter>();
  tree.run();
  if (runtime.process() > 0) return 0;
  const Words& all = static_cast<const Counter&>(*tree.tasks().front()).words();
  std::printf("%zu words, 'the' %d times, longest '%s'\n", all.counts.size(), all.counts.at("the"),
              all.longest.c_str());
}
