# shellcheck shell=bash
# A standalone node for one machine: a kubelet on a private containerd with a sample static pod.
# Used by ./run and by the AOT training of ./build. Sourced after project.sh.
#
# Everything is below NODE_DIR: the lab (containerd), and node/ (the kubelet's own files).

# Nobody but root gets in: the directories are private, and the only way to the kubelet is its local
# socket. Its main port, which is on loopback, knows no credentials.

# shellcheck source=ports.sh
. "$PROJECT/hack/lib/ports.sh"

DISTRIBUTION=$PROJECT/dist/target/jubelet
NODE_NAME=local
SAMPLE_POD=hello

# distribution_is_old: whether a source is newer than what ./build left.
distribution_is_old() {
  local built=$DISTRIBUTION/lib/fingerprint
  [[ ! -e $built || ! -x $DISTRIBUTION/bin/kubelet ]] ||
    [[ -n $(cd "$PROJECT" && find pom.xml ./*/pom.xml ./*/src/main -newer "$built" -print -quit) ]]
}

# best_generation: of the containerds that can run here, the one with runtime events.
best_generation() {
  if "$PROJECT/hack/containerd" can 2 >/dev/null; then
    printf 2
  else
    printf 1
  fi
}

# What the private containerd says about itself, and what /pods says of the sample pod.
declare -A LAB=() POD=()

# start_lab VERSION: a private containerd. It goes down by itself if this script is killed, and the
# kubelet with it, because that is in the same cgroup.
start_lab() {
  local key value
  while IFS='=' read -r key value; do
    LAB[$key]=$value
  done < <("$PROJECT/hack/containerd" up "$NODE_DIR" --version "$1" --owner $$ || echo failed=yes)
  [[ -z ${LAB[failed]:-} ]] || die "the private containerd did not start"
}

# write_node_config: the kubelet's configuration; sets NODE_SOCKET and MAIN_PORT.
write_node_config() {
  NODE_SOCKET=$NODE_DIR/node/root/jubelet.sock
  MAIN_PORT=$(free_port)
  mkdir -m 700 "$NODE_DIR/node"
  mkdir -m 700 "$NODE_DIR"/node/{manifests,root,logs,pki}
  cat >"$NODE_DIR/node/config.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
staticPodPath: $NODE_DIR/node/manifests
containerRuntimeEndpoint: ${LAB[endpoint]}
podLogsDir: $NODE_DIR/node/logs
cgroupRoot: ${LAB[cgroup]}
cgroupDriver: cgroupfs
failCgroupV1: false
makeIPTablesUtilChains: false
failSwapOn: false
address: 127.0.0.1
port: $MAIN_PORT
readOnlyPort: 0
healthzPort: 0
authentication:
  anonymous:
    enabled: false
  webhook:
    enabled: false
authorization:
  mode: AlwaysAllow
YAML
}

# write_sample_pod: written elsewhere and moved, as anyone should who feeds a watched directory.
write_sample_pod() {
  cat >"$NODE_DIR/node/$SAMPLE_POD.yaml" <<YAML
apiVersion: v1
kind: Pod
metadata:
  name: $SAMPLE_POD
  namespace: default
spec:
  dnsPolicy: Default
  terminationGracePeriodSeconds: 5
  containers:
  - name: web
    image: ${LAB[image]}
    imagePullPolicy: IfNotPresent
    command: ["sh", "-c", "trap 'exit 0' TERM; mkdir /www; echo Hello from Jubelet >/www/index.html; httpd -f -p 80 -h /www & wait"]
    ports:
    - containerPort: 80
    resources:
      requests: {cpu: 10m, memory: 8Mi}
      limits: {memory: 64Mi}
  - name: clock
    image: ${LAB[image]}
    imagePullPolicy: IfNotPresent
    command: ["sh", "-c", "trap 'exit 0' TERM; while :; do date; sleep 1 & wait; done"]
    resources:
      requests: {cpu: 10m, memory: 8Mi}
YAML
  mv "$NODE_DIR/node/$SAMPLE_POD.yaml" "$NODE_DIR/node/manifests/"
}

