# SPDX-License-Identifier: Apache-2.0
# Parts that need packages which a machine may lack. Each has an option BAMBOO_WITH_PART:
#   AUTO   built if all packages are found; missing ones are listed at the end (the default)
#   ON     an error if a package is missing
#   OFF    not built

# bamboo_part(PART FOUND WHAT NEEDS): sets BAMBOO_HAS_PART. WHAT is the purpose of the part, NEEDS
# the packages that were looked for.
function(bamboo_part part found what needs)
  set(BAMBOO_WITH_${part} AUTO CACHE STRING "${what}: AUTO, ON or OFF (needs ${needs})")
  set_property(CACHE BAMBOO_WITH_${part} PROPERTY STRINGS AUTO ON OFF)
  set(wish ${BAMBOO_WITH_${part}})
  if(wish STREQUAL "AUTO")
    set(has ${found})
    set(why "${needs} was not found")
  elseif(wish)
    if(NOT found)
      message(FATAL_ERROR "BAMBOO_WITH_${part}=${wish}: ${needs} was not found")
    endif()
    set(has TRUE)
  else()
    set(has FALSE)
    set(why "BAMBOO_WITH_${part}=${wish}")
  endif()
  if(has)
    set(line "with ${what}")
    set(BAMBOO_HAS_${part} TRUE PARENT_SCOPE)
  else()
    set(line "without ${what}: ${why}")
    set(BAMBOO_HAS_${part} FALSE PARENT_SCOPE)
  endif()
  set_property(GLOBAL APPEND PROPERTY BAMBOO_PARTS "${line}")
endfunction()

# Prints which parts are built.
function(bamboo_say_parts)
  get_property(lines GLOBAL PROPERTY BAMBOO_PARTS)
  foreach(line IN LISTS lines)
    message(STATUS "Bamboo ${PROJECT_VERSION}, ${line}")
  endforeach()
endfunction()
