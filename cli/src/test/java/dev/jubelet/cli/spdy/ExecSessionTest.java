package dev.jubelet.cli.spdy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.cli.fault.CliException;
import dev.jubelet.testing.stream.SpdyExecServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ExecSessionTest {
  private static final String SUCCESS = "{\"metadata\":{},\"status\":\"Success\"}";

  private static String failed(int code) {
    return "{\"status\":\"Failure\",\"reason\":\"NonZeroExitCode\",\"message\":\"x\",\"details\":{\"causes\":[{\"reason\":\"ExitCode\",\"message\":\"%d\"}]}}"
        .formatted(code);
  }

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void theInputEndsAloneAndTheOutputGoesOn() throws Exception {
    byte[] input = new byte[1024 * 1024];
    new Random(7).nextBytes(input);
    try (SpdyExecServer server = new SpdyExecServer(4, SUCCESS)) {
      int code =
          new ExecSession(
                  server.url(),
                  new ExecSession.Streams(new ByteArrayInputStream(input), out, err, false))
              .run(sizes -> {});

      assertThat(code).isZero();
      assertThat(out.toByteArray()).isEqualTo(input);
      assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("said on stderr\n");
      assertThat(server.afterEnd).isEmpty();
      assertThat(server.ponged).isTrue();
      assertThat(server.request)
          .contains(
              "POST /exec/token?a=b HTTP/1.1",
              "Upgrade: SPDY/3.1",
              "X-Stream-Protocol-Version: v4.channel.k8s.io");
    }
  }

  @Test
  void theExitCodeIsTheCommands() throws Exception {
    try (SpdyExecServer server = new SpdyExecServer(3, failed(42))) {
      assertThat(
              new ExecSession(server.url(), new ExecSession.Streams(null, out, err, false))
                  .run(sizes -> {}))
          .isEqualTo(42);
    }
  }

  @Test
  void aLostConnectionIsNotASuccess() throws Exception {
    try (SpdyExecServer server = new SpdyExecServer(3, SpdyExecServer.HANG_UP)) {
      ExecSession session =
          new ExecSession(server.url(), new ExecSession.Streams(null, out, err, false));

      assertThatThrownBy(() -> session.run(sizes -> {}))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the runtime");
    }
  }

  @Test
  void aTerminalHasSizesAndNoStderr() throws Exception {
    try (SpdyExecServer server = new SpdyExecServer(4, "")) {
      int code =
          new ExecSession(
                  server.url(),
                  new ExecSession.Streams(
                      new ByteArrayInputStream("x".getBytes(StandardCharsets.UTF_8)),
                      out,
                      err,
                      true))
              .run(tell -> tell.accept(new ExecSession.Size(80, 24)));

      assertThat(code).isZero();
      assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("x");
      assertThat(err.size()).isZero();
      assertThat(server.resized()).isEqualTo("{\"Width\":80,\"Height\":24}\n");
    }
  }

  @Test
  void aFailureToRunIsAnErrorWithTheRuntimesWords() {
    assertThatThrownBy(
            () -> ExecSession.exitCode("{\"status\":\"Failure\",\"message\":\"no such file\"}"))
        .isInstanceOf(CliException.class)
        .hasMessage("no such file");
  }
}
