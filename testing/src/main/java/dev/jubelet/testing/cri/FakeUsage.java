package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerAttributes;
import dev.jubelet.api.cri.ContainerFilter;
import dev.jubelet.api.cri.ContainerStats;
import dev.jubelet.api.cri.ContainerStatsFilter;
import dev.jubelet.api.cri.CpuUsage;
import dev.jubelet.api.cri.FilesystemIdentifier;
import dev.jubelet.api.cri.FilesystemUsage;
import dev.jubelet.api.cri.LinuxPodSandboxStats;
import dev.jubelet.api.cri.MemoryUsage;
import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.api.cri.PodSandboxAttributes;
import dev.jubelet.api.cri.PodSandboxFilter;
import dev.jubelet.api.cri.PodSandboxStats;
import dev.jubelet.api.cri.PodSandboxStatsFilter;
import dev.jubelet.api.cri.UInt64Value;
import java.util.List;

/** Figures of a fake node: the same for every container, and sums of them for pods. */
final class FakeUsage {
  private static final long WORKING_SET = 1 << 20;
  private static final long WRITABLE_LAYER = 4096;

  private final FakeNode node;

  FakeUsage(FakeNode node) {
    this.node = node;
  }

  List<ContainerStats> containers(ContainerStatsFilter filter) {
    ContainerFilter all =
        ContainerFilter.newBuilder()
            .setId(filter.getId())
            .setPodSandboxId(filter.getPodSandboxId())
            .putAllLabelSelector(filter.getLabelSelectorMap())
            .build();
    return node.containers(all).stream().map(this::of).toList();
  }

  List<PodSandboxStats> sandboxes(PodSandboxStatsFilter filter) {
    PodSandboxFilter all =
        PodSandboxFilter.newBuilder()
            .setId(filter.getId())
            .putAllLabelSelector(filter.getLabelSelectorMap())
            .build();
    return node.sandboxes(all).stream().map(this::of).toList();
  }

  private ContainerStats of(Container container) {
    return ContainerStats.newBuilder()
        .setAttributes(
            ContainerAttributes.newBuilder()
                .setId(container.getId())
                .setMetadata(container.getMetadata())
                .putAllLabels(container.getLabelsMap())
                .putAllAnnotations(container.getAnnotationsMap()))
        .setCpu(CpuUsage.newBuilder().setTimestamp(node.nanos()))
        .setMemory(memory(1))
        .setWritableLayer(
            FilesystemUsage.newBuilder()
                .setTimestamp(node.nanos())
                .setFsId(FilesystemIdentifier.newBuilder().setMountpoint("/var/lib/fake/layers"))
                .setUsedBytes(value(WRITABLE_LAYER))
                .setInodesUsed(value(1)))
        .build();
  }

  private PodSandboxStats of(PodSandbox sandbox) {
    List<ContainerStats> inside =
        containers(ContainerStatsFilter.newBuilder().setPodSandboxId(sandbox.getId()).build());
    return PodSandboxStats.newBuilder()
        .setAttributes(
            PodSandboxAttributes.newBuilder()
                .setId(sandbox.getId())
                .setMetadata(sandbox.getMetadata())
                .putAllLabels(sandbox.getLabelsMap())
                .putAllAnnotations(sandbox.getAnnotationsMap()))
        .setLinux(
            LinuxPodSandboxStats.newBuilder()
                .setMemory(memory(inside.size()))
                .addAllContainers(inside))
        .build();
  }

  private MemoryUsage memory(int containers) {
    return MemoryUsage.newBuilder()
        .setTimestamp(node.nanos())
        .setWorkingSetBytes(value(WORKING_SET * containers))
        .build();
  }

  private static UInt64Value value(long value) {
    return UInt64Value.newBuilder().setValue(value).build();
  }
}
