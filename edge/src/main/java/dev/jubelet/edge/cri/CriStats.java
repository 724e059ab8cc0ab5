package dev.jubelet.edge.cri;

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

/** What containers and pods use, as the runtime measures it. */
public interface CriStats {

  ContainerStatsResponse containerStats(ContainerStatsRequest request);

  ListContainerStatsResponse listContainerStats(ListContainerStatsRequest request);

  StreamContainerStatsResponse streamContainerStats(StreamContainerStatsRequest request);

  PodSandboxStatsResponse podSandboxStats(PodSandboxStatsRequest request);

  ListPodSandboxStatsResponse listPodSandboxStats(ListPodSandboxStatsRequest request);

  StreamPodSandboxStatsResponse streamPodSandboxStats(StreamPodSandboxStatsRequest request);

  ListMetricDescriptorsResponse listMetricDescriptors(ListMetricDescriptorsRequest request);

  ListPodSandboxMetricsResponse listPodSandboxMetrics(ListPodSandboxMetricsRequest request);

  StreamPodSandboxMetricsResponse streamPodSandboxMetrics(StreamPodSandboxMetricsRequest request);
}
