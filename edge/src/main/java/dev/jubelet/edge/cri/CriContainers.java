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
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.api.cri.ListContainersResponse;
import dev.jubelet.api.cri.RemoveContainerRequest;
import dev.jubelet.api.cri.RemoveContainerResponse;
import dev.jubelet.api.cri.ReopenContainerLogRequest;
import dev.jubelet.api.cri.ReopenContainerLogResponse;
import dev.jubelet.api.cri.StartContainerRequest;
import dev.jubelet.api.cri.StartContainerResponse;
import dev.jubelet.api.cri.StopContainerRequest;
import dev.jubelet.api.cri.StopContainerResponse;
import dev.jubelet.api.cri.UpdateContainerResourcesRequest;
import dev.jubelet.api.cri.UpdateContainerResourcesResponse;

/** Containers of the runtime, and the ways into them. Stop and remove are idempotent. */
public interface CriContainers {

  CreateContainerResponse createContainer(CreateContainerRequest request);

  StartContainerResponse startContainer(StartContainerRequest request);

  StopContainerResponse stopContainer(StopContainerRequest request);

  RemoveContainerResponse removeContainer(RemoveContainerRequest request);

  ListContainersResponse listContainers(ListContainersRequest request);

  /** Fails with NOT_FOUND for an unknown container. */
  ContainerStatusResponse containerStatus(ContainerStatusRequest request);

  UpdateContainerResourcesResponse updateContainerResources(
      UpdateContainerResourcesRequest request);

  ReopenContainerLogResponse reopenContainerLog(ReopenContainerLogRequest request);

  /** A timeout shorter than the request timeout is raised to it. */
  CheckpointContainerResponse checkpointContainer(CheckpointContainerRequest request);

  /** Without deadline when the timeout is 0; fails with TIMEOUT when the command takes longer. */
  ExecSyncResponse execSync(ExecSyncRequest request);

  ExecResponse exec(ExecRequest request);

  AttachResponse attach(AttachRequest request);
}
