package dev.jubelet.edge.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which programs listen on a unix socket, so that what is installed beside them can be found. A
 * hint: processes that are not visible from here are missing.
 */
public final class SocketPrograms {
  /** Number, references, protocol, flags, type, state, inode, path. */
  private static final int FLAGS = 3;

  private static final int INODE = 6;
  private static final int PATH = 7;
  private static final String LISTENING = "00010000";

  private final Path proc;

  SocketPrograms(Path proc) {
    this.proc = proc;
  }

  /** The executable files of the processes that have the socket open. */
  public static Set<Path> listeningOn(Path socket) {
    return new SocketPrograms(Path.of("/proc")).find(socket);
  }

  Set<Path> find(Path socket) {
    Set<String> sockets = sockets(socket);
    Set<Path> programs = new LinkedHashSet<>();
    if (sockets.isEmpty()) {
      return programs;
    }
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path process : processes) {
        addProgram(process, sockets, programs);
      }
    } catch (IOException | DirectoryIteratorException e) {
      return programs;
    }
    return programs;
  }

  private Set<String> sockets(Path socket) {
    try {
      Set<String> names = new HashSet<>(List.of(socket.toString(), socket.toRealPath().toString()));
      return Files.readAllLines(proc.resolve("net/unix")).stream()
          .map(line -> line.trim().split("\\s+", PATH + 1))
          .filter(words -> words.length > PATH && names.contains(words[PATH]))
          .filter(words -> words[FLAGS].equals(LISTENING))
          .map(words -> "socket:[" + words[INODE] + "]")
          .collect(Collectors.toSet());
    } catch (IOException e) {
      return Set.of();
    }
  }

  /** A process that has ended meanwhile, or is not ours to look at, has none. */
  private static void addProgram(Path process, Set<String> sockets, Set<Path> programs) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path file : files) {
        if (sockets.contains(Files.readSymbolicLink(file).toString())) {
          programs.add(Files.readSymbolicLink(process.resolve("exe")));
          return;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return;
    }
  }
}
