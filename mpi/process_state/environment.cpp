// SPDX-License-Identifier: Apache-2.0
#include "process_state/environment.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <optional>

#include "process_state/libc_function.h"
#include "process_state/process_state.h"

namespace bamboo::mpi {

namespace {

/// Protects the list of the process, which has the time zone of the rank that asked last, and the
/// data that the C library derives from it.
std::mutex process_lock;

/// The zone of the C library where TZ is not set.
constexpr char default_zone[] = ":/etc/localtime";

std::string_view variable_name(const char* text) {
  return {text, ::strcspn(text, "=")};
}

/// "NAME=VALUE", or null.
char** find_in(char** list, std::string_view name) {
  for (char** at = list; at && *at; ++at)
    if (std::strncmp(*at, name.data(), name.size()) == 0 && (*at)[name.size()] == '=') return at;
  return nullptr;
}

std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text)
    if (c == '\'')
      result += "'\\''";
    else
      result += c;
  return result + "'";
}

/// Whether a shell accepts the name for a variable.
bool is_identifier(std::string_view name) {
  static constexpr char allowed[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
  return !name.empty() && (name[0] < '0' || name[0] > '9') &&
         name.find_first_not_of(allowed) == std::string_view::npos;
}

/// The process has the variable from the first rank on, and only its text is replaced. So the list
/// does not change for programs that other ranks start at the same time.
void set_process_zone(const char* zone) {
  static auto* const set = libc_function<int(const char*, const char*, int)>("setenv");
  static auto* const look = libc_function<void()>("tzset");
  char** present = find_in(environ, "TZ");
  if (present && std::strcmp(*present + 3, zone) == 0) return;
  set("TZ", zone, 1);
  look();
}

}  // namespace

Environment::Environment(bool alone) : alone_(alone) {
  const std::lock_guard guard(process_lock);
  static const bool has_zone = find_in(environ, "TZ");
  before_ = environ;
  for (char** at = environ; at && *at; ++at)
    if (has_zone || variable_name(*at) != "TZ") first_.push_back(texts_.emplace_back(*at).data());
  first_.push_back(nullptr);
  own_list_ = first_.data();
  if (alone_)
    environ = own_list_;
  else if (!has_zone)
    set_process_zone(default_zone);
}

Environment::~Environment() {
  if (alone_) environ = before_;
}

char** Environment::find(std::string_view name) const {
  return find_in(*list_, name);
}

char* Environment::get(std::string_view name) const {
  char** at = find(name);
  return at ? *at + name.size() + 1 : nullptr;
}

void Environment::set(std::string_view name, std::string_view value) {
  put(texts_.emplace_back(std::string(name) + "=" + std::string(value)).data());
}

void Environment::put(char* text) {
  const std::string_view name = variable_name(text);
  if (char** at = find(name)) {
    *at = text;
  } else {
    if (longer_.empty() || *list_ != longer_.data()) {
      longer_.clear();
      for (char** each = *list_; each && *each; ++each) longer_.push_back(*each);
      longer_.push_back(nullptr);
    }
    longer_.back() = text;
    longer_.push_back(nullptr);
    *list_ = longer_.data();
  }
  changed();
}

void Environment::unset(std::string_view name) {
  while (char** at = find(name)) {
    do {
      at[0] = at[1];
    } while (*at++);
    if (*list_ == longer_.data()) longer_.pop_back();
  }
  changed();
}

void Environment::clear() {
  *list_ = nullptr;
  changed();
}

void Environment::changed() const {
  if (alone_) environ = *list_;
}

void Environment::keep_in(char*** variable) {
  *variable = *list_;
  list_ = variable;
}

std::string Environment::shell_commands() const {
  std::string commands;
  if (alone_) return commands;
  const std::lock_guard guard(process_lock);
  for (char** at = environ; at && *at; ++at) {
    const std::string_view name = variable_name(*at);
    if (is_identifier(name) && !find(name)) commands += "unset " + std::string(name) + "\n";
  }
  for (char** at = *list_; at && *at; ++at) {
    const std::string_view name = variable_name(*at);
    char** before = find_in(environ, name);
    // The process may have another time zone when the shell begins.
    const bool same = before && std::strcmp(*before, *at) == 0 && name != "TZ";
    if (is_identifier(name) && !same)
      commands += "export " + std::string(name) + "=" + quoted(*at + name.size() + 1) + "\n";
  }
  return commands;
}

