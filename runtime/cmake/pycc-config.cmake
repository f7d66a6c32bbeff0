# find_package(pycc): extension modules of annotated Python files, for CMake 3.20 and later. docs/build.md has an example.
#
#   PYCC_EXECUTABLE   the command
#   PYCC_EXT_SUFFIX   the ending of extension modules' names
#   PYCC_TARGET       what modules are for that do not say it themselves: pycc --target, or the variable of that name in the
#                     environment (default: portable)
find_program(PYCC_EXECUTABLE pycc REQUIRED PATHS "${CMAKE_CURRENT_LIST_DIR}/../../../bin")
set(PYCC_TARGET "portable" CACHE STRING "the processors that modules are for: pycc --target")

# The interpreter and the C compiler that the project has found.
set(PYCC_COMMAND "${CMAKE_COMMAND}" -E env)
if(Python_EXECUTABLE)
  list(APPEND PYCC_COMMAND "PYCC_PYTHON=${Python_EXECUTABLE}")
endif()
if(CMAKE_C_COMPILER)
  list(APPEND PYCC_COMMAND "CC=${CMAKE_C_COMPILER}")
endif()
list(APPEND PYCC_COMMAND "${PYCC_EXECUTABLE}")

execute_process(COMMAND ${PYCC_COMMAND} config --ext-suffix
  OUTPUT_VARIABLE PYCC_EXT_SUFFIX OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

# pycc_add_module(NAME SOURCE FILE [DESTINATION FOLDER] [TARGET CPUS] [OPTIONS FLAG...]): a target NAME that compiles the file
# when it or something that it imports has changed, and installs the module. Its property PYCC_MODULE is the module's path.
function(pycc_add_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE;DESTINATION;TARGET" "OPTIONS")
  if(NOT arg_SOURCE OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "pycc_add_module(${name} ...) takes SOURCE FILE, and DESTINATION, TARGET and OPTIONS")
  endif()
  if(DEFINED ENV{PYCC_TARGET})
    set(arg_TARGET "$ENV{PYCC_TARGET}")
  elseif(NOT arg_TARGET)
    set(arg_TARGET "${PYCC_TARGET}")
  endif()
  get_filename_component(source "${arg_SOURCE}" ABSOLUTE)
  get_filename_component(stem "${source}" NAME_WE)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${name}.pycc")
  set(module "${folder}/${stem}${PYCC_EXT_SUFFIX}")
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(OUTPUT "${module}"
    COMMAND ${PYCC_COMMAND} "--target=${arg_TARGET}" ${arg_OPTIONS} -o "${module}" --depfile "${module}.d" "${source}"
    DEPENDS "${source}" "${PYCC_EXECUTABLE}"
    DEPFILE "${module}.d"
    VERBATIM)
  add_custom_target("${name}" ALL DEPENDS "${module}")
  set_target_properties("${name}" PROPERTIES PYCC_MODULE "${module}")
  if(arg_DESTINATION)
    install(FILES "${module}" DESTINATION "${arg_DESTINATION}")
  endif()
endfunction()
