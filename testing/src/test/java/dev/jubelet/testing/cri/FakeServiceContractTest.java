package dev.jubelet.testing.cri;

import dev.jubelet.edge.cri.CriClient;
import dev.jubelet.edge.cri.CriRuntime;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The fake keeps the contract, called directly and through the client. */
final class FakeServiceContractTest {
  private final FakeCri fake = ContractFake.create(FakeProfile.containerd2());

  /** Called as an object. */
  @Nested
  final class InProcess extends CriServiceContract {
    @Override
    protected CriRuntime runtime() {
      return fake;
    }

    @Override
    protected String image() {
      return ContractFake.IMAGE;
    }

    @Override
    protected String logDirectory() {
      return "/var/log/pods/contract";
    }

    @Override
    protected boolean hasEvents() {
      return true;
    }
  }

  /** Called by gRPC. */
  @Nested
  final class OverTheSocket extends CriServiceContract {
    private CriServer server;
    private CriClient client;

    @BeforeEach
    void connect(@TempDir Path folder) {
      server = ContractFake.serve(fake, folder);
      client = ContractFake.client(server);
    }

    @Override
    protected void release() {
      client.close();
      server.close();
    }

    @Override
    protected CriRuntime runtime() {
      return client;
    }

    @Override
    protected String image() {
      return ContractFake.IMAGE;
    }

    @Override
    protected String logDirectory() {
      return "/var/log/pods/contract";
    }

    @Override
    protected boolean hasEvents() {
      return true;
    }
  }
}
