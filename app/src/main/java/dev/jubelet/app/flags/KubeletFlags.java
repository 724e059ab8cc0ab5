package dev.jubelet.app.flags;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All flags: by name, and by the section of the help they stand in. */
public final class KubeletFlags {
  static final Map<String, List<Flag<?>>> SECTIONS = sections();
  private static final Map<String, Flag<?>> BY_NAME = index();

  private KubeletFlags() {}

  private static Map<String, List<Flag<?>>> sections() {
    Map<String, List<Flag<?>>> sections = new LinkedHashMap<>();
    sections.put("This node", NodeFlags.ALL);
    sections.put("Of Jubelet alone: no other kubelet has these", OwnFlags.ALL);
    sections.put("Help and version", GlobalFlags.ALL);
    sections.put("Logging", LoggingFlags.ALL);
    sections.put("Pods, runtime and images (rather set in --config)", PodFlags.ALL);
    sections.put("Serving and the API server (rather set in --config)", ServerFlags.ALL);
    sections.put("Resources and eviction (rather set in --config)", ResourceFlags.ALL);
    return sections;
  }

  private static Map<String, Flag<?>> index() {
    Map<String, Flag<?>> byName = new HashMap<>();
    all().forEach(flag -> byName.put(flag.name(), flag));
    return byName;
  }

  public static List<Flag<?>> all() {
    return SECTIONS.values().stream().<Flag<?>>flatMap(Collection::stream).toList();
  }

  /** The flag of that name, in which an underscore counts as a dash. */
  static @Nullable Flag<?> find(String name) {
    return BY_NAME.get(name.replace('_', '-'));
  }

  static @Nullable Flag<?> findShort(String letter) {
    return all().stream()
        .<Flag<?>>map(flag -> flag)
        .filter(flag -> flag.shorthand().equals(letter))
        .findFirst()
        .orElse(null);
  }
}
