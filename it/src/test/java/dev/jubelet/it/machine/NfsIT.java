package dev.jubelet.it.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.host.MountTable;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shares of a real NFS server, which at times does not answer. */
final class NfsIT extends MachineSuite {
  private NfsServer server;

  @Override
  void assumeMachine() {
    NfsServer.assumeHere();
  }

  @BeforeEach
  void serve() {
    server = NfsServer.start();
  }

  @AfterEach
  void end() {
    server.answerAgain();
    removeAll();
    server.close();
  }

  @Test
  void aShareIsWrittenToAndOutlivesItsPod() throws IOException {
    Files.writeString(server.share().resolve("question"), "who");
    apply("writer", server.volume(NfsServer.ADDRESS, false), "cp /data/question /data/answer");
    Pod writer = node.awaitReady("writer");
    assertThat(volume(writer).type()).isEqualTo("nfs4");
    node.await("it has written", () -> Files.exists(server.share().resolve("answer")));
    remove("writer");
    assertThat(mounts()).isEmpty();
    assertThat(server.share().resolve("answer")).hasContent("who");
  }

  @Test
  void aReadOnlyShareIsRead() throws IOException {
    Files.writeString(server.share().resolve("question"), "who");
    apply(
        "reader",
        server.volume(NfsServer.ADDRESS, true),
        "cat /data/question; touch /data/answer; echo ended with $?");
    node.awaitReady("reader");
    awaitPrinted("reader", "ended with 1");
    assertThat(printed("reader")).contains("who", "Read-only file system");
    assertThat(server.share().resolve("answer")).doesNotExist();
  }

  @Test
  void theThirdVersionIsSpokenWhereTheMachineSaysSo() {
    apply("old", server.volume(NfsServer.OLD_ADDRESS, false), "echo three >/data/answer");
    Pod old = node.awaitReady("old");
    assertThat(volume(old).type()).isEqualTo("nfs");
    node.await("it has written", () -> Files.exists(server.share().resolve("answer")));
    remove("old");
    assertThat(mounts()).isEmpty();
  }

  @Test
  void aServerThatIsGoneHoldsUpItsOwnPodsOnly() {
    apply("early", server.volume(NfsServer.ADDRESS, false), "echo early >/data/early");
    node.awaitReady("early");
    node.await("it has written", () -> Files.exists(server.share().resolve("early")));
    server.fallSilent();
    apply("late", server.volume(NfsServer.ADDRESS, false), "echo late >/data/late");
    node.await("the mount is tried", () -> isMounting(NfsServer.ADDRESS));
    othersComeAndGo("other");
    remove("early");
    node.await("nothing of it is mounted", () -> mounts().isEmpty());
    assertThat(node.find("late").orElseThrow().getStatus().getPhase()).isEqualTo("Pending");
    othersComeAndGo("another");
    server.answerAgain();
    node.awaitReady("late");
    node.await("it has written", () -> Files.exists(server.share().resolve("late")));
  }

  @Test
  void anAgentKilledWhileItMountsLeavesNothing() {
    server.fallSilent();
    apply("doomed", server.volume(NfsServer.ADDRESS, false), "echo never >/data/never");
    node.await("the mount is tried", () -> isMounting(NfsServer.ADDRESS));
    node.killKubelet();
    node.remove("doomed");
    node.startKubelet();
    othersComeAndGo("other");
    server.answerAgain();
    node.await("nobody mounts any more", () -> !isMounting(NfsServer.ADDRESS));
    node.awaitGone("doomed");
    node.await("nothing is mounted", () -> mounts().isEmpty());
    assertThat(server.share().resolve("never")).doesNotExist();
  }

  @Test
  void aPodIsThereOnceAfterTheAgentWasKilledWhileItMounted() {
    server.fallSilent();
    apply("stubborn", server.volume(NfsServer.ADDRESS, false), "echo once >>/data/file");
    node.await("the mount is tried", () -> isMounting(NfsServer.ADDRESS));
    node.killKubelet();
    server.answerAgain();
    node.startKubelet();
    Pod pod = node.awaitReady("stubborn");
    node.await("nobody mounts any more", () -> !isMounting(NfsServer.ADDRESS));
    node.await("it has written", () -> Files.exists(server.share().resolve("file")));
    assertThat(server.share().resolve("file")).hasContent("once");
    remove("stubborn");
    assertThat(mounts()).noneMatch(mount -> isOf(mount, pod));
  }

  @Test
  void anAgentKilledWhileItUnmountsLeavesNothing() {
    apply("ending", server.volume(NfsServer.OLD_ADDRESS, false), "echo here >/data/file");
    node.awaitReady("ending");
    node.await("it has written", () -> Files.exists(server.share().resolve("file")));
    server.fallSilent();
    node.remove("ending");
    node.await("the unmount hangs or is over", () -> mounts().isEmpty() || isUnmounting());
    node.killKubelet();
    node.startKubelet();
    othersComeAndGo("other");
    node.awaitGone("ending");
    node.await("nothing is mounted", () -> mounts().isEmpty());
  }

  private static boolean isOf(MountTable.Mount mount, Pod pod) {
    return mount.point().toString().contains(pod.getMetadata().getUid());
  }

  private static boolean isMounting(String address) {
    return Machine.hasProcess("mount.nfs", address);
  }

  /** Whether a thread of the kubelet waits in the kernel to unmount. */
  private boolean isUnmounting() {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + node.pid() + "/task"))) {
      return threads
          .map(thread -> Machine.ask("cat", thread.resolve("stat").toString()))
          .anyMatch(stat -> stat.contains("(nfs-unmounts") && stat.contains(") D "));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
