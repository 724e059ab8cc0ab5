package dev.jubelet.testing.registry;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * An image to serve: one of the offline images with a layer of its own, so that no runtime has it
 * already.
 *
 * @param blobs by their digest
 * @param ownLayer the digest of the layer that only this image has
 */
public record RegistryImage(ByteString manifest, Map<String, byte[]> blobs, String ownLayer) {
  private static final int BLOCK = 512;

  /** {@code archive} is what {@code hack/images} printed. */
  public static RegistryImage of(Path archive, String base, String mark) {
    OciArchive files = OciArchive.read(archive);
    try {
      ObjectNode manifest = files.manifest(base).deepCopy();
      Map<String, byte[]> blobs = new HashMap<>();
      byte[] layer = tar("etc/mark", mark.getBytes(StandardCharsets.UTF_8));
      String layerDigest = digest(layer);
      blobs.put(layerDigest, layer);
      ArrayNode layers = (ArrayNode) manifest.path("layers");
      for (var known : layers) {
        String digest = known.path("digest").asText();
        blobs.put(digest, files.blob(digest));
      }
      layers
          .addObject()
          .put("mediaType", "application/vnd.oci.image.layer.v1.tar")
          .put("digest", layerDigest)
          .put("size", layer.length);
      ObjectNode config =
          (ObjectNode)
              OciArchive.JSON.readTree(files.blob(manifest.path("config").path("digest").asText()));
      ((ArrayNode) config.path("rootfs").path("diff_ids")).add(layerDigest);
      byte[] configBytes = OciArchive.JSON.writeValueAsBytes(config);
      blobs.put(digest(configBytes), configBytes);
      ((ObjectNode) manifest.path("config"))
          .put("digest", digest(configBytes))
          .put("size", configBytes.length);
      return new RegistryImage(
          ByteString.copyFrom(OciArchive.JSON.writeValueAsBytes(manifest)), blobs, layerDigest);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String manifestDigest() {
    return digest(manifest.toByteArray());
  }

  private static byte[] tar(String name, byte[] content) {
    int blocks = (content.length + BLOCK - 1) / BLOCK;
    byte[] tar = new byte[BLOCK * (blocks + 3)];
    put(tar, 0, name);
    put(tar, 100, "0000644");
    put(tar, 108, "0000000");
    put(tar, 116, "0000000");
    put(tar, 124, "%011o".formatted(content.length));
    put(tar, 136, "00000000000");
    put(tar, 148, "        ");
    tar[156] = '0';
    put(tar, 257, "ustar");
    put(tar, 263, "00");
    int sum = 0;
    for (int i = 0; i < BLOCK; i++) {
      sum += tar[i] & 0xff;
    }
    put(tar, 148, "%06o\0 ".formatted(sum));
    System.arraycopy(content, 0, tar, BLOCK, content.length);
    return tar;
  }

  private static void put(byte[] tar, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, tar, at, bytes.length);
  }

  static String digest(byte[] content) {
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
