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
    Optional<List<ClusterService>> now = server.in(namespace);
    now.ifPresent(services -> kept.saw(namespace, services));
    return now.or(() -> before);
  }
}
