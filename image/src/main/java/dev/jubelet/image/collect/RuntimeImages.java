package dev.jubelet.image.collect;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerStatusRequest;
import dev.jubelet.api.cri.Image;
import dev.jubelet.api.cri.ImageFsInfoRequest;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.api.cri.ListImagesRequest;
import dev.jubelet.api.cri.Mount;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.edge.usage.Filesystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the images, who uses them and how full their disk is.
 *
 * <p>Thread: any; blocks in the runtime. Throws {@link CollectionException} when it does not
 * answer.
 */
final class RuntimeImages {
  private static final String NAMESPACE = "io.kubernetes.pod.namespace";
  private static final String NAME = "io.kubernetes.pod.name";

  private final CriRuntime cri;
  private final Function<Path, Optional<Filesystem>> disks;

  RuntimeImages(CriRuntime cri, Function<Path, Optional<Filesystem>> disks) {
    this.cri = cri;
    this.disks = disks;
  }

  List<Image> list() {
    return asked(
        "list images",
        () -> cri.listImages(ListImagesRequest.getDefaultInstance()).getImagesList());
  }

  /** The uses of images by containers in any state, as such and as volumes. */
  List<ImageUse> uses() {
    List<ImageUse> uses = new ArrayList<>();
    for (Container container : containers()) {
      uses.add(use(container));
      uses.addAll(volumes(container));
    }
    return uses;
  }

  /** The same without volumes, in one call: for a last look before an image goes. */
  List<ImageUse> containerUses() {
    return containers().stream().map(RuntimeImages::use).toList();
  }

  private List<Container> containers() {
    return asked(
        "list containers",
        () -> cri.listContainers(ListContainersRequest.getDefaultInstance()).getContainersList());
  }

  private static ImageUse use(Container container) {
    return new ImageUse(
        container.getImageId().isEmpty() ? container.getImageRef() : container.getImageId(),
        container.getImage().getRuntimeHandler(),
        pod(container));
  }

  private List<ImageUse> volumes(Container container) {
    ContainerStatusRequest request =
        ContainerStatusRequest.newBuilder().setContainerId(container.getId()).build();
    List<Mount> mounts;
    try {
      mounts = cri.containerStatus(request).getStatus().getMountsList();
    } catch (CriException e) {
      if (e.kind() == CriException.Kind.NOT_FOUND) {
        return List.of(); // It has gone since the list was made, and with it its use.
      }
      throw new CollectionException("get container status: " + e.upstreamText(), e);
    }
    return mounts.stream()
        .filter(mount -> mount.hasImage() && !mount.getImage().getImage().isEmpty())
        .map(
            mount ->
                new ImageUse(
                    mount.getImage().getImage(),
                    mount.getImage().getRuntimeHandler(),
                    pod(container)))
        .toList();
  }

  private static String pod(Container container) {
    String name = container.getLabelsOrDefault(NAME, "");
    return name.isEmpty() ? "" : container.getLabelsOrDefault(NAMESPACE, "") + "/" + name;
  }

  /** The first image file system; one that cannot be looked at has no capacity. */
  ImageDisk disk() {
    var all =
        asked(
            "get image file system",
            () ->
                cri.imageFsInfo(ImageFsInfoRequest.getDefaultInstance()).getImageFilesystemsList());
    if (all.isEmpty()) {
      throw new CollectionException("imageFs information is unavailable");
    }
    return disk(all.getFirst().getFsId().getMountpoint());
  }

  /** The same disk looked at again, without the runtime. */
  ImageDisk disk(String place) {
    return disks
        .apply(Path.of(place))
        .map(found -> new ImageDisk(place, found.capacityBytes(), found.availableBytes()))
        .orElse(new ImageDisk(place, 0, 0));
  }

  private interface Question<T> {
    T ask();
  }

  private static <T> T asked(String what, Question<T> question) {
    try {
      return question.ask();
    } catch (CriException e) {
      throw new CollectionException(what + ": " + e.upstreamText(), e);
    }
  }
}
