package dev.jubelet.edge.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.ImageServiceGrpc;
import dev.jubelet.api.cri.RuntimeServiceGrpc;
import io.grpc.MethodDescriptor;
import org.junit.jupiter.api.Test;

final class OperationsTest {
  private final Operations operations = new Operations();

  @Test
  void callsAreNamedAsInUpstreamsMetrics() {
    assertThat(name(RuntimeServiceGrpc.getVersionMethod())).isEqualTo("version");
    assertThat(name(RuntimeServiceGrpc.getRunPodSandboxMethod())).isEqualTo("run_podsandbox");
    assertThat(name(RuntimeServiceGrpc.getListPodSandboxStatsMethod()))
        .isEqualTo("list_podsandbox_stats");
    assertThat(name(RuntimeServiceGrpc.getExecSyncMethod())).isEqualTo("exec_sync");
    assertThat(name(RuntimeServiceGrpc.getUpdateContainerResourcesMethod()))
        .isEqualTo("update_container");
    assertThat(name(RuntimeServiceGrpc.getGetContainerEventsMethod()))
        .isEqualTo("get_container_events");
    assertThat(name(ImageServiceGrpc.getImageFsInfoMethod())).isEqualTo("image_fs_info");
  }

  private String name(MethodDescriptor<?, ?> method) {
    return operations.name(method);
  }
}
