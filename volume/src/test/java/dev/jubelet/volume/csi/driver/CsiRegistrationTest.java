package dev.jubelet.volume.csi.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.csi.NodeGetInfoResponse;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.csi.CsiCalls;
import dev.jubelet.edge.plugin.Plugin;
import dev.jubelet.edge.plugin.PluginException;
import dev.jubelet.testing.csi.FakeCsiDriver;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsiRegistrationTest {
  @TempDir Path directory;
  private final SystemTimers timers = new SystemTimers();
  private final CsiDrivers drivers = new CsiDrivers(CsiCalls.UNHEARD, timers);
  private final List<String> said = new ArrayList<>();
  private FakeCsiDriver driver;
  private boolean clusterIsAway;

  private final CsiRegistration tested =
      new CsiRegistration(
          drivers,
          new DriverAnnouncer() {
            @Override
            public void announce(String name, NodeGetInfoResponse node) {
              if (clusterIsAway) {
                throw new PluginException("the cluster is away");
              }
              said.add("announce " + name + " " + node.getNodeId());
            }

            @Override
            public void withdraw(String name) {
              said.add("withdraw " + name);
            }
          },
          name -> said.add("registered " + name));

  @BeforeEach
  void start() {
    driver = driver("d");
  }

  private FakeCsiDriver driver(String place) {
    return new FakeCsiDriver(
        "d",
        directory.resolve(place),
        directory.resolve(place + "-registry"),
        FakeCsiDriver.Showing.PLAINLY);
  }

  @AfterEach
  void end() {
    driver.close();
    timers.close();
  }

  private Plugin plugin(Path endpoint, String... versions) {
    return new Plugin(CsiRegistration.TYPE, "d", endpoint, List.of(versions));
  }

  @Test
  void aDriverIsAskedAnnouncedAndUsedUntilItIsGone() {
    tested.register(plugin(driver.endpoint(), "1.0.0"));
    assertThat(said).containsExactly("announce d node-of-the-driver", "registered d");
    assertThat(drivers.find("d")).isPresent();
    tested.deregister(plugin(driver.endpoint(), "1.0.0"));
    assertThat(drivers.find("d")).isEmpty();
    assertThat(said).endsWith("withdraw d");
  }

  @Test
  void aDriverMustSpeakAVersionThatTheAgentSpeaks() {
    assertThatThrownBy(() -> tested.register(plugin(driver.endpoint())))
        .hasMessage(
            "validation failed for CSI Driver d at endpoint %s: kubernetes.io/csi: ValidatePlugin"
                    .formatted(driver.endpoint())
                + " for CSI driver \"d\" failed."
                + " Plugin returned an empty list for supported versions");
    assertThatThrownBy(() -> tested.register(plugin(driver.endpoint(), "0.3.0", "2.0.0")))
        .hasMessageEndingWith("None of the versions specified [\"0.3.0\" \"2.0.0\"] are supported");
    assertThat(drivers.find("d")).isEmpty();
  }

  @Test
  void anotherDriverOfTheNameNeedsAHigherVersion() {
    tested.register(plugin(driver.endpoint(), "1.1.0"));
    assertThatThrownBy(() -> tested.register(plugin(directory.resolve("other"), "1.1.0")))
        .hasMessageEndingWith(
            "Another driver with the same name is already registered with a higher supported"
                + " version: \"1.1.0\"");
    assertThat(drivers.find("d").orElseThrow().endpoint()).isEqualTo(driver.endpoint());
  }

  @Test
  void aNewerDriverTakesOverAndTheOldOneMayGo() {
    try (FakeCsiDriver newer = driver("newer")) {
      tested.register(plugin(driver.endpoint(), "1.0.0"));
      tested.register(plugin(newer.endpoint(), "1.1.0"));
      assertThat(drivers.find("d").orElseThrow().endpoint()).isEqualTo(newer.endpoint());
      tested.deregister(plugin(driver.endpoint(), "1.0.0"));
      assertThat(drivers.find("d").orElseThrow().endpoint()).isEqualTo(newer.endpoint());
      assertThat(said).doesNotContain("withdraw d");
      tested.deregister(plugin(newer.endpoint(), "1.1.0"));
      assertThat(drivers.find("d")).isEmpty();
      assertThat(said).endsWith("withdraw d");
    }
  }

  @Test
  void aDriverThatRegistersAtTwoSocketsStaysWhileOneIsLeft() {
    tested.register(plugin(driver.endpoint(), "1.0.0"));
    tested.register(plugin(driver.endpoint(), "1.0.0"));
    tested.deregister(plugin(driver.endpoint(), "1.0.0"));
    assertThat(drivers.find("d")).isPresent();
    assertThat(said).doesNotContain("withdraw d");
    tested.deregister(plugin(driver.endpoint(), "1.0.0"));
    assertThat(drivers.find("d")).isEmpty();
  }

  @Test
  void aNewerDriverThatCannotBeUsedLeavesTheOldOneInUse() {
    try (FakeCsiDriver newer = driver("newer")) {
      tested.register(plugin(driver.endpoint(), "1.0.0"));
      newer.failures.refuse("NodeGetInfo", Status.INTERNAL);
      assertThatThrownBy(() -> tested.register(plugin(newer.endpoint(), "1.1.0")))
          .isInstanceOf(PluginException.class);
      clusterIsAway = true;
      assertThatThrownBy(() -> tested.register(plugin(newer.endpoint(), "1.1.0")))
          .hasMessage("the cluster is away");
      assertThat(drivers.find("d").orElseThrow().endpoint()).isEqualTo(driver.endpoint());
    }
  }

  @Test
  void aDriverMustNameTheNode() {
    driver.facts.setNodeId("");
    assertThatThrownBy(() -> tested.register(plugin(driver.endpoint(), "1.0.0")))
        .hasMessage("error adding CSI driver node info: driverNodeID must not be empty");
    assertThat(drivers.find("d")).isEmpty();
  }

  @Test
  void aDriverThatCannotBeAskedOrAnnouncedIsNotUsed() {
    driver.failures.refuse("NodeGetInfo", Status.UNAVAILABLE.withDescription("starting"));
    assertThatThrownBy(() -> tested.register(plugin(driver.endpoint(), "1.0.0")))
        .isInstanceOf(PluginException.class)
        .hasMessage(
            "failed to get node info from CSI driver d:"
                + " rpc error: code = Unavailable desc = starting");
    assertThat(drivers.find("d")).isEmpty();
    clusterIsAway = true;
    assertThatThrownBy(() -> tested.register(plugin(driver.endpoint(), "1.0.0")))
        .hasMessage("the cluster is away");
    assertThat(drivers.find("d")).isEmpty();
    assertThat(said).isEmpty();
  }
}
