# shellcheck shell=bash
# What bin/kubelet and bin/jubelet share: finding the JDK and becoming the JVM under their own name.
# Sourced with HOME_DIR set to the directory above bin/ and lib/.

# shellcheck source=find-jdk.sh
. "$HOME_DIR/lib/find-jdk.sh"

# choose_jvm NAME: sets JVM to a link of that name to the `java` of a JDK 25. The kernel takes a
# process's comm from the name of the file it was told to execute, while the JVM finds its
# libraries through the file behind the link; so a link is enough to be called like the program.
#
# The JDK that ./build used is taken while it is there, because the AOT cache fits only that one.
choose_jvm() {
  local links=$HOME_DIR/lib/jvm
  if ! jdk_is_25 "$links/jdk"; then
    if ! find_jdk; then
      printf '%s: no JDK 25 found in JAVA_HOME, /usr/lib/jvm or PATH; install one or set JAVA_HOME\n' "$1" >&2
      exit 1
    fi
    link_jdk "$links" 2>/dev/null || {
      links=${XDG_RUNTIME_DIR:-/run}/jubelet/jvm
      link_jdk "$links" 2>/dev/null || links=
    }
  fi
  # Where no link can be made the JVM still runs, only under the name java.
  JVM=${links:+$links/$1}
  JVM=${JVM:-$JDK/bin/java}
}

# link_jdk DIR: makes the links for both programs.
link_jdk() {
  mkdir -p "$1" &&
    ln -sfn "$JDK" "$1/jdk" &&
    ln -sfn jdk/bin/java "$1/kubelet" &&
    ln -sfn jdk/bin/java "$1/jubelet"
}

# read_class_path: sets CLASS_PATH from lib/classpath. Its order is fixed at build time, because
# an AOT cache is refused when the class path differs from the one it was trained with.
read_class_path() {
  local jar
  CLASS_PATH=
  while IFS= read -r jar; do
    CLASS_PATH+=${CLASS_PATH:+:}$HOME_DIR/lib/$jar
  done <"$HOME_DIR/lib/classpath"
}

# choose_aot_cache NAME: sets AOT_OPTIONS. JUBELET_AOT_OUTPUT trains a new cache instead.
choose_aot_cache() {
  AOT_OPTIONS=()
  if [[ -n ${JUBELET_AOT_OUTPUT:-} ]]; then
    AOT_OPTIONS=("-XX:AOTCacheOutput=$JUBELET_AOT_OUTPUT")
  elif [[ -r $HOME_DIR/lib/$1.aot ]]; then
    AOT_OPTIONS=("-XX:AOTCache=$HOME_DIR/lib/$1.aot")
  fi
}

# become NAME MAIN_CLASS ARGUMENTS...: replaces this process. JVM_OPTIONS are the program's own;
# JUBELET_JAVA_OPTS come last, so that they win.
become() {
  local name=$1 main=$2 extra
  shift 2
  choose_jvm "$name"
  read_class_path
  choose_aot_cache "$name"
  read -ra extra <<<"${JUBELET_JAVA_OPTS:-}"
  # One malloc arena: threads that allocate little need not have one each.
  export MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX:-1}
  exec -a "$name" "$JVM" "${JVM_OPTIONS[@]}" "${AOT_OPTIONS[@]}" "${extra[@]}" \
    -cp "$CLASS_PATH" "$main" "$@"
}
