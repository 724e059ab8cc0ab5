package dev.jubelet.node.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.node.Nodes;
import dev.jubelet.node.condition.NodeHealth;
import dev.jubelet.node.status.MachineFacts;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.NodePressure;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeEventRecorderTest {
  private final List<NodeEvent> said = new ArrayList<>();
  private final NodeEventRecorder recorder = new NodeEventRecorder(Nodes.NAME, said::add);

  @Test
  void theFirstPressuresAreToldButNotTheFirstReady() {
    Node empty = new Node();
    empty.setSpec(new NodeSpec());

    recorder.say(empty, node(Nodes.healthy()), Nodes.NOW);

    assertThat(said)
        .extracting(NodeEvent::reason)
        .containsExactly(
            "NodeHasSufficientMemory", "NodeHasNoDiskPressure", "NodeHasSufficientPID");
  }

  @ParameterizedTest
  @CsvSource({
    "MEMORY, NodeHasInsufficientMemory",
    "DISK, NodeHasDiskPressure",
    "PID, NodeHasInsufficientPID"
  })
  void aPressureThatBeginsIsTold(NodePressure pressure, String reason) {
    recorder.say(node(Nodes.healthy()), node(Nodes.under(pressure)), Nodes.NOW);

    assertThat(said)
        .containsExactly(
            new NodeEvent(
                Nodes.NOW,
                NodeEvent.Type.NORMAL,
                reason,
                "Node node-1 status is now: " + reason,
                null,
                null,
                ""));
  }

  @Test
  void readinessIsToldWhenItFlips() {
    recorder.say(node(Nodes.healthy()), node(Nodes.unwell("x")), Nodes.NOW);
    recorder.written();
    recorder.say(node(Nodes.unwell("x")), node(Nodes.unwell("y")), Nodes.NOW);
    recorder.say(node(Nodes.unwell("y")), node(Nodes.healthy()), Nodes.NOW);

    assertThat(said).extracting(NodeEvent::reason).containsExactly("NodeNotReady", "NodeReady");
  }

  @Test
  void aRebootIsAWarning() {
    MachineFacts after = new MachineFacts("m", "u", "boot-2", "k", "o", 0);

    recorder.say(
        node(Nodes.healthy()),
        Nodes.objects().initial(Nodes.observed(Nodes.NOW, Nodes.healthy(), after)),
        Nodes.NOW);

    assertThat(said)
        .containsExactly(
            new NodeEvent(
                Nodes.NOW,
                NodeEvent.Type.WARNING,
                "Rebooted",
                "Node node-1 has been rebooted, boot id: boot-2",
                null,
                null,
                ""));
  }

  @Test
  void aChangeThatCouldNotBeWrittenIsSaidOnce() {
    recorder.say(node(Nodes.healthy()), node(Nodes.unwell("x")), Nodes.NOW);
    recorder.say(node(Nodes.healthy()), node(Nodes.unwell("x")), Nodes.NOW);
    assertThat(said).hasSize(1);

    recorder.written();
    recorder.say(node(Nodes.healthy()), node(Nodes.unwell("x")), Nodes.NOW);
    assertThat(said).hasSize(2);
  }

  @Test
  void cordoningIsToldWhenItIsSeenToHappen() {
    Node open = node(Nodes.healthy());
    Node cordoned = node(Nodes.healthy());
    cordoned.getSpec().setUnschedulable(true);

    recorder.say(cordoned, cordoned, Nodes.NOW);
    assertThat(said).isEmpty();

    recorder.say(open, open, Nodes.NOW);
    recorder.say(open, open, Nodes.NOW);
    recorder.say(cordoned, cordoned, Nodes.NOW);
    assertThat(said)
        .extracting(NodeEvent::reason)
        .containsExactly("NodeSchedulable", "NodeNotSchedulable");
  }

  @Test
  void theAgentSaysThatItStarts() {
    assertThat(new NodeEvents(Nodes.NAME).starting(Nodes.NOW).message())
        .isEqualTo("Starting kubelet.");
  }

  private static Node node(NodeHealth health) {
    return Nodes.objects().initial(Nodes.observed(Nodes.NOW, health));
  }
}
