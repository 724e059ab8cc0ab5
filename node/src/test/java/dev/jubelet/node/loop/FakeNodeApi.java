package dev.jubelet.node.loop;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.node.call.NodeApi;
import dev.jubelet.node.call.NodeApiException;
import dev.jubelet.node.object.MergePatch;
import dev.jubelet.pod.manifest.KubernetesJson;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An API server that knows one Node object. Its cache can lag behind.
 *
 * <p>Thread: any; one at a time. Owns: the object and its version.
 */
final class FakeNodeApi implements NodeApi {
  private final CallScript script;
  private @Nullable ObjectNode stored;
  private @Nullable ObjectNode cached;
  private boolean lagging;
  private int version = 8;
  private Consumer<ObjectNode> admission = node -> {};

  FakeNodeApi(CallScript script) {
    this.script = script;
  }

  /** From now on cached reads answer with what is stored now. */
  void lag() {
    lagging = true;
  }

  /** Changes each object before it is stored. */
  void admit(Consumer<ObjectNode> change) {
    admission = change;
  }

  /** Somebody else changes the object. */
  void edit(Consumer<Node> change) {
    Node node = node();
    change.accept(node);
    store(KubernetesJson.mapper().valueToTree(node));
  }

  void delete() {
    stored = null;
    cached = null;
  }

  /** The object as it is stored. */
  Node node() {
    if (stored == null) {
      throw new AssertionError("there is no node");
    }
    return parse(stored);
  }

  @Override
  public synchronized Optional<Node> find(String name, Read read) {
    script.called(read == Read.CACHED ? "find cached" : "find");
    ObjectNode answer = read == Read.CACHED ? cached : stored;
    return Optional.ofNullable(answer).map(FakeNodeApi::parse);
  }

  @Override
  public synchronized Node create(Node node) {
    script.called("create");
    if (stored != null) {
      throw new NodeApiException(NodeApiException.Kind.ALREADY_EXISTS, "exists");
    }
    ObjectNode created = KubernetesJson.mapper().valueToTree(node);
    created.withObject("/metadata").put("uid", "uid-1");
    return store(created);
  }

  @Override
  public synchronized Node patchStatus(String name, ObjectNode patch) {
    script.called("patch");
    if (stored == null) {
      throw new NodeApiException(NodeApiException.Kind.NOT_FOUND, "gone");
    }
    ObjectNode patched = stored.deepCopy();
    MergePatch.apply(patched, patch);
    return store(patched);
  }

  private Node store(ObjectNode node) {
    admission.accept(node);
    version++;
    node.withObject("/metadata").put("resourceVersion", Integer.toString(version));
    stored = node;
    if (!lagging) {
      cached = node;
    }
    return parse(node);
  }

  private static Node parse(ObjectNode node) {
    try {
      return KubernetesJson.mapper().treeToValue(node, Node.class);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
