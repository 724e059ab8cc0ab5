# shellcheck shell=bash
# What of a control plane need not be built: the archives with etcd, kube-apiserver and kubectl that
# the Kubernetes project publishes for tests (envtest; fabric8's kube-api-test and setup-envtest take
# the same). Their index says for each release where its archive is and which SHA-512 it has. Not
# every patch release is among them: the newest of the same minor release will do.
#
# One attempt, given up at once where there is no way to the index, and soon where the way is so slow
# that a build would be quicker. JUBELET_ENVTEST_INDEX is another index, or none if it is empty.
# Sourced by hack/control-plane.

ENVTEST_INDEX=${JUBELET_ENVTEST_INDEX-https://raw.githubusercontent.com/kubernetes-sigs/controller-tools/HEAD/envtest-releases.yaml}
ENVTEST_PROGRAMS=(etcd kube-apiserver kubectl)
ENVTEST_DIRECTORY=$CACHE/control-plane/envtest

# downloaded_program NAME: its path among what was downloaded for this minor release, if it is there.
downloaded_program() {
  local candidate found=''
  # shellcheck disable=SC2153 # RELEASE is set by control-plane-build.sh
  while IFS= read -r candidate; do
    [[ ! -x $candidate ]] || found=$candidate
  done < <(compgen -G "$ENVTEST_DIRECTORY/${RELEASE%.*}.*/$1" | sort -V)
  [[ -n $found ]] && printf '%s\n' "$found"
}

# download_programs: says in one line why it could not.
download_programs() {
  local work failure
  [[ -n $ENVTEST_INDEX ]] || return 1
  mkdir -p "$ENVTEST_DIRECTORY"
  work=$(mktemp -d "$ENVTEST_DIRECTORY/.XXXXXX")
  if failure=$(download_into "$work" 2>&1); then
    rm -rf "$work"
    return 0
  fi
  rm -rf "$work"
  say "no download of ${ENVTEST_PROGRAMS[*]}: ${failure//$'\n'/; }"
  return 1
}

# download_into WORK: puts them in place by way of WORK, whole or not at all; prints what went wrong.
download_into() {
  local work=$1 release hash link
  fetch_address "$ENVTEST_INDEX" "$work/index" --max-time 20 || return 1
  read -r release hash link < <(chosen_archive "$work/index") ||
    { printf '%s has no archive of %s.x for %s\n' "$ENVTEST_INDEX" "${RELEASE%.*}" "$(platform)" && return 1; }
  fetch_address "$link" "$work/archive" --max-time 300 --speed-limit 500000 --speed-time 15 || return 1
  sha512sum --check --status <<<"$hash  $work/archive" ||
    { printf '%s does not have the SHA-512 that the index says\n' "$link" && return 1; }
  mkdir "$work/programs"
  tar -xzf "$work/archive" -C "$work/programs" --strip-components=2 --no-same-owner \
    "${ENVTEST_PROGRAMS[@]/#/controller-tools/envtest/}" || return 1
  chmod 755 "$work/programs" "${ENVTEST_PROGRAMS[@]/#/$work/programs/}" || return 1
  rm -rf "${ENVTEST_DIRECTORY:?}/$release"
  mv -T "$work/programs" "$ENVTEST_DIRECTORY/$release"
}

# fetch_address ADDRESS FILE OPTION...: fails quickly when nobody is there.
fetch_address() {
  curl -fsSL --connect-timeout 3 "${@:3}" -o "$2" "$1"
}

platform() {
  case $(uname -m) in
    x86_64) printf 'linux-amd64\n' ;;
    aarch64) printf 'linux-arm64\n' ;;
    *) printf 'linux-%s\n' "$(uname -m)" ;;
  esac
}

# chosen_archive INDEX: "release hash link" of the same release, or else of the newest of its minor.
chosen_archive() {
  awk -v minor="${RELEASE%.*}." -v platform="$(platform)" '
    /^  [^ ]/ { release = substr($1, 1, length($1) - 1); ours = 0 }
    /^    [^ ]/ { ours = index(release, minor) == 1 && $1 == "envtest-" release "-" platform ".tar.gz:"; hash = link = "" }
    ours && $1 == "hash:" { hash = $2 }
    ours && $1 == "selfLink:" { link = $2 }
    ours && hash != "" && link != "" { print release, hash, link; ours = 0 }
  ' "$1" | sort -V | awk -v wanted="$RELEASE" '
    $1 ~ /^v[0-9]+\.[0-9]+\.[0-9]+$/ { newest = $0 }
    $1 == wanted { same = $0 }
    END { if (newest == "") exit 1; print same == "" ? newest : same }
  '
}
