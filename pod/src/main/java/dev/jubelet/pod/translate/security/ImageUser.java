package dev.jubelet.pod.translate.security;

import dev.jubelet.pod.model.ImageOutcome;
import java.util.OptionalLong;

/** The user that an image names, by number or else by name; one that names none means root. */
record ImageUser(OptionalLong uid, String name) {

  static ImageUser of(ImageOutcome.Present image) {
    if (image.uid().isPresent()) {
      return new ImageUser(image.uid(), "");
    }
    return image.username().isEmpty()
        ? new ImageUser(OptionalLong.of(0), "")
        : new ImageUser(OptionalLong.empty(), image.username());
  }

  boolean isRoot() {
    return uid.isPresent() && uid.getAsLong() == 0;
  }
}
