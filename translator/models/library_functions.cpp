// SPDX-License-Identifier: Apache-2.0
#include "models/library_functions.h"

namespace bamboo::translator {
namespace {

/// The headers of the C library, including those of POSIX.
const std::set<llvm::StringRef>& c_headers() {
  static const std::set<llvm::StringRef> names = {
      "aio.h",       "alloca.h",   "argp.h",      "argz.h",      "assert.h",   "byteswap.h",
      "complex.h",   "cpio.h",     "ctype.h",     "dirent.h",    "dlfcn.h",    "endian.h",
      "envz.h",      "err.h",      "errno.h",     "error.h",     "execinfo.h", "fcntl.h",
      "features.h",  "fenv.h",     "float.h",     "fmtmsg.h",    "fnmatch.h",  "fts.h",
      "ftw.h",       "getopt.h",   "glob.h",      "grp.h",       "iconv.h",    "ieee754.h",
      "ifaddrs.h",   "inttypes.h", "iso646.h",    "langinfo.h",  "libgen.h",   "libintl.h",
      "limits.h",    "link.h",     "locale.h",    "malloc.h",    "math.h",     "mcheck.h",
      "memory.h",    "monetary.h", "mqueue.h",    "ndbm.h",      "netdb.h",    "nl_types.h",
      "omp.h",       "obstack.h",  "paths.h",     "poll.h",      "printf.h",   "pthread.h",
      "pty.h",       "pwd.h",      "regex.h",     "resolv.h",    "sched.h",    "search.h",
      "semaphore.h", "setjmp.h",   "sgtty.h",     "shadow.h",    "signal.h",   "spawn.h",
      "stdalign.h",  "stdarg.h",   "stdatomic.h", "stdbit.h",    "stdbool.h",  "stdckdint.h",
      "stddef.h",    "stdint.h",   "stdio.h",     "stdio_ext.h", "stdlib.h",   "stdnoreturn.h",
      "string.h",    "strings.h",  "stropts.h",   "sysexits.h",  "syslog.h",   "tar.h",
      "termio.h",    "termios.h",  "tgmath.h",    "threads.h",   "time.h",     "ttyent.h",
      "uchar.h",     "ucontext.h", "ulimit.h",    "unistd.h",    "utime.h",    "utmp.h",
      "utmpx.h",     "values.h",   "wait.h",      "wchar.h",     "wctype.h",   "wordexp.h",
      "xlocale.h"};
  return names;
}

constexpr llvm::StringLiteral folders[] = {"c++/",  "bits/", "sys/",     "gnu/",   "asm/",
                                           "arpa/", "net/",  "netinet/", "linux/", "asm-generic/"};

/// Decides by the path below the last folder `include`: `stdio.h`, `bits/stdio.h`, `c++/14/vector`.
bool is_library_header(llvm::StringRef path) {
  constexpr llvm::StringLiteral include_folder = "/include/";
  const size_t at = path.rfind(include_folder);
  if (at == llvm::StringRef::npos) return false;
  llvm::StringRef header = path.drop_front(at + include_folder.size());
  // The compiler's own headers. OpenMP's functions, among them, ask and set its own state only.
  const llvm::StringRef above = path.take_front(at);
  if (above.contains("/clang/") || above.contains("/gcc/")) {
    const size_t name = header.rfind('/') == llvm::StringRef::npos ? 0 : header.rfind('/') + 1;
    if (!above.contains("/../")) return !header.drop_front(name).starts_with("openacc");
  }
  // `x86_64-linux-gnu/bits/stdio.h`
  const auto [first, rest] = header.split('/');
  if (!rest.empty() && first.count('-') >= 2) header = rest;
  return c_headers().count(header) != 0 ||
         llvm::any_of(folders, [&](llvm::StringRef folder) { return header.starts_with(folder); });
}

}  // namespace

bool is_library_function(const clang::FunctionDecl& function) {
  if (function.getBuiltinID() != 0 || function.isInStdNamespace()) return true;
  // In C a call declares a function that has no declaration; the effects of such a function are
  // unknown.
  const bool member = llvm::isa<clang::CXXMethodDecl>(function);
  if (function.isImplicit() && !member) return function.getASTContext().getLangOpts().CPlusPlus;
  const clang::SourceManager& sources = function.getASTContext().getSourceManager();
  const clang::SourceLocation location = sources.getExpansionLoc(function.getLocation());
  return sources.isInSystemHeader(location) && is_library_header(sources.getFilename(location));
}

}  // namespace bamboo::translator
