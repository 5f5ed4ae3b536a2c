// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/faults.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bamboo/taskgraph/internal/processor.h"
#include "errors/source_location.h"
#include "rank/rank.h"

/// The run-time library of a sanitizer defines this function, if the program has one.
extern "C" [[gnu::weak]] void __sanitizer_set_death_callback(void (*callback)());

namespace bamboo::mpi {

namespace {

constexpr std::array fatal_signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

pid_t process = 0;  // that of the ranks

void say(const char* text) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text, std::strlen(text));
}

/// Writes the message in one piece, so that the lines of several processes do not mix.
class Line {
 public:
  [[gnu::format(printf, 2, 3)]] void add(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const int more = std::vsnprintf(text_ + used_, sizeof text_ - used_, format, arguments);
    va_end(arguments);
    if (more > 0) used_ = std::min(used_ + static_cast<std::size_t>(more), sizeof text_ - 1);
  }
  void write() {
    used_ = std::min(used_, sizeof text_ - 2);
    add("\n");
    say(text_);
  }

 private:
  char text_[512];
  std::size_t used_ = 0;
};

void say_fault(const Rank& rank, int signal, const void* address) {
  Line line;
  line.add("bamboo: error: rank %d: %s (signal %d)", rank.id(), strsignal(signal), signal);
  if (signal == SIGSEGV || signal == SIGBUS) line.add(" at address %p", address);
  if (rank.call.function) line.add(", last MPI call %s", rank.call.function);
  line.write();
}

void* fault_pc(void* context) {
  return processor::program_counter(*static_cast<ucontext_t*>(context));
}

/// Best effort: reads debug information, which needs the heap.
void say_where(const Task& rank, const char* what, void* return_address) {
  char text[512];
  std::snprintf(text, sizeof text, "bamboo: rank %d: %s %s\n", rank.id(), what,
                describe_call_site(return_address).c_str());
  say(text);
}

/// The fault occurred while a message was written into the buffer of this receive.
void say_active_receive(int signal, const void* address, const Request& receive) {
  const auto& taken = receive.as<ReceiveRequest>();
  char text[512];
  std::snprintf(text, sizeof text,
                "bamboo: error: rank %d: %s (signal %d) at address %p while the message from rank "
                "%d, tag %d is copied to the buffer of its %s\n",
                receive.owner->id(), strsignal(signal), signal, address, taken.source, taken.tag,
                receive.started_by.function);
  say(text);
  if (receive.started_by.address)
    say_where(*receive.owner, "the receive is", receive.started_by.address);
}

void on_fault(int signal, siginfo_t* info, void* context) {
  // A second fault, in this handler, kills the process at once.
  for (const int s : fatal_signals) ::signal(s, SIG_DFL);
  if (::getpid() != process) {  // a rank has forked this process, and waits for it
    ::raise(signal);
    return;
  }
  char text[512];
  Rank* rank = Rank::current_or_null();
  const Request* receive = ActiveReceive::current();
  if (receive && signal != SIGABRT && !receive->is_step()) {
    say_active_receive(signal, info->si_addr, *receive);
    static_cast<Rank*>(receive->owner)->process.output.flush_at_the_end();
  } else if (!rank) {
    std::snprintf(text, sizeof text, "bamboo: error: %s outside of any rank\n", strsignal(signal));
    say(text);
  } else if (signal == SIGSEGV && rank->in_guard(info->si_addr)) {
    std::snprintf(text, sizeof text,
                  "bamboo: error: rank %d: stack overflow: its stack has %zu KiB; set "
                  "BAMBOO_STACK_SIZE or bamboo run --stack-size (for example %zuM), or raise the "
                  "limit ulimit -s\n",
                  rank->id(), rank->stack_bytes() >> 10, (rank->stack_bytes() >> 20) * 4 + 1);
    say(text);
  } else {
    say_fault(*rank, signal, info->si_addr);
    if (signal != SIGABRT) {
      say_where(*rank, "in", static_cast<char*>(fault_pc(context)) + 1);
      if (rank->call.function && rank->call.address)
        say_where(*rank, "the last MPI call is", rank->call.address);
    }
    rank->process.output.flush_at_the_end();
  }
  // The launcher ends the job when a process dies, with a code that is not 0.
  ::_exit(128 + signal);
}

/// A sanitizer has reported an error and ends the process.
void on_sanitizer_end() {
  Rank* rank = ::getpid() == process ? Rank::current_or_null() : nullptr;
  if (!rank) return;
  char text[128];
  std::snprintf(text, sizeof text, "bamboo: error: rank %d: a sanitizer ended the program\n",
                rank->id());
  say(text);
  rank->process.output.flush_at_the_end();
}

}  // namespace

void install_fault_handlers() {
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(on_sanitizer_end);
  process = ::getpid();
  struct sigaction action{};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int s : fatal_signals) ::sigaction(s, &action, nullptr);
}

}  // namespace bamboo::mpi
