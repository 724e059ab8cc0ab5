package dev.jubelet.pod.journal;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.pod.model.PodUid;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.crypto.SecretKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Entries on disk. One that cannot be read is named, set aside and otherwise ignored.
 *
 * <p>Thread: one at a time. Owns: the directory of the journal.
 */
final class JournalStore {
  private static final Logger log = LoggerFactory.getLogger(JournalStore.class);

  private final JournalDirectory directory;
  private final JournalCodec codec;
  private final EntryJson json;
  private final JournalListener listener;

  JournalStore(Path directory, SecretKey key, ObjectMapper json, JournalListener listener) {
    this.directory = new JournalDirectory(directory);
    this.codec = new JournalCodec(key);
    this.json = new EntryJson(json);
    this.listener = listener;
  }

  /** All entries, from the one written first to the one written last. */
  List<EntryJson.Dated> load() {
    try {
      directory.prepare();
    } catch (UncheckedIOException e) {
      // A disk that cannot be written may still be read.
      failed(e);
    }
    List<EntryJson.Dated> all = new ArrayList<>();
    for (String name : directory.names()) {
      read(name).ifPresent(all::add);
    }
    all.sort(Comparator.comparing(EntryJson.Dated::written));
    return all;
  }

  private Optional<EntryJson.Dated> read(String name) {
    try {
      return Optional.of(json.read(name, codec.open(name, directory.read(name))));
    } catch (JournalException e) {
      listener.unreadable();
      log.atError()
          .addKeyValue("file", directory.file(name))
          .addKeyValue("reason", e.getMessage())
          .log("Invalid entry of the offline journal set aside; the pod waits for the API server");
      setAside(name);
    } catch (UncheckedIOException e) {
      listener.unreadable();
      log.atError()
          .setCause(e)
          .addKeyValue("file", directory.file(name))
          .log("Failed to read an entry of the offline journal; the pod waits for the API server");
    }
    return Optional.empty();
  }

  private void setAside(String name) {
    try {
      log.atInfo().addKeyValue("file", directory.setAside(name)).log("The entry is here now");
    } catch (UncheckedIOException e) {
      failed(e);
    }
  }

  /** Returns whether it is on disk, for good. */
  boolean write(JournalEntry entry, Instant now) {
    String name = name(PodUid.of(entry.pod()));
    try {
      byte[] sealed = codec.seal(name, json.write(new EntryJson.Dated(entry, now)));
      if (sealed.length > JournalDirectory.LARGEST) {
        log.atWarn()
            .addKeyValue("file", directory.file(name))
            .addKeyValue("bytes", sealed.length)
            .log("Pod is too large for the offline journal");
        listener.writeFailed();
        return false;
      }
      directory.write(name, sealed);
      return true;
    } catch (UncheckedIOException e) {
      failed(e);
      return false;
    }
  }

  boolean remove(PodUid uid) {
    try {
      directory.remove(name(uid));
      return true;
    } catch (UncheckedIOException e) {
      failed(e);
      return false;
    }
  }

  private void failed(UncheckedIOException e) {
    listener.writeFailed();
    log.atWarn()
        .addKeyValue("reason", e.getMessage() + ": " + e.getCause())
        .log("Failed to update the offline journal; retrying");
  }

  private static String name(PodUid uid) {
    return JournalDirectory.nameOf(uid.value());
  }

  /** Removes the entries of earlier times, for an agent without a journal; returns how many. */
  static int discard(Path directory) {
    JournalDirectory files = new JournalDirectory(directory);
    List<String> names = files.names();
    names.forEach(files::remove);
    return names.size();
  }
}
