package dev.jubelet.testing.cri;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The fake as an old containerd keeps the contract through the client. */
final class FakeWithoutEventsContractTest extends CriServiceContract {
  @RegisterExtension
  final FakeOverSocket remote = new FakeOverSocket(ContractFake.create(FakeProfile.containerd16()));

  @Override
  protected RuntimeUnderTest subject() {
    return ContractFake.subject(remote.client(), false);
  }
}
