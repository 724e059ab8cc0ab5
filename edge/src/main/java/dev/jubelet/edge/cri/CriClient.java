package dev.jubelet.edge.cri;

import dev.jubelet.api.cri.AttachRequest;
import dev.jubelet.api.cri.AttachResponse;
import dev.jubelet.api.cri.CheckpointContainerRequest;
import dev.jubelet.api.cri.CheckpointContainerResponse;
import dev.jubelet.api.cri.ContainerStatusRequest;
import dev.jubelet.api.cri.ContainerStatusResponse;
import dev.jubelet.api.cri.CreateContainerRequest;
import dev.jubelet.api.cri.CreateContainerResponse;
import dev.jubelet.api.cri.ExecRequest;
import dev.jubelet.api.cri.ExecResponse;
import dev.jubelet.api.cri.ExecSyncRequest;
import dev.jubelet.api.cri.ExecSyncResponse;
import dev.jubelet.api.cri.ImageFsInfoRequest;
import dev.jubelet.api.cri.ImageFsInfoResponse;
import dev.jubelet.api.cri.ImageServiceGrpc;
import dev.jubelet.api.cri.ImageStatusRequest;
import dev.jubelet.api.cri.ImageStatusResponse;
import dev.jubelet.api.cri.ListContainerStatsRequest;
import dev.jubelet.api.cri.ListContainerStatsResponse;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.api.cri.ListContainersResponse;
import dev.jubelet.api.cri.ListImagesRequest;
import dev.jubelet.api.cri.ListImagesResponse;
import dev.jubelet.api.cri.ListMetricDescriptorsRequest;
import dev.jubelet.api.cri.ListMetricDescriptorsResponse;
import dev.jubelet.api.cri.ListPodSandboxMetricsRequest;
import dev.jubelet.api.cri.ListPodSandboxMetricsResponse;
import dev.jubelet.api.cri.ListPodSandboxRequest;
import dev.jubelet.api.cri.ListPodSandboxResponse;
import dev.jubelet.api.cri.ListPodSandboxStatsRequest;
import dev.jubelet.api.cri.ListPodSandboxStatsResponse;
import dev.jubelet.api.cri.PodSandboxStatusRequest;
import dev.jubelet.api.cri.PodSandboxStatusResponse;
import dev.jubelet.api.cri.PortForwardRequest;
import dev.jubelet.api.cri.PortForwardResponse;
import dev.jubelet.api.cri.PullImageRequest;
import dev.jubelet.api.cri.PullImageResponse;
import dev.jubelet.api.cri.RemoveContainerRequest;
import dev.jubelet.api.cri.RemoveContainerResponse;
import dev.jubelet.api.cri.RemoveImageRequest;
import dev.jubelet.api.cri.RemoveImageResponse;
import dev.jubelet.api.cri.RemovePodSandboxRequest;
import dev.jubelet.api.cri.RemovePodSandboxResponse;
import dev.jubelet.api.cri.ReopenContainerLogRequest;
import dev.jubelet.api.cri.ReopenContainerLogResponse;
import dev.jubelet.api.cri.RunPodSandboxRequest;
import dev.jubelet.api.cri.RunPodSandboxResponse;
import dev.jubelet.api.cri.RuntimeConfigRequest;
import dev.jubelet.api.cri.RuntimeConfigResponse;
import dev.jubelet.api.cri.RuntimeServiceGrpc;
import dev.jubelet.api.cri.StartContainerRequest;
import dev.jubelet.api.cri.StartContainerResponse;
import dev.jubelet.api.cri.StatusRequest;
import dev.jubelet.api.cri.StatusResponse;
import dev.jubelet.api.cri.StopContainerRequest;
import dev.jubelet.api.cri.StopContainerResponse;
import dev.jubelet.api.cri.StopPodSandboxRequest;
import dev.jubelet.api.cri.StopPodSandboxResponse;
import dev.jubelet.api.cri.UpdateContainerResourcesRequest;
import dev.jubelet.api.cri.UpdateContainerResourcesResponse;
import dev.jubelet.api.cri.UpdatePodSandboxResourcesRequest;
import dev.jubelet.api.cri.UpdatePodSandboxResourcesResponse;
import dev.jubelet.api.cri.UpdateRuntimeConfigRequest;
import dev.jubelet.api.cri.UpdateRuntimeConfigResponse;
import dev.jubelet.api.cri.VersionRequest;
import dev.jubelet.api.cri.VersionResponse;
import dev.jubelet.base.trace.Tracer;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.Optional;

