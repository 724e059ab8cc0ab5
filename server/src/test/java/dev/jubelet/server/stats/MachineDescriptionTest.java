package dev.jubelet.server.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.stats.MachineDescription.Processors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MachineDescriptionTest {
  @TempDir Path top;

  @Test
  void aMachineTellsWhatItIs() throws IOException {
    write("proc/stat", "cpu 1 2 3\nbtime 1772359200\n");
    write("proc/sys/kernel/osrelease", "6.18.44\n");
    write("etc/os-release", "ID=debian\nPRETTY_NAME=\"Debian 12\"\n");
    MachineDescription facts = MachineDescription.read(top, 0);
    assertThat(facts.bootedAt()).isEqualTo(Instant.ofEpochSecond(1_772_359_200));
    assertThat(facts.kernelVersion()).isEqualTo("6.18.44");
    assertThat(facts.osVersion()).isEqualTo("Debian 12");
    assertThat(facts.machineId()).isEmpty();
    assertThat(facts.memory()).isEmpty();
  }

  @Test
  void threadsOfOneCoreAreOneCore() throws IOException {
    topology(0, "0", "0");
    topology(1, "0", "0");
    topology(2, "1", "0");
    topology(3, "1", "1");
    assertThat(MachineDescription.read(top, 4).processors())
        .isEqualTo(new Processors(4, 3, 2, 0, 0));
  }

  @Test
  void aMainframeHasBooksInDrawers() throws IOException {
    for (int cpu = 0; cpu < 3; cpu++) {
      topology(cpu, "0", Integer.toString(cpu));
      write(cpu(cpu) + "book_id", Integer.toString(cpu % 2));
      write(cpu(cpu) + "drawer_id", Integer.toString(cpu / 2));
    }
    assertThat(MachineDescription.read(top, 3).processors())
        .isEqualTo(new Processors(3, 3, 1, 3, 2));
  }

  @Test
  void memoryModulesAreToldByType() throws IOException {
    module("mc0/dimm0", "Registered-DDR4", "16384");
    module("mc0/dimm1", "Registered-DDR4", "16384");
    module("mc1/dimm0", "Unbuffered-DDR3", "8192");
    write("sys/devices/system/edac/mc/mc0/csrow0/size_mb", "1");
    assertThat(MachineDescription.read(top, 0).memory())
        .containsExactly(
            new MemoryModules("Registered-DDR4", 2, 32L << 30),
            new MemoryModules("Unbuffered-DDR3", 1, 8L << 30));
  }

  @Test
  void halfOfTheModulesIsNotTold() throws IOException {
    module("mc0/dimm0", "Registered-DDR4", "16384");
    module("mc0/dimm1", "Registered-DDR4", "unknown");
    assertThat(MachineDescription.read(top, 0).memory()).isEmpty();
  }

  private void module(String place, String type, String mib) throws IOException {
    write("sys/devices/system/edac/mc/" + place + "/dimm_mem_type", type + "\n");
    write("sys/devices/system/edac/mc/" + place + "/size", mib + "\n");
  }

  private void topology(int cpu, String socket, String core) throws IOException {
    write(cpu(cpu) + "physical_package_id", socket + "\n");
    write(cpu(cpu) + "core_id", core + "\n");
  }

  private static String cpu(int number) {
    return "sys/devices/system/cpu/cpu" + number + "/topology/";
  }

  private void write(String file, String text) throws IOException {
    Path path = top.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
