# shellcheck shell=bash
# Taking a lab down: processes, mounts, links, rules, cgroups, files. Works from what is really
# there and not from what containerd believes, so it also cleans up after a kill -9 of everything.
# Sourced by hack/containerd.

# Directories outside DIR whose paths are fixed inside containerd and the CNI library. Each is
# removed again when it was not there before and is empty.
FIXED_DIRECTORIES=(/run/containerd/s /run/containerd/fifo /run/containerd /var/lib/cni/results
  /var/lib/cni/cache /var/lib/cni)

note_absent_directories() {
  local path absent='' mount
  # Where containerd puts containers that came without a cgroup parent.
  while read -r mount; do
    FIXED_DIRECTORIES+=("$mount/k8s.io")
  done < <(cgroup_mounts)
  for path in "${FIXED_DIRECTORIES[@]}"; do
    [[ -e $path ]] || absent+=${absent:+:}$path
  done
  record ABSENT "$absent"
}

clean() {
  # shellcheck source=/dev/null
  . "$DIR/lab.env"
  end_guard
  end_processes
  unmount_all
  if [[ -n ${BRIDGE:-} ]]; then
    remove_port_mappings
    remove_bridge
    remove_network_results
  fi
  if [[ -n ${CGROUP:-} ]]; then
    remove_cgroup_patiently
  fi
  remove_files
}

end_guard() {
  if [[ -n ${GUARD:-} && $GUARD != "$$" ]] && is_command "$GUARD" "containerd guard $DIR "; then
    kill -KILL -- "-$GUARD" 2>/dev/null || true
  fi
}

# is_command PID WORDS: whether the process still is what we started; ids are used again.
is_command() {
  local line
  [[ -r /proc/$1/cmdline ]] || return 1
  line=$(tr '\0' ' ' 2>/dev/null <"/proc/$1/cmdline") || return 1
  [[ $line == *"$2"* ]]
}

end_daemon() {
  local attempt
  for ((attempt = 0; attempt < 100; attempt++)); do
    if [[ -z ${PID:-} ]] || ! is_command "$PID" "--config $DIR/containerd.toml"; then
      return 0
    fi
    kill -KILL "$PID" 2>/dev/null || true
    sleep 0.05
  done
  die "containerd ($PID) does not end"
}

# end_processes: containerd first, or it would start things behind our back.
end_processes() {
  local attempt pids pid
  end_daemon
  for ((attempt = 0; attempt < 100; attempt++)); do
    pids=$(lab_pids)
    if [[ -z $pids ]]; then
      return 0
    fi
    for pid in $pids; do
      kill -KILL "$pid" 2>/dev/null || true
    done
    sleep 0.05
  done
  die "processes do not end: $pids"
}

# lab_pids: shims by the socket they were told, processes whose root file system is one of our
# snapshots, and whatever is in our cgroup. Zombies are gone as far as we are concerned.
lab_pids() {
  {
    shim_pids
    container_pids
    [[ -z ${CGROUP:-} ]] || cgroup_pids
  } | sort -un | while read -r pid; do
    if [[ $pid != "$$" && $(awk '/^State:/ { print $2 }' "/proc/$pid/status" 2>/dev/null) != [ZX]* ]] &&
      [[ -e /proc/$pid ]]; then
      printf '%s\n' "$pid"
    fi
  done
}

shim_pids() {
  local file
  grep -slFa "$DIR/containerd.sock" /proc/[0-9]*/cmdline | while IFS=/ read -r _ _ pid _; do
    file=$(readlink "/proc/$pid/exe" 2>/dev/null) || continue
    [[ $file == */containerd-shim* ]] && printf '%s\n' "$pid"
  done
  true
}

container_pids() {
  grep -sE "^[^ ]+ [^ ]+ [^ ]+ [^ ]+ / .*=$DIR/root/" /proc/[0-9]*/mountinfo | cut -d/ -f3 || true
}

# unmount_all: innermost first. The kernel frees an overlay a moment after its last process.
unmount_all() {
  local attempt mounts mount
  for ((attempt = 0; attempt < 40; attempt++)); do
    mounts=$(awk -v ours="$DIR/" 'index($5, ours) == 1 { print $5 }' /proc/self/mountinfo | tac)
    if [[ -z $mounts ]]; then
      return 0
    fi
    while read -r mount; do
      if ((attempt < 20)); then
        umount "$(printf '%b' "$mount")" 2>/dev/null || true
      else
        umount --lazy "$(printf '%b' "$mount")" 2>/dev/null || true
      fi
    done <<<"$mounts"
    ((attempt == 0)) || sleep 0.05
  done
  die "still mounted: $mounts"
}

# A cgroup is busy until the kernel has buried its last process.
remove_cgroup_patiently() {
  local attempt
  for ((attempt = 0; attempt < 200; attempt++)); do
    if remove_cgroup 2>/dev/null && remove_container_cgroups 2>/dev/null; then
      return 0
    fi
    sleep 0.05
  done
  die "could not remove cgroup $CGROUP"
}

remove_files() {
  local address path paths
  # Shims listen outside DIR, at an address which each of them wrote down.
  while read -r address; do
    rm -f "${address#unix://}"
  done < <(grep -rhoE 'unix:///[^"]+' --include=address --include=bootstrap.json "$DIR/state" 2>/dev/null)
  IFS=: read -ra paths <<<"${ABSENT:-}"
  for path in "${paths[@]}"; do
    [[ ! -d $path ]] || rmdir --ignore-fail-on-non-empty "$path" 2>/dev/null || true
  done
  # node and nodes: where kubelets on this containerd keep their files.
  rm -rf --one-file-system "$DIR"/{node,nodes,root,state,runc,cni,opt,containerd.sock,containerd.sock.ttrpc,containerd.toml,containerd.log}
  rm -f "$DIR/lab.env"
  rmdir --ignore-fail-on-non-empty "$DIR"
}
