package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.LinuxRuntimeConfiguration;
import dev.jubelet.api.cri.RuntimeConfigRequest;
import dev.jubelet.api.cri.RuntimeConfigResponse;
import dev.jubelet.api.cri.StatusRequest;
import dev.jubelet.api.cri.StatusResponse;
import dev.jubelet.api.cri.UpdateRuntimeConfigRequest;
import dev.jubelet.api.cri.UpdateRuntimeConfigResponse;
import dev.jubelet.api.cri.VersionRequest;
import dev.jubelet.api.cri.VersionResponse;
import dev.jubelet.edge.cri.CriRuntime;

/** The calls of {@link FakeCri} about version, health and configuration. */
interface FakeRuntimeCalls extends CriRuntime {

  FakeParts parts();

  @Override
  default VersionResponse version(VersionRequest request) {
    parts().script().enter("Version", request);
    return VersionResponse.newBuilder()
        .setVersion("0.1.0")
        .setRuntimeName("fake")
        .setRuntimeVersion(parts().profile().version())
        .setRuntimeApiVersion("v1")
        .build();
  }

  @Override
  default StatusResponse status(StatusRequest request) {
    parts().script().enter("Status", request);
    return parts().health().status(request.getVerbose());
  }

  @Override
  default RuntimeConfigResponse runtimeConfig(RuntimeConfigRequest request) {
    parts().script().enter("RuntimeConfig", request);
    FakeParts.implemented("RuntimeConfig", parts().profile().runtimeConfig());
    return RuntimeConfigResponse.newBuilder()
        .setLinux(
            LinuxRuntimeConfiguration.newBuilder()
                .setCgroupDriver(parts().profile().cgroupDriver()))
        .build();
  }

  @Override
  default UpdateRuntimeConfigResponse updateRuntimeConfig(UpdateRuntimeConfigRequest request) {
    parts().script().enter("UpdateRuntimeConfig", request);
    return UpdateRuntimeConfigResponse.getDefaultInstance();
  }
}
