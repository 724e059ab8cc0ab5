package dev.jubelet.app.journal;

import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.app.flags.OwnFlags;
import dev.jubelet.app.metric.JournalMeter;
import dev.jubelet.app.metric.Meters;
import dev.jubelet.app.path.ClusterSupplies;
import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.journal.JournalKey;
import dev.jubelet.pod.journal.OfflineJournal;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.pod.model.ClaimSource;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SourceSnapshot;
import dev.jubelet.pod.objects.TokenRequests;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.status.StatusStore;
import dev.jubelet.pod.sync.ReferencedObjects;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.crypto.SecretKey;

/**
 * The offline journal where it touches the rest: it hears of accepted, listed and ended pods, sees
 * what they are given, and offers its pods when the API server does not come in time.
 *
 * <p>Thread: that of the assembly; what it hands out is used on any. Owns: the journal.
 */
public final class JournalJoin {
  private static final String DIRECTORY = "journal";
  private static final String KEY_FILE = "journal.key";

  private final OfflineJournal journal;
  private final Timers timers;

  private JournalJoin(OfflineJournal journal, Timers timers) {
    this.journal = journal;
    this.timers = timers;
  }

  /** Empty unless the journal is wanted; the entries of one that was wanted earlier are removed. */
  public static Optional<JournalJoin> of(
      KubeletOptions options, Meters meters, Timers timers, Lifecycle lifecycle) {
    Path root = Path.of(options.flags().get(NodeFlags.ROOT_DIR));
    Path directory = root.resolve(DIRECTORY);
    if (!options.flags().get(OwnFlags.OFFLINE_JOURNAL)) {
      lifecycle.add("no offline journal", () -> OfflineJournal.discard(directory), () -> {});
      return Optional.empty();
    }
    String given = options.flags().get(OwnFlags.OFFLINE_JOURNAL_KEY_FILE);
    Supplier<SecretKey> key =
        given.isEmpty()
            ? () -> JournalKey.readOrMake(root.resolve(KEY_FILE))
            : () -> JournalKey.read(Path.of(given));
    OfflineJournal journal =
        new OfflineJournal(
            new OfflineJournal.Place(directory, key, KubernetesJson.mapper()),
            timers,
            new JournalMeter(meters.main));
    lifecycle.add("offline journal", journal::load, journal::close);
    return Optional.of(new JournalJoin(journal, timers));
  }

  public TokenRequests tokens(TokenRequests server) {
    return journal.tokens(server);
  }

  public ClaimSource claims(ClaimSource server) {
    return journal.claims(server);
  }

  /** What pods get, noted down; where the API server does not answer, as it was noted. */
  public ClusterSupplies around(ClusterSupplies server) {
    return new ClusterSupplies(
        journal.objects(server.objects()),
        server.sources(),
        server.volumes(),
        journal.services(server.services()),
        journal.runtimeClasses(server.runtimeClasses()),
        server.node(),
        new Noted(server.references()));
  }

  public Consumer<Set<ObjectKey>> tellingObjects(Consumer<Set<ObjectKey>> next) {
    return keys -> {
      next.accept(keys);
      journal.objectsChanged(keys);
    };
  }

  /**
   * Pods of the API server on their way to the path. With the first of them, pods that started from
   * the journal get what is new at once.
   */
  public Consumer<SourceSnapshot> tellingPods(PodPathAssembly path) {
    return snapshot -> {
      boolean first = !journal.serverSeen();
      journal.listed(snapshot.pods());
      path.sources.accept(snapshot);
      if (first) {
        path.inbox.wakeAll();
      }
    };
  }

  /** Behind the parts of the path, and before those that ask the API server for pods. */
  public void join(PodPathAssembly path, Lifecycle lifecycle) {
    path.statuses.subscribe(new Ends(path));
    ProvisionalPods provisional = new ProvisionalPods(journal, path, timers);
    lifecycle.add("pods of the offline journal", provisional::start, provisional::close);
  }

  /** Notes which pods are over: a pod that has done its work is not to do it again. */
  private final class Ends implements StatusStore.Listener {
    private final PodPathAssembly path;

    Ends(PodPathAssembly path) {
      this.path = path;
    }

    @Override
    public void reported(PodUid uid) {
      path.statuses
          .find(uid)
          .filter(status -> Phases.isTerminal(status.getPhase()))
          .ifPresent(status -> journal.concluded(uid, status));
    }

    @Override
    public void forgotten(PodUid uid) {
      // The API server says when a pod is gone.
    }
  }

  /** Pods that are supplied, with the journal told of them. */
  private final class Noted implements ReferencedObjects {
    private final ReferencedObjects server;

    Noted(ReferencedObjects server) {
      this.server = server;
    }

    @Override
    public void podWanted(Pod pod) {
      server.podWanted(pod);
      journal.accepted(pod);
    }

    @Override
    public void podEnded(PodUid uid) {
      server.podEnded(uid);
    }

    @Override
    public void podGone(PodUid uid) {
      server.podGone(uid);
    }
  }
}
