package dev.jubelet.volume.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.edge.host.HostException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScsiDevicesTest {
  @TempDir Path directory;

  private final List<String> ran = new ArrayList<>();
  private KernelTrees trees;
  private ScsiDevices devices;
  private List<Path> ways;
  private boolean daemon = true;
  private boolean joins = true;

  @BeforeEach
  void make() throws IOException {
    trees = KernelTrees.make(directory);
    devices = new ScsiDevices(trees.sys(), trees.dev(), this::run);
    ways = List.of(way("one", "sdb"), way("two", "sdc"));
    for (String name : List.of("scsi-0MAKER_MODEL", "scsi-36001405", "scsi-SMAKER_MODEL")) {
      Files.createSymbolicLink(
          trees.dev().resolve("disk/by-id").resolve(name), trees.dev().resolve("sdc"));
    }
  }

  private Path way(String link, String disk) throws IOException {
    return Files.createSymbolicLink(
        trees.dev().resolve("disk/by-path").resolve(link),
        Files.createFile(trees.dev().resolve(disk)));
  }

  private HostCommands.Result run(List<String> command) {
    ran.add(String.join(" ", command));
    if (command.getFirst().equals("multipathd") && !daemon) {
      throw new HostException(HostException.Kind.NOT_FOUND, "there is no program multipathd");
    }
    if (command.getFirst().equals("udevadm") && joins) {
      join();
    }
    return new HostCommands.Result(0, "");
  }

  private void join() {
    try {
      for (String disk : List.of("sdb", "sdc")) {
        Files.createDirectories(trees.sys().resolve("block/dm-0/slaves").resolve(disk));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theDaemonIsGivenTimeToJoinTheWaysToADisk() throws IOException {
    assertThat(devices.awaitMultipath(ways)).contains(trees.dev().resolve("dm-0"));
    assertThat(ran)
        .containsExactly(
            "multipathd show daemon",
            "udevadm wait --timeout=10 "
                + trees.dev().resolve("disk/by-id/dm-uuid-mpath-36001405"));
  }

  @Test
  void waysThatNobodyJoinsAreUsedOneByOne() throws IOException {
    joins = false;
    assertThat(devices.awaitMultipath(ways)).isEmpty();
  }

  @Test
  void nothingIsAwaitedWhereNothingCanCome() throws IOException {
    assertThat(devices.awaitMultipath(ways.subList(0, 1))).isEmpty();
    assertThat(ran).isEmpty();
    daemon = false;
    assertThat(devices.awaitMultipath(ways)).isEmpty();
    assertThat(ran).containsExactly("multipathd show daemon");
    join();
    assertThat(devices.awaitMultipath(ways)).contains(trees.dev().resolve("dm-0"));
  }
}
