package dev.jubelet.pod.source;

import dev.jubelet.pod.manifest.Manifest;
import dev.jubelet.pod.manifest.ManifestReader;
import dev.jubelet.pod.model.LocalObject;
import dev.jubelet.pod.model.SourceKind;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/**
 * Turns the bytes of a manifest into pods of this node and the objects beside them.
 *
 * <p>Thread: any; keeps nothing.
 */
final class ManifestInterpreter {
  private final ManifestReader reader;
  private final StaticIdentity identity;
  private final SourceKind kind;

  /** What one manifest holds for this node. */
  record Contents(List<Pod> pods, List<LocalObject> objects, List<String> warnings) {
    static final Contents NOTHING = new Contents(List.of(), List.of(), List.of());

    /** The words for what there is of it; empty when there is nothing. */
    String nouns() {
      if (pods.isEmpty()) {
        return objects.isEmpty() ? "" : "objects";
      }
      return objects.isEmpty() ? "pods" : "pods and objects";
    }
  }

  ManifestInterpreter(SourceSettings settings, SourceKind kind) {
    this.reader = new ManifestReader(settings.standalone());
    this.identity = new StaticIdentity(settings.nodeName());
    this.kind = kind;
  }

  /**
   * Takes the file's path or the URL as origin. Throws what {@link ManifestReader#read} and {@link
   * StaticIdentity#assign} throw.
   */
  Contents interpret(byte[] bytes, String origin) {
    Manifest manifest = reader.read(bytes);
    List<Pod> pods =
        manifest.entries().stream().map(entry -> identity.assign(entry, kind, origin)).toList();
    return new Contents(pods, manifest.objects(), manifest.warnings());
  }
}
