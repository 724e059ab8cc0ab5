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
import dev.jubelet.pod.journal.JournaledEnds;
import dev.jubelet.pod.journal.JournaledReferences;
import dev.jubelet.pod.journal.JournaledSource;
import dev.jubelet.pod.journal.OfflineJournal;
import dev.jubelet.pod.journal.ProvisionalPods;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.pod.model.ClaimSource;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.SourceSnapshot;
import dev.jubelet.pod.objects.TokenRequests;
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
public final class JournalAssembly {
  private static final String DIRECTORY = "journal";
  private static final String KEY_FILE = "journal.key";

  private final OfflineJournal journal;
  private final Timers timers;

  private JournalAssembly(OfflineJournal journal, Timers timers) {
    this.journal = journal;
    this.timers = timers;
  }

  /** Empty unless the journal is wanted; the entries of one that was wanted earlier are removed. */
  public static Optional<JournalAssembly> of(
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
    return Optional.of(new JournalAssembly(journal, timers));
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
        new JournaledReferences(server.references(), journal),
        server.accounts());
  }

  public Consumer<Set<ObjectKey>> tellingObjects(Consumer<Set<ObjectKey>> next) {
    return keys -> {
      next.accept(keys);
      journal.objectsChanged(keys);
    };
  }

  /** Where the pods of the API server go: noted down, then to the path. */
  public Consumer<SourceSnapshot> source(PodPathAssembly path) {
    return new JournaledSource(journal, path.sources, path.inbox);
  }

  /** Behind the parts of the path, and before those that ask the API server for pods. */
  public void join(PodPathAssembly path, Lifecycle lifecycle) {
    path.statuses.subscribe(new JournaledEnds(journal, path.statuses));
    ProvisionalPods provisional = new ProvisionalPods(journal, path.sources, path.timeline, timers);
    lifecycle.add("pods of the offline journal", provisional::start, provisional::close);
  }
}