# More flags for the kubelet.
KUBELET_FLAGS=()

# start_kubelet: in a session of its own, so that Ctrl-C reaches only this script, which then ends
# things in order. Sets KUBELET_PID.
start_kubelet() {
  setsid "$PROJECT/hack/containerd" exec "$NODE_DIR" "$DISTRIBUTION/bin/kubelet" \
    --config "$NODE_DIR/node/config.yaml" --root-dir "$NODE_DIR/node/root" \
    --cert-dir "$NODE_DIR/node/pki" --hostname-override "$NODE_NAME" --node-ip "${LAB[gateway]}" \
    --keep-kernel-settings "${KUBELET_FLAGS[@]}" </dev/null >"$NODE_DIR/node/kubelet.log" 2>&1 &
  KUBELET_PID=$!
}

kubelet_runs() {
  [[ -n ${KUBELET_PID:-} ]] && kill -0 "$KUBELET_PID" 2>/dev/null
}

# fetch PATH: a page of the kubelet, by its local socket.
fetch() {
  curl --silent --fail --max-time 5 --unix-socket "$NODE_SOCKET" "http://localhost$1"
}

# read_pod: asks /pods. Sets POD[seen], POD[ip], POD[containers] (how many run) and POD[ready].
read_pod() {
  local page
  page=$(fetch /pods) || return 1
  POD=([seen]='' [ip]='' [containers]=0 [ready]='')
  if [[ $page != *"\"name\":\"$SAMPLE_POD-$NODE_NAME\""* ]]; then
    return 0
  fi
  POD[seen]=yes
  [[ ! $page =~ \"podIP\":\"([0-9.]+)\" ]] || POD[ip]=${BASH_REMATCH[1]}
  POD[containers]=$(grep -o '"started":true' <<<"$page" | wc -l)
  if tr '{' '\n' <<<"$page" | grep '"type":"Ready"' | grep -q '"status":"True"'; then
    POD[ready]=yes
  fi
}

# await_ready SECONDS: until the sample pod is ready.
await_ready() {
  local attempt
  for ((attempt = 0; attempt < $1 * 10; attempt++)); do
    kubelet_runs || return 1
    if read_pod && [[ -n ${POD[ready]} ]]; then
      return 0
    fi
    sleep 0.1
  done
  return 1
}

# end_pods: takes the manifest away and waits until the runtime has nothing left, at most 20 s.
end_pods() {
  local attempt
  rm -f "$NODE_DIR/node/manifests/"*
  for ((attempt = 0; attempt < 200; attempt++)); do
    kubelet_runs || return 0
    if [[ -z $("${LAB[ctr]}" -a "${LAB[socket]}" -n k8s.io containers list -q 2>/dev/null) ]]; then
      return 0
    fi
    sleep 0.1
  done
  say "the kubelet did not end the pod within 20 s"
  return 1
}

# end_kubelet SECONDS: asks, and after that time insists.
end_kubelet() {
  local attempt seconds=$1
  kubelet_runs || return 0
  kill -TERM "$KUBELET_PID"
  for ((attempt = 0; attempt < seconds * 10; attempt++)); do
    kubelet_runs || break
    sleep 0.1
  done
  if kubelet_runs; then
    say "the kubelet did not stop within $seconds s"
    kill -KILL "$KUBELET_PID"
  fi
  wait "$KUBELET_PID" || true
}

# end_node: everything that was started, in the order that lets each part finish its work.
end_node() {
  local fine=0
  if kubelet_runs; then
    end_pods || fine=1
    end_kubelet 15
  fi
  "$PROJECT/hack/containerd" down "$NODE_DIR" || fine=1
  # The kubelet makes its directory a mount where the machine's root is not shared.
  umount "$NODE_DIR/node/root" 2>/dev/null || true
  rm -rf --one-file-system "$NODE_DIR"
  return "$fine"
}
