package dev.jubelet.pod.journal;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.objects.Token;
import dev.jubelet.pod.objects.TokenKey;
import dev.jubelet.pod.objects.TokenRequests;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tokens of the API server; where it does not answer, those it gave before. Until it was seen, a
 * token that has expired still lets its pod start: nobody takes it for good, it is said in the log,
 * and the pod gets another as soon as there is one.
 *
 * <p>Thread: any. Owns: of which tokens it was said.
 */
final class JournaledTokens implements TokenRequests {
  private static final Logger log = LoggerFactory.getLogger(JournaledTokens.class);

  private final TokenRequests server;
  private final KeptFacts kept;
  private final BooleanSupplier unseen;
  private final Timers timers;
  private final Set<TokenKey> said = ConcurrentHashMap.newKeySet();

  JournaledTokens(TokenRequests server, KeptFacts kept, BooleanSupplier unseen, Timers timers) {
    this.server = server;
    this.kept = kept;
    this.unseen = unseen;
    this.timers = timers;
  }

  @Override
  public Token request(TokenKey key) {
    Optional<Token> before = kept.find(key);
    if (unseen.getAsBoolean() && before.isPresent()) {
      sayIfExpired(key, before.get());
      return before.get();
    }
    try {
      Token now = server.request(key);
      kept.saw(key, now);
      said.remove(key);
      return now;
    } catch (ApiException e) {
      if (!InconclusiveFailures.is(e)) {
        throw e;
      }
      return before.filter(token -> !isExpired(token)).orElseThrow(() -> e);
    }
  }

  private void sayIfExpired(TokenKey key, Token token) {
    if (isExpired(token) && said.add(key)) {
      log.atWarn()
          .addKeyValue("pod", key.pod())
          .addKeyValue("podUID", key.uid())
          .addKeyValue("serviceAccount", key.serviceAccount())
          .addKeyValue("expired", token.expires())
          .log("Pod starts with an expired service account token until the API server is back");
    }
  }

  private boolean isExpired(Token token) {
    return !timers.now().isBefore(token.expires());
  }
}
