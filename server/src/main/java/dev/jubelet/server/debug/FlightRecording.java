package dev.jubelet.server.debug;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.text.ParseException;
import java.util.List;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * A recording of what the process does, by the JDK's flight recorder, which is loaded with the
 * first use of this class and costs nothing before.
 *
 * <p>Thread: one. Owns: the recording until {@link #close}.
 */
final class FlightRecording implements AutoCloseable {
  private static final long MOST_BYTES = 16L * 1024 * 1024;

  /** What may hold credentials: variables of this process, command lines of all processes. */
  private static final List<String> CONFIDENTIAL =
      List.of("jdk.InitialEnvironmentVariable", "jdk.SystemProcess");

  /** Where the recorder says that its files are. */
  private static final String REPOSITORY = "jdk.jfr.repository";

  private final Recording recording;

  private FlightRecording(Recording recording) {
    this.recording = recording;
  }

  static FlightRecording start() throws IOException {
    try {
      Recording recording = new Recording(Configuration.getConfiguration("profile"));
      recording.setName("jubelet");
      recording.setMaxSize(MOST_BYTES);
      CONFIDENTIAL.forEach(recording::disable);
      recording.start();
      closeRepository();
      return new FlightRecording(recording);
    } catch (ParseException e) {
      throw new IOException("the JDK's settings for recordings cannot be read", e);
    }
  }

  /** The recorder makes its directory as the process's mask says, so that everybody may read. */
  private static void closeRepository() throws IOException {
    String repository = System.getProperty(REPOSITORY, "");
    if (!repository.isEmpty()) {
      Files.setPosixFilePermissions(
          Path.of(repository), PosixFilePermissions.fromString("rwx------"));
    }
  }

  /** Ends it, writes all of it and forgets it. */
  void finish(Path file) throws IOException {
    recording.stop();
    recording.dump(file);
    recording.close();
  }

  @Override
  public void close() {
    recording.close();
  }
}
