package dev.jubelet.testing.cri;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.jubelet.base.OutageLog;
import dev.jubelet.edge.cri.CriCalls;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriException.Kind;
import dev.jubelet.edge.cri.OutageCalls;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class OutageCallsTest {
  private final ManualTimers timers = new ManualTimers();
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final CriCalls calls;

  OutageCallsTest() {
    Logger logger = (Logger) LoggerFactory.getLogger("outages of a runtime");
    lines.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(lines);
    calls =
        new OutageCalls(
            CriCalls.UNHEARD,
            new OutageLog(logger, "Container runtime", "unix:///run/x.sock", timers),
            timers);
  }

  private void fail(Kind kind) {
    calls.started("version").failed(new CriException(kind, "Version", "as the test wants"));
  }

  @Test
  void aRuntimeThatIsAwayIsOneLineForAllPodsAndItsReturnAnother() {
    CriCalls.Running slow = calls.started("stop_container");
    for (int pod = 0; pod < 50; pod++) {
      fail(Kind.UNAVAILABLE);
    }
    timers.advance(Duration.ofSeconds(3));
    fail(Kind.NOT_FOUND);
    slow.failed(new CriException(Kind.TIMEOUT, "StopContainer", "late"));
    fail(Kind.CANCELLED);
    assertThat(lines.list)
        .extracting(ILoggingEvent::getMessage)
        .containsExactly(
            "Container runtime is unreachable; retrying", "Container runtime is reachable again");
    assertThat(lines.list.getLast().getKeyValuePairs().toString()).contains("3s");
  }
}
