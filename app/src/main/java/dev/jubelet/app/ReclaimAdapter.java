package dev.jubelet.app;

import dev.jubelet.image.collect.CollectionException;
import dev.jubelet.image.collect.ImageCollector;
import dev.jubelet.pod.collect.ContainerCollector;
import dev.jubelet.resource.eviction.pressure.NodeReclaim;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Both collectors for a node that is short of disk. Thread: the eviction lane. */
record ReclaimAdapter(ContainerCollector containers, ImageCollector images) implements NodeReclaim {
  private static final Logger log = LoggerFactory.getLogger(ReclaimAdapter.class);

  @Override
  public void deleteUnusedContainers() {
    List<String> failures = containers.deleteUnused();
    if (!failures.isEmpty()) {
      log.atWarn().addKeyValue("errors", failures).log("Failed to delete all unused containers");
    }
  }

  @Override
  public void deleteUnusedImages() {
    try {
      images.deleteUnused();
    } catch (CollectionException e) {
      log.atWarn().addKeyValue("error", e.getMessage()).log("Failed to delete unused images");
    }
  }
}
