package dev.jubelet.pod.manifest;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.model.LocalObject;
import java.util.Set;

/** The API's rules for what config maps and secrets hold. Pure but for the problems it adds. */
final class ObjectRules {
  private static final int MAX_BYTES = 1024 * 1024;

  private final String prefix;
  private final Problems problems;

  ObjectRules(String prefix, Problems problems) {
    this.prefix = prefix;
    this.problems = problems;
  }

  void keys(String field, Set<String> keys) {
    for (String key : keys) {
      if (!Formats.isObjectKey(key)) {
        problems.invalid(prefix + field, key, Formats.OBJECT_KEY);
      }
    }
  }

  void noKeyTwice(Set<String> data, Set<String> binaryData) {
    for (String key : data) {
      if (binaryData.contains(key)) {
        problems.invalid(prefix + "data", key, "duplicate of key present in binaryData");
      }
    }
  }

  void size(LocalObject object) {
    long bytes = object.all().values().stream().mapToLong(ByteString::size).sum();
    if (bytes > MAX_BYTES) {
      problems.add(prefix + "data: Too long: may not be more than " + MAX_BYTES + " bytes");
    }
  }
}
