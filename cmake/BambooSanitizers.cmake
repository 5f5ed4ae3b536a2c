# SPDX-License-Identifier: Apache-2.0
add_library(bamboo_sanitizers INTERFACE)
foreach(sanitizer IN LISTS BAMBOO_SANITIZE)
  target_compile_options(bamboo_sanitizers INTERFACE -fsanitize=${sanitizer} -fno-omit-frame-pointer)
  target_link_options(bamboo_sanitizers INTERFACE -fsanitize=${sanitizer})
endforeach()
