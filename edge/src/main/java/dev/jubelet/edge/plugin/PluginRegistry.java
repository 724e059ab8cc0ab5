package dev.jubelet.edge.plugin;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.host.PathWatcher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory in which plugins put their registration sockets, and the directories in it.
 *
 * <p>Thread: a lane of its own, woken by changes in the directory. Owns: the sockets it has seen
 * and the watches.
 */
public final class PluginRegistry implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PluginRegistry.class);
  private static final Duration AUDIT = Duration.ofSeconds(30);
  private static final int SOCKET = 0140000;
  private static final int FILE_TYPE = 0170000;

  private final Path directory;
  private final Map<String, PluginHandler> handlers;
  private final PathWatcher files;
  private final Timers timers;
  private final Lane lane;
  private final Map<Path, PluginSocket> sockets = new ConcurrentSkipListMap<>();
  private final Map<Path, PathWatcher.Watch> watches = new HashMap<>();
  private volatile boolean closed;

  /** A socket that was seen, whether it is still there, and whether its plugin is registered. */
  public record Socket(Path path, boolean present, boolean registered) {}

  /** {@code handlers} by the type of plugins that they handle. */
  public PluginRegistry(
      Path directory, Map<String, PluginHandler> handlers, PathWatcher files, Timers timers) {
    this.directory = directory;
    this.handlers = Map.copyOf(handlers);
    this.files = files;
    this.timers = timers;
    this.lane = new Lane("plugins", this::step, timers);
  }

  public void start() {
    lane.wake();
  }

  /** All sockets that were ever seen, by any thread. */
  public List<Socket> sockets() {
    return sockets.entrySet().stream()
        .map(e -> new Socket(e.getKey(), e.getValue().isPresent(), e.getValue().isRegistered()))
        .toList();
  }

  private Next step() {
    if (closed) {
      watches.values().forEach(PathWatcher.Watch::close);
      watches.clear();
      return Next.DONE;
    }
    try {
      look();
    } catch (IOException e) {
      log.atWarn().addKeyValue("directory", directory).log("Failed to list plugin sockets: {}", e);
    }
    return new Next.After(AUDIT);
  }

  private void look() throws IOException {
    watch(directory);
    List<Path> found = walk();
    while (watchDirectories(found)) {
      // What appeared in a directory before it was watched nobody tells of.
      found = walk();
    }
    Set<Path> present = new HashSet<>();
    for (Path path : found) {
      if (isSocket(path)) {
        present.add(path);
        sockets
            .computeIfAbsent(
                path, socket -> new PluginSocket(socket, handlers, this::freed, timers))
            .present(identity(path));
      }
    }
    sockets.forEach(
        (path, socket) -> {
          if (!present.contains(path)) {
            socket.gone();
          }
        });
  }

  private List<Path> walk() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(path -> !path.getFileName().toString().startsWith(".")).toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Returns whether one of them was not watched before. */
  private boolean watchDirectories(List<Path> found) {
    boolean more = false;
    for (Path path : found) {
      if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        more |= watch(path);
      }
    }
    return more;
  }

  /** The one that was registered may have been in the way of another of its name. */
  private void freed() {
    sockets.values().forEach(PluginSocket::tryAgain);
  }

  private boolean watch(Path path) {
    if (watches.containsKey(path)) {
      return false;
    }
    watches.put(path, files.watch(path, new Waker()));
    return true;
  }

  private static boolean isSocket(Path path) throws IOException {
    try {
      int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
      return (mode & FILE_TYPE) == SOCKET;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** A new socket may have the number of the one before, but not its time. */
  private static Object identity(Path path) throws IOException {
    try {
      BasicFileAttributes now =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return List.of(
          Objects.requireNonNull(now.fileKey()), now.creationTime(), now.lastModifiedTime());
    } catch (NoSuchFileException e) {
      return path;
    }
  }

  private final class Waker implements PathWatcher.Listener {
    @Override
    public void written(String name) {
      lane.wake();
    }

    @Override
    public void disturbed() {
      lane.wake();
    }
  }

  /** What is registered stays so. */
  @Override
  public void close() {
    closed = true;
    lane.wake();
  }
}
