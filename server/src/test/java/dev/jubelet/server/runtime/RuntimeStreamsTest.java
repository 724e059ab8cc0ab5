package dev.jubelet.server.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.jubelet.api.cri.AttachRequest;
import dev.jubelet.api.cri.CheckpointContainerRequest;
import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.ContainerMetadata;
import dev.jubelet.api.cri.ExecRequest;
import dev.jubelet.api.cri.ExecSyncRequest;
import dev.jubelet.api.cri.ExecSyncResponse;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PodSandboxMetadata;
import dev.jubelet.api.cri.PortForwardRequest;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedContainer.State;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.server.AgentException;
import dev.jubelet.server.AgentException.Kind;
import dev.jubelet.server.AgentStreams.ContainerTarget;
import dev.jubelet.server.AgentStreams.PodTarget;
import dev.jubelet.server.AgentStreams.StreamOptions;
import dev.jubelet.testing.cri.CriPod;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuntimeStreamsTest {
  private static final String IMAGE = "docker.io/library/busybox:1";
  private static final PodTarget WEB = new PodTarget("ns", "web", null);
  private static final ContainerTarget MAIN = new ContainerTarget(WEB, "main");
  private static final ContainerTarget TERMINAL = new ContainerTarget(WEB, "terminal");
  private static final StreamOptions ALL = new StreamOptions(true, true, true, false);

  private final ManualTimers timers = new ManualTimers();
  private final FakeCri cri = new FakeCri(timers, FakeProfile.complete());
  private final Pod pod =
      new PodBuilder()
          .withNewMetadata()
          .withName("web")
          .withNamespace("ns")
          .withUid("u-1")
          .endMetadata()
          .withNewSpec()
          .addNewContainer()
          .withName("main")
          .endContainer()
          .addNewContainer()
          .withName("terminal")
          .withTty(true)
          .endContainer()
          .addNewContainer()
          .withName("ended")
          .endContainer()
          .endSpec()
          .build();
  private ObservedPod observed = ObservedPod.nothing(PodUid.of(pod), PodKey.of(pod), Instant.EPOCH);
  private RuntimeStreams join;
  @TempDir private Path scratch;

  @BeforeEach
  void run() {
    cri.images().add(IMAGE);
    CriPod sandbox =
        new CriPod(
            cri,
            PodSandboxConfig.newBuilder()
                .setMetadata(
                    PodSandboxMetadata.newBuilder().setName("web").setNamespace("ns").setUid("u-1"))
                .build());
    observed =
        new ObservedPod(
            PodUid.of(pod),
            PodKey.of(pod),
            List.of(
                new ObservedSandbox(sandbox.id(), 0, true, Instant.EPOCH, false, List.of(), "")),
            List.of(
                container(launch(sandbox, "main"), "main", sandbox.id(), State.RUNNING),
                container(launch(sandbox, "terminal"), "terminal", sandbox.id(), State.RUNNING),
                container("gone", "ended", sandbox.id(), State.EXITED)),
            Instant.EPOCH);
    join = new RuntimeStreams(new Known(), cri, new CheckpointFiles(scratch.resolve("c"), timers));
  }

  private final class Known implements StreamablePods {
    @Override
    public Optional<Pod> find(String namespace, String name) {
      return namespace.equals("ns") && name.equals("web") ? Optional.of(pod) : Optional.empty();
    }

    @Override
    public Optional<Pod> findPresent(String namespace, String name) {
      return find(namespace, name);
    }

    @Override
    public Optional<ObservedPod> observed(Pod asked) {
      return Optional.of(observed);
    }

    @Override
    public Optional<String> mirrorUid(Pod asked) {
      return Optional.of("m-1");
    }
  }

  private static String launch(CriPod sandbox, String name) {
    return sandbox.launch(
        ContainerConfig.newBuilder()
            .setMetadata(ContainerMetadata.newBuilder().setName(name))
            .setImage(ImageSpec.newBuilder().setImage(IMAGE))
            .putLabels(Annotations.POD_UID, "u-1")
            .build());
  }

  private static ObservedContainer container(String id, String name, String sandbox, State state) {
    return new ObservedContainer(
        id,
        name,
        sandbox,
        state,
        0,
        "",
        Instant.EPOCH,
        null,
        null,
        0,
        "",
        "",
        "",
        "",
        "",
        Map.of(),
        null,
        null,
        "");
  }

  @Test
  void aCommandIsAskedForWithItsStreams() {
    assertThat(join.exec(MAIN, List.of("a", "b c"), ALL).getPath()).isEqualTo("/exec/token");
    ExecRequest asked = cri.script().requests(ExecRequest.class).getFirst();
    assertThat(asked.getContainerId()).isEqualTo(observed.current("main").orElseThrow().id());
    assertThat(asked.getCmdList()).containsExactly("a", "b c");
    assertThat(List.of(asked.getStdin(), asked.getStdout(), asked.getStderr(), asked.getTty()))
        .containsExactly(true, true, true, false);
  }

  @ParameterizedTest
  @CsvSource({"main, true, false", "terminal, false, true"})
  void whetherAttachedToATerminalIsTheContainersMatter(String name, boolean stderr, boolean tty) {
    join.attach(new ContainerTarget(WEB, name), ALL);
    AttachRequest asked = cri.script().requests(AttachRequest.class).getFirst();
    assertThat(asked.getStderr()).isEqualTo(stderr);
    assertThat(asked.getTty()).isEqualTo(tty);
  }

  @Test
  void portsAreThoseOfTheSandbox() {
    join.portForward(WEB, List.of(80, 81));
    PortForwardRequest asked = cri.script().requests(PortForwardRequest.class).getFirst();
    assertThat(asked.getPodSandboxId()).isEqualTo(observed.activeSandbox().orElseThrow().id());
    assertThat(asked.getPortList()).containsExactly(80, 81);
  }

  private static void assertRefused(Runnable asked, Kind kind, String text) {
    assertThatThrownBy(asked::run)
        .isInstanceOf(AgentException.class)
        .hasMessage(text)
        .extracting(e -> ((AgentException) e).kind())
        .isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"u-1", "m-1"})
  void aPodIsKnownByItsUidAndByThatOfItsMirror(String uid) {
    PodTarget web = new PodTarget("ns", "web", uid);
    join.portForward(web, List.of());
    join.exec(new ContainerTarget(web, "main"), List.of("a"), ALL);
    join.attach(new ContainerTarget(web, "main"), ALL);
    assertThat(cri.script().requests(PortForwardRequest.class)).hasSize(1);
  }

  @Test
  void whatIsNotThereIsNamed() {
    PodTarget unknown = new PodTarget("ns", "other", null);
    PodTarget replaced = new PodTarget("ns", "web", "u-0");
    assertRefused(() -> join.portForward(unknown, List.of()), Kind.NOT_FOUND, "pod does not exist");
    assertRefused(() -> join.portForward(replaced, List.of()), Kind.NOT_FOUND, "pod not found");
    assertRefused(
        () -> join.exec(new ContainerTarget(WEB, "ended"), List.of("a"), ALL),
        Kind.INTERNAL,
        "container not found (\"ended\")");
    observed = ObservedPod.nothing(PodUid.of(pod), PodKey.of(pod), Instant.EPOCH);
    assertRefused(
        () -> join.portForward(WEB, List.of()), Kind.INTERNAL, "pod not found (\"web_ns\")");
  }

  @ParameterizedTest
  @CsvSource({
    "NOT_FOUND, NOT_FOUND, NotFound",
    "EXHAUSTED, EXHAUSTED, ResourceExhausted",
    "INVALID, INTERNAL, InvalidArgument",
    "UNAVAILABLE, INTERNAL, Unavailable",
  })
  void theRuntimesNoIsPassedOn(CriException.Kind from, Kind to, String code) {
    cri.script().fail("Exec", 1, from, "because");
    assertRefused(
        () -> join.exec(MAIN, List.of("a"), ALL),
        to,
        "rpc error: code = %s desc = because".formatted(code));
  }

  @Test
  void anUnusableUrlIsTheRuntimesFault() {
    cri.streams().servedAt("not a url");
    assertRefused(
        () -> join.exec(MAIN, List.of("a"), ALL),
        Kind.INTERNAL,
        "the runtime gave an unusable URL");
  }

  @Test
  void whatACommandWroteComesInOnePiece() {
    cri.streams().commands(request -> ran(request, 0));
    assertThat(new String(join.run(MAIN, List.of("ls", "x")), StandardCharsets.UTF_8))
        .isEqualTo("out [ls, x]err");
    cri.streams().commands(request -> ran(request, 3));
    assertRefused(
        () -> join.run(MAIN, List.of("ls", "x")),
        Kind.INTERNAL,
        "command 'ls x' exited with 3: err");
  }

  private static ExecSyncResponse ran(ExecSyncRequest request, int code) {
    return ExecSyncResponse.newBuilder()
        .setStdout(ByteString.copyFromUtf8("out " + request.getCmdList()))
        .setStderr(ByteString.copyFromUtf8("err"))
        .setExitCode(code)
        .build();
  }

  @Test
  void whatRunsIsListedBare() {
    List<Pod> pods = join.runningPods();
    assertThat(pods).hasSize(1);
    assertThat(pods.getFirst().getMetadata().getName()).isEqualTo("web");
    assertThat(pods.getFirst().getSpec().getContainers())
        .extracting(c -> c.getName())
        .containsExactlyInAnyOrder("main", "terminal");
  }

  @Test
  void aCheckpointIsWrittenWhereOnlyRootLooks() throws Exception {
    String file = join.checkpoint(TERMINAL, 9);
    assertThat(file).isEqualTo(scratch + "/c/checkpoint-web_ns-terminal-2026-01-01T00:00:00Z.tar");
    CheckpointContainerRequest asked =
        cri.script().requests(CheckpointContainerRequest.class).getFirst();
    assertThat(asked.getLocation()).isEqualTo(file);
    assertThat(asked.getTimeout()).isEqualTo(9);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(scratch.resolve("c"))))
        .isEqualTo("rwx------");
  }

  @Test
  void aCheckpointThatFailsSaysOfWhat() {
    assertRefused(
        () -> join.checkpoint(new ContainerTarget(WEB, "other"), 0),
        Kind.NOT_FOUND,
        "container other does not exist");
    assertRefused(
        () -> join.checkpoint(new ContainerTarget(WEB, "ended"), 0),
        Kind.INTERNAL,
        "checkpointing of ns/web/ended failed (container not found (\"ended\"))");
    cri.script().fail("CheckpointContainer", 1, CriException.Kind.UNIMPLEMENTED, "no CRIU");
    assertRefused(
        () -> join.checkpoint(MAIN, 0),
        Kind.INTERNAL,
        "checkpointing of ns/web/main failed (rpc error: code = Unimplemented desc = no CRIU)");
  }
}
