package dev.jubelet.cli.run;

import dev.jubelet.app.RunManifest.RunPod;
import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Shows what the containers of a run print, each line whole and behind the name of its container.
 * Each instance of a container is followed from its first line to its last; times of lines tell
 * what was shown already.
 *
 * <p>Thread: looks on the command's; a virtual thread per instance reads its log. Owns: what was
 * followed.
 */
final class ContainerOutput {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int LONGEST_LINE = 1024 * 1024;
  private static final int[] COLOURS = {36, 33, 32, 35, 34, 31};

  private final AgentClient client;
  private final PrintStream out;
  private final PrintStream err;
  private final boolean coloured;
  private final boolean severalPods;
  private final Map<String, Followed> containers = new HashMap<>();

  ContainerOutput(
      AgentClient client, PrintStream out, PrintStream err, boolean coloured, boolean severalPods) {
    this.client = client;
    this.out = out;
    this.err = err;
    this.coloured = coloured;
    this.severalPods = severalPods;
  }

  /** Follows what has started since the last look. */
  void look(RunPod pod, Json observed) {
    Stream.of("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses")
        .flatMap(kind -> observed.at("status", kind).items().stream())
        .forEach(status -> look(pod, observed.at("metadata", "name").text(), status));
  }

  private void look(RunPod pod, String podName, Json status) {
    String container = status.at("name").text();
    containers
        .computeIfAbsent(
            pod.uid() + "/" + container,
            key ->
                new Followed(
                    container,
                    "/containerLogs/%s/%s/%s".formatted(pod.namespace(), podName, container),
                    prefix(pod.name(), container)))
        .look(
            status.at("lastState", "terminated", "containerID").text(),
            status.at("containerID").text());
  }

  private byte[] prefix(String pod, String container) {
    String name = severalPods ? pod + "/" + container : container;
    String text =
        coloured
            ? "\u001b[%dm%s |\u001b[0m "
                .formatted(COLOURS[containers.size() % COLOURS.length], name)
            : name + " | ";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Waits until all that was printed is shown; to be called when the containers have ended. */
  void finish() throws InterruptedException {
    for (Followed container : containers.values()) {
      container.finish();
    }
  }

  /** One container, whose instances are followed one after the other. */
  private final class Followed {
    private final String name;
    private final String target;
    private final byte[] prefix;
    private final Set<String> instances = new HashSet<>();
    private @Nullable Thread follower;

    /** Of the newest line that was shown; of the follower. */
    private volatile Instant shownUntil = Instant.MIN;

    Followed(String name, String target, byte[] prefix) {
      this.name = name;
      this.target = target;
      this.prefix = prefix;
    }

    void look(String previous, String current) {
      if (follower != null && follower.isAlive()) {
        return;
      }
      List<String> queries = new ArrayList<>();
      if (!previous.isEmpty() && instances.add(previous)) {
        queries.add("?timestamps=true&previous=true");
      }
      if (!current.isEmpty() && instances.add(current)) {
        queries.add("?timestamps=true&follow=true");
      }
      if (!queries.isEmpty()) {
        follower = Thread.ofVirtual().name("output").start(() -> queries.forEach(this::show));
      }
    }

    void finish() throws InterruptedException {
      if (follower != null) {
        follower.join(PATIENCE);
      }
    }

    private void show(String query) {
      try {
        client.stream(target + query, this::show);
      } catch (CliException e) {
        err.println("warning: cannot read the log of container " + name + ": " + e.getMessage());
      }
    }

    private void show(InputStream body) throws IOException {
      Instant before = shownUntil;
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      boolean timed = true;
      for (int next = body.read(); next >= 0; next = body.read()) {
        if (next != '\n') {
          line.write(next);
        }
        if (next == '\n' || line.size() >= LONGEST_LINE) {
          show(line.toByteArray(), timed, before);
          line.reset();
          timed = next == '\n';
        }
      }
      if (line.size() > 0) {
        show(line.toByteArray(), timed, before);
      }
    }

    /** Before each line stands its time and a space, unless it is the rest of one too long. */
    private void show(byte[] line, boolean timed, Instant before) {
      int text = timed ? end(line) : 0;
      if (timed) {
        String time = new String(line, 0, text, StandardCharsets.US_ASCII).strip();
        shownUntil = OffsetDateTime.parse(time).toInstant();
      }
      if (!shownUntil.isAfter(before)) {
        return;
      }
      ByteArrayOutputStream whole = new ByteArrayOutputStream(prefix.length + line.length + 1);
      whole.writeBytes(prefix);
      whole.write(line, text, line.length - text);
      whole.write('\n');
      synchronized (out) {
        out.writeBytes(whole.toByteArray());
        out.flush();
      }
    }

    private static int end(byte[] line) {
      int space = 0;
      while (space < line.length && line[space] != ' ') {
        space++;
      }
      return Math.min(space + 1, line.length);
    }
  }
}
