# shellcheck shell=bash
# Getting packages from Debian: installed on the machine, or unpacked into a private directory.
#
# Programs that come with a system service (containerd) or that must not replace the machine's own
# (runc, the CNI plugins) are only downloaded and unpacked into the cache: no service is started,
# no file outside the cache changes, and a containerd that already runs is never noticed.

debian_refresh_lists() {
  say "refreshing the package lists"
  apt-get update -qq >&2
}

# debian_has PACKAGE: whether the machine's own sources offer it.
debian_has() {
  [[ $(apt-cache policy "$1" 2>/dev/null) =~ Candidate:\ [^\(] ]]
}

# debian_install PACKAGE...: installs on the machine, without recommended extras. What apt has to
# say is shown only when it fails.
debian_install() {
  local package log=$CACHE/install.log
  for package in "$@"; do
    if ! debian_has "$package"; then
      debian_refresh_lists
      break
    fi
  done
  if ! DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -qq \
    --no-install-recommends "$@" >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    return 1
  fi
}

# debian_unpack PACKAGE DIR [SUITE]: unpacks a package below DIR, whole or not at all. Without
# SUITE it comes from the machine's own sources, else from that suite of the same mirror.
debian_unpack() {
  local package=$1 dir=$2 suite=${3:-} work
  mkdir -p "$(dirname "$dir")"
  work=$(mktemp -d "$dir.XXXXXX")
  mkdir "$work/files"
  if debian_download "$package" "$work" "$suite" && dpkg -x "$work/$package.deb" "$work/files"; then
    chmod 755 "$work/files"
    rm -rf "$dir"
    mv -T "$work/files" "$dir"
    rm -rf "$work"
    return 0
  fi
  rm -rf "$work"
  return 1
}

# debian_download PACKAGE WORK SUITE: leaves WORK/PACKAGE.deb.
debian_download() {
  local package=$1 work=$2 suite=$3
  mkdir -p "$work/deb"
  if [[ -n $suite ]]; then
    debian_other_suite "$work/apt" "$suite" || return 1
    (cd "$work/deb" && apt-get "${OTHER_SUITE[@]}" download -qq "$package" >&2) || return 1
  elif ! (cd "$work/deb" && apt-get -o APT::Sandbox::User=root download -qq "$package" >&2 2>/dev/null); then
    # The lists may name a version that the mirror has replaced since.
    debian_refresh_lists || return 1
    (cd "$work/deb" && apt-get -o APT::Sandbox::User=root download -qq "$package" >&2) || return 1
  fi
  mv "$work"/deb/*.deb "$work/$package.deb"
}

# debian_other_suite DIR SUITE: sets OTHER_SUITE to apt options that see only that suite, with
# lists and caches in DIR. The machine's own sources stay as they are. A mirror that lags behind
# is good enough here: what it offers is signed as ever.
debian_other_suite() {
  local dir=$1 suite=$2 mirror signed=''
  mirror=$(debian_mirror) || return 1
  if [[ -r /usr/share/keyrings/debian-archive-keyring.gpg ]]; then
    signed='[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] '
  fi
  mkdir -p "$dir/lists/partial" "$dir/archives/partial"
  printf 'deb %s%s %s main\n' "$signed" "$mirror" "$suite" >"$dir/sources.list"
  OTHER_SUITE=(
    -o "Dir::Etc::SourceList=$dir/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$dir/lists" -o "Dir::Cache=$dir" -o APT::Default-Release=
    -o APT::Sandbox::User=root -o Acquire::Languages=none -o Acquire::http::Timeout=20
    -o Acquire::Check-Valid-Until=false
  )
  apt-get "${OTHER_SUITE[@]}" update -qq >&2
}

# debian_mirror: the mirror that the machine itself takes its release from.
# shellcheck disable=SC2016 # the format is for apt to expand
debian_mirror() {
  local uri release codename
  # shellcheck disable=SC1091 # a file of the machine
  codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
  while read -r uri release; do
    if [[ $release == "$codename" || $release == stable ]]; then
      printf '%s\n' "$uri"
      return 0
    fi
  done < <(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages')
  return 1
}
