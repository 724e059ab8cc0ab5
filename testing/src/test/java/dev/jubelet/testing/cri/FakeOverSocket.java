package dev.jubelet.testing.cri;

import dev.jubelet.edge.cri.CriClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A fake that is reached by gRPC over a socket of its own during each test.
 *
 * <p>Thread: the test's. Owns: the folder of the socket, the server and the client.
 */
final class FakeOverSocket implements BeforeEachCallback, AfterEachCallback {
  private final FakeCri fake;
  private @Nullable Path folder;
  private @Nullable CriServer server;
  private @Nullable CriClient client;

  FakeOverSocket(FakeCri fake) {
    this.fake = fake;
  }

  CriClient client() {
    return Objects.requireNonNull(client, "no test runs");
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    Path made = Files.createTempDirectory("fake-cri");
    CriServer started = ContractFake.serve(fake, made);
    folder = made;
    server = started;
    client = ContractFake.client(started);
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    client().close();
    Objects.requireNonNull(server).close();
    Path made = Objects.requireNonNull(folder);
    Files.deleteIfExists(made.resolve("cri.sock"));
    Files.delete(made);
  }
}
