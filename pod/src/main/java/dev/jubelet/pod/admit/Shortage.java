package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.Quantities;

/** A resource of which the node has too little left for a pod, in the units of messages. */
record Shortage(String resource, long requested, long used, long capacity) {

  /** How an amount is counted in messages: CPU in thousandths, the rest in whole units. */
  static long count(String resource, Amounts amounts) {
    return resource.equals(Amounts.CPU)
        ? amounts.milliCpu()
        : Quantities.whole(amounts.get(resource));
  }

  /** How much would have to be freed. */
  long missing() {
    return requested - (capacity - used);
  }

  String message() {
    return "Node didn't have enough resource: %s, requested: %d, used: %d, capacity: %d"
        .formatted(resource, requested, used, capacity);
  }

  Admission.Rejected refusal() {
    return new Admission.Rejected("OutOf" + resource, message());
  }
}
