package dev.jubelet.image.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Lane;
import dev.jubelet.edge.host.PathWatcher;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveDirectoryTest {
  @TempDir Path place;

  private final ManualTimers timers = new ManualTimers();
  private final FakeCri cri = new FakeCri(timers, FakeProfile.containerd2());
  private final List<NodeEvent> events = new ArrayList<>();
  private final List<String> imports = new ArrayList<>();
  private boolean runtimeAway;
  private Path archives = Path.of("");

  @BeforeEach
  void makeDirectory() throws IOException {
    archives = Files.createDirectory(place.resolve("archives"));
  }

  private ArchiveDirectory directory() {
    ImageImport runtime =
        archive -> {
          if (runtimeAway) {
            throw new ArchiveException(ArchiveException.Kind.UNAVAILABLE, "containerd is away");
          }
          imports.add(archive.getFileName().toString());
        };
    return new ArchiveDirectory(
        archives,
        new ArchiveLoader(runtime, cri, timers),
        place.resolve("state.json"),
        PathWatcher.NONE,
        events::add,
        timers);
  }

  private Path put(String name, byte[] content, Duration age) throws IOException {
    Path file = Files.write(archives.resolve(name), content);
    Files.setLastModifiedTime(file, FileTime.from(timers.now().minus(age)));
    return file;
  }

  private void putWhole(String name, String tag) throws IOException {
    cri.images().addImported(tag, 10);
    put(name, TestArchive.docker(tag), Duration.ofHours(1));
  }

  private List<String> told() {
    return events.stream().map(NodeEvent::reason).toList();
  }

  @Test
  void importsEachArchiveOnceAlsoOverARestart() throws IOException {
    putWhole("b.tar", "b:1");
    putWhole("a.tgz", "a:1");
    putWhole(".hidden.tar", "h:1");
    putWhole("README", "r:1");
    ArchiveDirectory directory = directory();

    assertThat(directory.step()).isEqualTo(new Lane.Next.After(Duration.ofMinutes(1)));
    directory.step();
    directory().step();

    assertThat(imports).containsExactly("a.tgz", "b.tar");
    assertThat(told()).containsExactly("ImageArchiveImported", "ImageArchiveImported");
    assertThat(events.getFirst().message())
        .isEqualTo("Imported image archive \"" + archives.resolve("a.tgz") + "\": a:1");
    assertThat(directory.problems()).isEmpty();
  }

  @Test
  void importsAChangedArchiveAgain() throws IOException {
    putWhole("a.tar", "a:1");
    ArchiveDirectory directory = directory();
    directory.step();
    put("a.tar", TestArchive.docker("a:1"), Duration.ofMinutes(5));
    directory.step();
    Files.delete(archives.resolve("a.tar"));
    directory.step();
    assertThat(Files.readString(place.resolve("state.json"))).doesNotContain("a.tar");
    put("a.tar", TestArchive.docker("a:1"), Duration.ofMinutes(5));
    directory.step();

    assertThat(imports).containsExactly("a.tar", "a.tar", "a.tar");
  }

  @Test
  void aFileThatIsStillWrittenIsLeftAlone() throws IOException {
    cri.images().addImported("a:1", 10);
    put("a.tar", TestArchive.docker("a:1"), Duration.ofSeconds(1));
    ArchiveDirectory directory = directory();

    assertThat(directory.step()).isEqualTo(new Lane.Next.After(Duration.ofSeconds(2)));
    assertThat(imports).isEmpty();
    timers.advance(Duration.ofSeconds(2));
    directory.step();

    assertThat(imports).containsExactly("a.tar");
  }

  @Test
  void aBadArchiveIsToldOnceAndStandsUntilItChanges() throws IOException {
    put("a.tar", "junk".getBytes(StandardCharsets.UTF_8), Duration.ofHours(1));
    ArchiveDirectory directory = directory();
    directory.step();
    timers.advance(Duration.ofHours(1));
    directory.step();

    assertThat(told()).containsExactly("FailedImageArchiveImport");
    assertThat(directory.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.file()).isEqualTo(archives.resolve("a.tar"));
              assertThat(problem.message()).contains("not a tar archive");
            });

    putWhole("a.tar", "a:1");
    directory.step();
    assertThat(directory.problems()).isEmpty();
    assertThat(imports).containsExactly("a.tar");
  }

  @Test
  void aRuntimeThatIsAwayIsTriedAgainQuietly() throws IOException {
    putWhole("a.tar", "a:1");
    runtimeAway = true;
    ArchiveDirectory directory = directory();
    directory.step();
    timers.advance(Duration.ofMinutes(5));
    directory.step();
    assertThat(told()).containsExactly("FailedImageArchiveImport");
    assertThat(directory.problems()).hasSize(1);
    runtimeAway = false;
    timers.advance(Duration.ofMinutes(4));
    directory.step();
    assertThat(imports).isEmpty();

    timers.advance(Duration.ofMinutes(1));
    directory.step();
    assertThat(imports).containsExactly("a.tar");
    assertThat(directory.problems()).isEmpty();
  }

  @Test
  void aDirectoryThatCannotBeReadIsAProblemAndForgetsNothing() throws IOException {
    putWhole("a.tar", "a:1");
    ArchiveDirectory directory = directory();
    directory.step();
    Path elsewhere = Files.move(archives, place.resolve("moved"));
    directory.step();
    assertThat(directory.problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.file()).isEqualTo(archives));

    Files.move(elsewhere, archives);
    directory.step();
    assertThat(directory.problems()).isEmpty();
    assertThat(imports).containsExactly("a.tar");
  }

  @Test
  void aBrokenStateFileOnlyMeansAnotherImport() throws IOException {
    putWhole("a.tar", "a:1");
    Files.writeString(place.resolve("state.json"), "{\"archives\":[{\"file\":\"a.tar\"");
    directory().step();
    directory().step();

    assertThat(imports).containsExactly("a.tar");
  }
}
