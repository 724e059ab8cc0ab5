package dev.jubelet.it.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.tls.AnyServer;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A gigabyte of log in files of ten megabytes, read by a follower while it is written. Not part of
 * {@code ./test}; docs/testing.md says how to run it.
 */
@NeedsContainerd(ContainerdGeneration.TWO)
@Timeout(1800)
final class LogSoak {
  private static final long MEGABYTES = Integer.getInteger("logsoak.megabytes", 1024);
  private static final int BYTES_PER_LINE = 500;
  private static final long LINES = (MEGABYTES << 20) / BYTES_PER_LINE;
  private static final int MAX_FILES = 5;
  private static final long LINES_PER_BATCH = 2_000;

  /** About 3 MB a second, so that a file of 10 MB is rotated at most every other look. */
  private static final String WRITER =
      "trap 'exit 0' TERM; sleep 3; i=0; while [ $i -lt "
          + LINES
          + " ]; do seq $((i+1)) $((i+"
          + LINES_PER_BATCH
          + ")) | sed 's/$/ "
          + "x".repeat(BYTES_PER_LINE - 60)
          + "/'; i=$((i+"
          + LINES_PER_BATCH
          + ")); sleep 0.3; done; echo all; while :; do sleep 1; done";

  @Test
  void aFollowerSeesEachLineOfAGigabyteOnce(PrivateContainerd containerd) throws Exception {
    try (TestNode node =
        TestNode.prepare(
            containerd,
            containerd.endpoint(),
            "containerLogMaxSize: 10Mi\n"
                + "containerLogMaxFiles: 5\n"
                + "containerLogMonitorInterval: 3s\n")) {
      node.startKubelet();
      node.apply(
          Manifests.pod("soak").container("main", containerd.image(), WRITER).graceSeconds(1),
          "soak");
      node.awaitReady("soak");
      long begun = System.nanoTime();
      long memory = rss(node.pid());
      follow(node);
      System.err.printf(
          "log soak: %d MB in %d s, RSS %d KiB at first and %d KiB at last, files %s%n",
          MEGABYTES,
          Duration.ofNanos(System.nanoTime() - begun).toSeconds(),
          memory,
          rss(node.pid()),
          files(node).map(Path::getFileName).sorted().toList());
      node.remove("soak");
      node.awaitGone("soak");
    }
  }

  private static void follow(TestNode node) throws Exception {
    URI url =
        URI.create(
            "https://127.0.0.1:%d/containerLogs/default/%s/main?follow=true"
                .formatted(node.mainPort(), TestNode.podName("soak")));
    try (HttpClient http = HttpClient.newBuilder().sslContext(AnyServer.context()).build();
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    http.send(
                            HttpRequest.newBuilder(url).build(),
                            HttpResponse.BodyHandlers.ofInputStream())
                        .body(),
                    StandardCharsets.UTF_8))) {
      long next = 1;
      for (String line = lines.readLine(); !"all".equals(line); line = lines.readLine()) {
        assertThat(line).as("line %d", next).startsWith(next + " ");
        next++;
        if (next % LINES_PER_BATCH == 0) {
          assertThat(files(node).filter(file -> !file.toString().endsWith(".tmp")).count())
              .isLessThanOrEqualTo(MAX_FILES + 1L);
        }
      }
      assertThat(next).isGreaterThan(LINES);
    }
  }

  private static Stream<Path> files(TestNode node) throws IOException {
    try (Stream<Path> all = Files.walk(node.podLogs())) {
      return all
          .filter(file -> file.getFileName().toString().startsWith("0.log"))
          .toList()
          .stream();
    }
  }

  private static long rss(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS"))
        .map(line -> line.replaceAll("\\D", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow();
  }
}
