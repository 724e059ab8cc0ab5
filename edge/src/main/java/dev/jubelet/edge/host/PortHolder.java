package dev.jubelet.edge.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Which process listens on a TCP port. For messages only: it may have ended by then, or not be
 * visible from here.
 */
public final class PortHolder {
  private static final String LISTENING = "0A";

  /** Number, local address, remote address, state; the inode comes later. */
  private static final int LOCAL = 1;

  private static final int STATE = 3;
  private static final int INODE = 9;

  private final Path proc;

  PortHolder(Path proc) {
    this.proc = proc;
  }

  public static OptionalLong of(int port) {
    return new PortHolder(Path.of("/proc")).find(port);
  }

  OptionalLong find(int port) {
    Set<String> sockets = new HashSet<>();
    for (String table : List.of("net/tcp", "net/tcp6")) {
      sockets.addAll(sockets(proc.resolve(table), port));
    }
    return sockets.isEmpty() ? OptionalLong.empty() : processWith(sockets);
  }

  private static List<String> sockets(Path table, int port) {
    String local = ":%04X".formatted(port);
    try {
      return Files.readAllLines(table).stream()
          .map(line -> line.trim().split("\\s+"))
          .filter(words -> words.length > INODE && words[LOCAL].endsWith(local))
          .filter(words -> words[STATE].equals(LISTENING))
          .map(words -> "socket:[" + words[INODE] + "]")
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private OptionalLong processWith(Set<String> sockets) {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path process : processes) {
        if (has(process, sockets)) {
          return OptionalLong.of(Long.parseLong(process.getFileName().toString()));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return OptionalLong.empty();
    }
    return OptionalLong.empty();
  }

  /** A process that has ended meanwhile, or is not ours to look at, has none. */
  private static boolean has(Path process, Set<String> sockets) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path file : files) {
        if (sockets.contains(Files.readSymbolicLink(file).toString())) {
          return true;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return false;
    }
    return false;
  }
}
