package dev.jubelet.pod.rotate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.ContainerMetadata;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PodSandboxMetadata;
import dev.jubelet.api.cri.ReopenContainerLogRequest;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.testing.cri.CriPod;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class LogRotationTest {
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  @TempDir Path podLogs;

  private final ManualTimers timers = new ManualTimers();
  private final FakeCri cri = new FakeCri(timers, FakeProfile.containerd2());
  private final BlockingQueue<Boolean> results = new LinkedBlockingQueue<>();
  private volatile boolean ready = true;
  private WrittenLog log;
  private LiveLog live;
  private @Nullable LogRotation rotation;

  @BeforeEach
  void run() throws IOException {
    log = new WrittenLog(podLogs);
    cri.images().add("busybox");
    String id =
        new CriPod(
                cri,
                PodSandboxConfig.newBuilder()
                    .setMetadata(PodSandboxMetadata.newBuilder().setName("web"))
                    .build())
            .launch(
                ContainerConfig.newBuilder()
                    .setMetadata(ContainerMetadata.newBuilder().setName("main"))
                    .setImage(ImageSpec.newBuilder().setImage("busybox"))
                    .build());
    live = new LiveLog(new PodKey("ns", "web"), "main", id, log.file);
    cri.script().before("ReopenContainerLog", () -> log.reopen());
  }

  @AfterEach
  void close() throws IOException {
    Objects.requireNonNull(rotation).stop();
    log.close();
  }

  private void start(long maxBytes) {
    LogRotation started =
        new LogRotation(
            cri,
            () -> List.of(live),
            () -> ready,
            new RotationSettings(maxBytes, 5, 1, INTERVAL, ZoneOffset.UTC),
            new RotationListener() {
              @Override
              public void ended(Duration took, boolean rotated) {
                results.add(rotated);
              }
            },
            timers);
    started.start();
    rotation = started;
  }

  private void awaitLook() {
    while (timers.pending() == 0) {
      Thread.onSpinWait();
    }
  }

  private boolean nextResult() throws InterruptedException {
    Boolean result = results.poll(20, TimeUnit.SECONDS);
    assertThat(result).as("a rotation in time").isNotNull();
    return result;
  }

  @Test
  void aLogIsRotatedWhenALookFindsItLarge() throws Exception {
    log.write(10);
    long size = Files.size(log.file);
    start(size + 1);
    awaitLook();
    log.write(1);
    timers.advance(INTERVAL);
    assertThat(nextResult()).isTrue();
    assertThat(log.file).isEmptyFile();
    assertThat(log.names()).hasSize(2);
    assertThat(cri.script().requests(ReopenContainerLogRequest.class)).hasSize(1);
  }

  @Test
  void aFailureIsTriedAgainAtTheNextLook() throws Exception {
    log.write(10);
    cri.script().fail("ReopenContainerLog", 1, CriException.Kind.INTERNAL, "no");
    start(1);
    assertThat(nextResult()).isFalse();
    assertThat(log.names()).containsExactly("0.log");
    awaitLook();
    timers.advance(INTERVAL);
    assertThat(log.kept()).isEqualTo(log.written());
  }

  @Test
  void aMissingLogIsOpenedAnew() throws Exception {
    Files.move(log.file, log.file.resolveSibling("0.log.20251231-235950"));
    start(1000);
    assertThat(nextResult()).isTrue();
    assertThat(log.file).isEmptyFile();
  }

  @Test
  void nothingIsDoneWhileTheRuntimeIsNotReady() throws Exception {
    ready = false;
    log.write(10);
    start(1);
    awaitLook();
    assertThat(log.names()).containsExactly("0.log");
    ready = true;
    timers.advance(INTERVAL);
    assertThat(nextResult()).isTrue();
  }

  @Test
  void aNegativeSizeMeansNever() throws Exception {
    log.write(10);
    start(-1);
    assertThat(timers.pending()).isZero();
    assertThat(log.names()).containsExactly("0.log");
  }
}
