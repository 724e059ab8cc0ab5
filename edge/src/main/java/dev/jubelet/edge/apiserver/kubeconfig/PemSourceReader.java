package dev.jubelet.edge.apiserver.kubeconfig;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/** Reads the pairs of fields {@code x} (a path) and {@code x-data} (base64); data outranks. */
final class PemSourceReader {
  private final Path directory;

  PemSourceReader(Path directory) {
    this.directory = directory;
  }

  Optional<PemSource> read(Fields fields, String name) {
    Optional<PemSource> data =
        fields.text(name + "-data").map(text -> inline(fields.place(name + "-data"), text));
    return data.or(
        () ->
            fields
                .text(name)
                .map(path -> new PemSource.InFile(fields.place(name), directory.resolve(path))));
  }

  /** A path that the file gives, from its own directory. */
  Path path(String text) {
    return directory.resolve(text);
  }

  private static PemSource inline(String place, String base64) {
    try {
      byte[] decoded = Base64.getDecoder().decode(base64.replaceAll("\\s", ""));
      return new PemSource.Inline(place, new String(decoded, StandardCharsets.ISO_8859_1));
    } catch (IllegalArgumentException e) {
      throw new KubeconfigException(
          KubeconfigException.Kind.INVALID, place + " is not base64: " + e.getMessage(), e);
    }
  }
}
