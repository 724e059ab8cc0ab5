package dev.jubelet.pod.journal;

import dev.jubelet.pod.translate.RuntimeClasses;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Runtime classes of the API server; where it does not answer, as they last were. Thread: any. */
record JournaledRuntimeClasses(RuntimeClasses server, KeptFacts kept, BooleanSupplier unseen)
    implements RuntimeClasses {
  @Override
  public Optional<String> handler(String className) {
    Optional<String> before = kept.handler(className);
    if (unseen.getAsBoolean() && before.isPresent()) {
      return before;
    }
    try {
      Optional<String> now = server.handler(className);
      now.ifPresent(handler -> kept.sawRuntimeClass(className, handler));
      return now;
    } catch (UntranslatableException e) {
      return Optional.of(before.orElseThrow(() -> e));
    }
  }
}
