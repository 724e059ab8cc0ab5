package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.ListPodSandboxRequest;
import dev.jubelet.api.cri.ListPodSandboxResponse;
import dev.jubelet.api.cri.PodSandboxStatusRequest;
import dev.jubelet.api.cri.PodSandboxStatusResponse;
import dev.jubelet.api.cri.PortForwardRequest;
import dev.jubelet.api.cri.PortForwardResponse;
import dev.jubelet.api.cri.RemovePodSandboxRequest;
import dev.jubelet.api.cri.RemovePodSandboxResponse;
import dev.jubelet.api.cri.RunPodSandboxRequest;
import dev.jubelet.api.cri.RunPodSandboxResponse;
import dev.jubelet.api.cri.StopPodSandboxRequest;
import dev.jubelet.api.cri.StopPodSandboxResponse;
import dev.jubelet.api.cri.UpdatePodSandboxResourcesRequest;
import dev.jubelet.api.cri.UpdatePodSandboxResourcesResponse;
import dev.jubelet.edge.cri.CriSandboxes;

/** The calls of {@link FakeCri} about sandboxes. */
interface FakeSandboxCalls extends CriSandboxes {

  FakeParts parts();

  @Override
  default RunPodSandboxResponse runPodSandbox(RunPodSandboxRequest request) {
    parts().script().enter("RunPodSandbox", request);
    return RunPodSandboxResponse.newBuilder()
        .setPodSandboxId(
            parts().node().runSandbox(request.getConfig(), request.getRuntimeHandler()))
        .build();
  }

  @Override
  default StopPodSandboxResponse stopPodSandbox(StopPodSandboxRequest request) {
    parts().script().enter("StopPodSandbox", request);
    parts().node().stopSandbox(request.getPodSandboxId());
    return StopPodSandboxResponse.getDefaultInstance();
  }

  @Override
  default RemovePodSandboxResponse removePodSandbox(RemovePodSandboxRequest request) {
    parts().script().enter("RemovePodSandbox", request);
    parts().node().removeSandbox(request.getPodSandboxId());
    return RemovePodSandboxResponse.getDefaultInstance();
  }

  @Override
  default PodSandboxStatusResponse podSandboxStatus(PodSandboxStatusRequest request) {
    parts().script().enter("PodSandboxStatus", request);
    return sandbox(request);
  }

  @Override
  default ListPodSandboxResponse listPodSandbox(ListPodSandboxRequest request) {
    parts().script().enter("ListPodSandbox", request);
    return ListPodSandboxResponse.newBuilder()
        .addAllItems(parts().node().sandboxes(request.getFilter()))
        .build();
  }

  @Override
  default UpdatePodSandboxResourcesResponse updatePodSandboxResources(
      UpdatePodSandboxResourcesRequest request) {
    parts().script().enter("UpdatePodSandboxResources", request);
    FakeParts.implemented("UpdatePodSandboxResources", parts().profile().runtimeConfig());
    parts().node().sandbox(request.getPodSandboxId(), "UpdatePodSandboxResources");
    return UpdatePodSandboxResourcesResponse.getDefaultInstance();
  }

  @Override
  default PortForwardResponse portForward(PortForwardRequest request) {
    parts().script().enter("PortForward", request);
    parts().node().sandbox(request.getPodSandboxId(), "PortForward");
    return PortForwardResponse.newBuilder().setUrl(parts().streams().url("portforward")).build();
  }

  private PodSandboxStatusResponse sandbox(PodSandboxStatusRequest request) {
    FakeNode node = parts().node();
    String id = request.getPodSandboxId();
    PodSandboxStatusResponse.Builder answer =
        PodSandboxStatusResponse.newBuilder().setStatus(node.sandbox(id, "PodSandboxStatus"));
    if (parts().profile().events()) {
      answer.addAllContainersStatuses(node.containersOf(id)).setTimestamp(node.nanos());
    }
    return answer.build();
  }
}
