# shellcheck shell=bash
# What the emulated machine is to do, and what it needs of this one for that: the tree, the tools, the
# JDK, at the same paths. Sourced by ./test-machine after boot.sh.

RUNNER=dev.jubelet.it.machine.MachineRunner

# write_job JOB CLASS...: a script that the machine runs; sets SHARES.
write_job() {
  local job=$1 jdk
  shift
  jdk=$(readlink -f "$DISTRIBUTION/lib/jvm/jdk") || die "the distribution has no JDK; run ./build"
  rm -rf "$job"
  mkdir -p "$job"
  # shellcheck disable=SC2034 # filled by share, used by boot
  SHARES=()
  share job "$job"
  {
    printf 'set -u\n'
    write_share project "$PROJECT"
    write_share cache "$CACHE"
    write_share jdk "$jdk"
    printf 'export JUBELET_CACHE=%q JUBELET_PATIENCE=%q PATH=/usr/sbin:/usr/bin:/sbin:/bin\n' "$CACHE" "$PATIENCE"
    # The log of the agent that runs is readable here meanwhile.
    printf 'while sleep 10; do cp /tmp/jubelet-node*/kubelet.log /run/job/ 2>/dev/null; done &\n'
    printf 'cd %q && exec %q' "$PROJECT/it" "$jdk/bin/java"
    printf ' %q' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED \
      --sun-misc-unsafe-memory-access=allow -Duser.language=en -Duser.country=US \
      -cp "$PROJECT/it/target/test-classes:$LIBRARIES/*" "$RUNNER" "$@"
    printf '\n'
  } >"$job/start"
}

# write_share TAG DIRECTORY: shows it to the machine, which finds it where it is here.
write_share() {
  local options=trans=virtio,version=9p2000.L,ro,cache=loose,msize=524288
  share "$1" "$2" ,readonly=on
  printf 'mkdir -p %q && mount -t 9p -o %s %s %q || exit 1\n' "$2" "$options" "$1" "$2"
}

# do_job JOB KERNEL_OPTIONS SECONDS: boots, shows what the job prints, and returns how it ended.
do_job() {
  local job=$1 status
  : >"$job/output"
  tail -n +1 -f "$job/output" &
  TAIL_PID=$!
  boot "$job" "$2"
  wait_for_machine "$3" || say "the machine did not end within $3 s and was switched off"
  end_machine
  sleep 1 # the last lines
  end_tail
  if [[ ! -s $job/status ]]; then
    tail -n 15 "$job/console" "$job/qemu.log" >&2 || true
    say "the machine did not finish its job; what it said is in $job"
    return 1
  fi
  read -r status <"$job/status"
  return "$status"
}

# wait_for_machine SECONDS: until it has switched itself off.
wait_for_machine() {
  local deadline=$((SECONDS + $1))
  while kill -0 "$QEMU_PID" 2>/dev/null; do
    ((SECONDS < deadline)) || return 1
    sleep 1
  done
}

end_tail() {
  [[ -z ${TAIL_PID:-} ]] || kill "$TAIL_PID" 2>/dev/null || true
  TAIL_PID=
}
