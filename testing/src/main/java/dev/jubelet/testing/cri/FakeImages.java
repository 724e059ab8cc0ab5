package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.FilesystemIdentifier;
import dev.jubelet.api.cri.FilesystemUsage;
import dev.jubelet.api.cri.Image;
import dev.jubelet.api.cri.ImageFsInfoResponse;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.UInt64Value;
import dev.jubelet.edge.cri.CriException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The images of a fake runtime. Every reference can be pulled unless the test says otherwise.
 *
 * <p>Thread: any. Owns: the images present, by id.
 */
public final class FakeImages {
  private static final long SIZE = 4 << 20;

  private final Map<String, Image> present = new LinkedHashMap<>();
  private final Map<String, CriException> failures = new HashMap<>();

  /** Makes an image present, as a pull would; returns its id. */
  public synchronized String add(String reference) {
    return add(Image.newBuilder().setSize(SIZE).setSpec(spec(reference)), reference);
  }

  /** Makes an image present with a size, user or pin of its own. */
  public synchronized String add(Image.Builder image, String reference) {
    String id = "sha256:" + FakeIds.digest(reference);
    if (reference.contains("@")) {
      image.addRepoDigests(reference);
    } else {
      image.addRepoTags(reference);
      image.addRepoDigests(repository(reference) + "@" + id);
    }
    present.put(id, image.setId(id).build());
    return id;
  }

  /** Makes an image present that was never in a registry, as an import would; returns its id. */
  public synchronized String addImported(String reference, long sizeBytes) {
    String id = "sha256:" + FakeIds.digest(reference);
    present.put(
        id,
        Image.newBuilder()
            .setId(id)
            .setSize(sizeBytes)
            .setSpec(spec(reference))
            .addRepoTags(reference)
            .build());
    return id;
  }

  /** Lets each pull of the reference fail. */
  public synchronized void failPull(String reference, CriException.Kind kind, String message) {
    failures.put(reference, new CriException(kind, "PullImage", message));
  }

  /** Lets the reference be pulled again. */
  public synchronized void healPull(String reference) {
    failures.remove(reference);
  }

  /** The images present. */
  public synchronized List<Image> list() {
    return new ArrayList<>(present.values());
  }

  synchronized Optional<Image> find(String reference) {
    Image byId = present.get(reference);
    if (byId != null) {
      return Optional.of(byId);
    }
    return present.values().stream().filter(image -> named(image, reference)).findFirst();
  }

  private static boolean named(Image image, String reference) {
    return image.getRepoTagsList().contains(reference)
        || image.getRepoDigestsList().contains(reference);
  }

  synchronized String pull(String reference) {
    CriException failure = failures.get(reference);
    if (failure != null) {
      throw failure;
    }
    return find(reference).map(Image::getId).orElseGet(() -> add(reference));
  }

  synchronized void remove(String reference) {
    find(reference).ifPresent(image -> present.remove(image.getId()));
  }

  synchronized ImageFsInfoResponse usage(long nanos) {
    long bytes = present.values().stream().mapToLong(Image::getSize).sum();
    FilesystemUsage usage =
        FilesystemUsage.newBuilder()
            .setTimestamp(nanos)
            .setFsId(FilesystemIdentifier.newBuilder().setMountpoint("/var/lib/fake/images"))
            .setUsedBytes(UInt64Value.newBuilder().setValue(bytes))
            .setInodesUsed(UInt64Value.newBuilder().setValue(present.size()))
            .build();
    return ImageFsInfoResponse.newBuilder()
        .addImageFilesystems(usage)
        .addContainerFilesystems(usage)
        .build();
  }

  private static ImageSpec spec(String reference) {
    return ImageSpec.newBuilder().setImage(reference).build();
  }

  private static String repository(String reference) {
    int colon = reference.lastIndexOf(':');
    return colon > reference.lastIndexOf('/') ? reference.substring(0, colon) : reference;
  }
}
