package dev.jubelet.server.component;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.http.FakeExchange;
import dev.jubelet.server.http.Router;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ComponentPagesTest {
  private static final String STATUSZ = "application/json;as=Statusz;v=v1beta1;g=config.k8s.io";

  private final ManualTimers timers = new ManualTimers(Instant.parse("2026-03-01T10:00:00Z"));
  private final Router pages = pages();

  private Router pages() {
    ComponentPages.Facts facts =
        new ComponentPages.Facts(
            "kubelet",
            timers.now(),
            "java25",
            "1.36.4",
            "1.36",
            new TreeMap<>(Map.of("port", "10250", "address", "0.0.0.0")));
    Router.Builder routes = Router.builder();
    new ComponentPages(facts, timers).addTo(routes);
    return routes.build();
  }

  @Test
  void peopleReadText() throws IOException {
    timers.advance(Duration.ofSeconds(3725));
    assertThat(FakeExchange.get("/statusz").through(pages).text())
        .contains(
            "kubelet statusz\n",
            "Started: Sun Mar  1 10:00:00 UTC 2026\n",
            "Up: 1 hr 02 min 05 sec\n",
            "Binary version: 1.36.4\n");
    assertThat(FakeExchange.get("/flagz").through(pages).text())
        .contains("kubelet flagz\n")
        .endsWith("\naddress=0.0.0.0\nport=10250\n");
  }

  @Test
  void programsReadAnObject() throws IOException {
    FakeExchange answer = FakeExchange.get("/statusz").withHeader("Accept", STATUSZ);
    assertThat(answer.through(pages).text())
        .startsWith(
            "{\"kind\":\"Statusz\",\"apiVersion\":\"config.k8s.io/v1beta1\","
                + "\"metadata\":{\"name\":\"kubelet\"},\"startTime\":\"2026-03-01T10:00:00Z\","
                + "\"uptimeSeconds\":0,");
    assertThat(answer.sentHeaders()).doesNotContainKey("Warning");
    FakeExchange flags =
        FakeExchange.get("/flagz").withHeader("Accept", STATUSZ.replace("Statusz", "Flagz"));
    assertThat(flags.through(pages).text())
        .contains("\"flags\":{\"address\":\"0.0.0.0\",\"port\":\"10250\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/*|200",
        "text/plain|200",
        "application/json|406",
        "application/json;as=Statusz;v=v1;g=config.k8s.io|406",
        "application/json;as=Flagz;v=v1beta1;g=config.k8s.io|406",
        "application/cbor;as=Statusz;v=v1beta1;g=config.k8s.io|406",
        "application/yaml;as=Statusz;v=v1beta1;g=config.k8s.io|200",
        "application/json, text/plain|200"
      })
  void whatCannotBeServedIsRefused(String accept, int status) throws IOException {
    FakeExchange answer = FakeExchange.get("/statusz").withHeader("Accept", accept);
    assertThat(answer.through(pages).status()).isEqualTo(status);
  }

  @Test
  void anOldVersionComesWithAWarning() throws IOException {
    FakeExchange answer =
        FakeExchange.get("/statusz").withHeader("Accept", STATUSZ.replace("beta1", "alpha1"));
    assertThat(answer.through(pages).sentHeaders().get("Warning")).startsWith("299 ");
  }
}
