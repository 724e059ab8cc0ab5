package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The API's rules for metadata. Pure. */
final class MetaRules {
  private static final int MAX_ANNOTATION_CHARS = 256 * 1024;

  private MetaRules() {}

  static void check(ObjectMeta meta, String path, Problems problems) {
    if (isEmpty(meta.getName())) {
      problems.required(path + ".name", "a manifest gives its object a name");
    } else if (!Formats.isDnsSubdomain(meta.getName())) {
      problems.invalid(path + ".name", meta.getName(), Formats.DNS_SUBDOMAIN);
    }
    if (!isEmpty(meta.getNamespace()) && !Formats.isDnsLabel(meta.getNamespace())) {
      problems.invalid(path + ".namespace", meta.getNamespace(), Formats.DNS_LABEL);
    }
    // The UID becomes the name of directories and cgroups.
    if (!isEmpty(meta.getUid()) && !Formats.isUid(meta.getUid())) {
      problems.invalid(path + ".uid", meta.getUid(), Formats.UID);
    }
    labels(meta.getLabels(), path + ".labels", problems);
    annotations(meta.getAnnotations(), path + ".annotations", problems);
  }

  static void labels(@Nullable Map<String, String> labels, String path, Problems problems) {
    if (labels == null) {
      return;
    }
    labels.forEach(
        (key, value) -> {
          if (!Formats.isQualifiedName(key)) {
            problems.invalid(path, key, Formats.QUALIFIED_NAME);
          }
          if (!Formats.isLabelValue(value)) {
            problems.invalid(path + "." + key, value, Formats.LABEL_VALUE);
          }
        });
  }

  private static void annotations(
      @Nullable Map<String, String> annotations, String path, Problems problems) {
    if (annotations == null) {
      return;
    }
    long size = 0;
    for (Map.Entry<String, String> entry : annotations.entrySet()) {
      size += entry.getKey().length() + entry.getValue().length();
      if (!Formats.isQualifiedName(entry.getKey())) {
        problems.invalid(path, entry.getKey(), Formats.QUALIFIED_NAME);
      }
    }
    if (size > MAX_ANNOTATION_CHARS) {
      problems.invalid(path, size, "must not have more than " + MAX_ANNOTATION_CHARS + " bytes");
    }
  }

  static boolean isEmpty(@Nullable String text) {
    return text == null || text.isEmpty();
  }
}
