# shellcheck shell=bash
# The network of a private containerd: one bridge with one subnet, claimed without asking anyone.
# Sourced by hack/containerd.

# claim_bridge: sets SLOT, BRIDGE, NETWORK, SUBNET and GATEWAY. Adding a link fails when its name
# is taken, which makes it the lock: runs that start at the same moment get different slots.
claim_bridge() {
  for ((SLOT = 0; SLOT < 64; SLOT++)); do
    BRIDGE=jubelet$SLOT
    NETWORK=jubelet-$SLOT
    local prefix="10.$((224 + SLOT / 16))"
    local third=$((SLOT % 16 * 16))
    SUBNET=$prefix.$third.0/20
    GATEWAY=$prefix.$third.1
    if [[ -n $(ip -4 route show root "$SUBNET") ]] || ip link show dev "$BRIDGE" >/dev/null 2>&1; then
      continue
    fi
    if ip link add name "$BRIDGE" type bridge 2>/dev/null; then
      ip address add "$GATEWAY/20" dev "$BRIDGE"
      ip link set dev "$BRIDGE" up
      return 0
    fi
  done
  die "could not add a bridge (is this machine allowed to, and are there fewer than 64 labs up?)"
}

# remove_bridge: the pods' ends first, so that nothing lingers until the kernel ends a namespace.
remove_bridge() {
  local link
  if ! ip link show dev "$BRIDGE" >/dev/null 2>&1; then
    return 0
  fi
  while read -r _ link _; do
    link=${link%:}
    ip link delete dev "${link%@*}" 2>/dev/null || true
  done < <(ip -o link show master "$BRIDGE")
  ip link delete dev "$BRIDGE"
}

# hostport_chains_exist: the chains that the portmap plugin shares between all its networks.
hostport_chains_exist() {
  [[ $(iptables -w -t nat -S 2>/dev/null) == *'-N CNI-HOSTPORT-DNAT'* ]]
}

# remove_port_mappings: the rules of this network, then the shared chains if nobody uses them.
remove_port_mappings() {
  local rules rule chain
  rules=$(iptables -w -t nat -S 2>/dev/null) || return 0
  while read -r rule; do
    if [[ $rule == '-A CNI-HOSTPORT-DNAT '*"dnat name: \\\"$NETWORK\\\" "* ]]; then
      chain=${rule##* -j }
      eval "iptables -w -t nat -D ${rule#-A }"
      iptables -w -t nat -F "$chain"
      iptables -w -t nat -X "$chain"
    fi
  done <<<"$rules"
  [[ $FOREIGN_HOSTPORTS == yes ]] || remove_shared_chains
}

remove_shared_chains() {
  local rules rule chain
  rules=$(iptables -w -t nat -S)
  if [[ $rules != *'-N CNI-HOSTPORT-DNAT'* || $rules == *'-A CNI-HOSTPORT-DNAT '* ]]; then
    return 0
  fi
  while read -r rule; do
    if [[ $rule == *'-j CNI-HOSTPORT-'* ]]; then
      eval "iptables -w -t nat -D ${rule#-A }"
    fi
  done <<<"$rules"
  for chain in CNI-HOSTPORT-DNAT CNI-HOSTPORT-MASQ CNI-HOSTPORT-SETMARK; do
    if [[ $rules == *"-N $chain"* ]]; then
      iptables -w -t nat -F "$chain"
      iptables -w -t nat -X "$chain"
    fi
  done
}

# remove_network_results: what the CNI library remembers of pods that nobody deleted in order.
remove_network_results() {
  local result id
  for result in "/var/lib/cni/results/$NETWORK-"*; do
    if [[ -e $result ]]; then
      id=${result##*/"$NETWORK"-}
      id=${id%%-*}
      rm -f "$result" "/var/lib/cni/results/cni-loopback-$id-"*
    fi
  done
}
