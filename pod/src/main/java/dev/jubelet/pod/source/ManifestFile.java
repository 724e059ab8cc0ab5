package dev.jubelet.pod.source;

import dev.jubelet.base.ByteBudget;
import dev.jubelet.pod.manifest.ManifestException;
import dev.jubelet.pod.manifest.ManifestReader;
import dev.jubelet.pod.source.ManifestInterpreter.Contents;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One file of the manifest directory, over its life.
 *
 * <p>A writer may need several writes, so a change that no close has announced must hold still for
 * {@link #SETTLE} before it is read, and content that cannot be understood must stay the same that
 * long before it is a problem. While the file exists its last good content stays in force: a typo
 * ends nothing.
 *
 * <p>Thread: one at a time, in a step of the source. Owns: what was last read.
 */
final class ManifestFile implements AutoCloseable {
  static final Duration SETTLE = Duration.ofMillis(100);

  /** How to look at the file. */
  enum Look {
    /** Not at all: its turn comes soon. */
    LATER,
    /** Only when its stamp differs from the last one, and has held still. */
    IF_CHANGED,
    /** Read it, unless it is being changed right now. */
    AUDIT,
    /** Read it now: a writer has closed it. */
    WRITTEN,
    /** Read it now and believe what it says: nothing is known yet. */
    FIRST
  }

  private final Path path;
  private final ManifestInterpreter interpreter;
  private final ByteBudget budget;
  private final ByteBudget.Claim claim;

  private Contents contents = Contents.NOTHING;
  private @Nullable FileStamp stamp;
  private String contentHash = "";

  /** Why the file could not be read when last tried. */
  private @Nullable String unreadable;

  /** Why the content last read cannot be run. */
  private @Nullable String invalid;

  /** The same, while the writer may not have finished. */
  private @Nullable String doubt;

  private long doubtSince;

  /** A state of the file that may not last. */
  private @Nullable FileStamp moving;

  private long movingSince;

  private @Nullable Long absentSince;

  ManifestFile(Path path, ManifestInterpreter interpreter, ByteBudget budget) {
    this.path = path;
    this.interpreter = interpreter;
    this.budget = budget;
    this.claim = budget.claim();
  }

  Path path() {
    return path;
  }

  Contents contents() {
    return contents;
  }

  /** Whether the file that was last read is there, and not another of its name. */
  boolean isWhereItWas() {
    try {
      return stamp != null && FileStamp.of(path).isSameFile(stamp);
    } catch (IOException e) {
      return false;
    }
  }

  Stream<SourceProblem> problems() {
    String place = path.toString();
    List<SourceProblem> problems = new ArrayList<>();
    if (unreadable != null) {
      problems.add(new SourceProblem(place, unreadable, true));
    } else if (invalid != null) {
      String nouns = contents.nouns();
      String kept = nouns.isEmpty() ? "" : " (its last good " + nouns + " are kept)";
      problems.add(new SourceProblem(place, invalid + kept, true));
    } else if (!contents.warnings().isEmpty()) {
      problems.add(new SourceProblem(place, String.join("; ", contents.warnings()), false));
    }
    return problems.stream();
  }

  /** Returns whether it must be looked at again after {@link #SETTLE}. */
  boolean look(Look look, long nanos) {
    if (look == Look.LATER) {
      return false;
    }
    try {
      FileStamp current = FileStamp.of(path);
      absentSince = null;
      if (!current.isRegular()) {
        return lose("is a " + current.kind() + ", not a file");
      }
      boolean patient = look == Look.IF_CHANGED || look == Look.AUDIT;
      if (patient && isMoving(current, nanos)) {
        return true;
      }
      moving = null;
      if (look == Look.IF_CHANGED && current.equals(stamp) && doubt == null) {
        return false;
      }
      return read(current, look == Look.FIRST, nanos);
    } catch (NoSuchFileException e) {
      return isComingBack(look, nanos) || lose("is a symlink to a file that does not exist");
    } catch (FileSystemException e) {
      unreadable = "cannot be read: " + Objects.requireNonNullElse(e.getReason(), e.toString());
      return false;
    } catch (IOException e) {
      unreadable = "cannot be read: " + e;
      return false;
    }
  }

  /** Whether the file differs from what was read and has not yet held still long enough. */
  private boolean isMoving(FileStamp current, long nanos) {
    if (current.equals(stamp)) {
      return false;
    }
    if (!current.equals(moving)) {
      moving = current;
      movingSince = nanos;
      return true;
    }
    return nanos - movingSince < SETTLE.toNanos();
  }

  /** What a symlink points to may be on its way; the entry itself is seen to by the listing. */
  private boolean isComingBack(Look look, long nanos) {
    if (look == Look.FIRST) {
      return false;
    }
    if (absentSince == null) {
      absentSince = nanos;
    }
    return nanos - absentSince < ManifestFiles.GRACE.toNanos();
  }

  /** It has gone: what it held is forgotten. */
  @Override
  public void close() {
    claim.close();
  }

  /** There is no manifest here any more. */
  private boolean lose(String why) {
    claim.resize(0);
    contents = Contents.NOTHING;
    stamp = null;
    contentHash = "";
    invalid = null;
    doubt = null;
    unreadable = why;
    return false;
  }

  private boolean read(FileStamp current, boolean first, long nanos) throws IOException {
    stamp = current;
    if (current.size() <= ManifestReader.MAX_BYTES && !claim.resize(current.size())) {
      unreadable =
          ("has %d bytes and does not fit into memory: %d of the %d bytes that manifests may have"
                  + " are in use")
              .formatted(current.size(), budget.used(), budget.limit());
      return false;
    }
    Optional<byte[]> content = content(current);
    if (content.isEmpty()) {
      unreadable = "has more than " + ManifestReader.MAX_BYTES + " bytes";
      return false;
    }
    unreadable = null;
    byte[] bytes = content.get();
    String hash = new Fnv128a().add(bytes).hex();
    if (!hash.equals(contentHash)) {
      contentHash = hash;
      interpret(bytes, nanos);
    }
    if (doubt != null && (first || nanos - doubtSince >= SETTLE.toNanos())) {
      invalid = doubt;
      doubt = null;
    }
    return doubt != null;
  }

  /** Empty when there is too much of it; a file may have grown since its stamp was taken. */
  private Optional<byte[]> content(FileStamp current) throws IOException {
    if (current.size() > ManifestReader.MAX_BYTES) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(ManifestReader.MAX_BYTES + 1);
      return bytes.length > ManifestReader.MAX_BYTES ? Optional.empty() : Optional.of(bytes);
    }
  }

  private void interpret(byte[] bytes, long nanos) {
    try {
      contents = interpreter.interpret(bytes, path.toString());
      invalid = null;
      doubt = null;
    } catch (ManifestException | IllegalArgumentException e) {
      doubt = String.valueOf(e.getMessage());
      doubtSince = nanos;
    }
  }
}
