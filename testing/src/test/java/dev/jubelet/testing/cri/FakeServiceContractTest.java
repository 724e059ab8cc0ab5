package dev.jubelet.testing.cri;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The fake keeps the contract, called directly and through the client. */
final class FakeServiceContractTest {
  private final FakeCri fake = ContractFake.create(FakeProfile.containerd2());

  /** Called as an object. */
  @Nested
  final class InProcess extends CriServiceContract {
    @Override
    protected RuntimeUnderTest subject() {
      return ContractFake.subject(fake, true);
    }
  }

  /** Called by gRPC. */
  @Nested
  final class OverTheSocket extends CriServiceContract {
    @RegisterExtension final FakeOverSocket remote = new FakeOverSocket(fake);

    @Override
    protected RuntimeUnderTest subject() {
      return ContractFake.subject(remote.client(), true);
    }
  }
}
