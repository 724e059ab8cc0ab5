package dev.jubelet.testing.csi;

import com.google.protobuf.Message;
import dev.jubelet.api.csi.NodeExpandVolumeRequest;
import dev.jubelet.api.csi.NodeExpandVolumeResponse;
import dev.jubelet.api.csi.NodeGetCapabilitiesRequest;
import dev.jubelet.api.csi.NodeGetCapabilitiesResponse;
import dev.jubelet.api.csi.NodeGetInfoRequest;
import dev.jubelet.api.csi.NodeGetInfoResponse;
import dev.jubelet.api.csi.NodeGetVolumeStatsRequest;
import dev.jubelet.api.csi.NodeGetVolumeStatsResponse;
import dev.jubelet.api.csi.NodeGrpc;
import dev.jubelet.api.csi.NodePublishVolumeRequest;
import dev.jubelet.api.csi.NodePublishVolumeResponse;
import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.api.csi.NodeStageVolumeRequest;
import dev.jubelet.api.csi.NodeStageVolumeResponse;
import dev.jubelet.api.csi.NodeUnpublishVolumeRequest;
import dev.jubelet.api.csi.NodeUnpublishVolumeResponse;
import dev.jubelet.api.csi.NodeUnstageVolumeRequest;
import dev.jubelet.api.csi.NodeUnstageVolumeResponse;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The node service of {@link FakeCsiDriver}. Thread: any. */
final class FakeNodeService extends NodeGrpc.NodeImplBase {
  private final DriverVolumes volumes;
  private final DriverFacts facts;
  private final Set<RPC.Type> abilities;
  private final CallFailures failures;
  private final List<Message> requests;

  FakeNodeService(
      DriverVolumes volumes,
      DriverFacts facts,
      Set<RPC.Type> abilities,
      CallFailures failures,
      List<Message> requests) {
    this.volumes = volumes;
    this.facts = facts;
    this.abilities = abilities;
    this.failures = failures;
    this.requests = requests;
  }

  /** A call in words; empty for calls that are not about a volume. */
  static String words(Message request) {
    String call = call(request);
    return switch (request) {
      case NodeStageVolumeRequest r -> call + " " + r.getVolumeId();
      case NodeUnstageVolumeRequest r -> call + " " + r.getVolumeId();
      case NodePublishVolumeRequest r -> call + " " + r.getVolumeId();
      case NodeUnpublishVolumeRequest r -> call + " " + r.getVolumeId();
      case NodeExpandVolumeRequest r -> call + " " + r.getVolumeId();
      default -> "";
    };
  }

  private static String call(Message request) {
    return request.getDescriptorForType().getName().replace("Request", "");
  }

  private interface Work {
    void run() throws IOException;
  }

  private <A> void answer(Message request, StreamObserver<A> to, A answer, Work work) {
    requests.add(request);
    Optional<CallFailures.Failure> failure = failures.next(call(request));
    try {
      if (failure.isEmpty() || failure.get().done()) {
        work.run();
      }
      failures.passHolds(call(request));
      if (failure.isPresent()) {
        to.onError(failure.get().status().asRuntimeException());
        return;
      }
      to.onNext(answer);
      to.onCompleted();
    } catch (StatusRuntimeException e) {
      to.onError(e);
    } catch (IOException | RuntimeException e) {
      to.onError(Status.INTERNAL.withDescription(e.toString()).asRuntimeException());
    }
  }

  @Override
  public void nodeStageVolume(
      NodeStageVolumeRequest request, StreamObserver<NodeStageVolumeResponse> to) {
    answer(
        request,
        to,
        NodeStageVolumeResponse.getDefaultInstance(),
        () ->
            volumes.stage(
                request.getVolumeId(),
                request.getVolumeCapability().hasBlock(),
                request.getStagingTargetPath()));
  }

  @Override
  public void nodeUnstageVolume(
      NodeUnstageVolumeRequest request, StreamObserver<NodeUnstageVolumeResponse> to) {
    answer(
        request,
        to,
        NodeUnstageVolumeResponse.getDefaultInstance(),
        () -> volumes.unstage(request.getVolumeId(), request.getStagingTargetPath()));
  }

  @Override
  public void nodePublishVolume(
      NodePublishVolumeRequest request, StreamObserver<NodePublishVolumeResponse> to) {
    answer(
        request,
        to,
        NodePublishVolumeResponse.getDefaultInstance(),
        () ->
            volumes.publish(
                request.getVolumeId(),
                request.getVolumeCapability().hasBlock(),
                request.getStagingTargetPath(),
                request.getTargetPath()));
  }

  @Override
  public void nodeUnpublishVolume(
      NodeUnpublishVolumeRequest request, StreamObserver<NodeUnpublishVolumeResponse> to) {
    answer(
        request,
        to,
        NodeUnpublishVolumeResponse.getDefaultInstance(),
        () -> volumes.unpublish(request.getTargetPath()));
  }

  @Override
  public void nodeGetVolumeStats(
      NodeGetVolumeStatsRequest request, StreamObserver<NodeGetVolumeStatsResponse> to) {
    NodeGetVolumeStatsResponse.Builder stats =
        NodeGetVolumeStatsResponse.newBuilder()
            .setVolumeCondition(facts.condition())
            .addAllUsage(facts.usages());
    answer(request, to, stats.build(), () -> {});
  }

  @Override
  public void nodeExpandVolume(
      NodeExpandVolumeRequest request, StreamObserver<NodeExpandVolumeResponse> to) {
    NodeExpandVolumeResponse.Builder answer =
        NodeExpandVolumeResponse.newBuilder()
            .setCapacityBytes(request.getCapacityRange().getRequiredBytes());
    answer(request, to, answer.build(), () -> {});
  }

  @Override
  public void nodeGetCapabilities(
      NodeGetCapabilitiesRequest request, StreamObserver<NodeGetCapabilitiesResponse> to) {
    NodeGetCapabilitiesResponse.Builder answer = NodeGetCapabilitiesResponse.newBuilder();
    abilities.forEach(type -> answer.addCapabilitiesBuilder().getRpcBuilder().setType(type));
    answer(request, to, answer.build(), () -> {});
  }

  @Override
  public void nodeGetInfo(NodeGetInfoRequest request, StreamObserver<NodeGetInfoResponse> to) {
    NodeGetInfoResponse.Builder answer =
        NodeGetInfoResponse.newBuilder()
            .setNodeId(facts.nodeId())
            .setMaxVolumesPerNode(facts.mostVolumes());
    answer.getAccessibleTopologyBuilder().putSegments("topology.test.jubelet.dev/rack", "r1");
    answer(request, to, answer.build(), () -> {});
  }
}
