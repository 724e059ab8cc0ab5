package dev.jubelet.pod.pleg;

import dev.jubelet.api.cri.RuntimeHandler;
import dev.jubelet.api.cri.RuntimeHandlerFeatures;
import dev.jubelet.api.cri.StatusResponse;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What the runtime says it can do; a runtime that says nothing can do none of it. Handlers go by
 * their names, the default one by the empty name.
 */
public record RuntimeAbilities(
    boolean supplementalGroupsPolicy,
    Set<String> userNamespaceHandlers,
    Set<String> recursiveReadOnlyHandlers) {

  static final RuntimeAbilities NONE = new RuntimeAbilities(false, Set.of(), Set.of());

  public RuntimeAbilities {
    userNamespaceHandlers = Set.copyOf(userNamespaceHandlers);
    recursiveReadOnlyHandlers = Set.copyOf(recursiveReadOnlyHandlers);
  }

  static RuntimeAbilities of(StatusResponse status) {
    return new RuntimeAbilities(
        status.getFeatures().getSupplementalGroupsPolicy(),
        handlers(status, RuntimeHandlerFeatures::getUserNamespaces),
        handlers(status, RuntimeHandlerFeatures::getRecursiveReadOnlyMounts));
  }

  private static Set<String> handlers(
      StatusResponse status, Predicate<RuntimeHandlerFeatures> feature) {
    return status.getRuntimeHandlersList().stream()
        .filter(handler -> feature.test(handler.getFeatures()))
        .map(RuntimeHandler::getName)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether the handler can make a mount read-only with all mounts below it. */
  public boolean recursiveReadOnly(String handler) {
    return recursiveReadOnlyHandlers.contains(handler);
  }
}
