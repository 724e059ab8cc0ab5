package dev.jubelet.pod.rotate;

import dev.jubelet.pod.model.PodKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * A log and the runtime that writes it: it keeps its file open whatever that is called, until it is
 * told to open it anew.
 */
final class WrittenLog implements AutoCloseable {
  static final String ID = "0123456789";

  final Path file;
  private OutputStream out;
  private int lines;

  WrittenLog(Path podLogs) throws IOException {
    file = podLogs.resolve("ns_web_uid").resolve("main").resolve("0.log");
    Files.createDirectories(file.resolveSibling(""));
    out = open();
  }

  LiveLog live() {
    return new LiveLog(new PodKey("ns", "web"), "main", ID, file);
  }

  /** As the runtime does when a container's log is opened anew. */
  void reopen() {
    try {
      OutputStream old = out;
      out = open();
      old.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private OutputStream open() throws IOException {
    return Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  void write(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      out.write(("line " + lines++ + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  List<String> written() {
    return Stream.iterate(0, i -> i + 1).limit(lines).map(i -> "line " + i).toList();
  }

  List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(file.resolveSibling(""))) {
      return files.map(one -> one.getFileName().toString()).sorted().toList();
    }
  }

  /** All lines of all files, oldest first; of a file and its compressed copy those of the file. */
  List<String> kept() throws IOException {
    List<String> kept = new ArrayList<>();
    for (String name : names()) {
      Path one = file.resolveSibling(name);
      boolean doubled =
          name.endsWith(".gz") && Files.exists(file.resolveSibling(name.replace(".gz", "")));
      if (!one.equals(file) && !name.endsWith(".tmp") && !doubled) {
        kept.addAll(lines(one));
      }
    }
    if (Files.exists(file)) {
      kept.addAll(lines(file));
    }
    return kept;
  }

  private static List<String> lines(Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file);
        InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
