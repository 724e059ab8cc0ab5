package dev.jubelet.pod.source;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Lists what a manifest path stands for: itself, or the entries of a directory in the order of
 * their names, without recursion.
 *
 * <p>Thread: any.
 */
final class ManifestDirectory {

  /** What was found. */
  sealed interface Listing {
    record Found(List<Path> files) implements Listing {}

    /** There is nothing at the path. */
    record Missing() implements Listing {}

    /** There is something, but it cannot be listed. */
    record Failed(String why) implements Listing {}
  }

  private final Path path;

  ManifestDirectory(Path path) {
    this.path = path;
  }

  Listing list() {
    if (!Files.isDirectory(path)) {
      return Files.exists(path) ? new Listing.Found(List.of(path)) : new Listing.Missing();
    }
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
      for (Path entry : entries) {
        if (!FileNames.isIgnored(entry.getFileName().toString())) {
          files.add(entry);
        }
      }
    } catch (IOException e) {
      return new Listing.Failed("cannot be listed: " + e);
    } catch (DirectoryIteratorException e) {
      return new Listing.Failed("cannot be listed: " + e.getCause());
    }
    files.sort(Comparator.comparing(file -> file.getFileName().toString()));
    return new Listing.Found(files);
  }
}
