package dev.jubelet.testing.cri;

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
import dev.jubelet.edge.cri.CriContainers;
import java.time.Duration;

/** The calls of {@link FakeCri} about containers. */
interface FakeContainerCalls extends CriContainers {

  FakeParts parts();

  @Override
  default CreateContainerResponse createContainer(CreateContainerRequest request) {
    parts().script().enter("CreateContainer", request);
    return CreateContainerResponse.newBuilder()
        .setContainerId(parts().node().createContainer(request))
        .build();
  }

  @Override
  default StartContainerResponse startContainer(StartContainerRequest request) {
    parts().script().enter("StartContainer", request);
    parts().node().startContainer(request.getContainerId());
    return StartContainerResponse.getDefaultInstance();
  }

  @Override
  default StopContainerResponse stopContainer(StopContainerRequest request) {
    parts().script().enter("StopContainer", request);
    parts()
        .node()
        .stopContainer(request.getContainerId(), Duration.ofSeconds(request.getTimeout()));
    return StopContainerResponse.getDefaultInstance();
  }

  @Override
  default RemoveContainerResponse removeContainer(RemoveContainerRequest request) {
    parts().script().enter("RemoveContainer", request);
    parts().node().removeContainer(request.getContainerId());
    return RemoveContainerResponse.getDefaultInstance();
  }

  @Override
  default ListContainersResponse listContainers(ListContainersRequest request) {
    parts().script().enter("ListContainers", request);
    return ListContainersResponse.newBuilder()
        .addAllContainers(parts().node().containers(request.getFilter()))
        .build();
  }

  @Override
  default ContainerStatusResponse containerStatus(ContainerStatusRequest request) {
    parts().script().enter("ContainerStatus", request);
    return ContainerStatusResponse.newBuilder()
        .setStatus(parts().node().container(request.getContainerId(), "ContainerStatus").status())
        .build();
  }

  @Override
  default UpdateContainerResourcesResponse updateContainerResources(
      UpdateContainerResourcesRequest request) {
    parts().script().enter("UpdateContainerResources", request);
    parts().node().resize(request.getContainerId(), request.getLinux());
    return UpdateContainerResourcesResponse.getDefaultInstance();
  }

  @Override
  default ReopenContainerLogResponse reopenContainerLog(ReopenContainerLogRequest request) {
    parts().script().enter("ReopenContainerLog", request);
    parts().node().checkRunning(request.getContainerId(), "ReopenContainerLog");
    return ReopenContainerLogResponse.getDefaultInstance();
  }

  @Override
  default CheckpointContainerResponse checkpointContainer(CheckpointContainerRequest request) {
    parts().script().enter("CheckpointContainer", request);
    parts().node().checkRunning(request.getContainerId(), "CheckpointContainer");
    return CheckpointContainerResponse.getDefaultInstance();
  }

  @Override
  default ExecSyncResponse execSync(ExecSyncRequest request) {
    parts().script().enter("ExecSync", request);
    parts().node().checkRunning(request.getContainerId(), "ExecSync");
    return parts().streams().run(request);
  }

  @Override
  default ExecResponse exec(ExecRequest request) {
    parts().script().enter("Exec", request);
    parts().node().checkRunning(request.getContainerId(), "Exec");
    return ExecResponse.newBuilder().setUrl(parts().streams().url("exec")).build();
  }

  @Override
  default AttachResponse attach(AttachRequest request) {
    parts().script().enter("Attach", request);
    parts().node().checkRunning(request.getContainerId(), "Attach");
    return AttachResponse.newBuilder().setUrl(parts().streams().url("attach")).build();
  }
}
