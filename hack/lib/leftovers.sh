# shellcheck shell=bash
# Proof that a run left nothing: the machine's mounts, links, cgroups and our processes, before and
# after. Sourced after node.sh.

# shellcheck source=lab-cgroup.sh
. "$PROJECT/hack/lib/lab-cgroup.sh"

# machine_state: one line for each thing that a node could leave behind.
machine_state() {
  awk '{ print "mount " $5 }' /proc/self/mountinfo
  ip -o link | awk '{ sub(/[@:].*/, "", $2); master = "-"
    for (i = 3; i < NF; i++) if ($i == "master") master = $(i + 1)
    print "link " $2 " of " master }'
  cgroup_mounts | while read -r mount; do
    find "$mount" -mindepth 1 -type d -printf 'cgroup %p\n' 2>/dev/null || true
  done
  if [[ -n ${NODE_DIR:-} ]]; then
    processes_of_node
  fi
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
    if [[ -n $words && $pid != "$$" && $words != grep\ * ]]; then
      printf 'process %s %s\n' "$pid" "$words"
    fi
  done
}

# other_labs: the directories of private containerds that run beside this one, as a pattern.
other_labs() {
  local file words pattern=''
  for file in /proc/[0-9]*/cmdline; do
    words=$(tr '\0' ' ' 2>/dev/null <"$file") || continue
    if [[ $words =~ ^containerd\ --config\ (/[^ ]+)/containerd.toml && ${BASH_REMATCH[1]} != "$NODE_DIR" ]]; then
      pattern+="|mount ${BASH_REMATCH[1]}/"
    fi
  done
  printf '%s' "$pattern"
}

# leftovers BEFORE BRIDGE: what is there now and was not in the file BEFORE. Labs that other people
# run on the machine at the same time come and go as they like.
leftovers() {
  local foreign
  foreign="(link|of) jubelet[0-9]+|/jubelet[0-9]+(/|$)|/k8s.io(/|$)$(other_labs)"
  machine_state | sort -u | comm -13 <(sort -u "$1") - |
    awk -v foreign="$foreign" -v ours="$2" \
      '$0 !~ foreign || $0 ~ ("(/| )" ours "(/| |$)")'
}
