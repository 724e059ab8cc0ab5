# shellcheck shell=bash
# A newer runc than the machine's Debian has, for what the older cannot do (user namespaces).
# Sourced by hack/setup after debian.sh.

# fit_newer_runc DIR SUITE: makes the runc that was unpacked below DIR start here. It wants a newer C
# library than this machine may have, so that comes from the same suite and stays beside it; runc
# starts itself again by its own file, so the way to the library has to be written into that file.
fit_newer_runc() {
  local dir=$1 suite=$2 runc=$1/usr/sbin/runc loader library
  if "$runc" --version >/dev/null 2>&1; then
    return 0
  fi
  debian_unpack libc6 "$dir/libc" "$suite" && debian_unpack patchelf "$dir/patchelf" || return 1
  loader=$(find "$dir/libc" -path '*/lib*/ld-linux*.so.*' -print -quit)
  library=$(find "$dir/libc" -name libc.so.6 -print -quit)
  "$dir/patchelf/usr/bin/patchelf" --set-interpreter "$loader" --set-rpath "$(dirname "$library")" \
    "$runc" && "$runc" --version >/dev/null 2>&1
}
