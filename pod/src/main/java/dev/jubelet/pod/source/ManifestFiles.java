package dev.jubelet.pod.source;

import dev.jubelet.base.ByteBudget;
import dev.jubelet.base.ConcurrentTasks;
import dev.jubelet.pod.model.LocalObject;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.source.ManifestFile.Look;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * All files of the source, in the order of their names. A file that was not deleted but is missing
 * is given {@link #GRACE} to come back, because many editors save by moving the old file away
 * first. A file that comes back as the very same one was not saved by an editor.
 *
 * <p>Thread: the source's lane. Owns: the files and since when some are missing.
 */
final class ManifestFiles {
  static final Duration GRACE = Duration.ofMillis(50);

  /** So many files are not worth another thread. */
  private static final int FEW = 16;

  private final ManifestInterpreter interpreter;
  private final ByteBudget budget;
  private final Map<Path, ManifestFile> files =
      new TreeMap<>(Comparator.comparing((Path path) -> path.getFileName().toString()));
  private final Map<Path, Long> missingSince = new HashMap<>();

  ManifestFiles(ManifestInterpreter interpreter, ByteBudget budget) {
    this.interpreter = interpreter;
    this.budget = budget;
  }

  /**
   * Forgets the files with pods that were deleted, or moved away and back, even if there are files
   * of these names now. Files with objects only are not forgotten: their users would miss them.
   * Returns whether it forgot any.
   */
  boolean forgetRemoved(Set<String> deleted, Set<String> movedAway) {
    if (deleted.isEmpty() && movedAway.isEmpty() && missingSince.isEmpty()) {
      return false;
    }
    boolean forgot = files.values().removeIf(file -> wasRemoved(file, deleted, movedAway));
    missingSince.keySet().retainAll(files.keySet());
    return forgot;
  }

  private boolean wasRemoved(ManifestFile file, Set<String> deleted, Set<String> movedAway) {
    String name = file.path().getFileName().toString();
    boolean away = movedAway.contains(name) || missingSince.containsKey(file.path());
    return !file.contents().pods().isEmpty()
        && (deleted.contains(name) || (away && file.isWhereItWas()));
  }

  /** Returns whether something must be looked at again soon. */
  boolean update(List<Path> found, Function<Path, Look> how, long nanos) {
    List<ManifestFile> present =
        found.stream()
            .map(path -> files.computeIfAbsent(path, p -> new ManifestFile(p, interpreter, budget)))
            .toList();
    boolean unsettled = inParts(present, file -> file.look(how.apply(file.path()), nanos));
    return dropMissing(found, nanos) || unsettled;
  }

  /** Many files at once come when the agent starts, and then all processors should help. */
  private static boolean inParts(List<ManifestFile> files, Predicate<ManifestFile> look) {
    int size = Math.max(FEW, files.size() / Runtime.getRuntime().availableProcessors() + 1);
    List<List<ManifestFile>> parts = new ArrayList<>();
    for (int from = 0; from < files.size(); from += size) {
      parts.add(files.subList(from, Math.min(from + size, files.size())));
    }
    return ConcurrentTasks.each("manifests", parts, part -> part.stream().filter(look).count() > 0)
        .contains(true);
  }

  private boolean dropMissing(List<Path> found, long nanos) {
    Set<Path> missing = new HashSet<>(files.keySet());
    found.forEach(missing::remove);
    missingSince.keySet().retainAll(missing);
    for (Path path : missing) {
      missingSince.putIfAbsent(path, nanos);
    }
    missingSince
        .entrySet()
        .removeIf(
            entry -> {
              boolean gone = nanos - entry.getValue() >= GRACE.toNanos();
              if (gone) {
                forget(entry.getKey());
              }
              return gone;
            });
    return !missingSince.isEmpty();
  }

  private void forget(Path path) {
    ManifestFile file = files.remove(path);
    if (file != null) {
      file.close();
    }
  }

  UniquePods uniquePods() {
    UniquePods unique = new UniquePods(SourceKind.FILE);
    for (ManifestFile file : files.values()) {
      for (Pod pod : file.contents().pods()) {
        unique.add(pod, file.path().toString());
      }
    }
    return unique;
  }

  UniqueObjects uniqueObjects() {
    UniqueObjects unique = new UniqueObjects();
    for (ManifestFile file : files.values()) {
      for (LocalObject object : file.contents().objects()) {
        unique.add(object, file.path().toString());
      }
    }
    return unique;
  }

  List<SourceProblem> problems() {
    return files.values().stream().flatMap(ManifestFile::problems).toList();
  }
}
