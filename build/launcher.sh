#!/bin/sh
# Starts Firsthand with the Node that came with it.
self=$0
# It may be linked from a folder of the PATH.
if [ -L "$self" ]; then self=$(readlink -f "$self"); fi
program=${self%/*}/program
# Messages show commands as they were typed here, in quotes where a shell needs them.
case $0 in
*[!A-Za-z0-9_./-]*) FIRSTHAND_COMMAND="'$0'" ;;
*) FIRSTHAND_COMMAND=$0 ;;
esac
export FIRSTHAND_COMMAND
# So that the C library returns memory that is no longer used: docs/operations.md, "What holds the memory".
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX-2}" MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_-65536}" MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_-131072}"
exec "$program/bin/node" "$program/bin/firsthand.js" "$@"
