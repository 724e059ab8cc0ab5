package dev.jubelet.node.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.node.Nodes;
import dev.jubelet.node.condition.NodeHealth;
import dev.jubelet.node.condition.Pressure;
import dev.jubelet.node.status.MachineFacts;
import dev.jubelet.pod.model.NodeEvent;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventVoiceTest {
  private final List<NodeEvent> said = new ArrayList<>();
  private final EventVoice voice = new EventVoice(Nodes.NAME, said::add);

  @Test
  void theFirstPressuresAreToldButNotTheFirstReady() {
    Node empty = new Node();
    empty.setSpec(new NodeSpec());

    voice.say(empty, node(Nodes.healthy()), Nodes.NOW);

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
  void aPressureThatBeginsIsTold(Pressure pressure, String reason) {
    voice.say(node(Nodes.healthy()), node(Nodes.under(pressure)), Nodes.NOW);

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
    voice.say(node(Nodes.healthy()), node(Nodes.unwell("x")), Nodes.NOW);
    voice.written();
    voice.say(node(Nodes.unwell("x")), node(Nodes.unwell("y")), Nodes.NOW);
    voice.say(node(Nodes.unwell("y")), node(Nodes.healthy()), Nodes.NOW);

    assertThat(said).extracting(NodeEvent::reason).containsExactly("NodeNotReady", "NodeReady");
  }

  @Test
  void aRebootIsAWarning() {
    MachineFacts after = new MachineFacts("m", "u", "boot-2", "k", "o", 0);

    voice.say(
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
    voice.say(node(Nodes.healthy()), node(Nodes.unwell("x")), Nodes.NOW);
    voice.say(node(Nodes.healthy()), node(Nodes.unwell("x")), Nodes.NOW);
    assertThat(said).hasSize(1);

    voice.written();
    voice.say(node(Nodes.healthy()), node(Nodes.unwell("x")), Nodes.NOW);
    assertThat(said).hasSize(2);
  }

  @Test
  void cordoningIsToldWhenItIsSeenToHappen() {
    Node open = node(Nodes.healthy());
    Node cordoned = node(Nodes.healthy());
    cordoned.getSpec().setUnschedulable(true);

    voice.say(cordoned, cordoned, Nodes.NOW);
    assertThat(said).isEmpty();

    voice.say(open, open, Nodes.NOW);
    voice.say(open, open, Nodes.NOW);
    voice.say(cordoned, cordoned, Nodes.NOW);
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
