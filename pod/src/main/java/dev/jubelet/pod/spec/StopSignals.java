package dev.jubelet.pod.spec;

import dev.jubelet.api.cri.Signal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stop signals: {@code SIGRTMIN+1} in a pod is one word in the CRI. Thread: any. */
public final class StopSignals {
  private static final List<String> NAMES =
      Arrays.stream(Signal.values())
          .filter(signal -> signal != Signal.UNRECOGNIZED && signal != Signal.RUNTIME_DEFAULT)
          .map(StopSignals::name)
          .toList();

  private StopSignals() {}

  /** The words that a pod may use. */
  public static List<String> names() {
    return NAMES;
  }

  /** A name that the CRI does not know leaves the choice to the runtime. */
  public static Signal of(@Nullable String name) {
    if (name == null) {
      return Signal.RUNTIME_DEFAULT;
    }
    var value =
        Signal.getDescriptor().findValueByName(name.replace("+", "PLUS").replace("-", "MINUS"));
    return value == null ? Signal.RUNTIME_DEFAULT : Signal.valueOf(value);
  }

  /** The pod's word; empty when the runtime chooses or says something that nobody knows. */
  public static String name(Signal signal) {
    return switch (signal) {
      case RUNTIME_DEFAULT, UNRECOGNIZED -> "";
      default -> signal.name().replace("PLUS", "+").replace("MINUS", "-");
    };
  }
}
