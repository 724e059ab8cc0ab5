package dev.jubelet.image.archive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.image.archive.ArchiveException.Kind;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * What an archive says of itself, read before the runtime gets it: a file that is cut short or
 * something else is named as such, whatever the runtime would say.
 *
 * @param names of the images in it, as far as they have some
 */
record ArchiveContents(List<String> names) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String OCI_INDEX = "index.json";
  private static final String DOCKER_MANIFEST = "manifest.json";
  private static final int GZIP_MAGIC = 0x1f8b;

  /** Throws {@link ArchiveException} when it cannot be imported as it is. */
  static ArchiveContents read(Path archive) {
    if (Files.isDirectory(archive)) {
      throw new ArchiveException(Kind.BAD, archive + " is a directory, not an archive");
    }
    try (InputStream file = Files.newInputStream(archive)) {
      return of(archive, TarEntries.read(plain(file), Set.of(OCI_INDEX, DOCKER_MANIFEST)));
    } catch (NoSuchFileException e) {
      throw new ArchiveException(Kind.NOT_FOUND, archive + " does not exist", e);
    } catch (EOFException e) {
      throw new ArchiveException(Kind.BAD, archive + " is cut short", e);
    } catch (IOException e) {
      throw new ArchiveException(
          Kind.BAD, "cannot read images from " + archive + ": " + e.getMessage(), e);
    }
  }

  private static InputStream plain(InputStream file) throws IOException {
    BufferedInputStream in = new BufferedInputStream(file);
    in.mark(2);
    int magic = (in.read() << 8) | in.read();
    in.reset();
    return magic == GZIP_MAGIC ? new GZIPInputStream(in) : in;
  }

  private static ArchiveContents of(Path archive, Map<String, byte[]> files) throws IOException {
    byte[] docker = files.get(DOCKER_MANIFEST);
    byte[] oci = files.get(OCI_INDEX);
    if (docker == null && oci == null) {
      throw new ArchiveException(
          Kind.BAD,
          archive + " is neither an OCI nor a docker archive: it has no index.json, manifest.json");
    }
    Set<String> names = new LinkedHashSet<>();
    for (JsonNode image : tree(docker)) {
      image.path("RepoTags").forEach(tag -> names.add(tag.asText()));
    }
    for (JsonNode image : tree(oci).path("manifests")) {
      JsonNode notes = image.path("annotations");
      String name =
          notes
              .path("io.containerd.image.name")
              .asText(notes.path("org.opencontainers.image.ref.name").asText());
      if (name.contains("/") || name.contains(":")) {
        names.add(name);
      }
    }
    return new ArchiveContents(List.copyOf(names));
  }

  private static JsonNode tree(byte @Nullable [] json) throws IOException {
    return json == null ? JSON.createObjectNode() : JSON.readTree(json);
  }
}
