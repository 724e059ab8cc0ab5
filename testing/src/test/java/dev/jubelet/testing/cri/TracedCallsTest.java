package dev.jubelet.testing.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.api.cri.StartContainerRequest;
import dev.jubelet.api.cri.VersionRequest;
import dev.jubelet.base.trace.Attribute;
import dev.jubelet.base.trace.FinishedSpan;
import dev.jubelet.base.trace.RecordingTracer;
import dev.jubelet.base.trace.Sampling;
import dev.jubelet.base.trace.Span;
import dev.jubelet.base.trace.SpanKind;
import dev.jubelet.base.trace.Tracer;
import dev.jubelet.edge.cri.CriCalls;
import dev.jubelet.edge.cri.CriClient;
import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.unix.UnixGrpc;
import dev.jubelet.testing.time.ManualTimers;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a runtime hears of traces. */
@Timeout(30)
final class TracedCallsTest {
  private static final Metadata.Key<String> HEADER =
      Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER);

  private final ManualTimers timers = new ManualTimers();
  private final FakeCri fake = new FakeCri(timers, FakeProfile.complete());
  private final List<String> headers = new CopyOnWriteArrayList<>();
  private final BlockingQueue<FinishedSpan> spans = new LinkedBlockingQueue<>();
  private Server server;
  private Path socket;

  @BeforeEach
  void serve(@TempDir Path folder) throws Exception {
    socket = folder.resolve("cri.sock");
    server =
        UnixGrpc.server(socket, "cri-server")
            .addService(CriServices.runtime(fake))
            .intercept(new HeaderReader())
            .build()
            .start();
  }

  @AfterEach
  void stop() {
    server.shutdownNow();
  }

  @Test
  void aCallIsASpanBelowTheCallersAndTheRuntimeIsToldOfIt() throws Exception {
    Tracer tracer = tracer(Sampling.perMillion(1_000_000));
    try (CriClient client = client(tracer)) {
      try (Span _ = tracer.begin("step")) {
        client.version(VersionRequest.getDefaultInstance());
      }
      FinishedSpan call = next();
      FinishedSpan step = next();
      assertThat(call.identity().name()).isEqualTo("runtime.v1.RuntimeService/Version");
      assertThat(call.identity().kind()).isEqualTo(SpanKind.CLIENT);
      assertThat(call.identity().parentId()).isEqualTo(step.identity().context().spanId());
      assertThat(call.attributes())
          .containsExactly(
              new Attribute.Text("rpc.system", "grpc"),
              new Attribute.Text("rpc.service", "runtime.v1.RuntimeService"),
              new Attribute.Text("rpc.method", "Version"),
              new Attribute.Amount("rpc.grpc.status_code", 0));
      assertThat(headers).containsExactly(call.identity().context().header());
    }
  }

  /** Such a call is made on a thread of its own. */
  @Test
  void aCallThatIsLetToItsEndIsBelowTheCallersSpanToo() throws Exception {
    Tracer tracer = tracer(Sampling.perMillion(1_000_000));
    try (CriClient client = client(tracer)) {
      try (Span _ = tracer.begin("step")) {
        assertThatExceptionOfType(CriException.class)
            .isThrownBy(() -> client.startContainer(StartContainerRequest.getDefaultInstance()));
      }
      FinishedSpan call = next();
      assertThat(call.identity().parentId()).isEqualTo(next().identity().context().spanId());
      assertThat(call.failure()).isNotEmpty();
    }
  }

  @Test
  void theRuntimeHearsThatATraceIsNotKept() {
    try (CriClient client = client(tracer(Sampling.NEVER))) {
      client.version(VersionRequest.getDefaultInstance());
    }
    assertThat(headers).singleElement().asString().endsWith("-00");
    assertThat(spans).isEmpty();
  }

  @Test
  void withoutTracingTheRuntimeHearsNothing() {
    try (CriClient client = client(Tracer.OFF)) {
      client.version(VersionRequest.getDefaultInstance());
    }
    assertThat(headers).containsExactly("none");
  }

  private FinishedSpan next() throws InterruptedException {
    return Objects.requireNonNull(spans.poll(20, TimeUnit.SECONDS), "no span has ended");
  }

  private Tracer tracer(Sampling sampling) {
    return new RecordingTracer(sampling, timers::now, spans::add, "test");
  }

  private CriClient client(Tracer tracer) {
    CriEndpoint endpoint = new CriEndpoint(socket);
    return new CriClient(endpoint, endpoint, Duration.ofSeconds(10), CriCalls.UNHEARD, tracer);
  }

  private final class HeaderReader implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata metadata, ServerCallHandler<Q, A> next) {
      String header = metadata.get(HEADER);
      headers.add(header == null ? "none" : header);
      return next.startCall(call, metadata);
    }
  }
}
