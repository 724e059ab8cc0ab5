package dev.jubelet.image.plugin;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.image.credential.Keyring;
import dev.jubelet.image.plugin.ProviderProtocol.KeyType;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The answers of one provider that are still good, in memory only.
 *
 * <p>Thread: any. Owns: the answers; those that are over go at a lookup, every 15 minutes at most.
 */
final class AnswerCache {
  private static final Duration PURGE_EVERY = Duration.ofMinutes(15);

  private record Key(String what, Optional<AccountScope.Key> scope) {}

  private record Answer(List<Keyring.Entry> auth, long storedAt, Duration life) {}

  private final Timers timers;

  @GuardedBy("this")
  private final Map<Key, Answer> answers = new HashMap<>();

  @GuardedBy("this")
  private long purgedAt;

  AnswerCache(Timers timers) {
    this.timers = timers;
    this.purgedAt = timers.nanoTime();
  }

  synchronized Optional<List<Keyring.Entry>> find(String image, Optional<AccountScope.Key> scope) {
    purge();
    for (KeyType type : KeyType.values()) {
      Answer answer = answers.get(new Key(what(type, image), scope));
      if (answer != null && isGood(answer)) {
        return Optional.of(answer.auth());
      }
    }
    return Optional.empty();
  }

  /** An answer that is good for no time is not kept. */
  synchronized void store(
      KeyType type,
      String image,
      Optional<AccountScope.Key> scope,
      List<Keyring.Entry> auth,
      Duration life) {
    if (life.isPositive()) {
      answers.put(new Key(what(type, image), scope), new Answer(auth, timers.nanoTime(), life));
    }
  }

  @GuardedBy("this")
  private void purge() {
    long now = timers.nanoTime();
    if (now - purgedAt >= PURGE_EVERY.toNanos()) {
      purgedAt = now;
      answers.values().removeIf(answer -> !isGood(answer));
    }
  }

  private boolean isGood(Answer answer) {
    return timers.nanoTime() - answer.storedAt() < answer.life().toNanos();
  }

  private static String what(KeyType type, String image) {
    int slash = image.indexOf('/');
    return switch (type) {
      case IMAGE -> "image " + image;
      case REGISTRY -> "registry " + (slash < 0 ? image : image.substring(0, slash));
      case GLOBAL -> "global";
    };
  }
}
