package dev.jubelet.image.archive;

import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.ImageStatusRequest;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriImages;
import dev.jubelet.image.archive.ArchiveException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Gives the images of an archive to the runtime, and waits until pods can use them.
 *
 * <p>Thread: any; blocks while the runtime reads. Interrupting it gives up.
 */
public final class ArchiveLoader {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final int LOOKS = 100;

  private final ImageImport runtime;
  private final CriImages images;
  private final Timers timers;

  public ArchiveLoader(ImageImport runtime, CriImages images, Timers timers) {
    this.runtime = runtime;
    this.images = images;
    this.timers = timers;
  }

  /**
   * Returns the names of the images.
   *
   * @throws ArchiveException when the archive is bad or the runtime does not take it
   */
  public List<String> load(Path archive) {
    ArchiveContents contents = ArchiveContents.read(archive);
    runtime.importFrom(archive);
    for (String name : contents.names()) {
      awaitKnown(archive, name);
    }
    return contents.names();
  }

  /** The part of the runtime that serves pods hears of an import a moment later. */
  private void awaitKnown(Path archive, String name) {
    for (int look = 0; look < LOOKS; look++) {
      if (isKnown(name)) {
        return;
      }
      pause();
    }
    throw new ArchiveException(
        Kind.UNAVAILABLE,
        "the runtime took "
            + archive
            + " but does not show the image "
            + name
            + " to pods; is it for this platform?");
  }

  private boolean isKnown(String name) {
    try {
      return images
          .imageStatus(
              ImageStatusRequest.newBuilder()
                  .setImage(ImageSpec.newBuilder().setImage(name))
                  .build())
          .hasImage();
    } catch (CriException e) {
      throw new ArchiveException(Kind.UNAVAILABLE, "the runtime failed: " + e.text(), e);
    }
  }

  private void pause() {
    CountDownLatch over = new CountDownLatch(1);
    Timers.Pending pending = timers.after(PAUSE, over::countDown);
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ArchiveException(Kind.UNAVAILABLE, "interrupted", e);
    } finally {
      pending.cancel();
    }
  }
}
