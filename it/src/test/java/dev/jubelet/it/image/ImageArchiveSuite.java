package dev.jubelet.it.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Images from archives, by hand and from a directory. */
@Timeout(120)
abstract class ImageArchiveSuite {
  private static final String LOADED = "localhost/jubelet/loaded:1";
  private static final String DROPPED = "localhost/jubelet/dropped:1";

  private final PrivateContainerd containerd;
  private final TestNode node;

  @TempDir Path folder;

  ImageArchiveSuite(PrivateContainerd containerd) {
    this.containerd = containerd;
    this.node = TestNode.prepare(containerd, containerd.endpoint(), "");
  }

  @AfterEach
  void close() {
    node.close();
    containerd.ctr("images", "rm", "--sync", LOADED, DROPPED);
  }

  @Test
  void archivesAreLoadedByHandAndFromTheDirectoryOnce() throws IOException {
    Path directory = Files.createDirectory(folder.resolve("archives"));
    start(directory);
    assertThat(Commands.jubelet(node, "load", exported().toString())).isEqualTo(LOADED + "\n");
    node.apply(Manifests.pod("loaded").running("c", LOADED).pullPolicy("Never"), "loaded");

    Files.writeString(directory.resolve("bad.tar"), "junk");
    Path whole = FillerArchive.write(folder, DROPPED, 1 << 20);
    Files.move(whole, directory.resolve("dropped.tar"));
    node.await("the archive is imported", () -> images().contains("dropped"));
    node.awaitReady("loaded");
    node.await("the bad one is a problem", () -> problems().contains("bad.tar"));
    assertThat(problems()).contains("it is not a tar archive").doesNotContain("dropped.tar");

    node.killKubelet();
    start(directory);
    node.await("the directory was looked at again", () -> problems().contains("bad.tar"));
    assertThat(imports()).isEqualTo(1);
    node.awaitReady("loaded");
  }

  private void start(Path directory) {
    List<String> command = new ArrayList<>(node.kubeletCommand());
    command.add("--image-archive-dir=" + directory);
    command.add("-v=4");
    node.launch(command, Map.of());
    node.awaitAnswer();
  }

  /** A runnable image in an archive of both formats, and no longer in the runtime. */
  private Path exported() {
    Path archive = folder.resolve("loaded.tar");
    containerd.ctr("images", "tag", containerd.image(), LOADED);
    containerd.ctr("images", "export", archive.toString(), LOADED);
    containerd.ctr("images", "rm", "--sync", LOADED);
    return archive;
  }

  private String images() {
    return Commands.jubelet(node, "images");
  }

  private String problems() {
    return Commands.jubelet(node, "problems");
  }

  private long imports() {
    return node.log()
        .lines()
        .filter(line -> line.contains("ImageArchiveImported") && line.contains("dropped.tar"))
        .count();
  }
}
