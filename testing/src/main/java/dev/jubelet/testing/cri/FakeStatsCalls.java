package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.ListContainerStatsRequest;
import dev.jubelet.api.cri.ListContainerStatsResponse;
import dev.jubelet.api.cri.ListMetricDescriptorsRequest;
import dev.jubelet.api.cri.ListMetricDescriptorsResponse;
import dev.jubelet.api.cri.ListPodSandboxMetricsRequest;
import dev.jubelet.api.cri.ListPodSandboxMetricsResponse;
import dev.jubelet.api.cri.ListPodSandboxStatsRequest;
import dev.jubelet.api.cri.ListPodSandboxStatsResponse;
import dev.jubelet.edge.cri.CriStats;

/** The calls of {@link FakeCri} about usage and metrics. */
interface FakeStatsCalls extends CriStats {

  FakeParts parts();

  @Override
  default ListContainerStatsResponse listContainerStats(ListContainerStatsRequest request) {
    parts().script().enter("ListContainerStats", request);
    return ListContainerStatsResponse.newBuilder()
        .addAllStats(parts().usage().containers(request.getFilter()))
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
}
