# shellcheck shell=bash
# Training of the AOT cache: the JVM records what real pods load and link. Sourced after node.sh.

# shellcheck source=aot-cluster.sh
. "$PROJECT/hack/lib/aot-cluster.sh"

# train_aot: leaves kubelet.aot and jubelet.aot in the distribution's lib/.
train_aot() {
  local reason generation
  "$PROJECT/hack/setup" containers
  # The newer generation shows the JVM more of the agent.
  generation=$(best_generation)
  if reason=$("$PROJECT/hack/containerd" can "$generation"); then
    if reason=$("$PROJECT/hack/control-plane" can); then
      say "training the AOT cache by a node of a cluster"
      (train_by_cluster "$generation") || die_untrained
    else
      say "training the AOT cache by a pod start only ($reason)"
      (train_by_pod "$generation") || die_untrained
    fi
  else
    say "containers cannot run here ($reason): AOT cache trained by a start without pods"
    record_cache kubelet --help
  fi
  record_cache jubelet --help
}

die_untrained() {
  die "the pods that train the AOT cache failed (./build --no-aot leaves it out)"
}

# record_cache PROGRAM ARGUMENTS...: by a command that ends on its own.
record_cache() {
  local program=$1 log
  shift
  if ! log=$(JUBELET_AOT_OUTPUT="$DISTRIBUTION/lib/$program.aot" \
    "$DISTRIBUTION/bin/$program" "$@" 2>&1 </dev/null); then
    printf '%s\n' "$log" | tail -n 20 >&2
    die "bin/$program $* failed; its last words are above"
  fi
}

# train_by_pod GENERATION: runs in a subshell of its own, for its trap.
train_by_pod() {
  NODE_DIR=$(mktemp -d /tmp/jubelet-aot.XXXXXX)
  trap 'end_node || true' EXIT
  start_lab "$1"
  write_node_config
  JUBELET_AOT_OUTPUT=$DISTRIBUTION/lib/kubelet.aot start_kubelet
  write_sample_pod
  if ! await_ready 60; then
    tail -n 20 "$NODE_DIR/node/kubelet.log" >&2
    return 1
  fi
  fetch /healthz >/dev/null || true
  end_pods
  # The cache is written when the JVM ends, which takes a few seconds.
  end_kubelet 60
  [[ -s $DISTRIBUTION/lib/kubelet.aot ]]
}
