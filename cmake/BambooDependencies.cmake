# SPDX-License-Identifier: Apache-2.0
# The libraries of others that parts need, and the parts that exist where these are found.
find_package(PkgConfig REQUIRED)
find_package(fmt REQUIRED)

# For packages that run on systems with other versions of the libraries, or without them.
option(BAMBOO_STATIC_DEPENDENCIES "Link fmt, libelf, libsodium and the C++ library statically" OFF)
set(bamboo_fmt fmt::fmt)
if(BAMBOO_STATIC_DEPENDENCIES)
  set(bamboo_fmt fmt::fmt-header-only)
  add_link_options(-static-libgcc $<$<LINK_LANGUAGE:CXX>:-static-libstdc++>)
endif()

# bamboo_dependency(MODULE): makes the library bamboo_MODULE of pkg-config's module, if that is found.
function(bamboo_dependency module)
  pkg_check_modules(${module} IMPORTED_TARGET ${module})
  if(NOT ${module}_FOUND)
    return()
  endif()
  add_library(bamboo_${module} INTERFACE)
  if(BAMBOO_STATIC_DEPENDENCIES)
    list(TRANSFORM ${module}_STATIC_LIBRARIES REPLACE "(.+)" "-l:lib\\1.a")
    target_link_libraries(bamboo_${module} INTERFACE ${${module}_STATIC_LIBRARIES})
  else()
    target_link_libraries(bamboo_${module} INTERFACE PkgConfig::${module})
  endif()
endfunction()

bamboo_dependency(libelf)
bamboo_dependency(libsodium)
bamboo_dependency(hwloc)
pkg_check_modules(libdw IMPORTED_TARGET libdw)
find_package(Boost QUIET COMPONENTS context)

set(found FALSE)
if(TARGET Boost::context AND TARGET PkgConfig::libdw)
  set(found TRUE)
endif()
bamboo_part(TASKS ${found} "task graphs and virtual ranks" "Boost.Context and libdw")

set(found FALSE)
if(TARGET bamboo_hwloc)
  set(found TRUE)
endif()
bamboo_part(BINDING ${found} "workers bound to cores" hwloc)

if(BAMBOO_TOOLS)
  find_package(LLVM 19.1 QUIET CONFIG HINTS /usr/lib/llvm-19)
  find_package(Clang 19.1 QUIET CONFIG HINTS /usr/lib/llvm-19)
  set(found FALSE)
  if(LLVM_FOUND AND Clang_FOUND AND BAMBOO_HAS_TASKS)
    set(found TRUE)
  endif()
  bamboo_part(COMPILERS ${found} "compilers for modes tasks and overlap"
              "LLVM 19 and Clang 19, and the part TASKS")
endif()
