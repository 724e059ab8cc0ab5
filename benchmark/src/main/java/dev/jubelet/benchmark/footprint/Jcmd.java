package dev.jubelet.benchmark.footprint;

import dev.jubelet.benchmark.node.BenchException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Questions to a running JVM, asked with the tool of the same JDK. */
final class Jcmd {
  private final long pid;

  Jcmd(long pid) {
    this.pid = pid;
  }

  String ask(String... question) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
    command.add(Long.toString(pid));
    command.addAll(List.of(question));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new BenchException(String.join(" ", command) + " failed: " + answer);
      }
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }
}
