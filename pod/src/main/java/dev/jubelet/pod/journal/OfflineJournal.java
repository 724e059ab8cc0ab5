package dev.jubelet.pod.journal;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.ClaimSource;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.objects.TokenRequests;
import dev.jubelet.pod.spec.Criticality;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.translate.RuntimeClasses;
import dev.jubelet.pod.translate.env.ServiceSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers accepted pods and what they use, on disk, and tells it to an agent that starts without
 * the API server. Nothing here holds up a pod: a disk that cannot be written is warned of and tried
 * again.
 *
 * <p>Thread: any; files are written on the lane {@code offline-journal}. Owns: the entries.
 */
public final class OfflineJournal implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(OfflineJournal.class);
  private static final Duration GATHER = Duration.ofMillis(250);
  private static final Duration RETRY = Duration.ofSeconds(30);
  private static final long STOP_PATIENCE_SECONDS = 5;

  private final Place place;
  private final Timers timers;
  private final JournalListener listener;
  private final KeptFacts kept = new KeptFacts(this::wakeSoon);
  private final AcceptedPods pods = new AcceptedPods();
  private final Map<PodUid, JournalPlan.Recorded> onDisk = new HashMap<>();
  private final Set<PodUid> incomplete = ConcurrentHashMap.newKeySet();
  private final Set<ObjectKey> changed = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean wakes = new AtomicBoolean();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Lane lane;

  private volatile @Nullable JournaledObjects objects;
  private volatile ServiceSource services = ServiceSource.NONE;
  private volatile RuntimeClasses runtimeClasses = RuntimeClasses.NONE;
  private volatile Optional<ClaimSource> claims = Optional.empty();
  private volatile @Nullable JournalStore store;
  private volatile boolean closed;

  /** Where the journal is; {@code key} throws JournalException. */
  public record Place(Path directory, Supplier<SecretKey> key, ObjectMapper json) {}

  public OfflineJournal(Place place, Timers timers, JournalListener listener) {
    this.place = place;
    this.timers = timers;
    this.listener = listener;
    this.lane = new Lane("offline-journal", this::step, timers);
  }

  /** Reads what is there; before anything else is asked. */
  public void load() {
    try {
      JournalStore opened =
          new JournalStore(place.directory(), place.key().get(), place.json(), listener);
      for (EntryJson.Dated dated : opened.load()) {
        JournalEntry entry = dated.entry();
        kept.restore(entry.facts());
        pods.restore(entry);
        onDisk.put(PodUid.of(entry.pod()), JournalPlan.Recorded.by(entry));
      }
      store = opened;
      listener.entries(onDisk.size());
    } catch (JournalException | UncheckedIOException e) {
      listener.writeFailed();
      log.atError()
          .addKeyValue("directory", place.directory())
          .addKeyValue("reason", e.getMessage())
          .log("Offline journal unavailable; pods will not start without the API server");
    }
  }

  /** Removes what is left of a journal that is no longer wanted. */
  public static void discard(Path directory) {
    try {
      int removed = JournalStore.discard(directory);
      if (removed > 0) {
        log.atInfo()
            .addKeyValue("directory", directory)
            .addKeyValue("entries", removed)
            .log("Offline journal disabled; removed its entries");
      }
    } catch (UncheckedIOException e) {
      log.atWarn()
          .setCause(e)
          .addKeyValue("directory", directory)
          .log("Failed to remove the entries of the disabled offline journal");
    }
  }

  /** In the order in which they were accepted. */
  public List<Pod> pods() {
    return pods.pods();
  }

  /** When the tokens of a pod expired, of those that did. */
  public List<Instant> expiredTokens(PodUid uid) {
    return kept.all().tokens().entrySet().stream()
        .filter(token -> token.getKey().uid().equals(uid))
        .map(token -> token.getValue().expires())
        .filter(expires -> !timers.now().isBefore(expires))
        .sorted()
        .toList();
  }

  /** Whether the API server has told its pods since the start. */
  public boolean serverSeen() {
    return pods.serverSeen();
  }

  private boolean serverUnseen() {
    return !serverSeen();
  }

  /** Before the pod is worked on, and whenever its spec changes. */
  public void accepted(Pod pod) {
    if (!Criticality.isStatic(pod)) {
      pods.accept(pod, timers.now());
      incomplete.add(PodUid.of(pod));
      wakeSoon();
    }
  }

  /** All pods that the API server has for this node now. */
  public void listed(List<Pod> all) {
    if (pods.list(all)) {
      wakeSoon();
    }
  }

  /** The pod has ended for good. */
  public void concluded(PodUid uid, PodStatus status) {
    if (pods.conclude(uid, status)) {
      wakeSoon();
    }
  }

  /** These objects have other values now. */
  public void objectsChanged(Set<ObjectKey> keys) {
    changed.addAll(keys);
    wakeSoon();
  }

  public ObjectValues objects(ObjectValues server) {
    JournaledObjects journaled = new JournaledObjects(server, kept, this::serverUnseen);
    objects = journaled;
    return journaled;
  }

  public TokenRequests tokens(TokenRequests server) {
    return new JournaledTokens(server, kept, this::serverUnseen, timers);
  }

  public ServiceSource services(ServiceSource server) {
    ServiceSource journaled = new JournaledServices(server, kept, this::serverUnseen);
    services = journaled;
    return journaled;
  }

  public RuntimeClasses runtimeClasses(RuntimeClasses server) {
    RuntimeClasses journaled = new JournaledRuntimeClasses(server, kept, this::serverUnseen);
    runtimeClasses = journaled;
    return journaled;
  }

  public ClaimSource claims(ClaimSource server) {
    ClaimSource journaled = new JournaledClaims(server, kept, this::serverUnseen);
    claims = Optional.of(journaled);
    return journaled;
  }

  /** A pod that starts asks for many things in a short time; they become one entry. */
  private void wakeSoon() {
    if (wakes.compareAndSet(false, true)) {
      timers.after(GATHER, lane::wake);
    }
  }

  private Lane.Next step() {
    boolean last = closed;
    wakes.set(false);
    boolean done = bringUpToDate();
    if (!last) {
      renewObjects();
      done &= complete();
    }
    if (last) {
      ended.countDown();
      return Lane.Next.DONE;
    }
    return done ? Lane.Next.IDLE : new Lane.Next.After(RETRY);
  }

  private void renewObjects() {
    Set<ObjectKey> keys = new HashSet<>(changed);
    changed.removeAll(keys);
    JournaledObjects journaled = objects;
    if (journaled != null && !keys.isEmpty()) {
      journaled.renew(keys);
    }
  }

  /** Returns whether all that the pods refer to is known; answers wake the lane again. */
  private boolean complete() {
    JournaledObjects journaled = objects;
    if (incomplete.isEmpty() || journaled == null || serverUnseen()) {
      return true;
    }
    ReferencePrefetch prefetch =
        new ReferencePrefetch(
            new ReferencePrefetch.Sources(journaled, services, runtimeClasses, claims), kept);
    List<Pod> accepted = pods.pods();
    incomplete.retainAll(accepted.stream().map(PodUid::of).collect(Collectors.toSet()));
    for (Pod pod : accepted) {
      PodUid uid = PodUid.of(pod);
      if (incomplete.remove(uid) && !Phases.isOver(pod) && !prefetch.completes(pod)) {
        incomplete.add(uid);
      }
    }
    return incomplete.isEmpty();
  }

  /** Returns whether the disk tells all there is to tell. */
  private boolean bringUpToDate() {
    JournalStore files = store;
    if (files == null) {
      return true;
    }
    PodFacts facts = kept.all();
    List<JournalEntry> wanted =
        pods.all().stream()
            .map(one -> new JournalEntry(one.pod(), one.at(), facts.usedBy(one.pod())))
            .toList();
    JournalPlan plan = JournalPlan.between(onDisk, wanted);
    boolean done = true;
    for (PodUid uid : plan.removals()) {
      boolean removed = files.remove(uid);
      done &= removed;
      if (removed) {
        onDisk.remove(uid);
      }
    }
    for (JournalEntry entry : plan.writes()) {
      boolean written = files.write(entry, timers.now());
      done &= written;
      if (written) {
        onDisk.put(PodUid.of(entry.pod()), JournalPlan.Recorded.by(entry));
      }
    }
    if (!plan.removals().isEmpty()) {
      kept.retain(pods::pods);
    }
    listener.entries(onDisk.size());
    return done;
  }

  /** Writes what is not written yet, and nothing more. */
  @Override
  public void close() {
    closed = true;
    lane.wake();
    try {
      if (!ended.await(STOP_PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        log.warn("The offline journal could not be completed in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
