package dev.jubelet.pod.journal;

import dev.jubelet.base.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of the journal, one for each pod, replaced whole. What cannot be read is moved to a
 * directory beside them, where people may look at it and nothing else does.
 *
 * <p>Thread: one at a time. Owns: the directory. All methods throw UncheckedIOException.
 */
final class JournalDirectory {
  static final long LARGEST = 16L << 20;

  private static final String ENDING = ".entry";
  private static final String ASIDE = "unreadable";
  private static final Pattern PLAIN = Pattern.compile("[0-9A-Za-z][0-9A-Za-z-]{0,99}");
  private static final Set<PosixFilePermission> OF_FILE =
      Set.copyOf(PosixFilePermissions.fromString("rw-------"));
  private static final Set<PosixFilePermission> OF_DIRECTORY =
      Set.copyOf(PosixFilePermissions.fromString("rwx------"));

  private final Path directory;

  JournalDirectory(Path directory) {
    this.directory = directory;
  }

  /** The name of the entry of a pod: its UID, unless that is none for a file. */
  static String nameOf(String uid) {
    return PLAIN.matcher(uid).matches() ? uid : "x" + digest(uid);
  }

  private static String digest(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Makes it, closed to others, and removes what a write left that was broken off. */
  void prepare() {
    doing(
        "prepare",
        directory,
        () -> {
          Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OF_DIRECTORY));
          Files.setPosixFilePermissions(directory, OF_DIRECTORY);
          for (Path file : files()) {
            String name = file.getFileName().toString();
            if (name.startsWith(".") && name.endsWith(".tmp")) {
              Files.deleteIfExists(file);
            }
          }
        });
  }

  /** The names of all entries; of none when there is no directory. */
  List<String> names() {
    try {
      return files().stream()
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ENDING) && !name.startsWith("."))
          .map(name -> name.substring(0, name.length() - ENDING.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + directory, e);
    }
  }

  private List<Path> files() throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  Path file(String name) {
    return directory.resolve(name + ENDING);
  }

  byte[] read(String name) {
    Path file = file(name);
    try {
      if (Files.size(file) > LARGEST) {
        throw new JournalException(
            JournalException.Kind.ENTRY,
            "entry %s cannot be read: it is larger than %d bytes".formatted(name, LARGEST));
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  void write(String name, byte[] content) {
    AtomicFile.write(file(name), content, OF_FILE);
  }

  void remove(String name) {
    doing(
        "remove",
        file(name),
        () -> {
          if (Files.deleteIfExists(file(name))) {
            sync();
          }
        });
  }

  /** Returns where it is now. */
  Path setAside(String name) {
    Path aside = directory.resolve(ASIDE);
    Path target = aside.resolve(name + ENDING);
    doing(
        "set aside",
        file(name),
        () -> {
          Files.createDirectories(aside, PosixFilePermissions.asFileAttribute(OF_DIRECTORY));
          Files.move(file(name), target, StandardCopyOption.ATOMIC_MOVE);
          sync();
        });
    return target;
  }

  private void sync() throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  private static void doing(String what, Path where, Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot %s %s".formatted(what, where), e);
    }
  }
}
