package dev.jubelet.pod.journal;

import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.objects.Token;
import dev.jubelet.pod.objects.TokenKey;
import dev.jubelet.pod.spec.ObjectReferences;
import dev.jubelet.pod.translate.env.ClusterService;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What pods were given besides themselves. Its text form shows no value.
 *
 * @param values of objects; empty for an object that does not exist
 * @param services by namespace
 * @param runtimeClasses the handler of each class
 */
record PodFacts(
    Map<ValueKey, Optional<Lookup.Found>> values,
    Map<TokenKey, Token> tokens,
    Map<String, List<ClusterService>> services,
    Map<String, String> runtimeClasses,
    ClaimFacts claims) {
  private static final String MASTER_NAMESPACE = "default";
  private static final String MASTER = "kubernetes";

  static final PodFacts NONE =
      new PodFacts(Map.of(), Map.of(), Map.of(), Map.of(), ClaimFacts.NONE);

  PodFacts {
    values = Map.copyOf(values);
    tokens = Map.copyOf(tokens);
    services = Map.copyOf(services);
    runtimeClasses = Map.copyOf(runtimeClasses);
  }

  /** Exactly what this pod can use of it. */
  PodFacts usedBy(Pod pod) {
    Set<ObjectKey> references = ObjectReferences.of(pod);
    Map<ValueKey, Optional<Lookup.Found>> itsValues = new HashMap<>(values);
    itsValues.keySet().removeIf(key -> !references.contains(key.object()));
    Map<TokenKey, Token> itsTokens = new HashMap<>(tokens);
    itsTokens.keySet().removeIf(key -> !key.uid().equals(PodUid.of(pod)));
    Map<String, String> itsClasses = new HashMap<>(runtimeClasses);
    itsClasses.keySet().removeIf(name -> !name.equals(pod.getSpec().getRuntimeClassName()));
    return new PodFacts(itsValues, itsTokens, servicesFor(pod), itsClasses, claims.usedBy(pod));
  }

  /** Those of its namespace unless it wants none, and always the API server's. */
  private Map<String, List<ClusterService>> servicesFor(Pod pod) {
    Map<String, List<ClusterService>> its = new HashMap<>();
    List<ClusterService> ofMaster = services.get(MASTER_NAMESPACE);
    if (ofMaster != null) {
      its.put(
          MASTER_NAMESPACE,
          ofMaster.stream().filter(service -> service.name().equals(MASTER)).toList());
    }
    String namespace = pod.getMetadata().getNamespace();
    List<ClusterService> linked = services.get(namespace);
    if (linked != null && !Boolean.FALSE.equals(pod.getSpec().getEnableServiceLinks())) {
      its.put(namespace, linked);
    }
    return its;
  }

  @Override
  public String toString() {
    return "PodFacts[%s, %s, %s, %s, %s]"
        .formatted(
            values.keySet(), tokens.values(), services.keySet(), runtimeClasses.keySet(), claims);
  }
}
