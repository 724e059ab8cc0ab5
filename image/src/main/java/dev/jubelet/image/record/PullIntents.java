package dev.jubelet.image.record;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.image.json.JsonTextException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pulls under way, and those of which nobody knows how they ended. The files are for the next
 * agent; in this one memory counts, so that a removed file opens nothing.
 *
 * <p>Thread: any; calls wait for the disk. Owns: the directory of intents.
 */
final class PullIntents {
  private static final Logger log = LoggerFactory.getLogger(PullIntents.class);

  /**
   * @param names under which a runtime would list the image; empty if its file cannot be read
   * @param running how many pulls are under way
   * @param unclear whether one ended and nobody knows how
   */
  private record Intent(Set<String> names, int running, boolean unclear) {
    Intent started() {
      return new Intent(names, running + 1, unclear);
    }

    Intent ended(boolean stillUnclear) {
      return new Intent(names, running - 1, stillUnclear);
    }
  }

  private final RecordDirectory directory;

  /** By the name of the file. */
  @GuardedBy("this")
  private final Map<String, Intent> intents = new HashMap<>();

  @GuardedBy("this")
  private boolean loaded;

  PullIntents(RecordDirectory directory) {
    this.directory = directory;
  }

  /** What an earlier agent left. */
  @GuardedBy("this")
  private void load() {
    if (loaded) {
      return;
    }
    for (String file : directory.files()) {
      intents.put(file, new Intent(namesIn(file), 0, true));
    }
    loaded = true;
  }

  private Set<String> namesIn(String file) {
    try {
      return directory
          .read(file)
          .map(bytes -> RecordJson.readIntent(bytes).value())
          .map(PullIntents::names)
          .orElse(Set.of());
    } catch (JsonTextException e) {
      log.atWarn()
          .addKeyValue("file", directory.path().resolve(file))
          .addKeyValue("reason", e.text())
          .log("An intent of a pull cannot be read; the image is known by the file's name only");
      return Set.of();
    }
  }

  private static Set<String> names(String image) {
    return Set.of(ImageNames.canonical(image));
  }

  synchronized void begin(String image) {
    load();
    String file = RecordDirectory.fileName(image);
    Intent before = intents.getOrDefault(file, new Intent(names(image), 0, false));
    if (before.running() == 0) {
      directory.write(file, RecordJson.intent(image));
    }
    intents.put(file, new Intent(names(image), before.running(), before.unclear()).started());
  }

  synchronized void succeeded(String image) {
    end(image, false);
  }

  synchronized void failed(String image, boolean certain) {
    Intent before = intents.get(RecordDirectory.fileName(image));
    end(image, !certain || (before != null && before.unclear()));
  }

  @GuardedBy("this")
  private void end(String image, boolean unclear) {
    String file = RecordDirectory.fileName(image);
    Intent before = intents.get(file);
    if (before != null) {
      keep(file, before.ended(unclear));
    }
  }

  /** An intent that cannot be removed is there for the next agent, which settles it. */
  @GuardedBy("this")
  private void keep(String file, Intent now) {
    if (now.running() > 0 || now.unclear()) {
      intents.put(file, now);
      return;
    }
    intents.remove(file);
    try {
      directory.delete(file);
    } catch (UncheckedIOException e) {
      log.atWarn().setCause(e).log("Failed to remove the intent of a pull");
    }
  }

  /** Returns whether a file went. */
  synchronized boolean absent(String image) {
    load();
    String file = RecordDirectory.fileName(image);
    Intent intent = intents.get(file);
    if (intent == null || !intent.unclear()) {
      return false;
    }
    keep(file, new Intent(intent.names(), intent.running(), false));
    return intent.running() == 0;
  }

  synchronized boolean covers(String image, Collection<String> names) {
    load();
    return intents.containsKey(RecordDirectory.fileName(image))
        || intents.entrySet().stream().anyMatch(intent -> isOf(intent, names));
  }

  /** Whether a pull of the image was left unclear. */
  synchronized boolean isLeft(Collection<String> names) {
    load();
    return intents.entrySet().stream()
        .anyMatch(intent -> intent.getValue().unclear() && isOf(intent, names));
  }

  /** There is a record of the image now. */
  synchronized void settled(Collection<String> names) {
    Set<String> files = new HashSet<>();
    for (Map.Entry<String, Intent> intent : intents.entrySet()) {
      if (intent.getValue().unclear() && isOf(intent, names)) {
        files.add(intent.getKey());
      }
    }
    for (String file : files) {
      Intent intent = intents.get(file);
      if (intent != null) {
        keep(file, new Intent(intent.names(), intent.running(), false));
      }
    }
  }

  private static boolean isOf(Map.Entry<String, Intent> intent, Collection<String> names) {
    return names.stream()
        .anyMatch(
            name ->
                intent.getValue().names().contains(name)
                    || intent.getKey().equals(RecordDirectory.fileName(name)));
  }

  synchronized int files() {
    load();
    return intents.size();
  }
}
