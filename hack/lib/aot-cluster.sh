# shellcheck shell=bash
# The longer training of the AOT cache: a node of a real cluster, whose pods have probes and volumes,
# are looked into, scraped and deleted. Sourced after node.sh, by aot.sh.

# What the private control plane says about itself.
declare -A PLANE=()

# train_by_cluster GENERATION: runs in a subshell of its own, for its trap.
train_by_cluster() {
  NODE_DIR=$(mktemp -d /tmp/jubelet-aot.XXXXXX)
  trap 'end_cluster || true' EXIT
  start_lab "$1"
  start_plane
  write_cluster_config
  # shellcheck disable=SC2034 # used by node.sh
  KUBELET_FLAGS=(--bootstrap-kubeconfig "${PLANE[bootstrap_kubeconfig]}" --kubeconfig "$NODE_DIR/node/kubeconfig")
  JUBELET_AOT_OUTPUT=$DISTRIBUTION/lib/kubelet.aot start_kubelet
  if ! exercise_cluster >"$NODE_DIR/training.log" 2>&1; then
    tail -n 20 "$NODE_DIR/training.log" "$NODE_DIR/node/kubelet.log" >&2
    return 1
  fi
  # The cache is written when the JVM ends, which takes a few seconds.
  end_kubelet 60
  [[ -s $DISTRIBUTION/lib/kubelet.aot ]]
}

# start_plane: with controllers, who sign the node's certificate and make service accounts.
start_plane() {
  local key value
  while IFS='=' read -r key value; do
    PLANE[$key]=$value
  done < <("$PROJECT/hack/control-plane" up "$NODE_DIR/plane" --controllers --owner $$ || echo failed=yes)
  [[ -z ${PLANE[failed]:-} ]] || die "the private control plane did not start"
}

# end_cluster: pods that are still there end with containerd.
end_cluster() {
  end_kubelet 15
  "$PROJECT/hack/control-plane" down "$NODE_DIR/plane" || true
  end_node
}

# write_cluster_config: as a cluster's node has it, with callers who have to say who they are.
write_cluster_config() {
  mkdir -p "$NODE_DIR"/node/{manifests,root,logs,pki}
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
address: ${LAB[gateway]}
port: $(free_port)
healthzBindAddress: 127.0.0.1
healthzPort: $(free_port)
rotateCertificates: true
authentication:
  anonymous:
    enabled: false
  x509:
    clientCAFile: ${PLANE[authority]}
YAML
}

kube() {
  "${PLANE[kubectl]}" --kubeconfig "${PLANE[kubeconfig]}" --request-timeout=60s "$@"
}

# exercise_cluster: what a node does in its first minutes. Everything that fails ends it.
exercise_cluster() (
  set -ex
  write_sample_pod
  await_object node "$NODE_NAME"
  await_object serviceaccount default
  kube wait --for=condition=Ready "node/$NODE_NAME" --timeout=60s
  local round
  for round in 1 2; do # what runs but once is hardly worth being found quickly
    training_objects "$round" | kube apply -f -
    kube wait --for=condition=Ready "pod/web-$round" "pod/worker-$round" "pod/plain-$round" --timeout=60s
    look_into "$round"
    scrape_node
  done
  kube wait --for=condition=Ready "pod/$SAMPLE_POD-$NODE_NAME" --timeout=60s
  rm "$NODE_DIR/node/manifests/$SAMPLE_POD.yaml"
  kube delete pod --all --grace-period=1 --timeout=60s
)

# await_object KIND NAME: until somebody has made it, at most 30 s.
await_object() {
  local attempt
  for ((attempt = 0; attempt < 300; attempt++)); do
    if kube get "$1" "$2" >/dev/null 2>&1; then
      return 0
    fi
    sleep 0.1
  done
  return 1
}

# look_into ROUND: the streams.
look_into() {
  local forward port
  kube exec "web-$1" -c web -- cat /settings/greeting /secret/word
  echo hello | kube exec -i "web-$1" -c web -- cat
  kube logs "web-$1" -c clock --tail=5 --timestamps
  timeout 1 "${PLANE[kubectl]}" --kubeconfig "${PLANE[kubeconfig]}" logs -f "web-$1" -c clock || true
  port=$(free_port)
  "${PLANE[kubectl]}" --kubeconfig "${PLANE[kubeconfig]}" port-forward "web-$1" "$port:80" &
  forward=$!
  await_answer "http://127.0.0.1:$port/index.html"
  kill "$forward"
  wait "$forward" || true
}

await_answer() {
  local attempt
  for ((attempt = 0; attempt < 100; attempt++)); do
    if curl -fsS --noproxy '*' --max-time 2 "$1"; then
      return 0
    fi
    sleep 0.1
  done
  return 1
}

