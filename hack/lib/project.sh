# shellcheck shell=bash
# Where things are, and how scripts speak. Sourced by every script of the tree.

PROJECT=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)

# What scripts fetch or assemble once: private copies of tools and the offline images.
# shellcheck disable=SC2034 # used by the scripts that source this file
CACHE=${JUBELET_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/jubelet}

# shellcheck source=../../dist/src/main/launcher/find-jdk.sh
. "$PROJECT/dist/src/main/launcher/find-jdk.sh"

# say WORDS: one line for the person in front of the screen; stdout stays free for results.
say() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
}

die() {
  say "$*"
  exit 1
}
