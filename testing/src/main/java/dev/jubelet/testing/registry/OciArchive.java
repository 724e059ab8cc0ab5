package dev.jubelet.testing.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * The files of an OCI archive, as {@code hack/images} makes it.
 *
 * @param files by their path in the archive
 */
record OciArchive(Map<String, byte[]> files) {
  private static final int BLOCK = 512;
  private static final int NAME_LENGTH = 100;
  private static final int SIZE_AT = 124;
  private static final int SIZE_LENGTH = 11;
  private static final int TYPE_AT = 156;
  static final ObjectMapper JSON = new ObjectMapper();

  static OciArchive read(Path tar) {
    try {
      return new OciArchive(files(Files.readAllBytes(tar)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, byte[]> files(byte[] tar) {
    Map<String, byte[]> files = new HashMap<>();
    int at = 0;
    while (at + BLOCK <= tar.length && tar[at] != 0) {
      String name = text(tar, at, NAME_LENGTH);
      int size = Integer.parseInt(text(tar, at + SIZE_AT, SIZE_LENGTH).strip(), 8);
      at += BLOCK;
      if (tar[at - BLOCK + TYPE_AT] == '0') {
        byte[] content = new byte[size];
        System.arraycopy(tar, at, content, 0, size);
        files.put(name, content);
      }
      at += (size + BLOCK - 1) / BLOCK * BLOCK;
    }
    return files;
  }

  private static String text(byte[] bytes, int from, int length) {
    int end = from;
    while (end < from + length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, from, end - from, StandardCharsets.UTF_8);
  }

  byte[] blob(String digest) {
    byte[] found = files.get("blobs/" + digest.replace(':', '/'));
    if (found == null) {
      throw new NoSuchElementException(digest);
    }
    return found;
  }

  JsonNode manifest(String image) {
    try {
      for (JsonNode manifest : JSON.readTree(files.get("index.json")).path("manifests")) {
        JsonNode name = manifest.path("annotations").path("io.containerd.image.name");
        if (name.asText().equals(image)) {
          return JSON.readTree(blob(manifest.path("digest").asText()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new NoSuchElementException(image);
  }
}
