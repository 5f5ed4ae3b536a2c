# SPDX-License-Identifier: Apache-2.0
# Runs a job under a launcher and checks its exit code and output, as root and with fewer cores than
# processes, as in containers.
set(ENV{OMPI_ALLOW_RUN_AS_ROOT} 1)
set(ENV{OMPI_ALLOW_RUN_AS_ROOT_CONFIRM} 1)
set(ENV{OMPI_MCA_rmaps_base_oversubscribe} 1)
set(ENV{OMPI_MCA_mpi_yield_when_idle} 1)
set(ENV{OMPI_MCA_hwloc_base_binding_policy} none)
execute_process(COMMAND ${LAUNCHER} -n ${PROCESSES} ${COMMAND}
                TIMEOUT 280 RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
message("${output}")
if(EXIT STREQUAL "any")
  if(result STREQUAL "0" OR NOT result MATCHES "^[0-9]+$")
    message(FATAL_ERROR "a non-zero exit code was expected, not ${result}")
  endif()
elseif(NOT result STREQUAL EXIT)
  message(FATAL_ERROR "exit code ${EXIT} was expected, not ${result}")
endif()
if(OUTPUT AND NOT output MATCHES "${OUTPUT}")
  message(FATAL_ERROR "the output does not match ${OUTPUT}")
endif()
