package dev.jubelet.app.node;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.ResourceFields;
import dev.jubelet.app.config.value.CpuList;
import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.Quantities;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is kept from pods for the system and for Kubernetes itself. CPUs that are reserved by number
 * replace amounts of CPU.
 */
public record Reservations(Map<String, Quantity> system, Map<String, Quantity> kube) {
  public Reservations {
    system = Map.copyOf(system);
    kube = Map.copyOf(kube);
  }

  public static Reservations of(KubeletConfig config) {
    Map<String, Quantity> system = quantities(config.get(ResourceFields.SYSTEM_RESERVED));
    Map<String, Quantity> kube = quantities(config.get(ResourceFields.KUBE_RESERVED));
    String cpus = config.get(ResourceFields.RESERVED_SYSTEM_CPUS);
    if (!cpus.isEmpty()) {
      system.put(Amounts.CPU, Quantities.ofMilli(1000L * CpuList.parse(cpus).cpus().cardinality()));
      kube.remove(Amounts.CPU);
    }
    return new Reservations(system, kube);
  }

  public Amounts together() {
    return Amounts.of(system).plus(Amounts.of(kube));
  }

  /** Why a node of this capacity cannot keep so much; empty when it can. */
  public Optional<String> problem(Map<String, Quantity> capacity) {
    Amounts has = Amounts.of(capacity);
    return together().byName().entrySet().stream()
        .filter(kept -> has.has(kept.getKey()))
        .filter(kept -> kept.getValue().compareTo(has.get(kept.getKey())) > 0)
        .map(kept -> refusal(kept.getKey(), kept.getValue(), has.get(kept.getKey())))
        .findFirst();
  }

  private static String refusal(String resource, BigDecimal kept, BigDecimal has) {
    return ("invalid Node Allocatable configuration. Resource \"%s\" has a reservation of %s but"
            + " capacity of %s. Expected capacity >= reservation.")
        .formatted(resource, kept.toPlainString(), has.toPlainString());
  }

  private static Map<String, Quantity> quantities(Map<String, String> written) {
    Map<String, Quantity> quantities = new HashMap<>();
    written.forEach((resource, text) -> quantities.put(resource, new Quantity(text)));
    return quantities;
  }
}
