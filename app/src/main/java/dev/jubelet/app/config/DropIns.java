package dev.jubelet.app.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Finds the drop-in files of a directory: {@code *.conf}, in the order of their paths. */
final class DropIns {
  private static final String ENDING = ".conf";

  private DropIns() {}

  /** Descends into directories, not through links to them. */
  static List<Path> list(Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    try {
      collect(directory, files);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return files;
  }

  private static void collect(Path directory, List<Path> files) throws IOException {
    List<Path> entries;
    try (Stream<Path> listing = Files.list(directory)) {
      entries = listing.sorted(Comparator.comparing(DropIns::name)).toList();
    }
    for (Path entry : entries) {
      if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
        collect(entry, files);
      } else if (name(entry).endsWith(ENDING)) {
        files.add(entry);
      }
    }
  }

  private static String name(Path path) {
    Path name = path.getFileName();
    return name == null ? "" : name.toString();
  }
}
