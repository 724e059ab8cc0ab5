# shellcheck shell=bash
# Proof that a run left nothing of its own: what others do on the machine meanwhile is not its
# business. Sourced after node.sh, with NODE_DIR and LAB set.

# shellcheck source=lab-cgroup.sh
. "$PROJECT/hack/lib/lab-cgroup.sh"

# leftovers: one line for each mount, link, cgroup, process or directory of this node.
leftovers() {
  local mount
  awk -v dir="$NODE_DIR" '$5 == dir || index($5, dir "/") == 1 { print "mount " $5 }' /proc/self/mountinfo
  if [[ -n ${LAB[bridge]:-} ]]; then
    ip -o link | awk -v bridge="${LAB[bridge]}" '{ sub(/[@:].*/, "", $2)
      if ($2 == bridge || $0 ~ (" master " bridge "( |$)")) print "link " $2 }'
    while read -r mount; do
      find "$mount${LAB[cgroup]}" -type d -printf 'cgroup %p\n' 2>/dev/null || true
    done < <(cgroup_mounts)
  fi
  processes_of_node
  [[ ! -e $NODE_DIR ]] || printf 'directory %s\n' "$NODE_DIR"
}

# processes_of_node: whose command line names our directory, or whose root file system is in it.
# This script's own children are not meant.
processes_of_node() {
  local pid words
  {
    grep -slFa "$NODE_DIR" /proc/[0-9]*/cmdline || true
    grep -slE "^[^ ]+ [^ ]+ [^ ]+ [^ ]+ / .*=$NODE_DIR/" /proc/[0-9]*/mountinfo || true
  } | cut -d/ -f3 | sort -un | while read -r pid; do
    words=$(tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline") || continue
    if [[ -n $words && $pid != "$$" && $words != grep\ * && $words != awk\ * ]]; then
      printf 'process %s %s\n' "$pid" "$words"
    fi
  done
}
