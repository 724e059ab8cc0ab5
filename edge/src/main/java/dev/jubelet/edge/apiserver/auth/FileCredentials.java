package dev.jubelet.edge.apiserver.auth;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigUser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Credentials that stand in the kubeconfig or in files beside it. A token file is read again every
 * minute, and when the server refuses the token; a file that cannot be read leaves the last token.
 *
 * <p>Thread: any. Owns: the token last read.
 */
final class FileCredentials implements Credentials {
  private static final Logger log = LoggerFactory.getLogger(FileCredentials.class);
  private static final Duration TOKEN_AGE = Duration.ofMinutes(1);

  private final KubeconfigUser user;
  private final Timers timers;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private Optional<String> token;

  @GuardedBy("lock")
  private boolean stale = true;

  @GuardedBy("lock")
  private long readAt;

  FileCredentials(KubeconfigUser user, Timers timers) {
    this.user = user;
    this.timers = timers;
    this.token = user.token();
  }

  @Override
  public Optional<String> token() {
    synchronized (lock) {
      user.tokenFile().ifPresent(this::refresh);
      return token;
    }
  }

  @GuardedBy("lock")
  private void refresh(Path file) {
    if (!stale && timers.nanoTime() - readAt < TOKEN_AGE.toNanos()) {
      return;
    }
    try {
      String text = Files.readString(file, StandardCharsets.UTF_8).strip();
      if (text.isEmpty()) {
        throw new IOException("it is empty");
      }
      token = Optional.of(text);
      stale = false;
      readAt = timers.nanoTime();
    } catch (IOException e) {
      log.atWarn().addKeyValue("file", file).setCause(e).log("Failed to read the token file");
    }
  }

  @Override
  public Optional<PemPair> identity() {
    return user.certificate()
        .map(pair -> new PemPair(pair.chain().origin(), pair.chain().text(), pair.key().text()));
  }

  @Override
  public void rejected() {
    synchronized (lock) {
      stale = true;
    }
  }
}
