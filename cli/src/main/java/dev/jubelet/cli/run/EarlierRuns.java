package dev.jubelet.cli.run;

import dev.jubelet.app.RunManifest.RunPod;
import dev.jubelet.cli.command.AgentStarter;
import dev.jubelet.cli.fault.CliException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/**
 * Ends what runs have left whose process was killed. Runs that live are not touched.
 *
 * <p>Thread: the command's.
 */
final class EarlierRuns {
  private final RunRecords records;
  private final AgentStarter starter;
  private final PrintStream err;

  EarlierRuns(RunRecords records, AgentStarter starter, PrintStream err) {
    this.records = records;
    this.starter = starter;
    this.err = err;
  }

  /** A run that cannot be ended is told and kept for the next time. */
  void end() throws IOException {
    for (RunRecords.Held run : records.takeDead()) {
      try (run) {
        end(run);
      } catch (CliException | IOException e) {
        err.println(
            "jubelet: failed to end what the run in "
                + run.directory()
                + " left: "
                + e.getMessage());
      }
    }
  }

  private void end(RunRecords.Held run) throws IOException {
    RunRecords.RunRecord record = run.read().orElse(null);
    if (record != null) {
      err.println("jubelet: ending what a killed run left: " + words(record));
      if (record.copy() != null) {
        Files.deleteIfExists(Path.of(record.copy()));
      }
      if (record.runtimeEndpoint() != null) {
        starter.endLeftovers(run.directory(), record.runtimeEndpoint(), record.pods());
      }
    }
    run.forget();
  }

  private static String words(RunRecords.RunRecord record) {
    return "%s of %s (process %d, started %s)"
        .formatted(
            record.pods().stream().map(RunPod::name).collect(Collectors.joining(", ")),
            record.file(),
            record.pid(),
            record.processStart());
  }
}