namespace {

Environment* current_environment() {
  const ProcessState* state = ProcessState::current();
  return state ? state->environment.get() : nullptr;
}

bool is_name(const char* name) {
  if (name && *name && !std::strchr(name, '=')) return true;
  errno = EINVAL;
  return false;
}

/// The C library has one time zone. While this object exists, it is that of the calling rank.
class InZone {
 public:
  InZone() {
    const Environment* own = current_environment();
    if (!own || own->alone()) return;
    lock_ = std::unique_lock(process_lock);
    const char* wanted = own->get("TZ");
    set_process_zone(wanted ? wanted : default_zone);
  }

 private:
  std::unique_lock<std::mutex> lock_;
};

/// An input redirection for a shell whose commands must not read another rank's input.
std::string input_for_shell() {
  const ProcessState* state = ProcessState::current();
  const bool has_input = !state || !state->shares_process() || state->reads_process_input();
  return has_input ? "" : "exec </dev/null\n";
}

/// Called in a process that a rank has forked and that may execute another program.
void take_environment_for_child() {
  if (Environment* own = current_environment()) environ = own->list();
}

}  // namespace

void prepare_environment_for_children() {
  static const int prepared [[maybe_unused]] =
      ::pthread_atfork(nullptr, nullptr, take_environment_for_child);
}

// These replace functions of the C library for programs and all of their libraries.
#define BAMBOO_EXPORT __attribute__((visibility("default")))

extern "C" {

BAMBOO_EXPORT char* getenv(const char* name) noexcept {
  if (Environment* own = current_environment()) return own->get(name);
  char** at = find_in(environ, name);
  return at ? *at + std::strlen(name) + 1 : nullptr;
}
BAMBOO_EXPORT char* secure_getenv(const char* name) noexcept {
  static auto* const real = libc_function<char*(const char*)>("secure_getenv");
  Environment* own = current_environment();
  return own ? own->get(name) : real(name);
}
BAMBOO_EXPORT int setenv(const char* name, const char* value, int overwrite) noexcept {
  static auto* const real = libc_function<int(const char*, const char*, int)>("setenv");
  Environment* own = current_environment();
  if (!own) return real(name, value, overwrite);
  if (!is_name(name)) return -1;
  if (overwrite || !own->get(name)) own->set(name, value);
  return 0;
}
BAMBOO_EXPORT int unsetenv(const char* name) noexcept {
  static auto* const real = libc_function<int(const char*)>("unsetenv");
  Environment* own = current_environment();
  if (!own) return real(name);
  if (!is_name(name)) return -1;
  own->unset(name);
  return 0;
}
BAMBOO_EXPORT int putenv(char* text) noexcept {
  static auto* const real = libc_function<int(char*)>("putenv");
  Environment* own = current_environment();
  if (!own) return real(text);
  if (!std::strchr(text, '='))
    own->unset(text);
  else
    own->put(text);
  return 0;
}
BAMBOO_EXPORT int clearenv() noexcept {
  static auto* const real = libc_function<int()>("clearenv");
  Environment* own = current_environment();
  if (!own) return real();
  own->clear();
  return 0;
}

/// Remembers the image's `environ`.
BAMBOO_EXPORT void bamboo_rank_keep_environment(char*** variable) {
  Environment* own = current_environment();
  if (own)
    own->keep_in(variable);
  else
    *variable = environ;
}

BAMBOO_EXPORT int system(const char* command) {
  static auto* const real = libc_function<int(const char*)>("system");
  Environment* own = current_environment();
  if (!own || !command) return real(command);
  return real((input_for_shell() + own->shell_commands() + command).c_str());
}
BAMBOO_EXPORT FILE* popen(const char* command, const char* mode) {
  static auto* const real = libc_function<FILE*(const char*, const char*)>("popen");
  Environment* own = current_environment();
  if (!own) return real(command, mode);
  const std::string input = *mode == 'r' ? input_for_shell() : "";
  return real((input + own->shell_commands() + command).c_str(), mode);
}

BAMBOO_EXPORT void tzset() noexcept {
  static auto* const real = libc_function<void()>("tzset");
  const InZone zone;
  real();
}
BAMBOO_EXPORT tm* localtime_r(const time_t* time, tm* parts) noexcept {
  static auto* const real = libc_function<tm*(const time_t*, tm*)>("localtime_r");
  const InZone zone;
  return real(time, parts);
}
BAMBOO_EXPORT time_t mktime(tm* parts) noexcept {
  static auto* const real = libc_function<time_t(tm*)>("mktime");
  const InZone zone;
  return real(parts);
}
BAMBOO_EXPORT time_t timelocal(tm* parts) noexcept {
  return mktime(parts);
}
}

}  // namespace bamboo::mpi
