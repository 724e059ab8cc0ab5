package dev.jubelet.pod.journal;

import dev.jubelet.base.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.Set;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key of the journal: 32 bytes in a file of the owner alone. Whoever can read that file can
 * read the journal; who has a copy of the journal only, cannot.
 */
public final class JournalKey {
  private static final int LENGTH = 32;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      Set.copyOf(PosixFilePermissions.fromString("rw-------"));

  private JournalKey() {}

  /** Throws JournalException when the file is missing, open to others or not a key. */
  public static SecretKey read(Path file) {
    try {
      Set<PosixFilePermission> others = EnumSet.copyOf(Files.getPosixFilePermissions(file));
      others.removeAll(Set.copyOf(PosixFilePermissions.fromString("rwx------")));
      if (!others.isEmpty()) {
        throw unusable(file, "others than its owner may use it; run: chmod 600 " + file);
      }
      long size = Files.size(file);
      if (size != LENGTH) {
        throw unusable(
            file, "it has %d bytes and has to have %d random ones".formatted(size, LENGTH));
      }
      return new SecretKeySpec(Files.readAllBytes(file), "AES");
    } catch (NoSuchFileException e) {
      throw unusable(file, "there is no such file");
    } catch (IOException | IllegalArgumentException e) {
      throw new JournalException(
          JournalException.Kind.KEY, "the key %s cannot be read: %s".formatted(file, e), e);
    }
  }

  /** Makes the key with its first use. */
  public static SecretKey readOrMake(Path file) {
    if (!Files.exists(file)) {
      byte[] fresh = new byte[LENGTH];
      new SecureRandom().nextBytes(fresh);
      try {
        AtomicFile.write(file, fresh, OWNER_ONLY);
      } catch (UncheckedIOException e) {
        throw new JournalException(
            JournalException.Kind.KEY, "the key %s cannot be made: %s".formatted(file, e), e);
      }
    }
    return read(file);
  }

  private static JournalException unusable(Path file, String why) {
    return new JournalException(
        JournalException.Kind.KEY, "the key %s cannot be used: %s".formatted(file, why));
  }
}
