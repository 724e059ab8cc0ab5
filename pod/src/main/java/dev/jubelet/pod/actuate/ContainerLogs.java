package dev.jubelet.pod.actuate;

import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.translate.PodLogPaths;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log files of containers: the directories the runtime writes into, the links that log
 * collectors follow, and their removal. A link that cannot be made or a log that cannot be removed
 * is a warning; a directory that cannot be made is a failure.
 *
 * <p>Thread: the pod's lane, and the collector's.
 */
public final class ContainerLogs {
  private static final Logger log = LoggerFactory.getLogger(ContainerLogs.class);

  private final PodLogPaths paths;
  private final Path links;
  private final boolean removesFiles;

  /**
   * With {@code removesFiles} false somebody else rotates logs, and the files of a container stay
   * until its pod goes.
   */
  public ContainerLogs(PodLogPaths paths, Path links, boolean removesFiles) {
    this.paths = paths;
    this.links = links;
    this.removesFiles = removesFiles;
  }

  void prepare(Pod pod, String container) {
    Path directory = paths.containerDirectory(pod, container);
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the log directory " + directory, e);
    }
  }

  /** The number of the newest log of this container, which counts its starts. */
  OptionalInt newestNumber(Pod pod, String container) {
    Path directory = paths.containerDirectory(pod, container);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.log*")) {
      return StreamSupport.stream(files.spliterator(), false)
          .map(file -> file.getFileName().toString())
          .flatMapToInt(ContainerLogs::number)
          .max();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return OptionalInt.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + directory, e);
    }
  }

  private static IntStream number(String fileName) {
    String digits = fileName.substring(0, fileName.indexOf('.'));
    return digits.matches("\\d{1,9}") ? IntStream.of(Integer.parseInt(digits)) : IntStream.empty();
  }

  /** Makes the link by which log collectors find the container's log. */
  void link(Pod pod, String container, String containerId, int restartCount) {
    Path target =
        paths.podDirectory(pod).resolve(PodLogPaths.containerLog(container, restartCount));
    Path link =
        links.resolve(
            PodLogPaths.linkName(
                pod.getMetadata().getName(),
                pod.getMetadata().getNamespace(),
                container,
                containerId));
    try {
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, target);
    } catch (IOException e) {
      log.atWarn().setCause(e).addKeyValue("link", link).log("Cannot link a container's log");
    }
  }

  /**
   * Makes sure that the container's log is there: the runtime makes the file when it starts the
   * container, so one that was created and never started has none.
   */
  void keepNumber(ObservedPod pod, ObservedContainer container) {
    Path file = logFile(pod, container);
    try {
      Files.createFile(file);
    } catch (FileAlreadyExistsException e) {
      log.atTrace().addKeyValue("file", file).log("The log is there");
    } catch (IOException e) {
      log.atWarn().setCause(e).addKeyValue("file", file).log("Cannot keep a log's number");
    }
  }

  /** Removes one container's logs, rotated ones too, and its link. */
  void remove(ObservedPod pod, ObservedContainer container) {
    try {
      remove(pod.key(), pod.uid(), container.name(), container.id(), container.restartCount());
    } catch (IOException e) {
      log.atWarn().setCause(e).addKeyValue("container", container.id()).log("Cannot remove a log");
    }
  }

  /** The same for a container of which only this is known. */
  public void remove(PodKey pod, PodUid uid, String container, String containerId, int restartCount)
      throws IOException {
    Files.deleteIfExists(
        links.resolve(PodLogPaths.linkName(pod.name(), pod.namespace(), container, containerId)));
    if (!removesFiles) {
      return;
    }
    Path file =
        paths
            .podDirectory(pod.namespace(), pod.name(), uid.value())
            .resolve(PodLogPaths.containerLog(container, restartCount));
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(file.getParent(), file.getFileName() + "*")) {
      for (Path one : files) {
        Files.deleteIfExists(one);
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      // Nothing was written: nothing to remove.
      log.atTrace().addKeyValue("file", file).log("No log to remove");
    }
  }

  /** Removes all logs of a pod and the links to them, also those of containers long gone. */
  void removeAll(ObservedPod pod) {
    try {
      for (Path directory : directoriesOf(pod.uid())) {
        removeLinksInto(directory);
        Files.walkFileTree(directory, new Deletion());
      }
    } catch (IOException e) {
      log.atWarn().setCause(e).addKeyValue("pod", pod.key()).log("Cannot remove a pod's logs");
    }
  }

  /** Removes the links to all logs of a pod, whose containers are to be removed. */
  void unlinkAll(ObservedPod pod) {
    try {
      for (Path directory : directoriesOf(pod.uid())) {
        removeLinksInto(directory);
      }
    } catch (IOException e) {
      log.atWarn()
          .setCause(e)
          .addKeyValue("pod", pod.key())
          .log("Failed to remove the links to a pod's logs");
    }
  }

  private void removeLinksInto(Path directory) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(links)) {
      for (Path link : all) {
        if (Files.isSymbolicLink(link) && Files.readSymbolicLink(link).startsWith(directory)) {
          Files.deleteIfExists(link);
        }
      }
    } catch (NoSuchFileException e) {
      log.atTrace().addKeyValue("directory", links).log("No links to remove");
    }
  }

  /** The pods that have logs here. */
  public Map<PodUid, PodKey> pods() {
    Map<PodUid, PodKey> found = new HashMap<>();
    try (DirectoryStream<Path> directories = Files.newDirectoryStream(paths.podLogs())) {
      for (Path directory : directories) {
        String[] parts = directory.getFileName().toString().split("_", -1);
        if (parts.length == 3 && Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
          found.put(new PodUid(parts[2]), new PodKey(parts[0], parts[1]));
        }
      }
    } catch (IOException e) {
      log.atWarn().setCause(e).addKeyValue("directory", paths.podLogs()).log("Cannot list logs");
    }
    return found;
  }

  /** The names of all directories of pods' logs. */
  public List<String> directories() throws IOException {
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(paths.podLogs(), "*_*_*")) {
      for (Path directory : all) {
        if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
          found.add(directory.getFileName().toString());
        }
      }
    } catch (NoSuchFileException e) {
      log.atTrace().addKeyValue("directory", paths.podLogs()).log("No logs");
    }
    return found;
  }

  /** Removes a directory of a pod's logs with all that is in it, and the links to it. */
  public void removeDirectory(String name) throws IOException {
    Path directory = paths.podLogs().resolve(name);
    removeLinksInto(directory);
    Files.walkFileTree(directory, new Deletion());
  }

  /** The names of links to logs that do not exist. */
  public List<String> deadLinks() throws IOException {
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(links, "*.log")) {
      for (Path link : all) {
        if (Files.isSymbolicLink(link) && Files.notExists(link)) {
          found.add(link.getFileName().toString());
        }
      }
    } catch (NoSuchFileException e) {
      log.atTrace().addKeyValue("directory", links).log("No links");
    }
    return found;
  }

  /** Removes a link, unless there is a log behind it by now. */
  public void removeDeadLink(String name) throws IOException {
    Path link = links.resolve(name);
    if (Files.notExists(link)) {
      Files.deleteIfExists(link);
    }
  }

  /** By UID alone: the name of a pod that is long gone may not be known. */
  private List<Path> directoriesOf(PodUid uid) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> directories =
        Files.newDirectoryStream(
            paths.podLogs(), file -> file.getFileName().toString().endsWith("_" + uid))) {
      for (Path directory : directories) {
        if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
          found.add(directory);
        }
      }
    }
    return found;
  }

  private Path logFile(ObservedPod pod, ObservedContainer container) {
    return paths
        .podDirectory(pod.key().namespace(), pod.key().name(), pod.uid().value())
        .resolve(PodLogPaths.containerLog(container.name(), container.restartCount()));
  }

  /** Deletes a tree of small depth; links are removed, not followed. */
  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
