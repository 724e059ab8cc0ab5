package dev.jubelet.it.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.tls.AnyServer;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Logs that grow and containers that die on a real runtime: what is kept, what readers see
 * meanwhile, and a disk that is full. Pod logs are on a small file system of their own.
 */
@NeedsContainerd(ContainerdGeneration.TWO)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(240)
final class LogRotationIT {
  private static final long MAX_BYTES = 128 * 1024;
  private static final int MAX_FILES = 4;
  private static final int FILLINGS = 5;
  private static final Duration LOOK = Duration.ofSeconds(4);
  private static final int SANDBOX_AND_TWO_INSTANCES = 3;

  /** Numbered lines, some 150 KB a second. */
  private static final String CHATTY =
      "trap 'exit 0' TERM; i=0; while :; do n=0; while [ $n -lt 100 ]; do n=$((n+1)); i=$((i+1));"
          + " echo line $i ..............................................; done; sleep 0.1; done";

  private final TestNode node;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .sslContext(AnyServer.context())
          .build();

  LogRotationIT(PrivateContainerd containerd) {
    node =
        TestNode.prepare(
            containerd,
            containerd.endpoint(),
            """
            containerLogMaxSize: "%d"
            containerLogMaxFiles: %d
            containerLogMonitorInterval: 3s
            crashLoopBackOff: {maxContainerRestartPeriod: 1s}
            """
                .formatted(MAX_BYTES, MAX_FILES));
  }

  @BeforeAll
  void start() throws Exception {
    Files.createDirectories(node.podLogs());
    run("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", node.podLogs().toString());
    node.startKubelet();
  }

