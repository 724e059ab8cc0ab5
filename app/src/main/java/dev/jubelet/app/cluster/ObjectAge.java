package dev.jubelet.app.cluster;

import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/**
 * How old what is known of a config map or secret may be before it is asked for again. The cluster
 * says it by an annotation of the node, longer the more nodes there are.
 *
 * <p>Thread: any. Owns: what the Node object last said.
 */
final class ObjectAge implements Supplier<Duration> {
  private static final String ANNOTATION = "node.alpha.kubernetes.io/ttl";
  private static final Duration USUAL = Duration.ofMinutes(1);

  private volatile Duration age = USUAL;

  void observed(Node node) {
    Map<String, String> annotations = node.getMetadata().getAnnotations();
    age = parsed(annotations == null ? "" : annotations.getOrDefault(ANNOTATION, ""));
  }

  /** What is no number of seconds says nothing. */
  private static Duration parsed(String seconds) {
    return seconds.matches("\\d{1,9}") ? Duration.ofSeconds(Long.parseLong(seconds)) : USUAL;
  }

  @Override
  public Duration get() {
    return age;
  }
}
