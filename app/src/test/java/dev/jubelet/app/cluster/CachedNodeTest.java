package dev.jubelet.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.node.call.NodeApi;
import dev.jubelet.node.call.NodeApiException;
import dev.jubelet.testing.rule.Rule;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
@Rule("5.7")
final class CachedNodeTest {
  private final ManualTimers timers = new ManualTimers();
  private final StoredNode stored = new StoredNode();
  private final CachedNode node = new CachedNode("here", stored, Runnable::run, timers);
  private final Semaphore done = new Semaphore(0);

  @Test
  void isWhatWasLastSeen() {
    assertThat(node.last()).isEmpty();
    node.observed(labelled("old"));
    assertThat(node.last()).contains(labelled("old"));
  }

  @Test
  void isReadWhenSomebodyMustKnow() throws InterruptedException {
    node.observed(labelled("old"));
    stored.node = Optional.of(labelled("new"));
    node.read(done::release);
    done.acquire();
    assertThat(node.last()).contains(labelled("new"));
  }

  @Test
  void isReadUntilTheServerAnswers() throws InterruptedException {
    stored.trouble = NodeApiException.Kind.UNAVAILABLE;
    node.read(done::release);
    while (timers.pending() == 0) {
      Thread.onSpinWait();
    }
    stored.trouble = null;
    stored.node = Optional.of(labelled("new"));
    assertThat(done.tryAcquire()).isFalse();
    timers.advance(Duration.ofSeconds(2));
    assertThat(done.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
    assertThat(node.last()).contains(labelled("new"));
  }

  @Test
  void isLeftAsItIsWhenTheServerSaysNo() throws InterruptedException {
    node.observed(labelled("old"));
    stored.trouble = NodeApiException.Kind.FORBIDDEN;
    node.read(done::release);
    done.acquire();
    assertThat(node.last()).contains(labelled("old"));
  }

  private static Node labelled(String value) {
    return new NodeBuilder().withNewMetadata().addToLabels("disk", value).endMetadata().build();
  }

  /** A server that has this one node, or does not answer. */
  private static final class StoredNode implements NodeApi {
    volatile NodeApiException.@Nullable Kind trouble;
    volatile Optional<Node> node = Optional.empty();

    @Override
    public Optional<Node> find(String name, Read read) {
      NodeApiException.Kind kind = trouble;
      if (kind != null) {
        throw new NodeApiException(kind, "no");
      }
      return node;
    }

    @Override
    public Node create(Node created) {
      throw new AssertionError("nobody should create it");
    }

    @Override
    public Node patchStatus(String name, ObjectNode patch) {
      throw new AssertionError("nobody should change it");
    }
  }
}
