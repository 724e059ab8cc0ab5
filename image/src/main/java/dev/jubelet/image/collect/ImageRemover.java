package dev.jubelet.image.collect;

import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.RemoveImageRequest;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriImages;
import dev.jubelet.image.collect.CollectionPlan.Deletion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes images one after the other. Each is looked at once more before: a removal takes long
 * enough for a pod to come that uses the next one.
 *
 * <p>Thread: that of a pass.
 */
final class ImageRemover {
  private static final Logger log = LoggerFactory.getLogger(ImageRemover.class);

  private final CriImages cri;
  private final RuntimeImages runtime;
  private final CollectionListener listener;

  ImageRemover(CriImages cri, RuntimeImages runtime, CollectionListener listener) {
    this.cri = cri;
    this.runtime = runtime;
    this.listener = listener;
  }

  /** Goes on after failures, and ends with the first image that is not needed any more. */
  Removal remove(List<Deletion> deletions, Predicate<Deletion> isNeeded) {
    long bytes = 0;
    Set<String> removed = new HashSet<>();
    Set<String> tried = new HashSet<>();
    List<String> errors = new ArrayList<>();
    for (Deletion deletion : deletions) {
      if (!isNeeded.test(deletion)) {
        break;
      }
      tried.add(deletion.image().key());
      try {
        if (isRemoved(deletion)) {
          bytes += deletion.image().sizeBytes();
          removed.add(deletion.image().key());
        }
      } catch (CriException e) {
        errors.add(e.upstreamText());
      } catch (CollectionException e) {
        errors.add(e.text());
      }
    }
    return new Removal(bytes, removed, tried, errors);
  }

  private boolean isRemoved(Deletion deletion) {
    KnownImage image = deletion.image();
    if (ImageLedger.isUsed(image, runtime.containerUses())) {
      log.atInfo().addKeyValue("image", image.name()).log("Image is in use again; keeping it");
      return false;
    }
    cri.removeImage(
        RemoveImageRequest.newBuilder()
            .setImage(ImageSpec.newBuilder().setImage(image.id()))
            .build());
    log.atInfo()
        .addKeyValue("imageID", image.id())
        .addKeyValue("image", image.name())
        .addKeyValue("size", image.sizeBytes())
        .addKeyValue("reason", deletion.reason().text())
        .log("Removed image to free bytes");
    listener.removed(deletion.reason());
    return true;
  }
}
