package dev.jubelet.volume.certificate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.edge.apiserver.watch.Reflector;
import dev.jubelet.edge.apiserver.watch.WatchListener;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.projection.PodCertificates;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The certificates of the pods of this node. The requests are watched from the moment that a pod
 * asks for one. Nothing is kept on disk but the files in the volumes: another agent asks anew, and
 * pods keep their files until it has an answer.
 *
 * <p>Thread: the pods' lanes ask; the reflector's lane and timers wake them. Owns: what is known of
 * each certificate, until its pod is released.
 */
public final class IssuedCertificates implements PodCertificates, AutoCloseable {
  private final CertificateIssuer issuer;
  private final Consumer<NodeEvent> events;
  private final Timers timers;
  private final RandomGenerator random;
  private final Consumer<PodUid> wake;
  private final Reflector<PodCertificateRequest> reflector;
  private final Map<Key, ManagedCertificate> certificates = new ConcurrentHashMap<>();

  private final Map<String, RequestOutcome> seen = new ConcurrentHashMap<>();

  @GuardedBy("this")
  private boolean started;

  @GuardedBy("this")
  private boolean closed;

  private record Key(PodUid pod, String volume, int index) {}

  /** How many certificates are alike, in metrics. */
  public record CertificateCount(String signer, String state)
      implements Comparable<CertificateCount> {
    @Override
    public int compareTo(CertificateCount other) {
      int bySigner = signer.compareTo(other.signer);
      return bySigner == 0 ? state.compareTo(other.state) : bySigner;
    }
  }

  /**
   * {@code source} lists and watches the requests of this node; {@code wake} is told of pods whose
   * certificates may have changed, and may not block.
   */
  IssuedCertificates(
      CertificateIssuer issuer,
      ListWatch<PodCertificateRequest> source,
      Consumer<PodUid> wake,
      Consumer<NodeEvent> events,
      Timers timers,
      RandomGenerator random) {
    this.issuer = issuer;
    this.wake = wake;
    this.events = events;
    this.timers = timers;
    this.random = random;
    this.reflector = new Reflector<>("pod certificates", source, new Listener(), timers, random);
  }

  /** {@code nodeUid} is that of the Node object; empty until it is registered. */
  public static IssuedCertificates of(
      ApiClient client,
      String nodeName,
      Supplier<Optional<String>> nodeUid,
      Consumer<PodUid> wake,
      Consumer<NodeEvent> events,
      Timers timers,
      RandomGenerator random) {
    return new IssuedCertificates(
        new CertificateIssuer(
            CertificateRequests.of(client, nodeName, nodeUid), PodKeys.onOwnThreads()),
        ListWatch.of(
            client,
            Selection.all(PodCertificateRequest.RESOURCE).where("spec.nodeName=" + nodeName)),
        wake,
        events,
        timers,
        random);
  }

  @Override
  public Credential of(Pod pod, Source source) {
    start();
    PodUid uid = PodUid.of(pod);
    return certificates
        .computeIfAbsent(
            new Key(uid, source.volume(), source.index()),
            key ->
                new ManagedCertificate(
                    issuer, source, () -> wake.accept(uid), events, timers, random))
        .credential(pod, seen);
  }

  /** The pod needs its certificates no longer. */
  public void release(PodUid pod) {
    for (Key key : List.copyOf(certificates.keySet())) {
      if (key.pod().equals(pod)) {
        Optional.ofNullable(certificates.remove(key)).ifPresent(ManagedCertificate::end);
      }
    }
  }

  public SortedMap<CertificateCount, Integer> counts() {
    SortedMap<CertificateCount, Integer> counts = new TreeMap<>();
    certificates
        .values()
        .forEach(
            certificate -> counts.merge(certificate.metricName(timers.now()), 1, Integer::sum));
    return counts;
  }

  private synchronized void start() {
    if (!started && !closed) {
      started = true;
      reflector.start();
    }
  }

  private final class Listener implements WatchListener<PodCertificateRequest> {
    @Override
    public void replaced(List<PodCertificateRequest> all, String resourceVersion) {
      seen.keySet()
          .retainAll(
              all.stream().map(PodCertificateRequest::key).collect(Collectors.toUnmodifiableSet()));
      all.forEach(request -> seen.put(request.key(), request.outcome()));
      certificates.keySet().stream().map(Key::pod).distinct().forEach(wake);
    }

    @Override
    public void changed(WatchEvent<PodCertificateRequest> event) {
      switch (event) {
        case WatchEvent.Added<PodCertificateRequest>(PodCertificateRequest now, _) -> put(now);
        case WatchEvent.Modified<PodCertificateRequest>(PodCertificateRequest now, _) -> put(now);
        case WatchEvent.Deleted<PodCertificateRequest>(PodCertificateRequest last, _) ->
            seen.remove(last.key());
        case WatchEvent.Bookmark<PodCertificateRequest> _ -> {}
      }
    }

    private void put(PodCertificateRequest now) {
      seen.put(now.key(), now.outcome());
      PodUid pod = new PodUid(now.podUid());
      if (certificates.keySet().stream().anyMatch(key -> key.pod().equals(pod))) {
        wake.accept(pod);
      }
    }

    @Override
    public void lost(ApiException reason) {
      // The reflector logs it and tries again; what was seen is the best that is known.
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    reflector.close();
    certificates.values().forEach(ManagedCertificate::end);
  }
}
