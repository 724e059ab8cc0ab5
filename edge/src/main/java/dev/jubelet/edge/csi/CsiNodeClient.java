package dev.jubelet.edge.csi;

import dev.jubelet.api.csi.NodeExpandVolumeRequest;
import dev.jubelet.api.csi.NodeExpandVolumeResponse;
import dev.jubelet.api.csi.NodeGetCapabilitiesRequest;
import dev.jubelet.api.csi.NodeGetInfoRequest;
import dev.jubelet.api.csi.NodeGetInfoResponse;
import dev.jubelet.api.csi.NodeGetVolumeStatsRequest;
import dev.jubelet.api.csi.NodeGetVolumeStatsResponse;
import dev.jubelet.api.csi.NodeGrpc;
import dev.jubelet.api.csi.NodePublishVolumeRequest;
import dev.jubelet.api.csi.NodeServiceCapability;
import dev.jubelet.api.csi.NodeStageVolumeRequest;
import dev.jubelet.api.csi.NodeUnpublishVolumeRequest;
import dev.jubelet.api.csi.NodeUnstageVolumeRequest;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.unix.UnixChannel;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * One connection to the node service of one driver. All calls throw {@link CsiException}.
 *
 * <p>Thread: any; calls block until the driver answers or the time is over. Owns: the connection.
 */
public final class CsiNodeClient implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final int MAX_ANSWER_BYTES = 4 << 20;

  private final String driver;
  private final CsiCalls calls;
  private final Timers timers;
  private final UnixChannel channel;

  public CsiNodeClient(String driver, Path socket, CsiCalls calls, Timers timers) {
    this.driver = driver;
    this.calls = calls;
    this.timers = timers;
    this.channel = new UnixChannel(socket, "csi-io", MAX_ANSWER_BYTES);
  }

  public NodeGetInfoResponse info() {
    return call(NodeGrpc.getNodeGetInfoMethod(), NodeGetInfoRequest.getDefaultInstance());
  }

  public Set<NodeServiceCapability.RPC.Type> capabilities() {
    Set<NodeServiceCapability.RPC.Type> found =
        EnumSet.noneOf(NodeServiceCapability.RPC.Type.class);
    call(NodeGrpc.getNodeGetCapabilitiesMethod(), NodeGetCapabilitiesRequest.getDefaultInstance())
        .getCapabilitiesList()
        .forEach(capability -> found.add(capability.getRpc().getType()));
    return found;
  }

  public void stage(NodeStageVolumeRequest request) {
    call(NodeGrpc.getNodeStageVolumeMethod(), request);
  }

  public void unstage(NodeUnstageVolumeRequest request) {
    call(NodeGrpc.getNodeUnstageVolumeMethod(), request);
  }

  public void publish(NodePublishVolumeRequest request) {
    call(NodeGrpc.getNodePublishVolumeMethod(), request);
  }

  public void unpublish(NodeUnpublishVolumeRequest request) {
    call(NodeGrpc.getNodeUnpublishVolumeMethod(), request);
  }

  public NodeGetVolumeStatsResponse stats(NodeGetVolumeStatsRequest request) {
    return call(NodeGrpc.getNodeGetVolumeStatsMethod(), request);
  }

  public NodeExpandVolumeResponse expand(NodeExpandVolumeRequest request) {
    return call(NodeGrpc.getNodeExpandVolumeMethod(), request);
  }

  private <Q, A> A call(MethodDescriptor<Q, A> method, Q request) {
    long begun = timers.nanoTime();
    String code = CsiException.code(Status.Code.OK);
    try {
      return ClientCalls.blockingUnaryCall(
          channel, method, CallOptions.DEFAULT.withDeadlineAfter(DEADLINE), request);
    } catch (StatusRuntimeException e) {
      code = CsiException.code(e.getStatus().getCode());
      throw new CsiException(e.getStatus());
    } finally {
      calls.ended(driver, "/" + method.getFullMethodName(), code, timers.nanoTime() - begun);
    }
  }

  @Override
  public void close() {
    channel.close();
  }
}
