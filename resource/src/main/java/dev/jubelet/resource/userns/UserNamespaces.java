package dev.jubelet.resource.userns;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.resource.userns.UserNamespaceException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ids of every pod with users of its own: no two pods share one. What is handed out is kept in
 * a file in the pod's directory, from which all is restored after a restart.
 *
 * <p>Thread: any; one at a time for a pod. Owns: the pool of ids and the files {@code userns}.
 */
public final class UserNamespaces {
  private static final Logger log = LoggerFactory.getLogger(UserNamespaces.class);
  private static final String FILE = "userns";

  private final Path pods;

  @GuardedBy("this")
  private final IdPool pool;

  @GuardedBy("this")
  private final Map<PodUid, IdRange> ranges = new HashMap<>();

  /** Takes the directory of all pods' directories, and reads what is in use there. */
  public UserNamespaces(Path pods, IdRange all, long idsPerPod) {
    this.pods = pods;
    this.pool = new IdPool(all, idsPerPod);
    restore();
  }

  private void restore() {
    try (DirectoryStream<Path> directories = Files.newDirectoryStream(pods)) {
      for (Path directory : directories) {
        Path file = directory.resolve(FILE);
        if (Files.isRegularFile(file)) {
          restore(new PodUid(directory.getFileName().toString()), new MappingFile(file));
        }
      }
    } catch (NoSuchFileException e) {
      log.atDebug().addKeyValue("directory", pods).log("No pod has been here yet");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + pods, e);
    }
  }

  private synchronized void restore(PodUid uid, MappingFile file) {
    try {
      IdRange range = file.read();
      pool.occupy(range);
      ranges.put(uid, range);
    } catch (UserNamespaceException e) {
      log.atError().addKeyValue("podUid", uid).addKeyValue("problem", e.text()).log("Users lost");
    }
  }

  /** The pod's ids; the same until they are released. Throws {@link UserNamespaceException}. */
  public IdRange of(PodUid uid) {
    MappingFile file = file(uid);
    IdRange range;
    synchronized (this) {
      IdRange known = ranges.get(uid);
      if (known != null) {
        return known;
      }
      if (Files.exists(file.path())) {
        range = file.read();
        pool.occupy(range);
        ranges.put(uid, range);
        return range;
      }
      range = pool.take().orElseThrow(UserNamespaces::exhausted);
      ranges.put(uid, range);
    }
    try {
      file.write(range);
    } catch (UserNamespaceException e) {
      forget(uid);
      throw e;
    }
    return range;
  }

  private static UserNamespaceException exhausted() {
    return new UserNamespaceException(
        Kind.EXHAUSTED,
        "could not find an empty slot to allocate a user namespace: end another pod with hostUsers:"
            + " false, or set more subordinate ids aside");
  }

  /** Gives the pod's ids back, if it has any. */
  public void release(PodUid uid) {
    file(uid).delete();
    forget(uid);
  }

  private synchronized void forget(PodUid uid) {
    IdRange range = ranges.remove(uid);
    if (range != null) {
      pool.free(range);
    }
  }

  private MappingFile file(PodUid uid) {
    return new MappingFile(pods.resolve(uid.value()).resolve(FILE));
  }
}
