package dev.jubelet.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.trace.Attribute;
import dev.jubelet.base.trace.FinishedSpan;
import dev.jubelet.base.trace.RecordingTracer;
import dev.jubelet.base.trace.Sampling;
import dev.jubelet.base.trace.SpanKind;
import dev.jubelet.base.trace.Tracer;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TracedRouterTest {
  private static final String CLIENT = "00-00000000000000010000000000000002-0000000000000003-01";

  private final List<FinishedSpan> spans = new ArrayList<>();
  private final Tracer tracer =
      new RecordingTracer(Sampling.perMillion(1_000_000), () -> Instant.EPOCH, spans::add, "test");
  private final Handler handler =
      new TracedRouter(
          Router.builder()
              .get("/pods", x -> tracer.beginCall("call").close())
              .get("/logs/{namespace}/{pod}", x -> x.text(200, x.captured().toString()))
              .get("/break", x -> breakDown())
              .build(),
          tracer);

  private static void breakDown() {
    throw new IllegalStateException("secret detail");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /logs/a/b, '/logs/{namespace}/{pod}', 200",
    "POST, /logs/a/b, HTTP POST route not found, 405",
    "GET, /nowhere, HTTP GET route not found, 404",
    "GET, /logs/a/%zz, HTTP GET route not found, 400",
    "GET, /break, /break, 500",
  })
  void aRequestIsASpanNamedAfterItsRoute(String method, String path, String name, int status)
      throws IOException {
    assertThat(new FakeExchange(method, path).through(handler).status()).isEqualTo(status);
    assertThat(spans).hasSize(1);
    FinishedSpan span = spans.getFirst();
    assertThat(span.identity().name()).isEqualTo(name);
    assertThat(span.identity().kind()).isEqualTo(SpanKind.SERVER);
    assertThat(span.attributes())
        .contains(
            new Attribute.Text("http.request.method", method),
            new Attribute.Amount("http.response.status_code", status));
    assertThat(span.failure()).isEqualTo(status == 500 ? "status 500" : null);
  }

  @Test
  void itContinuesTheTraceOfTheClientAndItsCallsAreBelowIt() throws IOException {
    FakeExchange.get("/pods").withHeader("Traceparent", CLIENT).through(handler);
    FinishedSpan call = spans.getFirst();
    FinishedSpan served = spans.getLast();
    assertThat(served.identity().parentId()).isEqualTo(3);
    assertThat(served.identity().context().traceLow()).isEqualTo(2);
    assertThat(call.identity().parentId()).isEqualTo(served.identity().context().spanId());
  }

  @Test
  void aHeaderThatIsNoneBeginsANewTrace() throws IOException {
    FakeExchange.get("/pods").withHeader("traceparent", "nonsense").through(handler);
    assertThat(spans.getLast().identity().parentId()).isZero();
  }
}
