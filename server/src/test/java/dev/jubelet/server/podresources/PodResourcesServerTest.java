package dev.jubelet.server.podresources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.podresources.AllocatableResourcesRequest;
import dev.jubelet.api.podresources.AllocatableResourcesResponse;
import dev.jubelet.api.podresources.ContainerResources;
import dev.jubelet.api.podresources.GetPodResourcesRequest;
import dev.jubelet.api.podresources.ListPodResourcesRequest;
import dev.jubelet.api.podresources.ListPodResourcesResponse;
import dev.jubelet.api.podresources.PodResources;
import dev.jubelet.api.podresources.PodResourcesListerGrpc;
import dev.jubelet.api.podresources.PodResourcesListerGrpc.PodResourcesListerBlockingStub;
import dev.jubelet.base.metric.Format;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.edge.unix.UnixChannel;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class PodResourcesServerTest {
  private static final int BURST = 10;

  @TempDir Path root;

  private final ManualTimers timers = new ManualTimers();
  private final MetricRegistry metrics = new MetricRegistry();
  private final AtomicBoolean broken = new AtomicBoolean();
  private Path socket;
  private PodResourcesServer server;
  private UnixChannel channel;

  @BeforeEach
  void start() {
    Path directory = root.resolve("pod-resources");
    socket = directory.resolve("kubelet.sock");
    server = new PodResourcesServer(directory, new Pods(), new PodResourcesMeter(metrics), timers);
    server.start();
    channel = new UnixChannel(socket, "client", 1 << 20);
  }

  @AfterEach
  void stop() {
    channel.close();
    server.close();
  }

  @Test
  void listsPodsWithTheirSidecarsAndContainers() {
    assertThat(stub().list(ListPodResourcesRequest.getDefaultInstance()).getPodResourcesList())
        .containsExactly(
            PodResources.newBuilder()
                .setName("web")
                .setNamespace("default")
                .addContainers(ContainerResources.newBuilder().setName("proxy"))
                .addContainers(ContainerResources.newBuilder().setName("app"))
                .build());
  }

  @Test
  void tellsOnePodEvenIfItIsNotListed() {
    assertThat(get("default", "done").getName()).isEqualTo("done");
    assertThat(get("default", "web").getContainersList())
        .extracting(ContainerResources::getName)
        .containsExactly("proxy", "app");
  }

  @Test
  void refusesAPodThatIsNotKnownInUpstreamsWords() {
    assertThatThrownBy(() -> get("other", "web"))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> {
              assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNKNOWN);
              assertThat(e.getStatus().getDescription())
                  .isEqualTo("pod web in namespace other not found");
            });
    assertThat(page())
        .contains("kubelet_pod_resources_endpoint_requests_get{server_api_version=\"v1\"} 1")
        .contains("kubelet_pod_resources_endpoint_errors_get{server_api_version=\"v1\"} 1");
  }

  @Test
  void hasNothingToGiveAwayExclusively() {
    assertThat(stub().getAllocatableResources(AllocatableResourcesRequest.getDefaultInstance()))
        .isEqualTo(AllocatableResourcesResponse.getDefaultInstance());
  }

  @Test
  void stillSpeaksTheFirstVersion() {
    MethodDescriptor<ListPodResourcesRequest, ListPodResourcesResponse> method =
        PodResourcesListerGrpc.getListMethod().toBuilder()
            .setFullMethodName("v1alpha1.PodResourcesLister/List")
            .build();
    assertThat(
            ClientCalls.blockingUnaryCall(
                    channel,
                    method,
                    CallOptions.DEFAULT,
                    ListPodResourcesRequest.getDefaultInstance())
                .getPodResources(0)
                .getName())
        .isEqualTo("web");
    assertThat(page())
        .contains(
            "kubelet_pod_resources_endpoint_requests_list{server_api_version=\"v1alpha1\"} 1");
  }

  @Test
  void turnsAwayCallsThatComeTooFast() {
    for (int i = 0; i < BURST; i++) {
      stub().list(ListPodResourcesRequest.getDefaultInstance());
    }
    assertThatThrownBy(() -> get("default", "web"))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessage("RESOURCE_EXHAUSTED: rejected by rate limit");
    timers.advance(Duration.ofMillis(10));
    assertThat(get("default", "web").getName()).isEqualTo("web");
    assertThat(page())
        .contains("kubelet_pod_resources_endpoint_requests_total{server_api_version=\"v1\"} 11");
  }

  @Test
  void aFailureInsideIsNotToldToTheClientInDetail() {
    broken.set(true);
    assertThatThrownBy(() -> stub().list(ListPodResourcesRequest.getDefaultInstance()))
        .hasMessage("INTERNAL: internal error");
    assertThat(page())
        .contains("kubelet_pod_resources_endpoint_errors_list{server_api_version=\"v1\"} 1");
  }

  @Test
  void directoryAndSocketHaveUpstreamsModes() throws Exception {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
        .isEqualTo("rwxr-xr-x");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket.getParent())))
        .isEqualTo("rwxr-x---");
    try (var files = Files.list(socket.getParent())) {
      assertThat(files).containsExactly(socket);
    }
  }

  @Test
  void theSocketGoesWithTheServerAlsoIfNobodyCame() {
    server.close();
    assertThat(socket).doesNotExist();
  }

  @Test
  void replacesWhatADeadAgentLeftBehind() throws Exception {
    server.close();
    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(socket));
    }
    assertThat(socket).exists();
    server.start();
    assertThat(get("default", "web").getName()).isEqualTo("web");
  }

  @Test
  void namesTheSocketThatCannotBeHad() throws Exception {
    server.close();
    Files.createDirectories(socket.resolve("in the way"));
    assertThatThrownBy(server::start)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("cannot listen on " + socket);
  }

  private PodResourcesListerBlockingStub stub() {
    return PodResourcesListerGrpc.newBlockingStub(channel);
  }

  private PodResources get(String namespace, String name) {
    return stub()
        .get(
            GetPodResourcesRequest.newBuilder().setPodNamespace(namespace).setPodName(name).build())
        .getPodResources();
  }

  private String page() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    metrics.text(Format.PROMETHEUS).forEach(out::writeBytes);
    return out.toString(StandardCharsets.UTF_8);
  }

  /** A pod that runs and one that is over. */
  private final class Pods implements KnownPods {
    private final Pod web = pod("web");
    private final Pod done = pod("done");

    @Override
    public List<Pod> listed() {
      if (broken.get()) {
        throw new IllegalStateException("secret detail");
      }
      return List.of(web);
    }

    @Override
    public Optional<Pod> find(String namespace, String name) {
      return List.of(web, done).stream()
          .filter(pod -> pod.getMetadata().getNamespace().equals(namespace))
          .filter(pod -> pod.getMetadata().getName().equals(name))
          .findFirst();
    }

    private static Pod pod(String name) {
      return new PodBuilder()
          .withNewMetadata()
          .withName(name)
          .withNamespace("default")
          .endMetadata()
          .withNewSpec()
          .addNewInitContainer()
          .withName("setup")
          .endInitContainer()
          .addNewInitContainer()
          .withName("proxy")
          .withRestartPolicy("Always")
          .endInitContainer()
          .addNewContainer()
          .withName("app")
          .endContainer()
          .endSpec()
          .build();
    }
  }
}
