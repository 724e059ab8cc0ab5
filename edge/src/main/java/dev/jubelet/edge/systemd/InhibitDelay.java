package dev.jubelet.edge.systemd;

import dev.jubelet.base.AtomicFile;
import dev.jubelet.base.GoDuration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that logind gives us as long as we need, by a drop-in file of its configuration.
 *
 * <p>Thread: that of the connection.
 *
 * @param needed how long a shutdown may take
 * @param dropIns the directory of drop-in files
 */
public record InhibitDelay(Duration needed, Path dropIns) {
  private static final Logger log = LoggerFactory.getLogger(InhibitDelay.class);

  /** Where logind looks for what overrides its configuration. */
  public static final Path USUAL_DROP_INS = Path.of("/etc/systemd/logind.conf.d");

  private static final String FILE = "99-kubelet.conf";
  private static final int LOOKS = 5;
  private static final Duration FIRST_LOOK = Duration.ofMillis(100);

  /** logind does not give us the time, whatever we write. */
  static final class TooShortException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooShortException(String message) {
      super(message);
    }
  }

  void ensure(LoginService logind, Pause pause) {
    Duration given = logind.longestDelay();
    if (given.compareTo(needed) >= 0) {
      return;
    }
    log.atInfo()
        .addKeyValue("given", GoDuration.format(given))
        .addKeyValue("needed", GoDuration.format(needed))
        .addKeyValue("file", dropIns.resolve(FILE))
        .log("Raising the InhibitDelayMaxSec of logind");
    write();
    logind.reload();
    Duration wait = FIRST_LOOK;
    for (int look = 0; look < LOOKS && given.compareTo(needed) < 0; look++) {
      pause.await(wait);
      wait = wait.multipliedBy(2);
      given = logind.longestDelay();
    }
    if (given.compareTo(needed) < 0) {
      throw new TooShortException(
          "node shutdown manager was unable to update logind InhibitDelayMaxSec to "
              + GoDuration.format(needed)
              + " (ShutdownGracePeriod), current value of InhibitDelayMaxSec ("
              + GoDuration.format(given)
              + ") is less than requested ShutdownGracePeriod");
    }
  }

  private void write() {
    long seconds = needed.plusNanos(999_999_999).toSeconds();
    String text = "# Kubelet logind override\n[Login]\nInhibitDelayMaxSec=" + seconds + "\n";
    try {
      Files.createDirectories(dropIns);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + dropIns, e);
    }
    AtomicFile.write(
        dropIns.resolve(FILE),
        text.getBytes(StandardCharsets.UTF_8),
        PosixFilePermissions.fromString("rw-r--r--"));
  }
}