# scrape_node: what collectors ask for.
scrape_node() {
  local page
  for page in metrics metrics/cadvisor metrics/resource metrics/probes stats/summary pods healthz; do
    kube get --raw "/api/v1/nodes/$NODE_NAME/proxy/$page" >/dev/null
  done
}

# training_objects ROUND
training_objects() {
  local round=$1 loop="trap 'exit 0' TERM; while :; do date; sleep 1 & wait; done"
  cat <<YAML
apiVersion: v1
kind: ConfigMap
metadata: {name: settings-$round}
data: {greeting: "hello", more: "yes"}
---
apiVersion: v1
kind: Secret
metadata: {name: secret-$round}
stringData: {word: "open"}
---
apiVersion: v1
kind: Pod
metadata: {name: web-$round, labels: {app: web}, annotations: {note: "training"}}
spec:
  nodeName: $NODE_NAME
  terminationGracePeriodSeconds: 5
  initContainers:
  - name: first
    image: ${LAB[image]}
    imagePullPolicy: IfNotPresent
    command: ["sh", "-c", "cp /settings/greeting /www/index.html"]
    volumeMounts:
    - {name: settings, mountPath: /settings}
    - {name: www, mountPath: /www}
  containers:
  - name: web
    image: ${LAB[image]}
    imagePullPolicy: IfNotPresent
    command: ["sh", "-c", "trap 'exit 0' TERM; httpd -f -p 80 -h /www & wait"]
    env:
    - {name: GREETING, valueFrom: {configMapKeyRef: {name: settings-$round, key: greeting}}}
    - {name: WORD, valueFrom: {secretKeyRef: {name: secret-$round, key: word}}}
    - {name: ADDRESS, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
    - {name: MEMORY, valueFrom: {resourceFieldRef: {resource: limits.memory}}}
    envFrom:
    - configMapRef: {name: settings-$round}
    ports:
    - {containerPort: 80, name: http}
    resources:
      requests: {cpu: 10m, memory: 8Mi}
      limits: {memory: 64Mi}
    startupProbe: {httpGet: {path: /index.html, port: http}, periodSeconds: 1}
    readinessProbe: {httpGet: {path: /index.html, port: 80}, periodSeconds: 1}
    livenessProbe: {tcpSocket: {port: 80}, periodSeconds: 1}
    lifecycle: {preStop: {exec: {command: ["true"]}}}
    securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [NET_RAW]}}
    volumeMounts:
    - {name: settings, mountPath: /settings}
    - {name: secret, mountPath: /secret}
    - {name: about, mountPath: /about}
    - {name: www, mountPath: /www}
  - name: clock
    image: ${LAB[image]}
    imagePullPolicy: IfNotPresent
    command: ["sh", "-c", "$loop"]
    readinessProbe: {exec: {command: ["true"]}, periodSeconds: 1}
  volumes:
  - {name: settings, configMap: {name: settings-$round}}
  - {name: secret, secret: {secretName: secret-$round}}
  - {name: about, downwardAPI: {items: [{path: labels, fieldRef: {fieldPath: metadata.labels}}]}}
  - {name: www, emptyDir: {}}
---
apiVersion: v1
kind: Pod
metadata: {name: worker-$round}
spec:
  nodeName: $NODE_NAME
  hostNetwork: true
  terminationGracePeriodSeconds: 5
  securityContext: {runAsUser: 1000, fsGroup: 1000}
  containers:
  - name: main
    image: ${LAB[image]}
    imagePullPolicy: IfNotPresent
    command: ["sh", "-c", "$loop"]
    volumeMounts:
    - {name: scratch, mountPath: /scratch}
    - {name: host, mountPath: /host, readOnly: true}
  volumes:
  - {name: scratch, emptyDir: {medium: Memory, sizeLimit: 1Mi}}
  - {name: host, hostPath: {path: $NODE_DIR/node/logs}}
---
apiVersion: v1
kind: Pod
metadata: {name: plain-$round}
spec:
  nodeName: $NODE_NAME
  terminationGracePeriodSeconds: 5
  containers:
  - name: main
    image: ${LAB[image]}
    imagePullPolicy: IfNotPresent
    command: ["sh", "-c", "$loop"]
---
apiVersion: v1
kind: Pod
metadata: {name: job-$round}
spec:
  nodeName: $NODE_NAME
  restartPolicy: OnFailure
  containers:
  - name: main
    image: ${LAB[image]}
    imagePullPolicy: IfNotPresent
    command: ["sh", "-c", "[ -e /kept/once ] || { touch /kept/once; exit 1; }"]
    volumeMounts:
    - {name: kept, mountPath: /kept}
  volumes:
  - {name: kept, emptyDir: {}}
YAML
}
