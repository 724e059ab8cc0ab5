package dev.jubelet.image.record;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.api.cri.Image;
import dev.jubelet.base.Timers;
import dev.jubelet.image.credential.Credential;
import dev.jubelet.image.json.JsonTextException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this node has pulled and with whose credentials, on disk. Before a pull begins its intent is
 * there; an image without a record but with an intent was pulled here by somebody unknown, and
 * nobody gets it without a pull of his own.
 *
 * <pre>
 *   begin ──► intent ──pulled──► record, intent removed
 *                 │ ──refused by the runtime──► intent removed
 *                 └ ──no answer, or killed──► intent stays: until a pull of that name succeeds, the
 *                     image is seen to be absent, or the next start finds it (record without
 *                     credentials)
 * </pre>
 *
 * <p>Thread: any; calls wait for the disk. Owns: {@code image_manager} in the root directory.
 */
public final class PullRecords {
  private static final Logger log = LoggerFactory.getLogger(PullRecords.class);

  private final RecordDirectory records;
  private final PullIntents intents;
  private final RecordListener listener;
  private final Timers timers;
  private final Object lock = new Object();

  public PullRecords(Path root, RecordListener listener, Timers timers) {
    Path directory = root.resolve("image_manager");
    this.records = new RecordDirectory(directory.resolve("pulled"));
    this.intents = new PullIntents(new RecordDirectory(directory.resolve("pulling")));
    this.listener = listener;
    this.timers = timers;
  }

  /** Before a pull. Throws UncheckedIOException; then nothing may be pulled. */
  void begin(String image) {
    intents.begin(image);
    count();
  }

  /**
   * A pull ended without the image.
   *
   * @param certain whether the runtime said so; if not, it may have pulled it all the same
   */
  void failed(String image, boolean certain) {
    intents.failed(image, certain);
    count();
  }

  /** A pull has brought the image; the intent stays when the record cannot be written. */
  void pulled(String image, String repository, String imageRef, Credential used) {
    try {
      synchronized (lock) {
        PulledRecord before =
            readable(imageRef)
                .orElseGet(() -> PulledRecord.withoutCredentials(imageRef, timers.now()));
        write(before.with(repository, used, timers.now()));
      }
    } catch (UncheckedIOException e) {
      log.atError()
          .setCause(e)
          .addKeyValue("image", image)
          .addKeyValue("imageRef", imageRef)
          .log("Failed to write the record of a pulled image; pods must pull it again");
      intents.failed(image, false);
      return;
    }
    intents.succeeded(image);
    count();
  }

  /** A pod may use the image because of this credential, which was not noted yet. */
  void note(String imageRef, String repository, Credential credential) {
    try {
      synchronized (lock) {
        Optional<PulledRecord> before = readable(imageRef);
        if (before.isPresent()) {
          write(before.get().with(repository, credential, timers.now()));
        }
      }
    } catch (UncheckedIOException e) {
      log.atWarn()
          .setCause(e)
          .addKeyValue("imageRef", imageRef)
          .log("Failed to extend the record of a pulled image; it stays as it was");
    }
  }

  /** Throws {@link JsonTextException} or UncheckedIOException when it cannot be read. */
  Optional<PulledRecord> find(String imageRef) {
    return records
        .read(RecordDirectory.fileName(imageRef))
        .map(bytes -> RecordJson.readRecord(bytes).value())
        .filter(record -> record.imageRef().equals(imageRef));
  }

  /** One that cannot be read is replaced by what is known for sure. */
  @GuardedBy("lock")
  private Optional<PulledRecord> readable(String imageRef) {
    try {
      return find(imageRef);
    } catch (JsonTextException e) {
      log.atWarn()
          .addKeyValue("imageRef", imageRef)
          .addKeyValue("reason", e.text())
          .log("The record of a pulled image cannot be read; it is replaced");
      return Optional.empty();
    }
  }

  @GuardedBy("lock")
  private void write(PulledRecord record) {
    records.write(RecordDirectory.fileName(record.imageRef()), RecordJson.record(record));
    count();
  }

  /** Whether the image came by a pull of which it is not known how it ended. */
  boolean isBeingPulled(String image, List<String> names) {
    return intents.covers(image, names);
  }

  /** The runtime does not have the image, so that no pull has brought it. */
  void absent(String image) {
    if (intents.absent(image)) {
      count();
    }
  }

  /**
   * Settles what an earlier agent left: an image that it was pulling and that is there now gets a
   * record without credentials. May be repeated.
   */
  void reconcile(List<Image> present) {
    migrate();
    for (Image image : present) {
      if (intents.isLeft(ImageNames.of(image))) {
        synchronized (lock) {
          if (readable(image.getId()).isEmpty()) {
            write(PulledRecord.withoutCredentials(image.getId(), timers.now()));
          }
        }
      }
    }
    present.forEach(image -> intents.settled(ImageNames.of(image)));
    count();
  }

  private void migrate() {
    for (String file : records.files()) {
      synchronized (lock) {
        try {
          records
              .read(file)
              .map(RecordJson::readRecord)
              .filter(RecordJson.Dated::old)
              .ifPresent(record -> records.write(file, RecordJson.record(record.value())));
        } catch (JsonTextException e) {
          log.atWarn()
              .addKeyValue("file", file)
              .addKeyValue("reason", e.text())
              .log("The record of a pulled image cannot be read; pods must pull it again");
        }
      }
    }
  }

  /**
   * Removes the records of images that the machine has no more.
   *
   * @param present the ids of <em>all</em> images that are left, in use or not: one that has no
   *     record counts as if it had not been pulled here
   * @param startedBefore when the images were listed; later records stay
   * @return how many were removed
   */
  public int prune(Set<String> present, Instant startedBefore) {
    // Records know the second only; one of the same second may be newer than the listing.
    Instant bound = startedBefore.truncatedTo(ChronoUnit.SECONDS);
    int removed = 0;
    for (String file : records.files()) {
      synchronized (lock) {
        if (isOutdated(file, present, bound)) {
          records.delete(file);
          removed++;
        }
      }
    }
    count();
    return removed;
  }

  @GuardedBy("lock")
  private boolean isOutdated(String file, Set<String> present, Instant bound) {
    try {
      return records
          .read(file)
          .map(bytes -> RecordJson.readRecord(bytes).value())
          .filter(record -> record.updated().isBefore(bound))
          .filter(record -> !present.contains(record.imageRef()))
          .isPresent();
    } catch (JsonTextException e) {
      log.atDebug().addKeyValue("file", file).log("A record that cannot be read is kept");
      return false;
    }
  }

  private void count() {
    listener.counted(intents.files(), records.files().size());
  }
}
