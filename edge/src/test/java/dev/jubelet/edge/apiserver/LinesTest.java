package dev.jubelet.edge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LinesTest {
  private static final Duration SILENT = Duration.ofSeconds(30);

  private final StillClock clock = new StillClock();
  private final Lines lines = new Lines(clock);
  private final List<String> cutOff = new ArrayList<>();

  private Lines.Exchange answeredOn(String connection, String name) {
    Lines.Exchange exchange = lines.started();
    exchange.answered(connection, SILENT, () -> cutOff.add(name));
    return exchange;
  }

  private List<String> outOfReach(String reached) {
    lines.outOfReach(reached).forEach(Runnable::run);
    return cutOff;
  }

  private void pass(int seconds) {
    clock.advance(Duration.ofSeconds(seconds));
  }

  @Test
  void whatIsHeardSpeaksForAllOnTheSameConnection() {
    answeredOn("1", "watch");
    Lines.Exchange call = answeredOn("1", "call");
    pass(29);
    call.heard();
    pass(10);

    assertThat(lines.longestSilence()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void whatIsHeardDoesNotSpeakForOtherConnections() {
    answeredOn("1", "watch");
    Lines.Exchange other = answeredOn("2", "other");
    pass(30);
    other.heard();

    assertThat(lines.longestSilence()).isEqualTo(Duration.ofSeconds(30));
    assertThat(outOfReach("2")).containsExactly("watch");
  }

  @Test
  void whatIsOnTheConnectionThatIsReachedStays() {
    answeredOn("1", "watch");
    pass(300);

    assertThat(outOfReach("1")).isEmpty();
  }

  @Test
  void eachAnswerHasItsOwnPatience() {
    answeredOn("1", "impatient");
    lines.started().answered("2", Duration.ofSeconds(75), () -> cutOff.add("patient"));
    pass(74);
    assertThat(outOfReach("3")).containsExactly("impatient");
    cutOff.clear();
    pass(1);

    assertThat(outOfReach("3")).containsExactlyInAnyOrder("impatient", "patient");
  }

  @Test
  void whatSpeaksOnAnotherConnectionStays() {
    Lines.Exchange busy = answeredOn("1", "busy");
    pass(100);
    busy.heard();
    pass(29);

    assertThat(outOfReach("2")).isEmpty();
  }

  @Test
  void aRequestWithoutAnAnswerIsSilentFromItsStartAndIsNotCutOff() {
    answeredOn("1", "watch").heard();
    lines.started();
    pass(20);
    answeredOn("1", "call").ended();
    pass(10);

    assertThat(lines.longestSilence()).isEqualTo(Duration.ofSeconds(30));
    assertThat(outOfReach("1")).isEmpty();
  }

  @Test
  void anAnswerThatEndedIsForgottenButWhatItToldIsNot() {
    answeredOn("1", "watch");
    pass(60);
    Lines.Exchange call = answeredOn("1", "call");
    call.ended();
    call.ended();

    assertThat(lines.longestSilence()).isZero();
    assertThat(lines.isEmpty()).isFalse();
    pass(30);
    assertThat(outOfReach("2")).containsExactly("watch");
  }

  @Test
  void nothingUnderWayIsNoSilence() {
    answeredOn("1", "watch").ended();
    pass(60);

    assertThat(lines.isEmpty()).isTrue();
    assertThat(lines.longestSilence()).isZero();
  }
}
