// SPDX-License-Identifier: Apache-2.0
#include "process_state/rank_locale.h"

#include <cstdlib>
#include <mutex>
#include <string_view>

#include "process_state/libc_function.h"
#include "process_state/process_state.h"

// The C library's own, which the functions at the end hide.
extern "C" locale_t __uselocale(locale_t) noexcept;
extern "C" locale_t __duplocale(locale_t) noexcept;

namespace bamboo::mpi {

namespace {

/// "C", which lives forever. The ranks begin with it, and a thread uses it between two of them.
const locale_t locale_c = ::newlocale(LC_ALL_MASK, "C", static_cast<locale_t>(nullptr));

/// Null: this file has not chosen one yet.
[[gnu::tls_model("initial-exec")]] constinit thread_local locale_t thread_locale = nullptr;

/// Most ranks keep "C": then this costs a comparison for each switch from one to another.
void use_on_thread(locale_t locale) {
  if (thread_locale != locale) __uselocale(thread_locale = locale);
}

/// Variables' names; LC_ALL, in their middle, is no category.
constexpr const char* categories[] = {
    "LC_CTYPE",     "LC_NUMERIC",     "LC_TIME",          "LC_COLLATE", "LC_MONETARY",
    "LC_MESSAGES",  "LC_ALL",         "LC_PAPER",         "LC_NAME",    "LC_ADDRESS",
    "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION"};
constexpr int category_count = std::size(categories);

int mask_of(int category) {
  return category == LC_ALL ? LC_ALL_MASK : 1 << category;
}

/// Returns the locale that the name "" means for a category, by the rank's environment.
const char* wanted_by_environment(int category) {
  for (const char* name : {"LC_ALL", categories[category], "LANG"}) {
    const char* value = std::getenv(name);
    if (value && *value) return value;
  }
  return "C";
}

}  // namespace

RankLocale::RankLocale() : global_(locale_c), used_(locale_c) {}

RankLocale::~RankLocale() {
  if (global_ != locale_c) ::freelocale(global_);
}

void RankLocale::enter() const {
  use_on_thread(used_);
}

void RankLocale::leave() {
  use_on_thread(locale_c);
}

locale_t RankLocale::changed(int category, const char* name) const {
  locale_t made = __duplocale(global_);
  for (int each = 0; made && each < category_count; ++each) {
    if (each == LC_ALL || (category != LC_ALL && category != each)) continue;
    const bool named = *name != '\0';
    // A name may be a list of the names of all categories. Each category takes its own name from
    // it.
    locale_t next = ::newlocale(mask_of(named ? category : each),
                                named ? name : wanted_by_environment(each), made);
    if (!next) ::freelocale(made);
    made = next;
    if (named) break;
  }
  return made;
}

char* RankLocale::name_of(int category) {
  const auto* const* names = global_->__names;
  std::string all;
  bool same = true;
  for (int each = 0; each < category_count; ++each) {
    if (each == LC_ALL) continue;
    same &= std::string_view(names[each]) == names[LC_CTYPE];
    all += (all.empty() ? "" : ";") + std::string(categories[each]) + "=" + names[each];
  }
  if (category != LC_ALL) all = names[category];
  if (category == LC_ALL && same) all = names[LC_CTYPE];
  return const_cast<char*>(names_.insert(all).first->c_str());
}

char* RankLocale::set(int category, const char* name) {
  if (category < 0 || category >= category_count) return nullptr;
  if (!name) return name_of(category);
  locale_t made = changed(category, name);
  if (!made) return nullptr;
  if (used_ == global_) use_on_thread(used_ = made);
  if (global_ != locale_c) ::freelocale(global_);
  global_ = made;
  return name_of(category);
}

locale_t RankLocale::use(locale_t locale) {
  const locale_t before = used_;
  if (locale) use_on_thread(used_ = locale == LC_GLOBAL_LOCALE ? global_ : locale);
  return before == global_ ? LC_GLOBAL_LOCALE : before;
}

lconv* RankLocale::conventions() {
  static auto* const real = libc_function<lconv*()>("localeconv");
  static std::mutex lock;  // its result is the process's
  const std::lock_guard guard(lock);
  conventions_ = *real();
  return &conventions_;
}

namespace {

RankLocale* current_locale() {
  const ProcessState* state = ProcessState::current();
  return state ? state->locale.get() : nullptr;
}

}  // namespace

// These replace functions of the C library for programs and all of their libraries.
#define BAMBOO_EXPORT __attribute__((visibility("default")))

extern "C" {

BAMBOO_EXPORT char* setlocale(int category, const char* name) noexcept {
  static auto* const real = libc_function<char*(int, const char*)>("setlocale");
  RankLocale* own = current_locale();
  return own ? own->set(category, name) : real(category, name);
}
BAMBOO_EXPORT locale_t uselocale(locale_t locale) noexcept {
  RankLocale* own = current_locale();
  return own ? own->use(locale) : __uselocale(locale);
}
BAMBOO_EXPORT locale_t duplocale(locale_t locale) noexcept {
  RankLocale* own = current_locale();
  return __duplocale(own && locale == LC_GLOBAL_LOCALE ? own->global() : locale);
}
BAMBOO_EXPORT lconv* localeconv() noexcept {
  static auto* const real = libc_function<lconv*()>("localeconv");
  RankLocale* own = current_locale();
  return own ? own->conventions() : real();
}
}

}  // namespace bamboo::mpi
