package dev.jubelet.volume.projection;

import dev.jubelet.base.Timers;
import dev.jubelet.volume.disk.FsGroup;
import dev.jubelet.volume.disk.TreeRemover;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A directory whose files change all at once, in the layout that programs watch:
 *
 * <pre>
 *   ..2026_01_02_15_04_05.123456789/   the files
 *   ..data -> ..2026_01_02_15_04_05.123456789
 *   name   -> ..data/name              for each top name
 * </pre>
 *
 * New files are written beside the old ones, then {@code ..data} is replaced by a rename. A crash
 * at any point leaves the old files or the new ones, whole; the next write repairs the rest.
 *
 * <p>Thread: one at a time for a directory. Owns: the names in the directory that begin with two
 * dots, and the links to {@code ..data}.
 */
public final class AtomicTree {
  private static final String CURRENT = "..data";
  private static final String NEXT = "..data_tmp";
  private static final Pattern VERSION = Pattern.compile("\\.\\.\\d{4}(_\\d\\d){5}\\.\\d+");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy_MM_dd_HH_mm_ss").withZone(ZoneOffset.UTC);

  /** How far a write has come. */
  enum Step {
    MADE,
    WRITTEN,
    LINKED,
    SWITCHED,
    SHOWN,
    HIDDEN,
    CLEANED
  }

  private final Path directory;
  private final VersionWriter writer;
  private final Timers timers;
  private final Consumer<Step> done;

  public AtomicTree(Path directory, FsGroup group, Timers timers) {
    this(directory, group, timers, step -> {});
  }

  AtomicTree(Path directory, FsGroup group, Timers timers, Consumer<Step> done) {
    this.directory = directory;
    this.writer = new VersionWriter(group);
    this.timers = timers;
    this.done = done;
  }

  /** Whether files have been written here completely once. */
  public boolean isWritten() throws IOException {
    return current().isPresent();
  }

  /** Makes the directory show these files; returns whether it showed others before. */
  public boolean write(Payload payload) throws IOException {
    Optional<Path> current = current();
    boolean changed =
        current.isEmpty() || !VersionReader.shows(directory.resolve(current.get()), payload);
    Path version = changed ? switchFrom(current, payload) : current.get();
    for (String name : payload.topNames()) {
      show(name);
    }
    done.accept(Step.SHOWN);
    cleanExcept(version, payload.topNames());
    done.accept(Step.CLEANED);
    return changed;
  }

  /** The name of the directory that {@code ..data} leads to, if it is one of ours. */
  private Optional<Path> current() throws IOException {
    try {
      Path name = Files.readSymbolicLink(directory.resolve(CURRENT));
      boolean ours =
          isVersion(name) && Files.isDirectory(directory.resolve(name), LinkOption.NOFOLLOW_LINKS);
      return ours ? Optional.of(name) : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** What earlier writes have left half-way goes first: it may take the room for this one. */
  private Path switchFrom(Optional<Path> current, Payload payload) throws IOException {
    for (Path name : names()) {
      if (isVersion(name) && !Optional.of(name).equals(current)) {
        TreeRemover.remove(directory, name);
      }
    }
    Path version = makeVersion();
    done.accept(Step.MADE);
    writer.write(version, payload);
    done.accept(Step.WRITTEN);
    Path next = directory.resolve(NEXT);
    Files.deleteIfExists(next);
    Files.createSymbolicLink(next, version.getFileName());
    writer.own(next);
    done.accept(Step.LINKED);
    Files.move(next, directory.resolve(CURRENT), StandardCopyOption.ATOMIC_MOVE);
    done.accept(Step.SWITCHED);
    return version.getFileName();
  }

  private Path makeVersion() throws IOException {
    String time = TIME.format(timers.now());
    Path version;
    do {
      version =
          directory.resolve(".." + time + "." + ThreadLocalRandom.current().nextLong(1L << 32));
    } while (Files.exists(version, LinkOption.NOFOLLOW_LINKS));
    return Files.createDirectory(version);
  }

  private void show(String name) throws IOException {
    Path link = directory.resolve(name);
    Path target = Path.of(CURRENT, name);
    try {
      Files.createSymbolicLink(link, target);
      writer.own(link);
    } catch (FileAlreadyExistsException e) {
      if (!isLinkTo(link, target)) {
        throw new FileAlreadyExistsException(link.toString(), null, "it is in the way of a file");
      }
    }
  }

  /** Removes what an earlier write or a crash has left: links first, so that none leads nowhere. */
  private void cleanExcept(Path version, Set<String> shown) throws IOException {
    List<Path> oldVersions = new ArrayList<>();
    for (Path name : names()) {
      Path entry = directory.resolve(name);
      if (isVersion(name) && !name.equals(version)) {
        oldVersions.add(name);
      } else if (name.toString().equals(NEXT)
          || (!shown.contains(name.toString())
              && isLinkTo(entry, Path.of(CURRENT, name.toString())))) {
        Files.deleteIfExists(entry);
      }
    }
    done.accept(Step.HIDDEN);
    for (Path old : oldVersions) {
      TreeRemover.remove(directory, old);
    }
  }

  private List<Path> names() throws IOException {
    List<Path> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(entry -> names.add(entry.getFileName()));
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return names;
  }

  private static boolean isVersion(Path name) {
    return VERSION.matcher(name.toString()).matches();
  }

  private static boolean isLinkTo(Path path, Path target) throws IOException {
    return Files.isSymbolicLink(path) && Files.readSymbolicLink(path).equals(target);
  }
}
