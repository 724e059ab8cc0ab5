package dev.jubelet.pod.manifest;

import dev.jubelet.pod.model.LocalObject;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/**
 * What a manifest holds.
 *
 * @param entries its pods
 * @param warnings what was ignored, each with its place; empty for a clean manifest
 */
public record Manifest(List<Entry> entries, List<LocalObject> objects, List<String> warnings) {

  public Manifest {
    entries = List.copyOf(entries);
    objects = List.copyOf(objects);
    warnings = List.copyOf(warnings);
  }

  /**
   * One pod. Its canonical text is the manifest's own content without order, layout and comments:
   * it stays the same for as long as the author changes nothing, whatever defaults are added.
   */
  public record Entry(Pod pod, String canonical) {}
}
