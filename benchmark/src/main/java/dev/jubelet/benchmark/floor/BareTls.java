package dev.jubelet.benchmark.floor;

import dev.jubelet.benchmark.node.BenchException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The floor of what is served over TLS: a process with the agent's certificate and the agent's
 * options of the JVM that does nothing else.
 *
 * <p>Thread: the benchmark's. Owns: the process.
 */
public final class BareTls implements AutoCloseable {
  private static final String CERTIFICATES = "--cert-dir=";
  private static final List<String> CLASS_PATH = List.of("-cp", "-classpath", "--class-path");

  private final Process process;
  private final int port;

  private BareTls(Process process) throws IOException {
    this.process = process;
    BufferedReader said = process.inputReader(StandardCharsets.US_ASCII);
    String line = said.readLine();
    if (line == null) {
      throw new IOException("it ended without saying its port");
    }
    this.port = Integer.parseInt(line);
  }

  /** Serves that line over and over. */
  public static BareTls start(long agent, String line) {
    try {
      List<String> words = commandLine(agent);
      Path certificates = certificates(words);
      List<String> command = new ArrayList<>();
      command.add(Files.readSymbolicLink(Path.of("/proc/" + agent + "/exe")).toString());
      command.addAll(options(words));
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.add(BareTlsServer.class.getName());
      command.add(certificates.resolve("kubelet.crt").toString());
      command.add(certificates.resolve("kubelet.key").toString());
      command.add(line);
      return new BareTls(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new UncheckedIOException("the floor of TLS did not start", e);
    }
  }

  private static List<String> commandLine(long process) throws IOException {
    String text = Files.readString(Path.of("/proc/" + process + "/cmdline"));
    return List.of(text.split("\0", -1));
  }

  /** All between the program and its class path, but the cache, which is of other classes. */
  static List<String> options(List<String> words) {
    return words.stream()
        .skip(1)
        .takeWhile(word -> !CLASS_PATH.contains(word))
        .filter(word -> !word.startsWith("-XX:AOTCache"))
        .toList();
  }

  private static Path certificates(List<String> words) {
    return words.stream()
        .filter(word -> word.startsWith(CERTIFICATES))
        .map(word -> Path.of(word.substring(CERTIFICATES.length())))
        .findFirst()
        .orElseThrow(() -> new BenchException("the agent was started without " + CERTIFICATES));
  }

  public int port() {
    return port;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
