package dev.jubelet.testing.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.jubelet.edge.apiserver.ApiConnection;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiResource;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A server that is away is one line in the log for all calls, and its return another. */
final class ServerOutageTest {
  private static final ApiResource<Pod> PODS = ApiResource.core("pods", "Pod", Pod.class);

  private final ScriptedServer server = new ScriptedServer();
  private final ClientFixture fixture = new ClientFixture(server.address());
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(ApiConnection.class);

  @BeforeEach
  void listen() {
    lines.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(lines);
  }

  @AfterEach
  void close() {
    logger.detachAppender(lines);
    fixture.close();
    server.close();
  }

  private void call() {
    assertThatThrownBy(() -> fixture.usual().create(PODS, "ns", new Pod()))
        .isInstanceOf(ApiException.class);
  }

  private List<String> told() {
    return lines.list.stream()
        .map(line -> line.getLevel() + " " + line.getKeyValuePairs() + " " + line.getMessage())
        .toList();
  }

  @Test
  void callsThatFindNoServerAreOneLineAndTheFirstAnswerIsAnother() {
    server.then(ScriptedAnswer.of(503, "{}")).then(ScriptedAnswer.of(503, "{}"));
    server.then(ScriptedAnswer.of(404, "{}")).then(ScriptedAnswer.of(404, "{}"));
    call();
    fixture.timers.advance(Duration.ofSeconds(40));
    call();
    assertThat(told()).hasSize(1);
    call();
    call();
    assertThat(told()).hasSize(2);
    assertThat(told().getFirst())
        .startsWith("WARN")
        .contains("address=\"" + server.address() + "\"", "503")
        .endsWith("API server is unreachable; retrying");
    assertThat(told().getLast())
        .startsWith("INFO")
        .contains("after=\"40s\"")
        .endsWith("API server is reachable again");
  }

  @Test
  void theCauseIsInTheLine() {
    server.close();
    call();
    assertThat(told()).singleElement().asString().containsIgnoringCase("connection refused");
  }
}
