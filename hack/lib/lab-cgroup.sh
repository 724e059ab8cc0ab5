# shellcheck shell=bash
# A cgroup of our own in every hierarchy, for containerd, its shims and the pods of a kubelet whose
# cgroupRoot it is. Sourced by hack/containerd, which sets CGROUP (a name at the top).

# cgroup_mounts: the mount points of the hierarchies, version 1 and 2.
cgroup_mounts() {
  awk '$3 == "cgroup" || $3 == "cgroup2" { print $2 }' /proc/self/mounts
}

# make_cgroup: fails when one of that name is there, which then belongs to somebody else.
make_cgroup() {
  local mount file
  while read -r mount; do
    mkdir "$mount/$CGROUP" || return 1
    # A new cpuset of version 1 is empty and refuses processes until it is told.
    for file in cpuset.mems cpuset.cpus; do
      if [[ -e $mount/$CGROUP/$file && -e $mount/tasks ]]; then
        cat "$mount/$file" >"$mount/$CGROUP/$file"
      fi
    done
    mkdir "$mount/$CGROUP/runtime"
    for file in cpuset.mems cpuset.cpus; do
      if [[ -e $mount/$CGROUP/runtime/$file && -e $mount/tasks ]]; then
        cat "$mount/$file" >"$mount/$CGROUP/runtime/$file"
      fi
    done
  done < <(cgroup_mounts)
}

# enter_cgroup PID: moves a process in. It goes to a leaf, because version 2 allows no processes
# beside child groups.
enter_cgroup() {
  local mount
  while read -r mount; do
    printf '%s' "$1" >"$mount/$CGROUP/runtime/cgroup.procs"
  done < <(cgroup_mounts)
}

# cgroup_pids: every process below.
cgroup_pids() {
  local mount
  while read -r mount; do
    if [[ -d $mount/$CGROUP ]]; then
      find "$mount/$CGROUP" -name cgroup.procs -exec cat {} + 2>/dev/null || true
    fi
  done < <(cgroup_mounts) | sort -un
}

remove_cgroup() {
  local mount
  while read -r mount; do
    if [[ -d $mount/$CGROUP ]]; then
      find "$mount/$CGROUP" -depth -type d -exec rmdir {} + || return 1
    fi
  done < <(cgroup_mounts)
}

# remove_container_cgroups: those of containers which runtime state still names and that were
# created with a cgroup parent outside of ours.
remove_container_cgroups() {
  local mount bundle names=()
  for bundle in "$DIR"/state/io.containerd.runtime.v2.task/k8s.io/*; do
    [[ ! -d $bundle ]] || names+=(${names:+-o} -name "${bundle##*/}")
  done
  if [[ ${#names[@]} -eq 0 ]]; then
    return 0
  fi
  while read -r mount; do
    find "$mount" -depth -type d \( "${names[@]}" \) -exec rmdir {} + || return 1
  done < <(cgroup_mounts)
}
