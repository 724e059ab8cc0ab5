package dev.jubelet.node.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Lane;
import dev.jubelet.node.Nodes;
import dev.jubelet.node.call.CallDeadline;
import dev.jubelet.node.call.NodeApiException.Kind;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
class NodeRegistrationTest {
  private final ManualTimers timers = new ManualTimers();
  private final CallScript script = new CallScript(timers);
  private final FakeNodeApi api = new FakeNodeApi(script);
  private final List<Node> registered = new ArrayList<>();
  private final List<String> told = new CopyOnWriteArrayList<>();

  @Test
  void aNewNodeIsCreatedOnce() {
    NodeRegistration registration = registration(true);

    assertThat(registration.step()).isEqualTo(Lane.Next.DONE);

    assertThat(script.calls()).containsExactly("create");
    assertThat(registered).containsExactly(api.node());
    assertThat(told).containsExactly("trying", "created");
  }

  @Test
  void aKnownNodeThatIsInLineIsLeftAlone() {
    registration(true).step();
    script.calls();

    assertThat(registration(true).step()).isEqualTo(Lane.Next.DONE);

    assertThat(script.calls()).containsExactly("create", "find");
    assertThat(registered).hasSize(2);
    assertThat(told).containsExactly("trying", "created", "trying");
  }

  @Test
  void aKnownNodeIsBroughtInLine() {
    registration(true).step();
    api.edit(node -> node.getMetadata().getLabels().put("kubernetes.io/arch", "arm64"));
    script.calls();

    assertThat(registration(true).step()).isEqualTo(Lane.Next.DONE);

    assertThat(script.calls()).containsExactly("create", "find", "patch");
    assertThat(api.node().getMetadata().getLabels()).containsEntry("kubernetes.io/arch", "amd64");
    assertThat(registered).last().isEqualTo(api.node());
  }

  @Test
  void aNodeThatMayNotCreateItselfUsesTheObjectMadeForIt() {
    registration(true).step();
    script.calls();
    script.fail(Kind.FORBIDDEN);

    assertThat(registration(true).step()).isEqualTo(Lane.Next.DONE);
    assertThat(script.calls()).containsExactly("create", "find");
  }

  @Test
  void aForbiddenNodeMayBeToldNotToLook() {
    script.fail(Kind.FORBIDDEN);

    assertThat(registration(false).step()).isEqualTo(after(100));
    assertThat(script.calls()).containsExactly("create");
  }

  @Test
  void aForbiddenNodeWithoutAnObjectTriesAgain() {
    script.fail(Kind.FORBIDDEN);

    assertThat(registration(true).step()).isEqualTo(after(100));
    assertThat(registered).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"TIMEOUT", "UNAVAILABLE", "OTHER", "CONFLICT", "NOT_FOUND"})
  void otherFailuresAreTriedAgainMoreAndMoreSlowly(Kind kind) {
    NodeRegistration registration = registration(true);
    List<Lane.Next> steps = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      script.fail(kind);
      steps.add(registration.step());
    }

    assertThat(steps)
        .containsExactly(
            after(100),
            after(200),
            after(400),
            after(800),
            after(1600),
            after(3200),
            after(6400),
            after(7000),
            after(7000));
    assertThat(registration.step()).isEqualTo(Lane.Next.DONE);
  }

  @Test
  void aCallThatHangsIsCutOff() {
    script.hang();

    assertThat(registration(true).step()).isEqualTo(after(100));
  }

  @Test
  void itRunsByItselfUntilItIsDone() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    NodeRegistration registration =
        new NodeRegistration(
            api,
            new CallDeadline(timers, CallScript.DEADLINE),
            KubernetesJson.mapper(),
            plan(true),
            new Notes(node -> done.countDown()),
            timers);

    registration.start();

    assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aClosedRegistrationDoesNothing() {
    NodeRegistration registration = registration(true);
    registration.close();

    assertThat(registration.step()).isEqualTo(Lane.Next.DONE);
    assertThat(script.calls()).isEmpty();
  }

  /** Writes down what it is told. */
  private final class Notes implements RegistrationListener {
    private final Consumer<Node> registered;

    Notes(Consumer<Node> registered) {
      this.registered = registered;
    }

    @Override
    public void trying() {
      told.add("trying");
    }

    @Override
    public void created() {
      told.add("created");
    }

    @Override
    public void registered(Node node) {
      registered.accept(node);
    }
  }

  private static Lane.Next after(long millis) {
    return new Lane.Next.After(Duration.ofMillis(millis));
  }

  private NodeRegistration registration(boolean adoptWhenForbidden) {
    return new NodeRegistration(
        api,
        new CallDeadline(timers, CallScript.DEADLINE),
        KubernetesJson.mapper(),
        plan(adoptWhenForbidden),
        new Notes(registered::add),
        timers);
  }

  private NodeRegistration.Plan plan(boolean adoptWhenForbidden) {
    return new NodeRegistration.Plan(
        Nodes.NAME,
        () -> Nodes.objects().initial(Nodes.observed(timers.now(), Nodes.healthy())),
        () -> false,
        adoptWhenForbidden);
  }
}
