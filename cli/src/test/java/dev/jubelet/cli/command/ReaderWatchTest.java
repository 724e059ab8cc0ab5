package dev.jubelet.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.cli.fault.CliException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class ReaderWatchTest {
  private final CountDownLatch never = new CountDownLatch(1);

  @Test
  void whoWaitsForMoreToPrintIsEndedWhenNobodyReads() {
    assertThatThrownBy(
            () ->
                new ReaderWatch(() -> {})
                    .during(
                        () -> {
                          never.await();
                          return true;
                        }))
        .isInstanceOf(CliException.class)
        .extracting(e -> ((CliException) e).kind())
        .isEqualTo(CliException.Kind.NO_READER);
  }

  @Test
  void aFailureOfAnotherKindStaysWhatItIs() {
    CliException failure = new CliException(CliException.Kind.FAILED, "the agent broke off");

    assertThatThrownBy(
            () ->
                new ReaderWatch(this::awaitForEver)
                    .during(
                        () -> {
                          throw failure;
                        }))
        .isSameAs(failure);
  }

  @Test
  void whatIsPrintedToTheEndIsDone() throws InterruptedException {
    assertThat(new ReaderWatch(this::awaitForEver).during(() -> true)).isTrue();
  }

  private void awaitForEver() {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
