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

# keep_crash_files DIRECTORY: sets CRASH_OPTIONS, so that what the JVM writes when it crashes is not
# for others to read: a crash file quotes the command line and some of the environment, and what was
# on stacks; a core or heap dump has the secrets of pods. The last crash's file stays in DIRECTORY,
# which only its owner may enter. Without one the text goes to standard error, where the log goes.
keep_crash_files() {
  CRASH_OPTIONS=(-XX:-CreateCoredumpOnCrash)
  if [[ -n $1 && -d $1 && -w $1 ]] || make_private "$1" 2>/dev/null; then
    CRASH_OPTIONS+=("-XX:ErrorFile=$1/hs_err.log" "-XX:ReplayDataFile=$1/replay.log" "-XX:HeapDumpPath=$1")
  else
    CRASH_OPTIONS+=(-XX:+ErrorFileToStderr -XX:-DumpReplayDataOnError)
  fi
}

# make_private DIRECTORY: for its owner alone; the one above it as the agent would make it.
make_private() {
  [[ -n $1 ]] &&
    (umask 027 && mkdir -p -- "${1%/*}" && umask 077 && mkdir -- "$1" && : >"$1/hs_err.log")
}

# use_utf8: gives the JVM a locale whose file names are UTF-8, whatever the caller's is: with any
# other a path of a pod that is not ASCII is no path for it. What the agent starts (mount, drivers,
# credential plugins) inherits it and so writes its messages in English.
use_utf8() {
  local probe=$'\xc3\xa9' locale
  for locale in C.UTF-8 C.utf8 en_US.UTF-8; do
    export LC_ALL=$locale
    ((${#probe} != 1)) || return 0
  done 2>/dev/null
}

# become NAME MAIN_CLASS ARGUMENTS...: replaces this process. JVM_OPTIONS are the program's own;
# JUBELET_JAVA_OPTS come last, so that they win.
become() {
  local name=$1 main=$2 extra
  shift 2
  choose_jvm "$name"
  read_class_path
  choose_aot_cache "$name"
  use_utf8
  read -ra extra <<<"${JUBELET_JAVA_OPTS:-}"
  # One malloc arena: threads that allocate little need not have one each.
  export MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX:-1}
  exec -a "$name" "$JVM" "${JVM_OPTIONS[@]}" "${AOT_OPTIONS[@]}" "${extra[@]}" \
    -cp "$CLASS_PATH" "$main" "$@"
}
