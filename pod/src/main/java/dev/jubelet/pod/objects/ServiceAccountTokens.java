package dev.jubelet.pod.objects;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.PodUid;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The tokens of service accounts that pods of this node use, asked for when they are needed and
 * kept while they are fresh. A token that should be renewed and cannot is used until it expires.
 *
 * <p>Thread: any; those who need the same token share one request. Owns: the tokens, until their
 * pod is released.
 */
public final class ServiceAccountTokens {
  private static final Logger log = LoggerFactory.getLogger(ServiceAccountTokens.class);

  private final TokenRequests requests;
  private final Timers timers;
  private final DoubleSupplier chance;
  private final Map<TokenKey, Slot> slots = new ConcurrentHashMap<>();

  public ServiceAccountTokens(TokenRequests requests, Timers timers, DoubleSupplier chance) {
    this.requests = requests;
    this.timers = timers;
    this.chance = chance;
  }

  /** Throws {@link ApiException} when there is no token that can be used. */
  public Token token(TokenKey key) {
    return slots.computeIfAbsent(key, Slot::new).token();
  }

  /** The pod needs its tokens no longer. */
  public void release(PodUid uid) {
    slots.keySet().removeIf(key -> key.uid().equals(uid));
  }

  int kept() {
    return slots.size();
  }

  /** The place of one token. */
  private final class Slot {
    private final TokenKey key;

    @GuardedBy("this")
    private @Nullable Token token;

    @GuardedBy("this")
    private Instant refreshAt = Instant.MIN;

    Slot(TokenKey key) {
      this.key = key;
    }

    /** Held while the API server is asked: only those who need this token wait. */
    synchronized Token token() {
      Token before = token;
      if (before != null && timers.now().isBefore(refreshAt)) {
        return before;
      }
      try {
        Token next = requests.request(key);
        token = next;
        refreshAt = TokenSchedule.refreshAt(next, chance.getAsDouble());
        return next;
      } catch (ApiException e) {
        return stillGood(before, e);
      }
    }

    private Token stillGood(@Nullable Token before, ApiException e) {
      if (before == null) {
        throw new ApiException(e.kind(), "failed to fetch token: " + e.text(), e);
      }
      if (!timers.now().isBefore(before.expires())) {
        throw new ApiException(
            e.kind(),
            "token of service account %s/%s expired and refresh failed: %s"
                .formatted(key.pod().namespace(), key.serviceAccount(), e.text()),
            e);
      }
      log.atLevel(e.level(Level.WARN))
          .addKeyValue("pod", key.pod())
          .addKeyValue("serviceAccount", key.serviceAccount())
          .addKeyValue("expires", before.expires())
          .addKeyValue("reason", e.text())
          .log("Failed to refresh the service account token; using the old one");
      return before;
    }
  }
}
