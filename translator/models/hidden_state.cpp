// SPDX-License-Identifier: Apache-2.0
#include "models/hidden_state.h"

namespace bamboo::translator {
namespace {

struct Row {
  HiddenUse use;
  llvm::StringLiteral functions;
};

constexpr HiddenUse updates(HiddenState state) {
  return {state, true, true};
}
constexpr HiddenUse reads(HiddenState state) {
  return {state, true, false};
}
constexpr HiddenUse writes(HiddenState state) {
  return {state, false, true};
}

constexpr Row function_rows[] = {
    {updates(HiddenState::random), "rand random initstate setstate"},
    {writes(HiddenState::random), "srand srandom"},
    {updates(HiddenState::random48), "drand48 erand48 lrand48 nrand48 mrand48 jrand48 seed48"},
    {writes(HiddenState::random48), "srand48 lcong48"},
    {updates(HiddenState::tokens), "strtok"},
    {updates(HiddenState::calendar), "localtime gmtime asctime ctime tzset"},
    {reads(HiddenState::environment), "getenv secure_getenv"},
    {writes(HiddenState::environment), "setenv putenv unsetenv clearenv"},
    {updates(HiddenState::locale), "setlocale uselocale"},
    {reads(HiddenState::locale), "localeconv nl_langinfo"},
    {reads(HiddenState::files),
     "getcwd getwd get_current_dir_name access stat lstat realpath glob"},
    {updates(HiddenState::files),
     "chdir fchdir umask fopen freopen fopen64 open open64 openat creat remove rename unlink rmdir "
     "mkdir link symlink truncate chmod tmpfile tmpnam tempnam mkstemp mkdtemp fclose"},
    {updates(HiddenState::descriptors),
     "read write lseek lseek64 readv writev ftruncate dup dup2 dup3 close pipe fcntl ioctl"},
    {updates(HiddenState::folders), "opendir readdir rewinddir seekdir telldir closedir"},
    {updates(HiddenState::input), "getchar getchar_unlocked getwchar scanf vscanf wscanf gets"},
    {updates(HiddenState::signals),
     "signal bsd_signal sigset sigaction raise kill sigprocmask pthread_sigmask sigsuspend alarm "
     "ualarm setitimer pause"},
    {updates(HiddenState::processes),
     "fork vfork wait waitpid wait3 wait4 system popen pclose posix_spawn posix_spawnp"},
    {writes(HiddenState::rounding),
     "fesetround fesetenv feupdateenv feclearexcept feraiseexcept fesetexceptflag feholdexcept "
     "feenableexcept fedisableexcept"},
    {reads(HiddenState::rounding), "fegetround fegetenv fetestexcept fegetexceptflag fegetexcept"},
    {updates(HiddenState::options), "getopt getopt_long getopt_long_only"},
    {updates(HiddenState::tables), "hcreate hsearch hdestroy"},
    {updates(HiddenState::databases),
     "getpwnam getpwuid getpwent setpwent getgrnam getgrgid getgrent gethostbyname gethostbyaddr "
     "getservbyname inet_ntoa ttyname getlogin"},
    {updates(HiddenState::system_log), "openlog syslog closelog setlogmask"},
    {updates(HiddenState::multibyte), "mblen mbtowc wctomb"},
    {updates(HiddenState::exit_handlers), "atexit on_exit at_quick_exit"},
    {reads(HiddenState::error_number), "perror warn vwarn err verr"},
    {writes(HiddenState::error_number),
     "strtol strtoul strtoll strtoull strtod strtof strtold strtoimax strtoumax fopen freopen "
     "fopen64 open open64 creat close read write lseek fclose fflush fseek chdir mkdir remove "
     "rename unlink"},
};

using Table = llvm::StringMap<llvm::SmallVector<HiddenUse, 2>>;

const Table& table() {
  static const Table made = [] {
    Table uses;
    for (const Row& row : function_rows)
      for (llvm::StringRef name : llvm::split(row.functions, ' ')) uses[name].push_back(row.use);
    return uses;
  }();
  return made;
}

}  // namespace

llvm::ArrayRef<HiddenUse> hidden_uses(const clang::FunctionDecl& callee) {
  if (!callee.getDeclName().isIdentifier() || llvm::isa<clang::CXXMethodDecl>(callee)) return {};
  const auto found = table().find(callee.getName());
  return found == table().end() ? llvm::ArrayRef<HiddenUse>() : found->second;
}

const clang::FunctionDecl* error_number_of(const clang::Expr* lvalue) {
  const auto* op = llvm::dyn_cast<clang::UnaryOperator>(lvalue->IgnoreParens());
  if (op == nullptr || op->getOpcode() != clang::UO_Deref) return nullptr;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(op->getSubExpr()->IgnoreParenImpCasts());
  const clang::FunctionDecl* callee = call != nullptr ? call->getDirectCallee() : nullptr;
  const bool found = callee != nullptr && callee->getDeclName().isIdentifier() &&
                     callee->getName() == "__errno_location";
  return found ? callee->getCanonicalDecl() : nullptr;
}

std::optional<llvm::StringRef> description_of(HiddenState state) {
  switch (state) {
    case HiddenState::random:
    case HiddenState::random48:
      return "the seed of its random numbers";
    case HiddenState::tokens:
      return "the position in the text";
    case HiddenState::error_number:
      return "the last error";
    case HiddenState::calendar:
      return "a result that the next such call overwrites";
    case HiddenState::environment:
      return "the environment";
    case HiddenState::locale:
      return "the locale";
    case HiddenState::files:
      return "the working directory, the file mode mask and which files there are";
    case HiddenState::descriptors:
      return "the open files and the positions in them";
    case HiddenState::folders:
      return "the position in the directory";
    case HiddenState::input:
      return "the position in the standard input";
    case HiddenState::signals:
      return "handlers of signals";
    case HiddenState::processes:
      return "the program's child processes";
    case HiddenState::rounding:
      return "the floating-point environment";
    case HiddenState::options:
      return "the position in the arguments";
    case HiddenState::tables:
      return "a hash table";
    case HiddenState::databases:
      return "a result that the next such call overwrites";
    case HiddenState::system_log:
      return "the connection to the system's log";
    case HiddenState::multibyte:
      return "the shift state of its text";
    case HiddenState::exit_handlers:
      return "the functions that run at the end";
    case HiddenState::none:
    case HiddenState::assembly:
    case HiddenState::memory:
      break;
  }
  return std::nullopt;
}

}  // namespace bamboo::translator
