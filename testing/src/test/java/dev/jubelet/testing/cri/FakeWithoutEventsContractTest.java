package dev.jubelet.testing.cri;

import dev.jubelet.edge.cri.CriClient;
import dev.jubelet.edge.cri.CriRuntime;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The fake as an old containerd keeps the contract through the client. */
final class FakeWithoutEventsContractTest extends CriServiceContract {
  private CriServer server;
  private CriClient client;

  @BeforeEach
  void connect(@TempDir Path folder) {
    server = ContractFake.serve(ContractFake.create(FakeProfile.containerd16()), folder);
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
    return false;
  }
}
