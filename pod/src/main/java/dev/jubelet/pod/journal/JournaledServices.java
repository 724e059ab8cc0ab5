package dev.jubelet.pod.journal;

import dev.jubelet.pod.translate.env.ClusterService;
import dev.jubelet.pod.translate.env.ServiceSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Services of the API server; while they are not known, as they last were. Thread: any. */
record JournaledServices(ServiceSource server, KeptFacts kept, BooleanSupplier unseen)
    implements ServiceSource {
  @Override
  public Optional<List<ClusterService>> in(String namespace) {
    Optional<List<ClusterService>> before = kept.services(namespace);
    if (unseen.getAsBoolean() && before.isPresent()) {
      return before;
    }
    return noted(namespace, server.in(namespace)).or(() -> before);
  }

  @Override
  public Optional<List<ClusterService>> atHand(String namespace) {
    return noted(namespace, server.atHand(namespace)).or(() -> kept.services(namespace));
  }

  private Optional<List<ClusterService>> noted(
      String namespace, Optional<List<ClusterService>> now) {
    now.ifPresent(services -> kept.saw(namespace, services));
    return now;
  }
}
