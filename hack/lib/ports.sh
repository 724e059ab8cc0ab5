# shellcheck shell=bash
# Ports of 127.0.0.1.

# free_port: one that nobody listens on, below the range of outgoing connections.
free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 12000))
    if ! grep -qi "$(printf ':%04X ' "$port")" /proc/net/tcp; then
      printf '%s' "$port"
      return 0
    fi
  done
}
