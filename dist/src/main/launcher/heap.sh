# shellcheck shell=bash
# How large the agent's heap may become, found without starting a process.

# read_number FILE: sets NUMBER to what the file holds, or returns 1: no such file, or no limit.
read_number() {
  NUMBER=
  [[ -r $1 ]] && read -r NUMBER <"$1" && [[ $NUMBER =~ ^[0-9]{1,18}$ ]]
}

# lower_to FILE...: lowers MEMORY_MB to the bytes that a file holds.
lower_to() {
  local file
  for file in "$@"; do
    if read_number "$file" && ((NUMBER >> 20 < MEMORY_MB)); then
      MEMORY_MB=$((NUMBER >> 20))
    fi
  done
}

# find_memory ROOT: sets MEMORY_MB to what this process may use: the machine's memory, or less when
# its cgroup or one above it has a limit. Files are below ROOT, which is empty but in tests.
find_memory() {
  local line hierarchy controllers path kib
  MEMORY_MB=
  while IFS= read -r line; do
    if [[ $line =~ ^MemTotal:[[:space:]]*([0-9]+) ]]; then
      kib=${BASH_REMATCH[1]}
      MEMORY_MB=$((kib >> 10))
      break
    fi
  done <"$1/proc/meminfo"
  [[ -r $1/proc/self/cgroup ]] || return 0
  while IFS=: read -r hierarchy controllers path; do
    # In a cgroup namespace a path may lead outside (/..): what is above is not to be seen.
    path=${path#/..}
    path=${path%/}
    while :; do
      if [[ $hierarchy == 0 ]]; then
        lower_to "$1/sys/fs/cgroup$path/memory.max" "$1/sys/fs/cgroup/unified$path/memory.max"
      elif [[ ,$controllers, == *,memory,* ]]; then
        lower_to "$1/sys/fs/cgroup/memory$path/memory.limit_in_bytes"
      fi
      [[ -n $path ]] || break
      path=${path%/*}
    done
  done <"$1/proc/self/cgroup"
}

# find_heap MAX_PODS [ROOT]: sets HEAP_MB: a quarter of the memory, but at least 128 MB and what so
# many pods need, and at most 1 GB; never more than half of the memory, since what the JVM needs
# beside the heap must fit too.
find_heap() {
  local pods=$1 least=128 most=1024
  find_memory "${2:-}"
  ((pods <= 110)) || least=$((least > 64 + (pods - 107) / 4 ? least : 64 + (pods - 107) / 4))
  ((least <= most)) || most=$least
  HEAP_MB=$((MEMORY_MB / 4))
  ((HEAP_MB >= least)) || HEAP_MB=$least
  ((HEAP_MB <= most)) || HEAP_MB=$most
  ((HEAP_MB <= MEMORY_MB / 2)) || HEAP_MB=$((MEMORY_MB / 2))
  ((HEAP_MB >= 48)) || HEAP_MB=48
}
