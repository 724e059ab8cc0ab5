package dev.jubelet.pod.source;

import dev.jubelet.pod.model.LocalObject;
import dev.jubelet.pod.model.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one object of each kind and name: the first. Pure but for what it collects.
 *
 * <p>Thread: one listing per instance. Owns: the objects kept and the problems found.
 */
final class UniqueObjects {
  private final Map<ObjectKey, String> placeOf = new HashMap<>();
  private final List<LocalObject> objects = new ArrayList<>();
  private final List<SourceProblem> problems = new ArrayList<>();

  /** Adds the object that was found at a place, a file or a URL. */
  void add(LocalObject object, String place) {
    @Nullable String first = placeOf.putIfAbsent(object.key(), place);
    if (first == null) {
      objects.add(object);
    } else {
      problems.add(
          new SourceProblem(
              place + " (" + object.key() + ")",
              object.key() + " is ignored here: " + first + " has it already",
              true));
    }
  }

  List<LocalObject> objects() {
    return List.copyOf(objects);
  }

  List<SourceProblem> problems() {
    return List.copyOf(problems);
  }
}
