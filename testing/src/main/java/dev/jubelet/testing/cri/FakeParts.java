package dev.jubelet.testing.cri;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;

/** What a {@link FakeCri} is made of, for the groups of its calls to share. */
record FakeParts(
    FakeProfile profile,
    CallScript script,
    FakeImages images,
    FakeHealth health,
    FakeEvents events,
    FakeStreams streams,
    FakeNode node) {

  static FakeParts of(Timers timers, FakeProfile profile) {
    FakeImages images = new FakeImages();
    FakeEvents events = new FakeEvents();
    return new FakeParts(
        profile,
        new CallScript(),
        images,
        new FakeHealth(),
        events,
        new FakeStreams(),
        new FakeNode(profile, timers, images, events));
  }

  FakeUsage usage() {
    return new FakeUsage(node);
  }

  static void implemented(String rpc, boolean has) {
    if (!has) {
      throw new CriException(
          CriException.Kind.UNIMPLEMENTED, rpc, "method " + rpc + " not implemented");
    }
  }
}