/**
 * The runtime at the other end of a unix socket. Connects with the first call and again with the
 * first call after a loss, with a growing rest of up to a quarter of a second between attempts; a
 * call never waits longer for a runtime that is away.
 *
 * <p>Thread: any. Owns: one connection, or two when images have an endpoint of their own.
 */
public final class CriClient implements CriRuntime, AutoCloseable {
  private final CriConnection runtime;
  private final CriConnection images;
  private final CriDeadlines deadlines;

  /** Does not connect yet; {@link CriHandshake} does, and says what is wrong if it cannot. */
  public CriClient(
      CriEndpoint runtime, CriEndpoint images, Duration requestTimeout, CriCalls calls) {
    this(runtime, images, requestTimeout, calls, Tracer.OFF);
  }

  /** The same, with each call a span of a trace that the runtime is told of. */
  public CriClient(
      CriEndpoint runtime,
      CriEndpoint images,
      Duration requestTimeout,
      CriCalls calls,
      Tracer tracer) {
    this.runtime = new CriConnection(runtime, calls, tracer);
    this.images = images.equals(runtime) ? this.runtime : new CriConnection(images, calls, tracer);
    this.deadlines = new CriDeadlines(requestTimeout);
  }

  public CriEndpoint runtimeEndpoint() {
    return runtime.endpoint();
  }

  public CriEndpoint imageEndpoint() {
    return images.endpoint();
  }

  /** Whether the peer serves the version of the CRI that containerd 1.5 and older spoke. */
  boolean speaksV1alpha2() {
    return runtime.serves("runtime.v1alpha2.RuntimeService/Version", deadlines.usual());
  }

  /**
   * Ends the connections. A sandbox or container in the making is made first, for up to ten
   * seconds; other calls under way fail with UNAVAILABLE.
   */
  @Override
  public void close() {
    runtime.close();
    if (images != runtime) {
      images.close();
    }
  }

  @Override
  public CriEvents containerEvents() {
    return runtime.events();
  }

