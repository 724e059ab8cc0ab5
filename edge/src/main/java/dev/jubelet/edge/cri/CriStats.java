package dev.jubelet.edge.cri;

import dev.jubelet.api.cri.ListContainerStatsRequest;
import dev.jubelet.api.cri.ListContainerStatsResponse;
import dev.jubelet.api.cri.ListMetricDescriptorsRequest;
import dev.jubelet.api.cri.ListMetricDescriptorsResponse;
import dev.jubelet.api.cri.ListPodSandboxMetricsRequest;
import dev.jubelet.api.cri.ListPodSandboxMetricsResponse;
import dev.jubelet.api.cri.ListPodSandboxStatsRequest;
import dev.jubelet.api.cri.ListPodSandboxStatsResponse;

/** What containers and pods use, as the runtime measures it. */
public interface CriStats {

  ListContainerStatsResponse listContainerStats(ListContainerStatsRequest request);

  ListPodSandboxStatsResponse listPodSandboxStats(ListPodSandboxStatsRequest request);

  ListMetricDescriptorsResponse listMetricDescriptors(ListMetricDescriptorsRequest request);

  ListPodSandboxMetricsResponse listPodSandboxMetrics(ListPodSandboxMetricsRequest request);
}
