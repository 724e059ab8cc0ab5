package dev.jubelet.edge.apiserver.kubeconfig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A certificate or key in PEM: in the kubeconfig itself, or in a file that may change. */
public sealed interface PemSource {

  /** What errors call it. */
  String origin();

  /** Its text now. */
  String text();

  /** Stands in the kubeconfig; {@code field} is where. */
  record Inline(String origin, String text) implements PemSource {
    /** Keys are kept out of logs. */
    @Override
    public String toString() {
      return "Inline[" + origin + "]";
    }
  }

  /** Stands in a file of its own, which is read each time. */
  record InFile(String field, Path path) implements PemSource {
    @Override
    public String origin() {
      return path + " (" + field + ")";
    }

    @Override
    public String text() {
      try {
        return Files.readString(path, StandardCharsets.ISO_8859_1);
      } catch (IOException e) {
        throw new KubeconfigException(
            KubeconfigException.Kind.UNREADABLE, "cannot read " + origin() + ": " + e, e);
      }
    }
  }
}
