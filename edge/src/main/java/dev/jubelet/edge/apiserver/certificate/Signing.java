package dev.jubelet.edge.apiserver.certificate;

import dev.jubelet.base.Timers;
import dev.jubelet.base.tls.Pem;
import dev.jubelet.base.tls.TlsException;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiObject;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.Sleep;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.WatchStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.time.Duration;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Has a certificate signed by way of the API server: asks, and waits until somebody has decided.
 * The name of the request follows from its content, so that asking again after a restart finds the
 * request that is already there.
 *
 * <p>Thread: the caller's, which waits for as long as it says.
 */
public final class Signing implements Signer {
  private static final Logger log = LoggerFactory.getLogger(Signing.class);
  private static final Duration LONGEST_WATCH = Duration.ofMinutes(5);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(32);

  /** What waiting does not help; a right that is missing may still be given. */
  private static final Set<ApiException.Kind> HOPELESS =
      EnumSet.of(
          ApiException.Kind.CANCELLED, ApiException.Kind.INVALID, ApiException.Kind.UNREADABLE);

  private final ApiClient client;
  private final Timers timers;

  public Signing(ApiClient client, Timers timers) {
    this.client = client;
    this.timers = timers;
  }

  @Override
  public String certificate(
      CertificateTemplate template,
      KeyPair keys,
      Duration patience,
      Consumer<ApiException> setback) {
    long start = timers.nanoTime();
    ApiObject<SigningRequest> request = SigningRequest.RESOURCE.object("", name(template, keys));
    log.atInfo()
        .addKeyValue("request", request.name())
        .addKeyValue("signer", template.signer())
        .log("Creating a certificate signing request");
    Duration pause = FIRST_PAUSE;
    while (true) {
      Duration left = patience.minusNanos(timers.nanoTime() - start);
      if (!left.isPositive()) {
        throw new CertificateException(
            CertificateException.Kind.TIMEOUT,
            "nobody decided on the certificate request " + request.name() + " in " + patience,
            null);
      }
      try {
        Optional<String> issued = attempt(request, template, keys, left);
        if (issued.isPresent()) {
          return checked(issued.get(), request, keys);
        }
        pause = FIRST_PAUSE;
      } catch (ApiException e) {
        unlessHopeless(e);
        log.atLevel(e.level(Level.WARN))
            .addKeyValue("reason", e.text())
            .log("Certificate signing request failed");
        setback.accept(e);
        Sleep.of(pause, timers);
        pause = longer(pause);
      }
    }
  }

  private static void unlessHopeless(ApiException e) {
    if (HOPELESS.contains(e.kind())) {
      throw e;
    }
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }

  private Optional<String> attempt(
      ApiObject<SigningRequest> request,
      CertificateTemplate template,
      KeyPair keys,
      Duration patience) {
    SigningRequest present = ensure(request, template, keys);
    Optional<String> issued = outcome(present);
    return issued.isPresent() ? issued : watch(request, present, patience);
  }

  private SigningRequest ensure(
      ApiObject<SigningRequest> request, CertificateTemplate template, KeyPair keys) {
    try {
      SigningRequest present = client.get(request);
      if (!present.asksFor(template)) {
        throw new CertificateException(
            CertificateException.Kind.FAILED,
            "the certificate request " + request.name() + " is there but asks for something else",
            null);
      }
      return present;
    } catch (ApiException e) {
      if (e.kind() != ApiException.Kind.NOT_FOUND) {
        throw e;
      }
    }
    String pem = PemText.of("CERTIFICATE REQUEST", KeyedRequest.encode(template, keys));
    SigningRequest.Spec spec =
        new SigningRequest.Spec(
            Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII)),
            template.signer(),
            template.usages());
    return client.create(SigningRequest.RESOURCE, "", SigningRequest.of(request.name(), spec));
  }

  private Optional<String> watch(
      ApiObject<SigningRequest> request, SigningRequest present, Duration patience) {
    Duration longest = patience.compareTo(LONGEST_WATCH) < 0 ? patience : LONGEST_WATCH;
    String version = present.getMetadata().getResourceVersion();
    try (WatchStream<SigningRequest> stream =
        client.watch(Selection.one(request), version, longest.plusSeconds(1))) {
      for (WatchEvent<SigningRequest> event = stream.next(); event != null; event = stream.next()) {
        Optional<String> issued =
            switch (event) {
              case WatchEvent.Added<SigningRequest>(SigningRequest now, _) -> outcome(now);
              case WatchEvent.Modified<SigningRequest>(SigningRequest now, _) -> outcome(now);
              case WatchEvent.Deleted<SigningRequest> _ ->
                  throw new CertificateException(
                      CertificateException.Kind.FAILED,
                      "the certificate request " + request.name() + " was deleted",
                      null);
              case WatchEvent.Bookmark<SigningRequest> _ -> Optional.<String>empty();
            };
        if (issued.isPresent()) {
          return issued;
        }
      }
    }
    return Optional.empty();
  }

  /** What was decided; empty while nothing is. */
  private static Optional<String> outcome(SigningRequest request) {
    SigningRequest.Status status = request.outcome();
    if (status == null) {
      return Optional.empty();
    }
    List<Map<String, String>> conditions =
        status.conditions() == null ? List.of() : status.conditions();
    for (Map<String, String> condition : conditions) {
      refuse(request, condition, "Denied", CertificateException.Kind.DENIED);
      refuse(request, condition, "Failed", CertificateException.Kind.FAILED);
    }
    return Optional.ofNullable(status.certificate())
        .filter(text -> !text.isEmpty())
        .map(text -> new String(Base64.getDecoder().decode(text), StandardCharsets.US_ASCII));
  }

  private static void refuse(
      SigningRequest request,
      Map<String, String> condition,
      String type,
      CertificateException.Kind kind) {
    if (type.equals(condition.get("type"))) {
      throw new CertificateException(
          kind,
          "the certificate request %s: %s: %s %s"
              .formatted(
                  request.getMetadata().getName(),
                  type,
                  condition.getOrDefault("reason", ""),
                  condition.getOrDefault("message", "")),
          null);
    }
  }

  private static String checked(String pem, ApiObject<SigningRequest> request, KeyPair keys) {
    String origin = "the certificate for " + request.name();
    try {
      PublicKey certified = Pem.parse(origin, pem).certificates().getFirst().getPublicKey();
      if (certified.equals(keys.getPublic())) {
        return pem;
      }
    } catch (TlsException e) {
      throw new CertificateException(CertificateException.Kind.FAILED, e.getMessage(), e);
    }
    throw new CertificateException(
        CertificateException.Kind.FAILED, origin + " is not for the key that asked", null);
  }

  private static String name(CertificateTemplate template, KeyPair keys) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-512/256");
      digest.update(keys.getPublic().getEncoded());
      digest.update(template.toString().getBytes(StandardCharsets.UTF_8));
      return "node-csr-" + Base64.getUrlEncoder().withoutPadding().encodeToString(digest.digest());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK lacks SHA-512/256", e);
    }
  }
}
