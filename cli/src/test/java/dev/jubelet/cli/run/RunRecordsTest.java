package dev.jubelet.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.RunManifest.RunPod;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunRecordsTest {
  @TempDir Path directory;

  private RunRecords records() {
    return new RunRecords(directory.resolve("runs"));
  }

  private static RunRecords.RunRecord record() {
    return RunRecords.RunRecord.of(
        "web.yaml", List.of(new RunPod("default", "web", "u-1", 30)), null, "unix:///c");
  }

  @Test
  void onlyItsOwnerMayLookIntoARun() throws Exception {
    try (RunRecords.Held run = records().begin()) {
      for (Path path : List.of(directory.resolve("runs"), run.directory())) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
            .isEqualTo("rwx------");
      }
    }
  }

  @Test
  void aRunThatLivesIsNotTaken() throws Exception {
    try (RunRecords.Held run = records().begin()) {
      run.write(record());

      assertThat(records().takeDead()).isEmpty();
    }
  }

  @Test
  void aDeadRunIsTakenOnceWithWhatItHadStarted() throws Exception {
    Path left;
    try (RunRecords.Held run = records().begin()) {
      run.write(record());
      left = run.directory();
    }
    List<RunRecords.Held> dead = records().takeDead();

    assertThat(dead).hasSize(1);
    try (RunRecords.Held run = dead.getFirst()) {
      assertThat(run.read()).contains(record());
      assertThat(records().takeDead()).as("held by whoever took it").isEmpty();
      run.forget();
    }
    assertThat(left).doesNotExist();
    assertThat(records().takeDead()).isEmpty();
  }

  @Test
  void aRunThatStartedNothingHasNoRecord() throws Exception {
    records().begin().close();

    try (RunRecords.Held run = records().takeDead().getFirst()) {
      assertThat(run.read()).isEmpty();
    }
  }

  @Test
  void aRunWithFilesLeftIsKept() throws Exception {
    try (RunRecords.Held run = records().begin()) {
      Files.createDirectory(run.directory().resolve("agent"));
      run.forget();
    }
    assertThat(records().takeDead()).hasSize(1).allSatisfy(run -> run.close());
  }
}
