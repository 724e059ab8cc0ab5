package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.jubelet.api.otlp.KeyValue;
import dev.jubelet.api.otlp.Span;
import dev.jubelet.api.podresources.ContainerResources;
import dev.jubelet.api.podresources.ListPodResourcesRequest;
import dev.jubelet.api.podresources.PodResources;
import dev.jubelet.api.podresources.PodResourcesListerGrpc;
import dev.jubelet.edge.unix.UnixChannel;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.trace.FakeCollector;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What observers of a node learn by gRPC: traces, and the pod resources API. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class TracesIT {
  private static final int MAX_ANSWER_BYTES = 1 << 20;
  private static final ByteString CLIENT_TRACE =
      ByteString.copyFrom(new byte[] {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2});

  private final PrivateContainerd containerd;
  private final FakeCollector collector = FakeCollector.onLoopback();
  private TestNode node;

  TracesIT(PrivateContainerd containerd) {
    this.containerd = containerd;
  }

  @BeforeEach
  void start() {
    node =
        TestNode.prepare(
            containerd,
            containerd.endpoint(),
            "tracing: {endpoint: '%s', samplingRatePerMillion: 1000000}\n"
                .formatted(collector.endpoint()));
    node.startKubelet();
  }

  @AfterEach
  void close() {
    node.close();
    collector.close();
  }

  @Test
  void aStartIsOneTraceARequestJoinsItsClientsAndAPodIsListedWhileItLives() throws Exception {
    node.apply(
        Manifests.pod("seen").container("main", containerd.image(), "exec sleep 3600"), "seen");
    node.awaitReady("seen");
    assertThat(listed())
        .singleElement()
        .satisfies(pod -> assertThat(pod.getName()).isEqualTo(TestNode.podName("seen")))
        .satisfies(
            pod ->
                assertThat(pod.getContainersList())
                    .extracting(ContainerResources::getName)
                    .containsExactly("main"));
    assertThat(node.page("/metrics").orElseThrow())
        .contains("kubelet_pod_resources_endpoint_requests_list{server_api_version=\"v1\"} 1");

    askForPods();
    node.await("the request's span arrives", () -> !trace(CLIENT_TRACE).isEmpty());
    assertThat(trace(CLIENT_TRACE))
        .singleElement()
        .satisfies(span -> assertThat(span.getName()).isEqualTo("/pods"))
        .satisfies(span -> assertThat(span.getParentSpanId().byteAt(7)).isEqualTo((byte) 3));
    node.await("the trace of the start arrives", () -> startOf("seen").isPresent());
    Span start = startOf("seen").orElseThrow();
    List<Span> trace = trace(start.getTraceId());
    assertThat(start.getParentSpanId()).isEqualTo(ByteString.EMPTY);
    assertThat(below(trace, start)).contains("sandbox", "image", "container");
    assertThat(below(trace, named(trace, "sandbox")))
        .containsExactly("runtime.v1.RuntimeService/RunPodSandbox");
    assertThat(below(trace, named(trace, "container")))
        .containsExactly(
            "runtime.v1.RuntimeService/CreateContainer",
            "runtime.v1.RuntimeService/StartContainer");
    assertThat(trace).allSatisfy(span -> assertNested(trace, span));

    node.remove("seen");
    node.awaitGone("seen");
    assertThat(listed()).isEmpty();
    node.stopKubelet();
    assertThat(socket()).doesNotExist();
    assertThat(collector.spans())
        .extracting(Span::getName)
        .contains("syncTerminatingPod", "syncTerminatedPod", "terminate", "kill", "stop sandbox");
  }

  private void askForPods() throws Exception {
    Process curl =
        new ProcessBuilder(
                "curl",
                "--silent",
                "--insecure",
                "--header",
                "traceparent: 00-00000000000000010000000000000002-0000000000000003-01",
                "https://127.0.0.1:" + node.mainPort() + "/pods")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(curl.waitFor()).isZero();
  }

  private static void assertNested(List<Span> trace, Span span) {
    assertThat(span.getEndTimeUnixNano()).isGreaterThanOrEqualTo(span.getStartTimeUnixNano());
    if (span.getParentSpanId().isEmpty()) {
      return;
    }
    Span parent =
        trace.stream()
            .filter(other -> other.getSpanId().equals(span.getParentSpanId()))
            .findFirst()
            .orElseThrow();
    assertThat(span.getStartTimeUnixNano()).isGreaterThanOrEqualTo(parent.getStartTimeUnixNano());
    assertThat(span.getEndTimeUnixNano()).isLessThanOrEqualTo(parent.getEndTimeUnixNano());
  }

  /** The pass in which the sandbox was made. */
  private Optional<Span> startOf(String pod) {
    return collector.spans().stream()
        .filter(span -> span.getName().equals("syncPod"))
        .filter(span -> TestNode.podName(pod).equals(attribute(span, "k8s.pod.name")))
        .filter(span -> below(trace(span.getTraceId()), span).contains("sandbox"))
        .findFirst();
  }

  private List<Span> trace(ByteString id) {
    return collector.spans().stream().filter(span -> span.getTraceId().equals(id)).toList();
  }

  private static Span named(List<Span> trace, String name) {
    return trace.stream().filter(span -> span.getName().equals(name)).findFirst().orElseThrow();
  }

  private static List<String> below(List<Span> trace, Span parent) {
    return trace.stream()
        .filter(span -> span.getParentSpanId().equals(parent.getSpanId()))
        .map(Span::getName)
        .toList();
  }

  private static String attribute(Span span, String key) {
    return span.getAttributesList().stream()
        .filter(pair -> pair.getKey().equals(key))
        .map(KeyValue::getValue)
        .findFirst()
        .orElseThrow()
        .getStringValue();
  }

  private Path socket() {
    return node.root().resolve("pod-resources/kubelet.sock");
  }

  private List<PodResources> listed() {
    try (UnixChannel channel = new UnixChannel(socket(), "client", MAX_ANSWER_BYTES)) {
      return PodResourcesListerGrpc.newBlockingStub(channel)
          .list(ListPodResourcesRequest.getDefaultInstance())
          .getPodResourcesList();
    }
  }
}
