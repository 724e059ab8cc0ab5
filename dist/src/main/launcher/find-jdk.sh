# shellcheck shell=bash
# Finds a JDK 25 without starting a process: JAVA_HOME, the usual JVM directory, the one behind
# `java` on PATH. Sourced by the launchers in bin/ and by the scripts of the source tree, so that
# both always agree on the JDK.

# jdk_is_25 DIR: whether DIR holds one, by what its `release` file says.
jdk_is_25() {
  local line
  [[ -x $1/bin/java && -r $1/release ]] || return 1
  while IFS= read -r line; do
    case $line in
      'JAVA_VERSION="25"' | 'JAVA_VERSION="25.'*) return 0 ;;
    esac
  done <"$1/release"
  return 1
}

# find_jdk: sets JDK to its directory, or returns 1.
# shellcheck disable=SC2034 # JDK is for whoever sources this file
find_jdk() {
  local candidate java
  for candidate in "${JAVA_HOME:-}" /usr/lib/jvm/*; do
    if [[ -n $candidate ]] && jdk_is_25 "$candidate"; then
      JDK=$candidate
      return 0
    fi
  done
  if java=$(command -v java) && java=$(readlink -f -- "$java") && jdk_is_25 "${java%/bin/java}"; then
    JDK=${java%/bin/java}
    return 0
  fi
  return 1
}
