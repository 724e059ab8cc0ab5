package dev.jubelet.volume.projection;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares what a directory holds with what it should. Follows no link. */
final class VersionReader {
  private VersionReader() {}

  /** Whether there are exactly these files with this content. */
  static boolean shows(Path version, Payload payload) throws IOException {
    if (!files(version).equals(payload.files().keySet())) {
      return false;
    }
    for (Map.Entry<String, PayloadFile> entry : payload.files().entrySet()) {
      if (!hasContent(version.resolve(entry.getKey()), entry.getValue().content())) {
        return false;
      }
    }
    return true;
  }

  private static Set<String> files(Path version) throws IOException {
    try (Stream<Path> all = Files.walk(version)) {
      return all.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
          .map(path -> version.relativize(path).toString())
          .collect(Collectors.toSet());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static boolean hasContent(Path file, ByteString content) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Files.size(file) == content.size()
        && content.equals(ByteString.copyFrom(Files.readAllBytes(file)));
  }
}