  @AfterAll
  void close() throws Exception {
    try {
      node.remove("chatty");
      node.remove("dying");
      node.remove("full");
      node.await("all pods are gone", () -> node.pods().isEmpty());
      node.stopKubelet();
    } finally {
      // The runtime may have a log open for a moment longer.
      run("umount", "--lazy", node.podLogs().toString());
      node.close();
      http.close();
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  @Test
  void aFollowerSeesEachLineOnceWhileFilesAreRotatedAndCompressed() throws Exception {
    node.apply(
        Manifests.pod("chatty").container("main", image(), CHATTY).graceSeconds(1), "chatty");
    node.awaitReady("chatty");
    FutureTask<List<Long>> follower = new FutureTask<>(() -> numbers("chatty", "?follow=true"));
    Thread.ofVirtual().start(follower);
    node.await(
        "the oldest file is dropped",
        () -> files("chatty").size() == MAX_FILES && droppedTheFirst("chatty"));
    assertThat(files("chatty")).hasSizeLessThanOrEqualTo(MAX_FILES);
    List<Long> kept = numbers("chatty", "");
    assertEachOnce(kept);
    List<Long> tail = numbers("chatty", "?tailLines=4000");
    assertEachOnce(tail);
    assertThat(tail.size()).as("lines of the tail, and those since").isGreaterThanOrEqualTo(4000);
    assertThat(tail.getLast()).isGreaterThanOrEqualTo(kept.getLast());
    node.remove("chatty");
    List<Long> seen = follower.get();
    assertEachOnce(seen);
    assertThat(seen.getFirst()).isLessThan(kept.getFirst());
    node.awaitGone("chatty");
  }

  private boolean droppedTheFirst(String name) {
    try {
      return numbers(name, "?limitBytes=100").getFirst() > 1;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void oneDeadInstanceStaysForThePreviousLog() throws Exception {
    node.apply(
        Manifests.pod("dying")
            .container("main", image(), "cat /proc/self/stat | cut -d' ' -f22; sleep 0.5; exit 1"),
        "dying");
    Pod pod = node.await("dying", "was restarted often", p -> restarts(p) >= 4 && runs(p));
    node.await(
        "old instances are removed",
        () ->
            node.containerd()
                    .ctr(
                        "containers",
                        "list",
                        "labels.\"io.kubernetes.pod.name\"==" + TestNode.podName("dying"))
                    .lines()
                    .skip(1)
                    .count()
                <= SANDBOX_AND_TWO_INSTANCES);
    assertThat(text("dying", "?previous=true")).isNotBlank();
    assertThat(logDirectories("dying").getFirst().resolve("main")).isNotEmptyDirectory();
    assertThat(files("dying")).hasSizeLessThanOrEqualTo(3);
    assertThat(restarts(pod)).isGreaterThanOrEqualTo(4);
    node.remove("dying");
    node.awaitGone("dying");
  }

  private static int restarts(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .mapToInt(status -> status.getRestartCount())
        .sum();
  }

  private static boolean runs(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .allMatch(status -> status.getLastState().getTerminated() != null);
  }

  @Test
  void aFullDiskStopsRotationUntilThereIsRoomAndTheNodeStaysWell() throws Exception {
    node.apply(Manifests.pod("full").container("main", image(), CHATTY).graceSeconds(1), "full");
    node.awaitReady("full");
    node.await("a file is rotated", () -> files("full").size() > 1);
    Path filler = node.podLogs().resolve("filler");
    for (int i = 0; i < FILLINGS && !rotationFailed(); i++) {
      fill(filler);
    }
    assertThat(rotationFailed()).as("rotation fails for want of room").isTrue();
    node.await(
        "no part of a file stays",
        () -> files("full").stream().noneMatch(name -> name.endsWith(".tmp")));
    assertThat(node.page("/healthz")).hasValue("ok");
    Files.delete(filler);
    List<String> before = files("full");
    node.await("rotation goes on", () -> !files("full").equals(before));
    List<Long> kept = numbers("full", "");
    assertThat(kept).isSorted().doesNotHaveDuplicates();
    node.remove("full");
    node.awaitGone("full");
  }

  private boolean rotationFailed() {
    return node.log().contains("Failed to rotate container log");
  }

  /** While a log is large; by the next look there may be no room for its predecessor's copy. */
  private void fill(Path filler) throws Exception {
    Files.deleteIfExists(filler);
    Path live = logDirectories("full").getFirst().resolve("main").resolve("0.log");
    node.await("the log is large", () -> live.toFile().length() > MAX_BYTES);
    new ProcessBuilder("dd", "if=/dev/zero", "of=" + filler, "bs=64k").start().waitFor();
    long end = System.nanoTime() + LOOK.toNanos();
    node.await("a look", () -> rotationFailed() || System.nanoTime() > end);
  }

  private String image() {
    return node.containerd().image();
  }

  private List<String> files(String pod) {
    List<String> names = new ArrayList<>();
    for (Path directory : logDirectories(pod)) {
      try (Stream<Path> files = Files.list(directory.resolve("main"))) {
        files.map(file -> file.getFileName().toString()).sorted().forEach(names::add);
      } catch (IOException e) {
        return List.of();
      }
    }
    return names;
  }

  private List<Path> logDirectories(String pod) {
    try (Stream<Path> all = Files.list(node.podLogs())) {
      return all.filter(one -> one.toString().contains("_" + TestNode.podName(pod) + "_")).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Without the line that the runtime could write only a part of. */
  private List<Long> numbers(String pod, String query) throws Exception {
    try (BufferedReader lines = open(pod, query)) {
      return lines
          .lines()
          .filter(line -> line.matches("line \\d+ \\.+"))
          .map(line -> Long.valueOf(line.split(" ", -1)[1]))
          .toList();
    }
  }

  private String text(String pod, String query) throws Exception {
    try (BufferedReader lines = open(pod, query)) {
      return String.join("\n", lines.lines().toList());
    }
  }

  private BufferedReader open(String pod, String query) throws Exception {
    URI url =
        URI.create(
            "https://127.0.0.1:%d/containerLogs/default/%s/main%s"
                .formatted(node.mainPort(), TestNode.podName(pod), query));
    return new BufferedReader(
        new InputStreamReader(
            http.send(
                    HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofInputStream())
                .body(),
            StandardCharsets.UTF_8));
  }

  /** Names the first line that is not the one after the line before. */
  private static void assertEachOnce(List<Long> numbers) {
    assertThat(numbers).isNotEmpty();
    for (int i = 1; i < numbers.size(); i++) {
      assertThat(numbers.get(i)).as("the line after").isEqualTo(numbers.get(i - 1) + 1);
    }
  }
}
