package dev.jubelet.node.status;

import io.fabric8.kubernetes.api.model.NodeFeatures;
import io.fabric8.kubernetes.api.model.NodeRuntimeHandler;
import io.fabric8.kubernetes.api.model.NodeRuntimeHandlerFeatures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node's status says of the runtime's handlers and features. Pure. */
final class HandlerRules {

  private HandlerRules() {}

  static List<NodeRuntimeHandler> handlers(RuntimeTraits runtime) {
    return runtime.handlers().stream().map(HandlerRules::handler).toList();
  }

  /** Null when the runtime reports none. */
  static @Nullable NodeFeatures features(RuntimeTraits runtime) {
    return runtime.supplementalGroupsPolicy().map(NodeFeatures::new).orElse(null);
  }

  private static NodeRuntimeHandler handler(RuntimeTraits.Handler handler) {
    return new NodeRuntimeHandler(
        new NodeRuntimeHandlerFeatures(handler.recursiveReadOnlyMounts(), handler.userNamespaces()),
        handler.name());
  }
}
