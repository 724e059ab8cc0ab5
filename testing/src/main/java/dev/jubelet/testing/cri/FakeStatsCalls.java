package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.ContainerStatsRequest;
import dev.jubelet.api.cri.ContainerStatsResponse;
import dev.jubelet.api.cri.ListContainerStatsRequest;
import dev.jubelet.api.cri.ListContainerStatsResponse;
import dev.jubelet.api.cri.ListMetricDescriptorsRequest;
import dev.jubelet.api.cri.ListMetricDescriptorsResponse;
import dev.jubelet.api.cri.ListPodSandboxMetricsRequest;
import dev.jubelet.api.cri.ListPodSandboxMetricsResponse;
import dev.jubelet.api.cri.ListPodSandboxStatsRequest;
import dev.jubelet.api.cri.ListPodSandboxStatsResponse;
import dev.jubelet.api.cri.PodSandboxStatsRequest;
import dev.jubelet.api.cri.PodSandboxStatsResponse;
import dev.jubelet.api.cri.StreamContainerStatsRequest;
import dev.jubelet.api.cri.StreamContainerStatsResponse;
import dev.jubelet.api.cri.StreamPodSandboxMetricsRequest;
import dev.jubelet.api.cri.StreamPodSandboxMetricsResponse;
import dev.jubelet.api.cri.StreamPodSandboxStatsRequest;
import dev.jubelet.api.cri.StreamPodSandboxStatsResponse;
import dev.jubelet.edge.cri.CriStats;

/** The calls of {@link FakeCri} about usage and metrics. */
interface FakeStatsCalls extends CriStats {

  FakeParts parts();

  @Override
  default ContainerStatsResponse containerStats(ContainerStatsRequest request) {
    parts().script().enter("ContainerStats", request);
    return ContainerStatsResponse.newBuilder()
        .setStats(parts().usage().container(request.getContainerId()))
        .build();
  }

  @Override
  default ListContainerStatsResponse listContainerStats(ListContainerStatsRequest request) {
    parts().script().enter("ListContainerStats", request);
    return ListContainerStatsResponse.newBuilder()
        .addAllStats(parts().usage().containers(request.getFilter()))
        .build();
  }

  @Override
  default StreamContainerStatsResponse streamContainerStats(StreamContainerStatsRequest request) {
    parts().script().enter("StreamContainerStats", request);
    FakeParts.implemented("StreamContainerStats", parts().profile().streamedLists());
    return StreamContainerStatsResponse.newBuilder()
        .addAllContainerStats(parts().usage().containers(request.getFilter()))
        .build();
  }

  @Override
  default PodSandboxStatsResponse podSandboxStats(PodSandboxStatsRequest request) {
    parts().script().enter("PodSandboxStats", request);
    return PodSandboxStatsResponse.newBuilder()
        .setStats(parts().usage().sandbox(request.getPodSandboxId()))
        .build();
  }

  @Override
  default ListPodSandboxStatsResponse listPodSandboxStats(ListPodSandboxStatsRequest request) {
    parts().script().enter("ListPodSandboxStats", request);
    return ListPodSandboxStatsResponse.newBuilder()
        .addAllStats(parts().usage().sandboxes(request.getFilter()))
        .build();
  }

  @Override
  default StreamPodSandboxStatsResponse streamPodSandboxStats(
      StreamPodSandboxStatsRequest request) {
    parts().script().enter("StreamPodSandboxStats", request);
    FakeParts.implemented("StreamPodSandboxStats", parts().profile().streamedLists());
    return StreamPodSandboxStatsResponse.newBuilder()
        .addAllPodSandboxStats(parts().usage().sandboxes(request.getFilter()))
        .build();
  }

  @Override
  default ListMetricDescriptorsResponse listMetricDescriptors(
      ListMetricDescriptorsRequest request) {
    parts().script().enter("ListMetricDescriptors", request);
    return ListMetricDescriptorsResponse.getDefaultInstance();
  }

  @Override
  default ListPodSandboxMetricsResponse listPodSandboxMetrics(
      ListPodSandboxMetricsRequest request) {
    parts().script().enter("ListPodSandboxMetrics", request);
    return ListPodSandboxMetricsResponse.getDefaultInstance();
  }

  @Override
  default StreamPodSandboxMetricsResponse streamPodSandboxMetrics(
      StreamPodSandboxMetricsRequest request) {
    parts().script().enter("StreamPodSandboxMetrics", request);
    FakeParts.implemented("StreamPodSandboxMetrics", parts().profile().streamedLists());
    return StreamPodSandboxMetricsResponse.getDefaultInstance();
  }
}
