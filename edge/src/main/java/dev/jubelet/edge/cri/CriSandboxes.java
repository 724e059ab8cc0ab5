package dev.jubelet.edge.cri;

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

/** Pod sandboxes of the runtime. Stop and remove are idempotent. */
public interface CriSandboxes {

  RunPodSandboxResponse runPodSandbox(RunPodSandboxRequest request);

  StopPodSandboxResponse stopPodSandbox(StopPodSandboxRequest request);

  RemovePodSandboxResponse removePodSandbox(RemovePodSandboxRequest request);

  /** Fails with NOT_FOUND for an unknown sandbox. */
  PodSandboxStatusResponse podSandboxStatus(PodSandboxStatusRequest request);

  ListPodSandboxResponse listPodSandbox(ListPodSandboxRequest request);

  UpdatePodSandboxResourcesResponse updatePodSandboxResources(
      UpdatePodSandboxResourcesRequest request);

  PortForwardResponse portForward(PortForwardRequest request);
}
