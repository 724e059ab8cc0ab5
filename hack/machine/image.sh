# shellcheck shell=bash
# The disk of the emulated machine: a Debian made once from packages, kept in the cache. Sourced by
# ./test-machine after project.sh and debian.sh.

MACHINE_SUITE=trixie
MACHINE_FILES=$PROJECT/hack/machine

# find_image: sets IMAGE to the directory of the image, which has root.img, vmlinuz and initrd.img.
# A change to anything that it is made of makes another one.
find_image() {
  local key
  key=$(cd "$MACHINE_FILES" && find packages customize init image.sh guest -type f -print0 | LC_ALL=C sort -z |
    xargs -0 sha256sum | sha256sum)
  IMAGE=$CACHE/machine/${key:0:16}
}

# make_image: unless it is there; whole or not at all. Images of other keys go.
make_image() {
  local work started=$SECONDS
  find_image
  if [[ -f $IMAGE/root.img ]]; then
    return 0
  fi
  mkdir -p "$CACHE/machine"
  exec 8>"$CACHE/machine/lock"
  flock 8
  say "making the machine from Debian's packages, once: some minutes, 1 GB in $CACHE/machine"
  find "$CACHE/machine" -mindepth 1 -maxdepth 1 -type d -exec rm -rf {} +
  work=$(mktemp -d "$CACHE/machine/work.XXXXXX")
  assemble_image "$work" || {
    tail -n 20 "$work/log" >&2
    say "the whole log is $work/log"
    die "the machine could not be made: this needs Debian's packages of $MACHINE_SUITE from the mirror of this machine"
  }
  rm -rf "$work/tree"
  mv -T "$work" "$IMAGE"
  exec 8>&-
  say "the machine is made ($((SECONDS - started)) s)"
}

# assemble_image WORK: in a mount namespace of its own, so that nothing stays mounted here.
assemble_image() {
  local work=$1 mirror keyring=/usr/share/keyrings/debian-archive-keyring.gpg packages
  mirror=$(debian_mirror) || die "this machine's package sources name no mirror of its own release"
  packages=$(grep -v '^#' "$MACHINE_FILES/packages" | paste -sd,)
  export MACHINE_CUSTOMIZE=$MACHINE_FILES/customize MACHINE_WORK=$work
  # shellcheck disable=SC2016 # hooks are expanded by mmdebstrap's shell
  nice -n 10 unshare --mount --propagation private mmdebstrap --mode=root --variant=minbase \
    --format=directory --include="$packages" --aptopt='APT::Install-Recommends "false"' \
    --aptopt='Acquire::Retries "3"' --aptopt='Acquire::Languages "none"' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' \
    --customize-hook='"$MACHINE_CUSTOMIZE" "$1" "$MACHINE_WORK"' \
    "$MACHINE_SUITE" "$work/tree" \
    "deb [signed-by=$keyring] $mirror $MACHINE_SUITE main" >"$work/log" 2>&1 || return 1
  truncate -s 8G "$work/root.img"
  mke2fs -q -t ext4 -O ^has_journal -E lazy_itable_init=1,nodiscard -L root -d "$work/tree" \
    "$work/root.img" >>"$work/log" 2>&1
}