  @Override
  public VersionResponse version(VersionRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getVersionMethod(), request);
  }

  @Override
  public StatusResponse status(StatusRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getStatusMethod(), request);
  }

  @Override
  public RuntimeConfigResponse runtimeConfig(RuntimeConfigRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getRuntimeConfigMethod(), request);
  }

  @Override
  public UpdateRuntimeConfigResponse updateRuntimeConfig(UpdateRuntimeConfigRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getUpdateRuntimeConfigMethod(), request);
  }

  @Override
  public RunPodSandboxResponse runPodSandbox(RunPodSandboxRequest request) {
    return runtime.unaryToItsEnd(
        RuntimeServiceGrpc.getRunPodSandboxMethod(), request, deadlines.runPodSandbox());
  }

  @Override
  public StopPodSandboxResponse stopPodSandbox(StopPodSandboxRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getStopPodSandboxMethod(), request);
  }

  @Override
  public RemovePodSandboxResponse removePodSandbox(RemovePodSandboxRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getRemovePodSandboxMethod(), request);
  }

  @Override
  public PodSandboxStatusResponse podSandboxStatus(PodSandboxStatusRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getPodSandboxStatusMethod(), request);
  }

  @Override
  public ListPodSandboxResponse listPodSandbox(ListPodSandboxRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getListPodSandboxMethod(), request);
  }

  @Override
  public UpdatePodSandboxResourcesResponse updatePodSandboxResources(
      UpdatePodSandboxResourcesRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getUpdatePodSandboxResourcesMethod(), request);
  }

  @Override
  public PortForwardResponse portForward(PortForwardRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getPortForwardMethod(), request);
  }

  @Override
  public CreateContainerResponse createContainer(CreateContainerRequest request) {
    return runtime.unaryToItsEnd(
        RuntimeServiceGrpc.getCreateContainerMethod(), request, deadlines.usual());
  }

  @Override
  public StartContainerResponse startContainer(StartContainerRequest request) {
    return runtime.unaryToItsEnd(
        RuntimeServiceGrpc.getStartContainerMethod(), request, deadlines.usual());
  }

  @Override
  public StopContainerResponse stopContainer(StopContainerRequest request) {
    return runtime.unary(
        RuntimeServiceGrpc.getStopContainerMethod(), request, deadlines.stopContainer(request));
  }

  @Override
  public RemoveContainerResponse removeContainer(RemoveContainerRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getRemoveContainerMethod(), request);
  }

  @Override
  public ListContainersResponse listContainers(ListContainersRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getListContainersMethod(), request);
  }

  @Override
  public ContainerStatusResponse containerStatus(ContainerStatusRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getContainerStatusMethod(), request);
  }

  @Override
  public UpdateContainerResourcesResponse updateContainerResources(
      UpdateContainerResourcesRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getUpdateContainerResourcesMethod(), request);
  }

  @Override
  public ReopenContainerLogResponse reopenContainerLog(ReopenContainerLogRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getReopenContainerLogMethod(), request);
  }

  @Override
  public CheckpointContainerResponse checkpointContainer(CheckpointContainerRequest request) {
    CheckpointContainerRequest raised = deadlines.raised(request);
    return runtime.unary(
        RuntimeServiceGrpc.getCheckpointContainerMethod(),
        raised,
        deadlines.checkpointContainer(raised));
  }

  @Override
  public ExecSyncResponse execSync(ExecSyncRequest request) {
    return runtime.unary(
        RuntimeServiceGrpc.getExecSyncMethod(), request, deadlines.execSync(request));
  }

  @Override
  public ExecResponse exec(ExecRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getExecMethod(), request);
  }

  @Override
  public AttachResponse attach(AttachRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getAttachMethod(), request);
  }

  @Override
  public ListImagesResponse listImages(ListImagesRequest request) {
    return imagesCall(ImageServiceGrpc.getListImagesMethod(), request);
  }

  @Override
  public ImageStatusResponse imageStatus(ImageStatusRequest request) {
    return imagesCall(ImageServiceGrpc.getImageStatusMethod(), request);
  }

  @Override
  public PullImageResponse pullImage(PullImageRequest request) {
    return images.unary(ImageServiceGrpc.getPullImageMethod(), request, Optional.empty());
  }

  @Override
  public RemoveImageResponse removeImage(RemoveImageRequest request) {
    return imagesCall(ImageServiceGrpc.getRemoveImageMethod(), request);
  }

  @Override
  public ImageFsInfoResponse imageFsInfo(ImageFsInfoRequest request) {
    return imagesCall(ImageServiceGrpc.getImageFsInfoMethod(), request);
  }

  @Override
  public ListContainerStatsResponse listContainerStats(ListContainerStatsRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getListContainerStatsMethod(), request);
  }

  @Override
  public ListPodSandboxStatsResponse listPodSandboxStats(ListPodSandboxStatsRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getListPodSandboxStatsMethod(), request);
  }

  @Override
  public ListMetricDescriptorsResponse listMetricDescriptors(ListMetricDescriptorsRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getListMetricDescriptorsMethod(), request);
  }

  @Override
  public ListPodSandboxMetricsResponse listPodSandboxMetrics(ListPodSandboxMetricsRequest request) {
    return runtimeCall(RuntimeServiceGrpc.getListPodSandboxMetricsMethod(), request);
  }

  private <Q, A> A runtimeCall(MethodDescriptor<Q, A> method, Q request) {
    return runtime.unary(method, request, deadlines.usual());
  }

  private <Q, A> A imagesCall(MethodDescriptor<Q, A> method, Q request) {
    return images.unary(method, request, deadlines.usual());
  }
}
