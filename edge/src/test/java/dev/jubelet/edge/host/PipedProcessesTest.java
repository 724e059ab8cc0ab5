package dev.jubelet.edge.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PipedProcessesTest {
  private static PipedPrograms.Ended run(String script, Duration patience)
      throws InterruptedException {
    return new PipedProcesses()
        .run(
            new PipedPrograms.Call(
                List.of("sh", "-c", script),
                Map.of("WORD", "north"),
                ByteString.copyFromUtf8("question\n"),
                patience));
  }

  @Test
  void inputOutputErrorsAndStatusPass() throws InterruptedException {
    PipedPrograms.Ended ended =
        run("read -r line; echo $line $WORD; echo oh no >&2; exit 3", Duration.ofSeconds(20));
    assertThat(ended.status()).isEqualTo(3);
    assertThat(ended.output().toStringUtf8()).isEqualTo("question north\n");
    assertThat(ended.errors()).isEqualTo("oh no");
  }

  @Test
  void aProgramNeedNotReadItsInput() throws InterruptedException {
    assertThat(run("exit 0", Duration.ofSeconds(20)).status()).isZero();
  }

  @Test
  void oneThatDoesNotEndIsKilledWithItsChildren() {
    assertThatThrownBy(() -> run("sleep 1000 & wait", Duration.ofMillis(200)))
        .isInstanceOf(HostException.class)
        .hasMessageContaining("was killed");
  }

  @Test
  void tooMuchOutputIsRefused() {
    assertThatThrownBy(() -> run("head -c 2000000 /dev/zero", Duration.ofSeconds(20)))
        .hasMessageContaining("printed more than");
  }

  @Test
  void aMissingProgramIsTold() {
    assertThatThrownBy(
            () ->
                new PipedProcesses()
                    .run(
                        new PipedPrograms.Call(
                            List.of("/no/such/program"),
                            Map.of(),
                            ByteString.EMPTY,
                            Duration.ofSeconds(1))))
        .isInstanceOfSatisfying(
            HostException.class, e -> assertThat(e.kind()).isEqualTo(HostException.Kind.NOT_FOUND));
  }

  @Test
  void noTextShowsInputOrEnvironment() {
    assertThat(
            new PipedPrograms.Call(
                    List.of("x"),
                    Map.of("K", "s3cret"),
                    ByteString.copyFromUtf8("s3cret"),
                    Duration.ZERO)
                .toString())
        .doesNotContain("s3cret");
  }
}
