package dev.jubelet.pod.source;

import dev.jubelet.pod.model.LocalObject;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.source.ManifestFile.Look;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * All files of the source, in the order of their names. A file that has gone is given {@link
 * #GRACE} to come back, because many editors save by moving the old file away first.
 *
 * <p>Thread: the source's lane. Owns: the files and since when some are missing.
 */
final class ManifestFiles {
  static final Duration GRACE = Duration.ofMillis(50);

  private final ManifestInterpreter interpreter;
  private final Map<Path, ManifestFile> files =
      new TreeMap<>(Comparator.comparing((Path path) -> path.getFileName().toString()));
  private final Map<Path, Long> missingSince = new HashMap<>();

  ManifestFiles(ManifestInterpreter interpreter) {
    this.interpreter = interpreter;
  }

  /** Returns whether something must be looked at again soon. */
  boolean update(List<Path> found, Function<Path, Look> how, long nanos) {
    boolean unsettled = false;
    for (Path path : found) {
      ManifestFile file = files.computeIfAbsent(path, p -> new ManifestFile(p, interpreter));
      unsettled |= file.look(how.apply(path), nanos);
    }
    return dropMissing(found, nanos) || unsettled;
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
                files.remove(entry.getKey());
              }
              return gone;
            });
    return !missingSince.isEmpty();
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
