package dev.jubelet.image.record;

import dev.jubelet.api.cri.Image;
import dev.jubelet.image.name.ImageName;
import java.util.List;
import java.util.stream.Stream;

/** Under which names a runtime has an image. Pure. */
final class ImageNames {
  private ImageNames() {}

  static List<String> of(Image image) {
    return Stream.concat(image.getRepoTagsList().stream(), image.getRepoDigestsList().stream())
        .toList();
  }

  /** The name under which a runtime would list what a pod calls so. */
  static String canonical(String written) {
    try {
      return ImageName.parse(written).canonical();
    } catch (IllegalArgumentException e) {
      // Not the name of an image: nothing was ever pulled by it.
      return written;
    }
  }
}
