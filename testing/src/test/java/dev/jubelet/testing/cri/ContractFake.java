package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriCalls;
import dev.jubelet.edge.cri.CriClient;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.testing.time.ManualTimers;
import java.nio.file.Path;
import java.time.Duration;

/** A fake that understands the little scripts of the contract suites. */
final class ContractFake {
  static final String IMAGE = "localhost/contract/busybox:1";

  private ContractFake() {}

  static FakeCri create(FakeProfile profile) {
    Timers timers = new ManualTimers();
    FakeCri fake = new FakeCri(timers, profile);
    fake.images().add(IMAGE);
    fake.programs(ContractFake::program);
    return fake;
  }

  static RuntimeUnderTest subject(CriRuntime fake, boolean hasEvents) {
    return new RuntimeUnderTest(fake, IMAGE, "/var/log/pods/contract", "", hasEvents);
  }

  static CriClient client(CriServer server) {
    return new CriClient(
        server.endpoint(), server.endpoint(), Duration.ofSeconds(10), CriCalls.UNHEARD);
  }

  static CriServer serve(FakeCri fake, Path folder) {
    return new CriServer(fake, folder.resolve("cri.sock"));
  }

  private static FakeProgram program(ContainerConfig config) {
    String script = config.getCommand(config.getCommandCount() - 1);
    return script.startsWith("exit ")
        ? FakeProgram.exits(Duration.ZERO, Integer.parseInt(script.substring(5)))
        : FakeProgram.service();
  }
}
