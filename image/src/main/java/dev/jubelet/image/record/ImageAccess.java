package dev.jubelet.image.record;

import dev.jubelet.api.cri.Image;
import dev.jubelet.image.credential.Credential;
import dev.jubelet.image.credential.CredentialException;
import dev.jubelet.image.credential.PodCredentials;
import dev.jubelet.image.name.ImageName;
import java.util.Optional;

/**
 * Keeps images to those who may have them.
 *
 * <p>Thread: the pods' lanes; calls may wait for the disk and the runtime.
 */
public interface ImageAccess {

  /** Before a pull. Throws UncheckedIOException; then nothing may be pulled. */
  void pulling(ImageName name);

  /**
   * A pull ended without the image.
   *
   * @param certain whether the runtime said so; if not, it may have pulled it all the same
   */
  void failed(ImageName name, boolean certain);

  /** A pull has brought the image, with this credential or without any. */
  void pulled(ImageName name, String imageRef, Optional<Credential> used);

  /** The runtime does not have the image. */
  void absent(ImageName name);

  /**
   * Whether a pod may use an image that is there. Throws {@link CredentialException} when its
   * credentials would be needed and cannot be had.
   */
  boolean mayUse(ImageName name, Image image, PodCredentials credentials)
      throws InterruptedException;

  /** What the event about a present image says of it. */
  String presentText();

  /** All pods may use all images. */
  ImageAccess OPEN =
      new ImageAccess() {
        @Override
        public void pulling(ImageName name) {}

        @Override
        public void failed(ImageName name, boolean certain) {}

        @Override
        public void pulled(ImageName name, String imageRef, Optional<Credential> used) {}

        @Override
        public void absent(ImageName name) {}

        @Override
        public boolean mayUse(ImageName name, Image image, PodCredentials credentials) {
          return true;
        }

        @Override
        public String presentText() {
          return "already present on machine";
        }
      };
}
