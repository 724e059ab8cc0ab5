package dev.jubelet.edge.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.cri.CriException.Kind;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ApiErrorKindsTest {
  private static final CriEndpoint ENDPOINT = new CriEndpoint(Path.of("/run/cri.sock"));

  @ParameterizedTest
  @CsvSource({
    "UNKNOWN, INTERNAL, Unknown",
    "INTERNAL, INTERNAL, Internal",
    "PERMISSION_DENIED, INTERNAL, PermissionDenied",
    "INVALID_ARGUMENT, INVALID, InvalidArgument",
    "FAILED_PRECONDITION, INVALID, FailedPrecondition",
    "NOT_FOUND, NOT_FOUND, NotFound",
    "DEADLINE_EXCEEDED, TIMEOUT, DeadlineExceeded",
    "CANCELLED, CANCELLED, Canceled",
  })
  void aCodeHasAKindAndUpstreamsName(Status.Code code, Kind kind, String name) {
    CriException e = exception(code.toStatus().withDescription("said"));

    assertThat(e.kind()).isEqualTo(kind);
    assertThat(e.upstreamText()).isEqualTo("rpc error: code = " + name + " desc = said");
  }

  @Test
  void aBrokenConnectionIsUnavailableWhateverGrpcCallsIt() {
    CriException e = exception(Status.INTERNAL.withCause(new IOException("garbage")));

    assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(e).hasMessage("cannot reach the container runtime at unix:///run/cri.sock: garbage");
  }

  @Test
  void aTimeoutThatTheRuntimeReportsKeepsItsWords() {
    Status status = Status.DEADLINE_EXCEEDED.withDescription("timeout 1s exceeded");

    assertThat(exception(status)).hasMessage("timeout 1s exceeded");
  }

  private static CriException exception(Status status) {
    return StatusKinds.exception(ENDPOINT, "Version", status);
  }
}
