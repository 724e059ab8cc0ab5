package dev.jubelet.edge.cri;

import io.grpc.MethodDescriptor;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Names of the calls in metrics: the CRI's name with underscores, a pod sandbox being one word.
 *
 * <p>Thread: any. Owns: the names made so far.
 */
final class Operations {
  private final Map<String, String> names = new ConcurrentHashMap<>();

  Operations() {
    names.put("UpdateContainerResources", "update_container");
  }

  String name(MethodDescriptor<?, ?> method) {
    return names.computeIfAbsent(rpc(method), Operations::withUnderscores);
  }

  /** The CRI's own name of the call. */
  static String rpc(MethodDescriptor<?, ?> method) {
    String full = method.getFullMethodName();
    return full.substring(full.lastIndexOf('/') + 1);
  }

  private static String withUnderscores(String rpc) {
    return rpc.replace("PodSandbox", "Podsandbox")
        .replaceAll("(?<!^)(?=[A-Z])", "_")
        .toLowerCase(Locale.ROOT);
  }
}
