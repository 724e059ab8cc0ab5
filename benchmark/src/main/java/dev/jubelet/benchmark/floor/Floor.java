package dev.jubelet.benchmark.floor;

import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.ImageStatusRequest;
import dev.jubelet.base.Timers;
import dev.jubelet.benchmark.node.Workload;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.resource.CgroupMounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Makes pods of the floor.
 *
 * <p>Thread: any. Owns: a directory for their logs and files.
 */
public final class Floor {
  private final CriRuntime cri;
  private final Timers timers;
  private final PodTemplate template;
  private final Path directory;
  private final String image;
  private final String imageId;
  private final List<Path> hierarchies =
      CgroupMounts.read(CgroupMounts.MOUNT_TABLE, CgroupMounts.USUAL_TOP).hierarchies();

  public Floor(CriRuntime cri, Timers timers, PodTemplate template, Path directory, String image) {
    this.cri = cri;
    this.timers = timers;
    this.template = template;
    this.directory = directory;
    this.image = image;
    this.imageId =
        cri.imageStatus(
                ImageStatusRequest.newBuilder()
                    .setImage(ImageSpec.newBuilder().setImage(image))
                    .build())
            .getImage()
            .getId();
  }

  public PodTemplate template() {
    return template;
  }

  /** A pod with its files in place, not started. */
  public FloorPod pod(String name, Workload workload) {
    PodTemplate.Copy copy = template.copy(name, directory, imageId, workload.script());
    write(copy.files());
    return new FloorPod(cri, timers, copy, image, cgroups(copy.uid()));
  }

  /** The cgroups that the agent's pod of this UID has. */
  public List<Path> cgroups(String uid) {
    String parent = template.sandbox().getLinux().getCgroupParent().replace(template.uid(), uid);
    return hierarchies.stream().map(top -> Path.of(top + parent)).toList();
  }

  private static void write(Map<Path, String> files) {
    try {
      for (Map.Entry<Path, String> file : files.entrySet()) {
        Files.createDirectories(file.getKey().getParent());
        Files.writeString(file.getKey(), file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
