package dev.jubelet.volume.plugin;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The options that a volume is to be mounted with, each once and sorted. Pure. */
public final class VolumeMountOptions {
  private static final String ANNOTATION = "volume.beta.kubernetes.io/mount-options";

  private VolumeMountOptions() {}

  /**
   * Those of the volume and those of its plugin; a volume in the pod itself has none of its own.
   */
  public static List<String> of(VolumeSpec volume, String... more) {
    SortedSet<String> options = new TreeSet<>(List.of(more));
    volume.bound().ifPresent(bound -> options.addAll(own(bound.volume())));
    volume.label().ifPresent(label -> options.add(context(label)));
    options.removeIf(String::isBlank);
    return List.copyOf(options);
  }

  /** That gives all files one SELinux label; quotes keep the commas of a label together. */
  public static String context(String label) {
    return "context=\"" + label + "\"";
  }

  private static List<String> own(PersistentVolume volume) {
    Map<String, String> annotations = volume.getMetadata().getAnnotations();
    String annotated = annotations == null ? null : annotations.get(ANNOTATION);
    if (annotated != null) {
      return List.of(annotated.split(",", -1));
    }
    List<String> listed = volume.getSpec().getMountOptions();
    return listed == null ? List.of() : listed;
  }
}
