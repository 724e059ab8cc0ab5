# shellcheck shell=bash
# Where the programs of a control plane come from: $KUBEBUILDER_ASSETS if they are there, else the
# cache, into which they are downloaded (see control-plane-download.sh) or else built once from the Go
# module proxy, and etcd unpacked from Debian. The usual release is pinned by control-plane.d/go.sum;
# JUBELET_CONTROL_PLANE=v1.34.4 chooses another one, which is checked against Go's checksum database
# only. Sourced by hack/control-plane.

MODULE=$PROJECT/hack/control-plane.d
PINNED=$(awk '$1 == "k8s.io/kubernetes" && $2 ~ /^v/ { print $2 } $1 == "require" && $2 == "k8s.io/kubernetes" { print $3 }' "$MODULE/go.mod")
RELEASE=${JUBELET_CONTROL_PLANE:-$PINNED}
[[ $RELEASE =~ ^v1\.[0-9]+\.[0-9]+$ ]] || die "JUBELET_CONTROL_PLANE=$RELEASE is no release such as $PINNED"
PROGRAMS=(kube-apiserver kubectl kube-scheduler kube-controller-manager)

# program NAME: its path; fails when there is none.
program() {
  local candidate
  for candidate in "${KUBEBUILDER_ASSETS:+$KUBEBUILDER_ASSETS/$1}" "$CACHE/control-plane/$RELEASE/$1" \
    "$(downloaded_program "$1")" "$CACHE/tools/etcd/usr/bin/$1"; do
    if [[ -n $candidate && -x $candidate ]]; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  return 1
}

# fetch_programs: gets what is missing, the quickest way that is open. Two runs at once must not
# build twice.
fetch_programs() {
  local name
  mkdir -p "$CACHE"
  exec 8>"$CACHE/control-plane.lock"
  flock 8
  have_all "${ENVTEST_PROGRAMS[@]}" || download_programs || true
  have_all etcd || debian_unpack etcd-server "$CACHE/tools/etcd" ||
    die "could not download etcd-server; check this machine's package sources"
  for name in "${PROGRAMS[@]}"; do
    have_all "$name" || build_program "$name"
  done
  exec 8>&-
}

# upstream_kubelet: prints the path of upstream's kubelet. No test needs it, so it is built only when
# somebody asks.
upstream_kubelet() {
  mkdir -p "$CACHE"
  exec 8>"$CACHE/control-plane.lock"
  flock 8
  have_all kubelet || build_program kubelet
  exec 8>&-
  program kubelet
}

# have_all NAME...
have_all() {
  local name
  for name in "$@"; do
    program "$name" >/dev/null || return 1
  done
}

# build_program NAME: whole or not at all, and without getting into anybody's way.
build_program() {
  local name=$1 directory=$CACHE/control-plane/$RELEASE version
  command -v go >/dev/null || die "no go on PATH to build $name with (or put $name into \$KUBEBUILDER_ASSETS)"
  say "building $name $RELEASE in $directory, which takes some minutes"
  mkdir -p "$directory"
  local module=$MODULE mode=readonly
  if [[ $RELEASE != "$PINNED" ]]; then
    module=$directory/module mode=mod
    [[ -f $module/go.mod ]] || write_module "$module"
  fi
  version="-X k8s.io/component-base/version.gitVersion=$RELEASE -X k8s.io/client-go/pkg/version.gitVersion=$RELEASE"
  (cd "$module" && CGO_ENABLED=0 GOFLAGS='' nice -n 19 ionice -c 3 \
    go build -mod="$mode" -trimpath -ldflags "-s -w $version" -o "$directory/.$name" \
    "k8s.io/kubernetes/cmd/$name") || die "could not build $name"
  mv "$directory/.$name" "$directory/$name"
}

# write_module DIRECTORY: a module that builds RELEASE. Kubernetes replaces its parts by directories
# of its own tree; here each is the module that was published of it.
write_module() {
  local directory=$1 answer theirs
  answer=$(cd / && go mod download -json "k8s.io/kubernetes@$RELEASE") ||
    die "no Kubernetes $RELEASE from the Go module proxy: $(sed -n 's/.*"Error": "\(.*\)".*/\1/p' <<<"$answer")"
  theirs=$(sed -n 's/.*"GoMod": "\(.*\)",/\1/p' <<<"$answer")
  mkdir -p "$directory"
  {
    printf 'module dev.jubelet/hack/control-plane\n\n'
    grep -E '^(go|godebug) [^(]' "$theirs"
    printf '\nrequire k8s.io/kubernetes %s\n\nreplace (\n' "$RELEASE"
    awk -v version="v0${RELEASE#v1}" '$2 == "=>" && $3 ~ /^\.\/staging\// { print "\t" $1 " => " $1 " " version }' "$theirs"
    printf ')\n'
  } >"$directory/.go.mod"
  mv "$directory/.go.mod" "$directory/go.mod"
}
