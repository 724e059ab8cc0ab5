package dev.jubelet.edge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OpenExchangesTest {
  private static final Duration SILENT = Duration.ofSeconds(30);

  private final StillClock clock = new StillClock();
  private final OpenExchanges exchanges = new OpenExchanges(clock);
  private final List<String> cutOff = new ArrayList<>();

  private OpenExchanges.Exchange answeredOn(String connection, String name) {
    OpenExchanges.Exchange exchange = exchanges.started();
    exchange.answered(connection, SILENT, () -> cutOff.add(name));
    return exchange;
  }

  private List<String> outOfReach(String reached) {
    exchanges.outOfReach(reached).forEach(Runnable::run);
    return cutOff;
  }

  private void pass(int seconds) {
    clock.advance(Duration.ofSeconds(seconds));
  }

  @Test
  void whatIsHeardSpeaksForAllOnTheSameConnection() {
    answeredOn("1", "watch");
    OpenExchanges.Exchange call = answeredOn("1", "call");
    pass(29);
    call.heard();
    pass(10);

    assertThat(exchanges.longestSilence()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void whatIsHeardDoesNotSpeakForOtherConnections() {
    answeredOn("1", "watch");
    OpenExchanges.Exchange other = answeredOn("2", "other");
    pass(30);
    other.heard();

    assertThat(exchanges.longestSilence()).isEqualTo(Duration.ofSeconds(30));
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
    exchanges.started().answered("2", Duration.ofSeconds(75), () -> cutOff.add("patient"));
    pass(74);
    assertThat(outOfReach("3")).containsExactly("impatient");
    cutOff.clear();
    pass(1);

    assertThat(outOfReach("3")).containsExactlyInAnyOrder("impatient", "patient");
  }

  @Test
  void whatSpeaksOnAnotherConnectionStays() {
    OpenExchanges.Exchange busy = answeredOn("1", "busy");
    pass(100);
    busy.heard();
    pass(29);

    assertThat(outOfReach("2")).isEmpty();
  }

  @Test
  void aRequestWithoutAnAnswerIsSilentFromItsStartAndIsNotCutOff() {
    answeredOn("1", "watch").heard();
    exchanges.started();
    pass(20);
    answeredOn("1", "call").ended();
    pass(10);

    assertThat(exchanges.longestSilence()).isEqualTo(Duration.ofSeconds(30));
    assertThat(outOfReach("1")).isEmpty();
  }

  @Test
  void anAnswerThatEndedIsForgottenButWhatItToldIsNot() {
    answeredOn("1", "watch");
    pass(60);
    OpenExchanges.Exchange call = answeredOn("1", "call");
    call.ended();
    call.ended();

    assertThat(exchanges.longestSilence()).isZero();
    assertThat(exchanges.isEmpty()).isFalse();
    pass(30);
    assertThat(outOfReach("2")).containsExactly("watch");
  }

  @Test
  void nothingUnderWayIsNoSilence() {
    answeredOn("1", "watch").ended();
    pass(60);

    assertThat(exchanges.isEmpty()).isTrue();
    assertThat(exchanges.longestSilence()).isZero();
  }
}
