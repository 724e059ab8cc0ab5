package dev.jubelet.pod.spec;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a pod's metadata that it may be told about itself, as variables or as files. Pure.
 */
public final class MetadataFields {
  private static final Pattern SUBSCRIPTED = Pattern.compile("(.+?)\\['(.*)']");

  private MetadataFields() {}

  /**
   * The value at a path such as {@code metadata.labels['app']}; an entry that is not there is "".
   */
  public static String value(String path, Pod pod) {
    Matcher subscripted = SUBSCRIPTED.matcher(path);
    if (subscripted.matches()) {
      return entry(subscripted.group(1), subscripted.group(2), pod.getMetadata());
    }
    ObjectMeta metadata = pod.getMetadata();
    return switch (path) {
      case "metadata.name" -> metadata.getName();
      case "metadata.namespace" -> metadata.getNamespace();
      case "metadata.uid" -> metadata.getUid();
      case "metadata.labels" -> lines(metadata.getLabels());
      case "metadata.annotations" -> lines(metadata.getAnnotations());
      default -> throw new UnknownFieldException("unsupported fieldPath: " + path);
    };
  }

  private static String entry(String path, String key, ObjectMeta metadata) {
    Map<String, String> entries =
        switch (path) {
          case "metadata.labels" -> orEmpty(metadata.getLabels());
          case "metadata.annotations" -> orEmpty(metadata.getAnnotations());
          default ->
              throw new UnknownFieldException(
                  "fieldPath \"%s\" does not support subscript".formatted(path));
        };
    String value = entries.get(key);
    return value == null ? "" : value;
  }

  /** One line {@code key="value"} for each entry, in the order of the keys. */
  private static String lines(@Nullable Map<String, String> entries) {
    return new TreeMap<>(orEmpty(entries))
        .entrySet().stream()
            .map(entry -> entry.getKey() + "=" + Quoting.quoted(entry.getValue()))
            .collect(Collectors.joining("\n"));
  }

  private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
    return map == null ? Map.of() : map;
  }
}
