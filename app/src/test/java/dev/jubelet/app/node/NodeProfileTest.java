package dev.jubelet.app.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.ParseResult;
import dev.jubelet.app.flags.ProcessEnvironment;
import dev.jubelet.edge.host.HostFactsReader;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.pod.spec.Amounts;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeProfileTest {
  @TempDir Path directory;

  @Test
  void theDiskOfADirectoryThatIsStillToBeMadeIsTheNodes() {
    long disk = Filesystem.of(directory).orElseThrow().capacityBytes();
    NodeProfile node = profile("--eviction-hard=nodefs.available<1Mi");
    assertThat(Amounts.of(node.capacity()).get(Amounts.EPHEMERAL_STORAGE))
        .isEqualByComparingTo(BigDecimal.valueOf(disk));
    assertThat(Amounts.of(node.allocatable()).get(Amounts.EPHEMERAL_STORAGE))
        .isEqualByComparingTo(BigDecimal.valueOf(disk - (1 << 20)));
  }

  @Test
  void aNodeThatDoesNotLimitStorageHasNoneToGive() {
    NodeProfile node = profile("--local-storage-capacity-isolation=false");
    assertThat(node.capacity()).containsKey("memory").doesNotContainKey("ephemeral-storage");
    assertThat(node.allocatable()).containsKey("memory").doesNotContainKey("ephemeral-storage");
  }

  private NodeProfile profile(String flag) {
    ParseResult parsed =
        KubeletOptions.parse(
            List.of("--root-dir=" + directory.resolve("still/to/be/made"), flag),
            new ProcessEnvironment(directory));
    assertThat(parsed).isInstanceOf(ParseResult.Run.class);
    return NodeProfile.of(((ParseResult.Run) parsed).options(), new HostFactsReader().read());
  }
}
