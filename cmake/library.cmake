# How our own libraries and programs are compiled.

set(PYCC_COMPILE_FLAGS -std=gnu11 -fno-semantic-interposition -Wall -Wextra -Wshadow -Wstrict-prototypes)
if(PYCC_WERROR)
  list(APPEND PYCC_COMPILE_FLAGS -Werror)
endif()
if(PYCC_SANITIZE)
  set(PYCC_SANITIZE_FLAGS
    -fsanitize=${PYCC_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
endif()

# pycc_flags(TARGET): warnings and sanitizers, for our sources only.
function(pycc_flags target)
  target_compile_options(${target} PRIVATE ${PYCC_COMPILE_FLAGS} ${PYCC_SANITIZE_FLAGS})
  target_link_options(${target} PUBLIC ${PYCC_SANITIZE_FLAGS})
endfunction()

# pycc_often_run(TARGET): what tests run millions of times is optimised a little in Debug builds too,
# where sanitizers make it ten times slower; all of the rest compiles faster without.
function(pycc_often_run target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-O1>)
endfunction()

# pycc_linked_often(TARGET): what every compiled module links has the debugger's lines and functions
# only: half of the linker's time, and a quarter of the module's size.
function(pycc_linked_often target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Debug,RelWithDebInfo>:-g1>)
endfunction()

# pycc_library(NAME [EXCLUDE FILE...]): a static library of this folder's .c files, and of its rooms'.
function(pycc_library name)
  cmake_parse_arguments(arg "" "" "EXCLUDE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.c")
  foreach(file IN LISTS arg_EXCLUDE)
    list(REMOVE_ITEM sources "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
  endforeach()
  add_library(${name} STATIC ${sources})
  pycc_flags(${name})
endfunction()

# pycc_room(LIBRARY ROOM [SEES ROOM...] [PATH FOLDER...] [EXCLUDE FILE...]): the .c files of a folder inside this one
# belong to the library, and include headers of their own room, of the rooms named and of the folders, besides those
# that the whole library includes. Tests of the library include all.
function(pycc_room library room)
  cmake_parse_arguments(arg "" "" "SEES;PATH;EXCLUDE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${room}/*.c")
  foreach(file IN LISTS arg_EXCLUDE)
    list(REMOVE_ITEM sources "${CMAKE_CURRENT_SOURCE_DIR}/${room}/${file}")
  endforeach()
  set(paths ${arg_PATH})
  foreach(seen ${room} ${arg_SEES})
    list(APPEND paths "${CMAKE_CURRENT_SOURCE_DIR}/${seen}")
  endforeach()
  target_sources(${library} PRIVATE ${sources})
  set_source_files_properties(${sources} PROPERTIES INCLUDE_DIRECTORIES "${paths}")
  set_property(TARGET ${library} APPEND PROPERTY PYCC_ROOMS "${CMAKE_CURRENT_SOURCE_DIR}/${room}")
endfunction()

# pycc_headers(NAME FOLDER [LIBRARY...]): headers that others may include, with what those need.
function(pycc_headers name folder)
  add_library(${name} INTERFACE)
  target_include_directories(${name} INTERFACE "${CMAKE_CURRENT_SOURCE_DIR}/${folder}")
  target_link_libraries(${name} INTERFACE ${ARGN})
endfunction()
