# shellcheck shell=bash
# The configuration files of a private containerd: everything it writes stays below its directory.
# Sourced by hack/containerd, which sets DIR, TOOLS, BRIDGE, NETWORK, SUBNET, GATEWAY and CGROUPS.

SANDBOX_IMAGE=localhost/jubelet/pause:1
NEWER_HANDLER="runc-2"

# Snapshotters and extras of the two generations that a pod never needs; leaving them out halves
# the start and keeps the log free of complaints about absent file systems.
UNUSED_PLUGINS='"io.containerd.snapshotter.v1.aufs", "io.containerd.snapshotter.v1.btrfs",
  "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.zfs",
  "io.containerd.snapshotter.v1.native", "io.containerd.snapshotter.v1.blockfile",
  "io.containerd.snapshotter.v1.erofs", "io.containerd.differ.v1.erofs",
  "io.containerd.internal.v1.tracing", "io.containerd.tracing.processor.v1.otlp",
  "io.containerd.internal.v1.restart", "io.containerd.monitor.container.v1.restart"'

# write_containerd_config GENERATION CNI_BIN RUNC
write_containerd_config() {
  local generation=$1 cni_bin=$2 runc=$3
  {
    printf 'version = %s\n' $((generation + 1))
    cat <<TOML
root = "$DIR/root"
state = "$DIR/state"
oom_score = 0
disabled_plugins = [$UNUSED_PLUGINS]
[grpc]
  address = "$DIR/containerd.sock"
[debug]
  level = "${JUBELET_CONTAINERD_LOG:-warn}"
[plugins."io.containerd.internal.v1.opt"]
  path = "$DIR/opt"
TOML
    "containerd_${generation}_config" "$cni_bin" "$runc"
  } >"$DIR/containerd.toml"
}

# restrict_oom_score_adj: without CAP_SYS_RESOURCE nobody may lower the score, and runc gives up
# with words that do not say so. netns_mounts_under_state_dir: nothing of ours under /run/netns.
containerd_1_config() {
  cat <<TOML
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "$SANDBOX_IMAGE"
  enable_selinux = $(selinux_is_on)
  restrict_oom_score_adj = true
  netns_mounts_under_state_dir = true
  stream_server_address = "127.0.0.1"
  stream_server_port = "0"
[plugins."io.containerd.grpc.v1.cri".cni]
  bin_dir = "$1"
  conf_dir = "$DIR/cni/conf"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
  runtime_type = "io.containerd.runc.v2"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
  BinaryName = "$2"
  Root = "$DIR/runc"
  SystemdCgroup = $(systemd_makes_cgroups)
TOML
}

containerd_2_config() {
  cat <<TOML
[plugins."io.containerd.cri.v1.images".pinned_images]
  sandbox = "$SANDBOX_IMAGE"
[plugins."io.containerd.cri.v1.runtime"]
  enable_selinux = $(selinux_is_on)
  restrict_oom_score_adj = true
  netns_mounts_under_state_dir = true
[plugins."io.containerd.cri.v1.runtime".cni]
  bin_dirs = ["$1"]
  conf_dir = "$DIR/cni/conf"
[plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc]
  runtime_type = "io.containerd.runc.v2"
[plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc.options]
  BinaryName = "$2"
  Root = "$DIR/runc"
  SystemdCgroup = $(systemd_makes_cgroups)
$(newer_runc_config)
[plugins."io.containerd.grpc.v1.cri"]
  stream_server_address = "127.0.0.1"
  stream_server_port = "0"
[plugins."io.containerd.image-verifier.v1.bindir"]
  bin_dir = "$DIR/opt/image-verifier"
[plugins."io.containerd.nri.v1.nri"]
  disable = true
TOML
}

# systemd_makes_cgroups, selinux_is_on: true or false, as the file wants it.
systemd_makes_cgroups() {
  if [[ $CGROUPS == systemd ]]; then printf true; else printf false; fi
}

selinux_is_on() {
  if [[ -e /sys/fs/selinux/enforce ]]; then printf true; else printf false; fi
}

# newer_runc_config: a second handler for what the first runc cannot do, where there is one.
newer_runc_config() {
  local handlers='plugins."io.containerd.cri.v1.runtime".containerd.runtimes'
  has_newer_runc || return 0
  cat <<TOML
[$handlers.$NEWER_HANDLER]
  runtime_type = "io.containerd.runc.v2"
[$handlers.$NEWER_HANDLER.options]
  BinaryName = "$TOOLS/runc-2/usr/sbin/runc"
  Root = "$DIR/runc"
  SystemdCgroup = $(systemd_makes_cgroups)
TOML
}

# The bridge and its address exist before the first pod, so the plugin need not be a gateway,
# which would switch on forwarding for the whole machine. Pods reach the node and one another.
write_network_config() {
  mkdir -p "$DIR/cni/conf" "$DIR/cni/leases"
  cat >"$DIR/cni/conf/10-jubelet.conflist" <<JSON
{
  "cniVersion": "0.4.0",
  "name": "$NETWORK",
  "plugins": [
    {
      "type": "bridge",
      "bridge": "$BRIDGE",
      "isGateway": false,
      "ipMasq": false,
      "hairpinMode": true,
      "ipam": {
        "type": "host-local",
        "ranges": [[{"subnet": "$SUBNET", "gateway": "$GATEWAY"}]],
        "routes": [{"dst": "0.0.0.0/0"}],
        "dataDir": "$DIR/cni/leases"
      }
    },
    {"type": "portmap", "capabilities": {"portMappings": true}}
  ]
}
JSON
}
