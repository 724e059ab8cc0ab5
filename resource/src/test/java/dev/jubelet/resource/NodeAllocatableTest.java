package dev.jubelet.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeAllocatableTest {

  @Test
  void whatIsReservedIsTakenFromTheCapacity() {
    Map<String, Quantity> allocatable =
        NodeAllocatable.of(
            Pods.quantities("cpu=2 memory=8Gi pods=110 ephemeral-storage=100Gi"),
            Pods.quantities("cpu=0.1 memory=500Mi"),
            Pods.quantities("cpu=0.2 memory=500Mi ephemeral-storage=1Gi example.com/x=1"),
            Pods.quantities("memory=100Mi"));
    assertThat(allocatable)
        .containsOnly(
            entry("cpu", new Quantity("1700m")),
            entry("memory", new Quantity("7092Mi")),
            entry("pods", new Quantity("110")),
            entry("ephemeral-storage", new Quantity("99Gi")));
  }

  @Test
  void hugePagesAreNoMemoryForOthers() {
    assertThat(
            NodeAllocatable.of(
                Pods.quantities("memory=8Gi hugepages-2Mi=1Gi hugepages-1Gi=2Gi"),
                Pods.quantities("memory=1Gi"),
                Pods.quantities("hugepages-2Mi=512Mi"),
                Map.of()))
        .containsOnly(
            entry("memory", new Quantity("4Gi")),
            entry("hugepages-2Mi", new Quantity("512Mi")),
            entry("hugepages-1Gi", new Quantity("2Gi")));
  }

  @Test
  void reservingMoreThanThereIsLeavesNothing() {
    assertThat(
            NodeAllocatable.of(
                Pods.quantities("memory=1Gi"), Pods.quantities("memory=2Gi"), Map.of(), Map.of()))
        .containsExactly(entry("memory", new Quantity("0")));
  }

  @ParameterizedTest
  @CsvSource({
    "100Mi, 8Gi, 100Mi",
    "10%, 1000, 100",
    "0.5%, 1000, 5",
    "15%, 1001, 151",
    "0%, 1000, 0",
    "100%, 1000, 0"
  })
  void aThresholdIsAQuantityOrAShare(String written, String capacity, String expected) {
    assertThat(NodeAllocatable.threshold(written, new Quantity(capacity)))
        .isEqualTo(new Quantity(expected));
  }

  @Property
  void reservingMoreNeverLeavesMore(
      @ForAll @LongRange(min = 0) long capacity,
      @ForAll @LongRange(min = 0, max = 1L << 40) long reserved) {
    Map<String, Quantity> has = Map.of("memory", new Quantity(Long.toString(capacity)));
    Map<String, Quantity> keep = Map.of("memory", new Quantity(Long.toString(reserved)));
    assertThat(NodeAllocatable.of(has, keep, Map.of(), Map.of()))
        .containsExactly(entry("memory", new Quantity("" + Math.max(0, capacity - reserved))));
  }

  @Test
  void theCapacityComesFromTheKernelsFiles(@TempDir Path directory) throws IOException {
    Path memory =
        Files.writeString(
            directory.resolve("meminfo"), "MemTotal:       24625380 kB\nMemFree: 1 kB\n");
    Path cpus = Files.writeString(directory.resolve("online"), "0-3,8,10-11\n");
    assertThat(NodeCapacity.memoryBytes(memory)).isEqualTo(24_625_380L * 1024);
    assertThat(NodeCapacity.cpus(cpus)).isEqualTo(7);
    assertThat(NodeCapacity.of(7, 24_625_380L * 1024, 110).get("memory")).hasToString("24625380Ki");
  }

  @Test
  void theDiskCountsAsOneResourceMore() {
    assertThat(NodeCapacity.withDisk(Pods.quantities("cpu=2"), 98_831_908L * 1024))
        .containsOnly(
            entry("cpu", new Quantity("2")),
            entry("ephemeral-storage", new Quantity("98831908Ki")));
  }
}
