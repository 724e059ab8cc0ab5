package dev.jubelet.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a container's end is called, and its last words. */
@NeedsContainerd(ContainerdGeneration.TWO)
@Rule("7.6")
final class ContainerEndIT extends LifecycleSuite {
  private static final String LAST_WORDS = "/dev/termination-log";
  private static final String FROM_LOG = "terminationMessagePolicy: FallbackToLogsOnError";

  ContainerEndIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @ParameterizedTest
  @CsvSource({
    "completed, exit 0, 0, Completed",
    "failed, exit 3, 3, Error",
    "killed, kill -9 $$; sleep 1 & kill -9 $! ; exit 137, 137, Error",
  })
  void anEndHasAnExitCodeAndAReason(String pod, String script, int code, String reason) {
    ContainerStateTerminated end = run(pod, script, "");
    assertThat(end.getExitCode()).isEqualTo(code);
    assertThat(end.getReason()).isEqualTo(reason);
    assertThat(end.getFinishedAt()).isGreaterThanOrEqualTo(end.getStartedAt());
    assertThat(end.getContainerID()).startsWith("containerd://");
  }

  @Test
  void aContainerThatTakesTooMuchMemoryIsKilledForIt() {
    ContainerStateTerminated end =
        run("greedy", "tail /dev/zero", "resources: {limits: {memory: 16Mi}}");
    assertThat(end.getReason()).isEqualTo("OOMKilled");
    assertThat(end.getExitCode()).isEqualTo(137);
  }

  @Test
  @Rule("7.7")
  void lastWordsAreReadFromTheFileTheContainerWrote() {
    assertThat(run("words", "printf 'that was it' > " + LAST_WORDS, "").getMessage())
        .isEqualTo("that was it");
    assertThat(
            run("place", "echo elsewhere > /tmp/w", "terminationMessagePath: /tmp/w").getMessage())
        .isEqualTo("elsewhere\n");
  }

  @Test
  @Rule("7.7")
  void ofManyWordsTheLast4096BytesAreKept() {
    String message = run("chatty", "{ seq 1 5000; printf end; } > " + LAST_WORDS, "").getMessage();
    assertThat(message).hasSize(4096).endsWith("4999\n5000\nend");
  }

  @Test
  @Rule("7.7")
  void theWordsOfAllContainersTogetherAreLimited() {
    Manifests pod = Manifests.pod("choir").restartPolicy("Never");
    for (int i = 0; i < 4; i++) {
      pod.container("c" + i, image(), "seq 1 5000 > " + LAST_WORDS);
    }
    node.apply(pod, "choir");
    node.awaitPhase("choir", "Succeeded");
    for (int i = 0; i < 4; i++) {
      assertThat(awaitEnd("choir", "c" + i).getMessage()).hasSize(12288 / 4).contains("4700\n");
    }
  }

  @Test
  @Rule("7.7")
  void theLogSpeaksForAContainerThatFailedWithoutAWord() {
    assertThat(run("mute", "echo oh; echo no >&2; exit 1", FROM_LOG).getMessage().lines())
        .containsExactlyInAnyOrder("oh", "no");
    assertThat(run("content", "echo fine; exit 0", FROM_LOG).getMessage()).isNull();
    assertThat(run("spoke", "echo no; echo why > " + LAST_WORDS + "; exit 1", FROM_LOG))
        .extracting(ContainerStateTerminated::getMessage)
        .isEqualTo("why\n");
    assertThat(run("silent", "echo no; exit 1", "").getMessage()).isNull();
  }

  @Test
  @Rule("7.7")
  void ofALongLogTheLast80LinesAnd2048BytesAreTaken() {
    assertThat(run("lines", "seq 1 200; exit 1", FROM_LOG).getMessage().lines())
        .hasSize(80)
        .first()
        .isEqualTo("121");
    String wide = run("bytes", "seq -w 1 1000000000 | head -n 400; exit 1", FROM_LOG).getMessage();
    assertThat(wide.length()).isLessThanOrEqualTo(2048);
    assertThat(wide).endsWith("0000000400\n");
  }

  private ContainerStateTerminated run(String pod, String script, String more) {
    Manifests manifest =
        Manifests.pod(pod).restartPolicy("Never").container("main", image(), script);
    node.apply(more.isEmpty() ? manifest : manifest.with(more), pod);
    ContainerStateTerminated end = awaitEnd(pod, "main");
    node.remove(pod);
    return end;
  }
}
