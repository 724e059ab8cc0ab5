package dev.jubelet.volume.csi;

import static dev.jubelet.volume.csi.CsiWorld.persistent;
import static dev.jubelet.volume.csi.CsiWorld.pod;
import static dev.jubelet.volume.csi.CsiWorld.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.csi.NodeGetInfoResponse;
import dev.jubelet.edge.csi.CsiCalls;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.testing.time.ManualTimers;
import dev.jubelet.volume.csi.driver.AllocatableUpdates;
import dev.jubelet.volume.csi.driver.CsiDriverSpec;
import dev.jubelet.volume.csi.driver.CsiDrivers;
import dev.jubelet.volume.csi.driver.CsiVersion;
import dev.jubelet.volume.csi.driver.DriverAnnouncer;
import dev.jubelet.volume.csi.request.VolumeId;
import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllocatableUpdatesTest {
  private static final String NAME = "kubernetes.io/csi/" + CsiWorld.DRIVER + "^vol-1";
  private static final String ATTACHMENT =
      new VolumeId(CsiWorld.DRIVER, "vol-1").attachmentName("node-1");

  @TempDir Path directory;
  private final ManualTimers timers = new ManualTimers();
  private final List<Long> announced = new CopyOnWriteArrayList<>();
  private CsiWorld world;
  private CsiDrivers drivers;
  private AllocatableUpdates rounds;

  @BeforeEach
  void start() {
    world = new CsiWorld(directory);
    world.timersOfAgent = timers;
    drivers = new CsiDrivers(CsiCalls.UNHEARD, timers);
    drivers.put(
        CsiWorld.DRIVER,
        new CsiDrivers.Registered(world.driver.endpoint(), new CsiVersion(1, 0, 0)));
    rounds =
        new AllocatableUpdates(
            drivers,
            driver -> Optional.of(world.traits),
            new DriverAnnouncer() {
              @Override
              public void announce(String driver, NodeGetInfoResponse node) {
                announced.add(node.getMaxVolumesPerNode());
              }

              @Override
              public void withdraw(String driver) {
                throw new IllegalStateException("not asked");
              }
            },
            timers);
  }

  @AfterEach
  void end() {
    rounds.close();
    world.close();
  }

  private static CsiDriverSpec asking(Duration period) {
    return new CsiDriverSpec(
        true,
        true,
        false,
        List.of("Persistent"),
        "None",
        false,
        List.of(),
        false,
        Optional.of(period),
        false);
  }

  /** Moves time on until so many answers were told. */
  private void awaitAnnounced(int count) throws InterruptedException {
    world.await(
        () -> {
          timers.advance(Duration.ofSeconds(1));
          return announced.size() >= count;
        });
  }

  @Test
  void aDriverIsAskedAgainAsOftenAsTheClusterWants() throws InterruptedException {
    world.traits = asking(Duration.ofSeconds(10));
    rounds.registered(CsiWorld.DRIVER);
    awaitAnnounced(1);
    world.driver.facts.setMostVolumes(3);
    awaitAnnounced(announced.size() + 2);
    assertThat(announced).startsWith(7L).endsWith(3L);
  }

  @Test
  void otherDriversAreNotAsked() throws InterruptedException {
    rounds.registered(CsiWorld.DRIVER);
    rounds.overLimit(CsiWorld.DRIVER);
    world.traits = asking(Duration.ofSeconds(10));
    rounds.changed();
    awaitAnnounced(1);
    drivers.remove(CsiWorld.DRIVER, world.driver.endpoint());
    rounds.changed();
    assertThat(announced).allMatch(count -> count == 7);
  }

  @Test
  void aDriverThatIsFullIsAskedAtOnce() throws InterruptedException {
    world.traits = asking(Duration.ofDays(1));
    rounds.registered(CsiWorld.DRIVER);
    rounds.overLimit(CsiWorld.DRIVER);
    world.await(() -> announced.size() == 1);
  }

  @Test
  void aPodThatWaitsTooLongForAPlaceThatIsNotThereIsRefused() {
    CsiPlugin kind = waiting(asking(Duration.ofMinutes(1)));
    world.fullAttachments.add(ATTACHMENT);
    assertWaits(kind, true);
    timers.advance(Duration.ofMinutes(2));
    assertWaits(kind, true);
    timers.advance(Duration.ofSeconds(3));
    assertWaits(kind, false);
    assertThat(world.overLimit).containsExactly(CsiWorld.DRIVER);
    kind.forget(new PodUid("a"));
    assertWaits(kind, true);
  }

  @Test
  void aPodWaitsOnWhenThereIsPlaceOrNobodyCounts() {
    CsiPlugin kind = waiting(asking(Duration.ofMinutes(1)));
    assertWaits(kind, true);
    timers.advance(Duration.ofMinutes(5));
    assertWaits(kind, true);
    world.traits = CsiWorld.traits(true);
    world.fullAttachments.add(ATTACHMENT);
    assertWaits(kind, true);
  }

  private CsiPlugin waiting(CsiDriverSpec traits) {
    world.traits = traits;
    CsiPlugin kind = world.agent();
    assertWaits(kind, true);
    world.inUse.written(
        new NodeBuilder().withNewStatus().withVolumesInUse(NAME).endStatus().build());
    return kind;
  }

  private static void assertWaits(CsiPlugin kind, boolean waits) {
    assertThatThrownBy(() -> kind.setUp(pod("a"), spec(persistent().build())))
        .isInstanceOfSatisfying(
            VolumeException.class,
            e -> {
              assertThat(e.isWaiting()).isEqualTo(waits);
              assertThat(e.isOverLimit()).isNotEqualTo(waits);
            });
  }
}
