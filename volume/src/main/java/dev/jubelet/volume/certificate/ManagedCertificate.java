package dev.jubelet.volume.certificate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.certificate.CertificateRules.CertificateEvent;
import dev.jubelet.volume.certificate.CertificateRules.JitteredTime;
import dev.jubelet.volume.certificate.CertificateRules.Step;
import dev.jubelet.volume.certificate.CertificateState.Issued;
import dev.jubelet.volume.certificate.CertificateState.NotRequested;
import dev.jubelet.volume.certificate.CertificateState.PendingRequest;
import dev.jubelet.volume.certificate.CertificateState.Refused;
import dev.jubelet.volume.certificate.CertificateState.Renewing;
import dev.jubelet.volume.certificate.CertificateState.Requested;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.projection.PodCertificates.Credential;
import dev.jubelet.volume.projection.PodCertificates.Source;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One certificate of a pod: does what the rules say, and has the pod woken when there is more to
 * do.
 *
 * <p>Thread: the pod's lane; others may only look and end it. Owns: its state and its timer.
 */
final class ManagedCertificate {
  private static final Logger log = LoggerFactory.getLogger(ManagedCertificate.class);

  /** As long as volumes are waited for before somebody is told. */
  private static final Duration LONG = Duration.ofMinutes(2).plusSeconds(3);

  private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);

  private final CertificateIssuer issuer;
  private final Source source;
  private final Runnable wake;
  private final Consumer<NodeEvent> events;
  private final Timers timers;
  private final RandomGenerator random;

  private volatile CertificateState state = new NotRequested();

  @GuardedBy("this")
  private Timers.@Nullable Pending timer;

  @GuardedBy("this")
  private boolean ended;

  ManagedCertificate(
      CertificateIssuer issuer,
      Source source,
      Runnable wake,
      Consumer<NodeEvent> events,
      Timers timers,
      RandomGenerator random) {
    this.issuer = issuer;
    this.source = source;
    this.wake = wake;
    this.events = events;
    this.timers = timers;
    this.random = random;
  }

  /** The pod's certificate. A new one that cannot be asked for now is asked for later. */
  Credential credential(Pod pod, Map<String, RequestOutcome> seen) {
    Instant now = timers.now();
    String request = name(state).map(name -> key(pod, name)).orElse("");
    Step step =
        CertificateRules.step(
            state,
            Optional.ofNullable(seen.get(request)),
            request,
            new JitteredTime(now, jitter()));
    state = step.state();
    step.events().forEach(event -> report(pod, event));
    boolean asked = !step.ask() || ask(pod);
    if (asked) {
      CertificateRules.lookAgain(state, now).ifPresent(this::wakeAt);
    } else {
      wakeAt(now.plus(AFTER_FAILURE));
    }
    return CertificateRules.current(state).orElseThrow(() -> missing(now));
  }

  /** Returns whether that could be done; throws when the pod has no certificate at all. */
  private boolean ask(Pod pod) {
    try {
      CertificateIssuer.KeyRequest made = issuer.request(pod, source);
      PendingRequest asked =
          CertificateRules.asked(made.key(), made.name(), made.created(), jitter());
      state = CertificateRules.afterAsking(state, asked);
      log.atDebug()
          .addKeyValue("pod", PodKey.of(pod))
          .addKeyValue("request", made.name())
          .addKeyValue("signer", source.projection().getSignerName())
          .log("Created PodCertificateRequest");
      return true;
    } catch (ApiException e) {
      return notAsked(pod, new VolumeException("while creating a PodCertificateRequest", e));
    } catch (VolumeException e) {
      return notAsked(pod, e);
    }
  }

  private boolean notAsked(Pod pod, VolumeException e) {
    if (CertificateRules.current(state).isEmpty()) {
      throw e;
    }
    log.atWarn()
        .addKeyValue("pod", PodKey.of(pod))
        .addKeyValue("cause", e.text())
        .addKeyValue("after", AFTER_FAILURE)
        .log("Failed to renew pod certificate; keeping the old one and retrying");
    return false;
  }

  private static Optional<String> name(CertificateState state) {
    return switch (state) {
      case Requested(PendingRequest asked) -> Optional.of(asked.name());
      case Renewing renewing -> Optional.of(renewing.asked().name());
      case NotRequested _, Issued _, Refused _ -> Optional.empty();
    };
  }

  private static String key(Pod pod, String name) {
    return PodCertificateRequest.key(pod.getMetadata().getNamespace(), name);
  }

  private VolumeException missing(Instant now) {
    return switch (state) {
      case Refused(var verdict, String reason, String message) ->
          new VolumeException(
              "PodCertificateRequest was permanently %s: reason=\"%s\" message=\"%s\""
                  .formatted(verdict.metricName(), reason, message));
      case Requested(PendingRequest asked)
          when Duration.between(asked.at(), now).compareTo(LONG) >= 0 ->
          new VolumeException(
              "credential bundle is not issued yet: nobody has decided on PodCertificateRequest "
                  + asked.name());
      case NotRequested _, Requested _, Issued _, Renewing _ ->
          VolumeException.waiting("credential bundle is not issued yet");
    };
  }

  private void report(Pod pod, CertificateEvent event) {
    events.accept(
        new NodeEvent(
            timers.now(),
            NodeEvent.Type.WARNING,
            event.reason(),
            event.message(),
            PodKey.of(pod),
            PodUid.of(pod),
            ""));
  }

  private Duration jitter() {
    return Duration.ofMillis(random.nextLong(CertificateRules.MAX_JITTER.toMillis()));
  }

  /** A moment later, so that what becomes due at that time is. */
  private synchronized void wakeAt(Instant moment) {
    if (timer != null) {
      timer.cancel();
    }
    if (!ended) {
      Duration delay = Duration.between(timers.now(), moment).plusMillis(1);
      timer = timers.after(delay, wake);
    }
  }

  IssuedCertificates.CertificateCount metricName(Instant now) {
    return new IssuedCertificates.CertificateCount(
        source.projection().getSignerName(), CertificateRules.metricName(state, now));
  }

  /** The pod is not woken any more. */
  synchronized void end() {
    ended = true;
    if (timer != null) {
      timer.cancel();
    }
  }
}
