package dev.jubelet.pod.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jubelet.edge.document.Document;
import dev.jubelet.edge.document.DocumentException;
import dev.jubelet.edge.document.DocumentReader;
import dev.jubelet.edge.document.Documents;
import dev.jubelet.pod.manifest.ManifestException.Kind;
import java.util.List;

/**
 * Reads a manifest as YAML or JSON: one v1 Pod or PodList, and in standalone mode also config maps
 * and secrets and several documents. A manifest is whole or refused, so that it is never half in
 * force.
 *
 * <p>Thread: any; keeps nothing.
 */
public final class ManifestReader {

  /** The largest manifest that is read, as upstream has it. */
  public static final int MAX_BYTES = DocumentReader.MAX_BYTES;

  private final boolean standalone;

  /**
   * Without an API server ({@code standalone}) pods may use config maps and secrets, which then
   * come from manifests too; with one, upstream's rule holds that static pods refer to no object.
   */
  public ManifestReader(boolean standalone) {
    this.standalone = standalone;
  }

  /** Returns what the manifest holds, or throws {@link ManifestException} with all problems. */
  public Manifest read(byte[] bytes) {
    return new DocumentBinder(standalone).bind(documents(bytes));
  }

  /** The documents as they are written, for whoever passes them on with changes. */
  public List<JsonNode> trees(byte[] bytes) {
    return documents(bytes).all().stream().map(Document::root).toList();
  }

  private Documents documents(byte[] bytes) {
    try {
      DocumentReader first = DocumentReader.ofOne();
      return (standalone ? first.takingAll() : first).read(bytes);
    } catch (DocumentException e) {
      throw new ManifestException(Kind.MALFORMED, e.message());
    }
  }
}
