package dev.jubelet.server.tls;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.base.tls.TlsException;
import dev.jubelet.edge.host.PathWatcher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A certificate and its key in two files, read again when they change: overwritten, moved into
 * place, or behind a link that was turned. A pair that cannot be used leaves the former in force;
 * as the two files may change one after the other, it is an error only if it stays so.
 *
 * <p>Thread: a lane of its own, woken by the watcher; {@link #current} from any. Owns: the pair in
 * use and its watches.
 */
public final class CertificateFiles implements ServingSource, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(CertificateFiles.class);
  private static final Duration SETTLING = Duration.ofSeconds(1);
  private static final Duration AUDIT = Duration.ofMinutes(1);

  private final Path certificateFile;
  private final Path keyFile;
  private final PathWatcher watcher;
  private final Lane lane;
  private final Map<Path, PathWatcher.Watch> watches = new HashMap<>();
  private volatile KeyedChain current;
  private volatile boolean closed;
  private int failures;
  private String complaint = "";

  /** Reads the files at once, so that a mistake is known at the start. */
  public CertificateFiles(Path certificateFile, Path keyFile, PathWatcher watcher, Timers timers) {
    this.certificateFile = certificateFile;
    this.keyFile = keyFile;
    this.watcher = watcher;
    this.current = KeyedChain.read(certificateFile, keyFile);
    this.lane = new Lane("serving-certificate", this::step, timers);
  }

  /** Follows the files from now on. */
  public void start() {
    lane.wake();
  }

  @Override
  public Optional<KeyedChain> current() {
    return Optional.of(current);
  }

  Lane.Next step() {
    if (closed) {
      watches.values().forEach(PathWatcher.Watch::close);
      watches.clear();
      return Lane.Next.DONE;
    }
    // First, so that no change falls between the reading and the watching.
    follow();
    try {
      use(KeyedChain.read(certificateFile, keyFile));
      failures = 0;
      complaint = "";
      return new Lane.Next.After(AUDIT);
    } catch (TlsException e) {
      return failed(e);
    }
  }

  private void follow() {
    Set<Path> directories = new HashSet<>(LinkTrail.directories(certificateFile));
    directories.addAll(LinkTrail.directories(keyFile));
    watches
        .entrySet()
        .removeIf(
            watch -> {
              boolean unneeded = !directories.contains(watch.getKey());
              if (unneeded) {
                watch.getValue().close();
              }
              return unneeded;
            });
    for (Path directory : directories) {
      watches.computeIfAbsent(directory, path -> watcher.watch(path, new Wakes()));
    }
  }

  private void use(KeyedChain read) {
    if (!read.equals(current)) {
      current = read;
      log.atInfo()
          .addKeyValue("file", certificateFile)
          .addKeyValue("expires", read.end())
          .log("Serving certificate reloaded");
    }
  }

  private Lane.Next failed(TlsException e) {
    failures++;
    if (failures == 1) {
      return new Lane.Next.After(SETTLING);
    }
    if (!complaint.equals(e.getMessage())) {
      complaint = String.valueOf(e.getMessage());
      log.atError()
          .addKeyValue("certificate", certificateFile)
          .addKeyValue("key", keyFile)
          .addKeyValue("reason", complaint)
          .log("Failed to load the changed serving certificate; keeping the previous one");
    }
    return new Lane.Next.After(AUDIT);
  }

  @Override
  public void close() {
    closed = true;
    lane.wake();
  }

  /** Every entry of the directories counts: which one a link leads through is not told. */
  private final class Wakes implements PathWatcher.Listener {
    @Override
    public void written(String name) {
      lane.wake();
    }

    @Override
    public void disturbed() {
      lane.wake();
    }
  }
}
