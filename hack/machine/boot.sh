# shellcheck shell=bash
# Starting the emulated machine and waiting for its end. Sourced by ./test-machine after image.sh.

MACHINE_MEMORY=${JUBELET_MACHINE_MEMORY:-3072}
QEMU_PID=

# qemu OPTIONS...: becomes it, with what every start has in common. Nothing of the machine is reachable from outside,
# and it reaches nothing: it has no network but its own.
qemu() {
  exec nice -n 10 qemu-system-x86_64 -nodefaults -no-user-config -display none -no-reboot \
    -machine q35,usb=off,vmport=off -m "$MACHINE_MEMORY" -kernel "$IMAGE/vmlinuz" \
    -initrd "$IMAGE/initrd.img" -device virtio-rng-pci "$@"
}

# choose_acceleration: sets ACCELERATION. A /dev/kvm may be there and yet not run this kernel, so it
# is tried. JUBELET_MACHINE_ACCELERATION=kvm|tcg decides without trying.
choose_acceleration() {
  local emulated=(-accel 'tcg,thread=multi,tb-size=512' -cpu max)
  local virtual=(-accel kvm -cpu host)
  case ${JUBELET_MACHINE_ACCELERATION:-} in
    kvm) ACCELERATION=("${virtual[@]}") ;;
    tcg) ACCELERATION=("${emulated[@]}") ;;
    '')
      if kvm_runs "${virtual[@]}"; then
        ACCELERATION=("${virtual[@]}")
      else
        say "no usable /dev/kvm: the processor is emulated, which takes ten times as long"
        ACCELERATION=("${emulated[@]}")
      fi
      ;;
    *) die "JUBELET_MACHINE_ACCELERATION is kvm or tcg, not $JUBELET_MACHINE_ACCELERATION" ;;
  esac
}

# kvm_runs OPTIONS...: whether a kernel gets as far as its first process.
kvm_runs() {
  [[ -r /dev/kvm && -w /dev/kvm ]] || return 1
  export -f qemu
  export MACHINE_MEMORY IMAGE
  # shellcheck disable=SC2016 # for the shell that runs it
  timeout -k 5 20 bash -c 'qemu "$@"' qemu "$@" -smp 1 -serial stdio \
    -append 'console=ttyS0 panic=-1 machine.probe' 2>/dev/null </dev/null |
    grep -q 'machine: the kernel runs'
}

# share TAG DIRECTORY [MORE]: adds an option to SHARES that shows a directory to the machine.
share() {
  SHARES+=(-virtfs "local,path=$2,mount_tag=$1,security_model=none,multidevs=remap${3:-}")
}

# boot JOB KERNEL_OPTIONS: starts the machine for the job in that directory; sets QEMU_PID.
boot() {
  local job=$1 options=$2
  qemu "${ACCELERATION[@]}" -smp 2 \
    -drive "if=none,id=root,file=$IMAGE/root.img,format=raw,snapshot=on,cache=unsafe" \
    -device virtio-blk-pci,drive=root "${SHARES[@]}" -serial "file:$job/console" \
    -append "rw console=ttyS0 quiet panic=-1 mitigations=off $options" \
    </dev/null >"$job/qemu.log" 2>&1 &
  QEMU_PID=$!
}

# end_machine: at once, if it still runs.
end_machine() {
  if [[ -n $QEMU_PID ]] && kill -0 "$QEMU_PID" 2>/dev/null; then
    kill -KILL "$QEMU_PID" 2>/dev/null || true
  fi
  [[ -z $QEMU_PID ]] || wait "$QEMU_PID" 2>/dev/null || true
  QEMU_PID=
}
