package dev.jubelet.pod.translate;

import dev.jubelet.api.cri.Signal;
import org.jspecify.annotations.Nullable;

/** Stop signals in the words of the CRI, where {@code SIGRTMIN+1} is one word. Thread: any. */
final class StopSignals {

  /** A name that the CRI does not know leaves the choice to the runtime. */
  static Signal of(@Nullable String name) {
    if (name == null) {
      return Signal.RUNTIME_DEFAULT;
    }
    var value =
        Signal.getDescriptor().findValueByName(name.replace("+", "PLUS").replace("-", "MINUS"));
    return value == null ? Signal.RUNTIME_DEFAULT : Signal.valueOf(value);
  }

  private StopSignals() {}
}
