package dev.jubelet.node.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Lane;
import dev.jubelet.node.Nodes;
import dev.jubelet.node.call.CallDeadline;
import dev.jubelet.node.call.Jitter;
import dev.jubelet.node.call.NodeApiException.Kind;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseLoopTest {
  private static final String FIND = "find lease kube-node-lease/node-1";
  private static final Lane.Next NEXT_RENEWAL = new Lane.Next.After(Duration.ofMillis(10_200));

  private final ManualTimers timers = new ManualTimers();
  private final CallScript script = new CallScript(timers);
  private final FakeNodeApi nodes = new FakeNodeApi(new CallScript(timers));
  private final FakeLeaseApi leases = new FakeLeaseApi(script);
  private int stalls;
  private final LeaseLoop loop =
      new LeaseLoop(
          new LeaseLoop.Apis(leases, nodes),
          new CallDeadline(timers, CallScript.DEADLINE),
          new LeaseRules(Nodes.NAME, 40),
          new Jitter(() -> 0.5),
          () -> stalls++,
          timers);

  @Test
  void theFirstLeaseIsCreatedAndBelongsToTheNode() {
    register();

    assertThat(loop.step()).isEqualTo(NEXT_RENEWAL);

    assertThat(script.calls()).containsExactly(FIND, "create lease");
    Lease lease = leases.lease();
    assertThat(lease.getSpec().getHolderIdentity()).isEqualTo("node-1");
    assertThat(lease.getSpec().getLeaseDurationSeconds()).isEqualTo(40);
    assertThat(renewed()).isEqualTo(Nodes.NOW);
    OwnerReference owner = lease.getMetadata().getOwnerReferences().getFirst();
    assertThat(owner.getApiVersion()).isEqualTo("v1");
    assertThat(owner.getKind()).isEqualTo("Node");
    assertThat(owner.getName()).isEqualTo("node-1");
    assertThat(owner.getUid()).isEqualTo("uid-1");
  }

  @Test
  void noLeaseIsCreatedBeforeThereIsANode() {
    assertThat(loop.step()).isEqualTo(after(100));
    assertThat(loop.step()).isEqualTo(after(200));
    assertThat(script.calls()).containsExactly(FIND, FIND);
    assertThat(stalls).isZero();

    register();
    assertThat(loop.step()).isEqualTo(NEXT_RENEWAL);
  }

  @Test
  void aLeaseIsRenewedWithoutReadingIt() {
    register();
    loop.step();
    script.calls();
    timers.advance(Duration.ofSeconds(10));

    assertThat(loop.step()).isEqualTo(NEXT_RENEWAL);

    assertThat(script.calls()).containsExactly("replace lease");
    assertThat(renewed()).isEqualTo(Nodes.NOW.plusSeconds(10));
  }

  @Test
  void anExistingLeaseIsTakenOverAndGetsItsOwner() {
    register();
    leases.put(leaseOfNobody());

    assertThat(loop.step()).isEqualTo(NEXT_RENEWAL);

    assertThat(script.calls()).containsExactly(FIND, "replace lease");
    assertThat(leases.lease().getSpec().getHolderIdentity()).isEqualTo("node-1");
    assertThat(leases.lease().getSpec().getLeaseTransitions()).isEqualTo(3);
    assertThat(leases.lease().getSpec().getStrategy()).isEqualTo("OldestEmulationVersion");
    assertThat(leases.lease().getMetadata().getOwnerReferences()).hasSize(1);
  }

  @Test
  void aLeaseWhoseOwnerCannotBeReadIsRenewedAllTheSame() {
    leases.put(leaseOfNobody());

    assertThat(loop.step()).isEqualTo(NEXT_RENEWAL);
    assertThat(leases.lease().getMetadata().getOwnerReferences()).isEmpty();
    assertThat(renewed()).isEqualTo(Nodes.NOW);
  }

  @Test
  void aLeaseThatSomebodyChangedIsReadAgainAtOnce() {
    register();
    loop.step();
    leases.put(leases.lease());
    script.calls();

    assertThat(loop.step()).isEqualTo(Lane.Next.AGAIN);
    assertThat(loop.step()).isEqualTo(NEXT_RENEWAL);

    assertThat(script.calls()).containsExactly("replace lease", FIND, "replace lease");
    assertThat(stalls).isZero();
  }

  @Test
  void aLeaseThatWasDeletedIsCreatedAgainAtOnce() {
    register();
    loop.step();
    leases.delete();
    script.calls();

    assertThat(loop.step()).isEqualTo(Lane.Next.AGAIN);
    assertThat(loop.step()).isEqualTo(NEXT_RENEWAL);

    assertThat(script.calls()).containsExactly("replace lease", FIND, "create lease");
  }

  @Test
  void endlessConflictsAreNotAnsweredWithAStorm() {
    register();
    loop.step();
    for (int i = 0; i < 2; i++) {
      script.fail(Kind.CONFLICT);
    }

    assertThat(loop.step()).isEqualTo(Lane.Next.AGAIN);
    assertThat(loop.step()).isEqualTo(after(200));
  }

  @Test
  void failuresSlowDownAskForANewConnectionAndInTheEndReadTheLeaseAgain() {
    register();
    loop.step();
    script.calls();
    List<Lane.Next> steps = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      script.fail(Kind.UNAVAILABLE);
      steps.add(loop.step());
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
            after(7000));
    assertThat(stalls).as("from the second failure on").isEqualTo(7);
    assertThat(script.calls())
        .containsExactly(
            "replace lease",
            "replace lease",
            "replace lease",
            "replace lease",
            "replace lease",
            FIND,
            FIND,
            FIND);
    assertThat(loop.step()).isEqualTo(NEXT_RENEWAL);
    script.fail(Kind.UNAVAILABLE);
    assertThat(loop.step()).as("a success forgets").isEqualTo(after(100));
  }

  @Test
  void aCallThatHangsIsCutOffAndAsksForANewConnectionAtOnce() {
    register();
    loop.step();
    timers.advance(Duration.ofSeconds(10));
    script.hang();

    assertThat(loop.step()).isEqualTo(after(100));
    assertThat(stalls).isEqualTo(1);

    assertThat(loop.step()).isEqualTo(NEXT_RENEWAL);
    assertThat(renewed()).as("well within 40 s").isEqualTo(Nodes.NOW.plusSeconds(20));
  }

  @Test
  void timesHaveSixDigits() {
    register();
    timers.advance(Duration.ofNanos(1_234_567_890));
    loop.step();

    assertThat(renewed()).isEqualTo(Nodes.NOW.plusNanos(1_234_567_000));
  }

  @Test
  void aClosedLoopDoesNothing() {
    loop.close();

    assertThat(loop.step()).isEqualTo(Lane.Next.DONE);
    assertThat(script.calls()).isEmpty();
  }

  private void register() {
    nodes.create(Nodes.objects().initial(Nodes.observed(timers.now(), Nodes.healthy())));
  }

  private Instant renewed() {
    return leases.lease().getSpec().getRenewTime().toInstant();
  }

  private static Lease leaseOfNobody() {
    Lease lease = new Lease();
    lease.setMetadata(new ObjectMeta());
    lease.getMetadata().setName("node-1");
    lease.setSpec(new LeaseSpec());
    lease.getSpec().setLeaseTransitions(3);
    lease.getSpec().setStrategy("OldestEmulationVersion");
    lease.getSpec().setRenewTime(ZonedDateTime.parse("2025-01-01T00:00:00Z"));
    return lease;
  }

  private static Lane.Next after(long millis) {
    return new Lane.Next.After(Duration.ofMillis(millis));
  }
}
