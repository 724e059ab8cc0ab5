package dev.jubelet.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.tls.TlsException;
import dev.jubelet.edge.cri.CriException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

final class StartFailureTest {
  @Test
  void whatIsMeantForTheOperatorIsAllThatIsSaid() {
    assertThat(StartFailure.line(new StartException("--root-dir /x is in use", new Error("no"))))
        .isEqualTo("--root-dir /x is in use");
    assertThat(
            StartFailure.line(
                new CriException(CriException.Kind.UNAVAILABLE, "Version", "no socket")))
        .isEqualTo("no socket");
    assertThat(
            StartFailure.line(
                new TlsException(TlsException.Kind.INVALID, "a.crt holds no certificate", null)))
        .isEqualTo("a.crt holds no certificate");
  }

  @Test
  void aFileErrorNamesItsCause() {
    assertThat(
            StartFailure.line(
                new UncheckedIOException("cannot write /x", new IOException("No space left"))))
        .isEqualTo("cannot write /x: java.io.IOException: No space left");
  }

  @Test
  void theUnexpectedIsOneLineToo() {
    assertThat(
            StartFailure.line(new IllegalStateException("a\n  b", new IllegalStateException("c"))))
        .isEqualTo("java.lang.IllegalStateException: a b: java.lang.IllegalStateException: c");
    assertThat(StartFailure.line(new NullPointerException()))
        .isEqualTo("java.lang.NullPointerException");
  }
}
