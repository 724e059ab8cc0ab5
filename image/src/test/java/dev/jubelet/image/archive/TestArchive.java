package dev.jubelet.image.archive;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes tar archives by hand, as small as they may be. */
final class TestArchive {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  static byte[] docker(String... tags) {
    String quoted = String.join(",", Arrays.stream(tags).map(tag -> "\"" + tag + "\"").toList());
    return new TestArchive()
        .add("layer/layer.tar", "x".repeat(700))
        .add("manifest.json", "[{\"Config\":\"c.json\",\"RepoTags\":[" + quoted + "]}]")
        .end();
  }

  static byte[] oci(String... names) {
    String manifests =
        String.join(
            ",",
            Arrays.stream(names)
                .map(
                    name ->
                        "{\"annotations\":{\"org.opencontainers.image.ref.name\":\"%s\"}}"
                            .formatted(name))
                .toList());
    return new TestArchive()
        .add("./oci-layout", "{\"imageLayoutVersion\":\"1.0.0\"}")
        .add("./index.json", "{\"manifests\":[" + manifests + "]}")
        .add("./blobs/sha256/x", "y".repeat(1024))
        .end();
  }

  TestArchive add(String name, String content) {
    byte[] header = new byte[512];
    put(header, 0, name);
    put(header, 124, "%011o".formatted(content.length()));
    Arrays.fill(header, 148, 156, (byte) ' ');
    int sum = 0;
    for (byte one : header) {
      sum += one & 0xff;
    }
    put(header, 148, "%06o\0 ".formatted(sum));
    bytes.writeBytes(header);
    bytes.writeBytes(content.getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(new byte[(512 - content.length() % 512) % 512]);
    return this;
  }

  byte[] end() {
    bytes.writeBytes(new byte[1024]);
    return bytes.toByteArray();
  }

  private static void put(byte[] header, int at, String text) {
    byte[] from = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(from, 0, header, at, from.length);
  }
}
