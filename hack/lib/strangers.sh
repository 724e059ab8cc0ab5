# shellcheck shell=bash
# Proof that other users of the machine cannot get into a node. Sourced after node.sh.

# as_stranger COMMAND...: as a user who owns nothing.
as_stranger() {
  setpriv --reuid 65534 --regid 65534 --clear-groups --no-new-privs -- "$@"
}

# keep_strangers_out: fails with what a stranger could do.
keep_strangers_out() {
  local path status open=''
  as_stranger true || die "cannot become another user to look from there (setpriv of util-linux)"
  for path in "$NODE_DIR"/{,node,node/root,node/root/pods,node/logs,node/manifests,node/pki,cni}; do
    ! as_stranger ls "$path" >/dev/null 2>&1 || open+=" $path"
  done
  for path in "$NODE_DIR"/{lab.env,containerd.toml,containerd.log,node/config.yaml,node/kubelet.log} \
    "$NODE_DIR"/node/pki/* "$NODE_DIR/node/manifests/$SAMPLE_POD.yaml"; do
    ! as_stranger cat "$path" >/dev/null 2>&1 || open+=" $path"
  done
  for path in "$NODE_SOCKET" "${LAB[socket]}"; do
    status=0
    as_stranger curl --silent --max-time 5 --unix-socket "$path" http://localhost/pods >/dev/null || status=$?
    # 7: could not connect
    [[ $status -eq 7 ]] || open+=" $path"
  done
  status=$(as_stranger curl --silent --insecure --max-time 5 --output /dev/null --write-out '%{http_code}' \
    "https://127.0.0.1:$MAIN_PORT/pods") || true
  [[ $status == 401 ]] || open+=" https://127.0.0.1:$MAIN_PORT/pods($status)"
  [[ -z $open ]] || die "open to other users of the machine:$open"
  say "other users of the machine are kept out: no file, socket or port is open to them"
}
