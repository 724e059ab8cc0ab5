package dev.jubelet.app.path;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.ResourceFields;
import dev.jubelet.app.node.NodeProfile;
import dev.jubelet.edge.host.HostFacts;
import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.resource.MemorySettings;
import java.util.Optional;

/** What the configuration and the machine say about swap and kept memory. */
final class MemoryAssembly {
  private static final long PAGE_BYTES = 4096;

  private MemoryAssembly() {}

  static MemorySettings settings(KubeletConfig config, NodeProfile node, boolean swapController) {
    HostFacts host = node.host();
    boolean v2 = host.cgroups() == HostFacts.CgroupVersion.V2;
    MemorySettings.Swap swap =
        new MemorySettings.Swap(
            config.get(ResourceFields.SWAP_BEHAVIOR).equals("LimitedSwap"),
            host.swap().stream().mapToLong(HostFacts.SwapArea::sizeBytes).sum());
    MemorySettings.Throttling throttling =
        new MemorySettings.Throttling(
            config.get(ResourceFields.MEMORY_THROTTLING_FACTOR),
            config.get(ResourceFields.MEMORY_RESERVATION_POLICY).equals("TieredReservation"),
            Amounts.of(node.allocatable()).memoryBytes(),
            PAGE_BYTES);
    return new MemorySettings(
        swapController ? Optional.of(swap) : Optional.empty(),
        v2 && config.features().enabled("MemoryQoS") ? Optional.of(throttling) : Optional.empty());
  }
}
