package dev.jubelet.resource.firewall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Lane;
import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.edge.host.HostException;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FirewallChainsTest {
  private static final Lane.Next LATER = new Lane.Next.After(Duration.ofMinutes(1));
  private static final String DROP =
      "-m comment --comment block incoming localnet connections --dst 127.0.0.0/8"
          + " ! --src 127.0.0.0/8 -m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT -j DROP";

  private final FakeTables tables = new FakeTables();
  private final FirewallChains chains = new FirewallChains(tables, new ManualTimers());

  /** What two programs keep, by the words with which it was made. Thread: the test's. */
  private static final class FakeTables implements HostCommands {
    final Set<String> content = new LinkedHashSet<>();
    final List<String> made = new ArrayList<>();
    String missing = "";
    String refused = "none";

    @Override
    public Result run(List<String> command) {
      String program = command.getFirst();
      if (program.equals(missing)) {
        throw new HostException(HostException.Kind.NOT_FOUND, "cannot run " + program);
      }
      assertThat(command.subList(1, 4)).containsExactly("-w", "5", "-t");
      String verb = command.get(5);
      List<String> place = new ArrayList<>(command.subList(4, command.size()));
      place.remove(verb);
      String entry = program + " " + String.join(" ", place);
      if (verb.equals("-S") || verb.equals("-C")) {
        return new Result(content.contains(entry) ? 0 : 1, "");
      }
      if (entry.contains(refused)) {
        return new Result(4, "Permission denied");
      }
      content.add(entry);
      made.add(program + " " + verb + " " + String.join(" ", place));
      return new Result(0, "");
    }
  }

  @Test
  void makesWhatIsNotThere() {
    assertThat(chains.step()).isEqualTo(LATER);
    assertThat(tables.made)
        .containsExactly(
            "iptables -N mangle KUBE-IPTABLES-HINT",
            "iptables -N filter KUBE-FIREWALL",
            "iptables -I filter INPUT -j KUBE-FIREWALL",
            "iptables -I filter OUTPUT -j KUBE-FIREWALL",
            "iptables -A filter KUBE-FIREWALL " + DROP,
            "iptables -N mangle KUBE-KUBELET-CANARY",
            "iptables -N nat KUBE-KUBELET-CANARY",
            "iptables -N filter KUBE-KUBELET-CANARY",
            "ip6tables -N mangle KUBE-IPTABLES-HINT",
            "ip6tables -N mangle KUBE-KUBELET-CANARY",
            "ip6tables -N nat KUBE-KUBELET-CANARY",
            "ip6tables -N filter KUBE-KUBELET-CANARY");
  }

  @Test
  void leavesWhatIsThere() {
    chains.step();
    tables.made.clear();
    assertThat(new FirewallChains(tables, new ManualTimers()).step()).isEqualTo(LATER);
    assertThat(chains.step()).isEqualTo(LATER);
    assertThat(tables.made).isEmpty();
  }

  @Test
  void makesAnewWhatSomebodyHasEmptied() {
    chains.step();
    int all = tables.content.size();
    tables.content.removeIf(entry -> entry.startsWith("iptables filter"));
    tables.made.clear();
    chains.step();
    assertThat(tables.content).hasSize(all);
    assertThat(tables.made)
        .hasSize(5)
        .allMatch(made -> made.startsWith("iptables ") && made.contains(" filter "));
  }

  @Test
  void oneFamilyDoesNotKeepTheOtherFromItsChains() {
    tables.missing = "iptables";
    assertThat(chains.step()).isEqualTo(LATER);
    assertThat(tables.content).contains("ip6tables mangle KUBE-IPTABLES-HINT");
    tables.missing = "";
    chains.step();
    assertThat(tables.content).as("not looked for again").noneMatch(e -> e.startsWith("iptables"));
  }

  @Test
  void withoutAProgramNothingIsKept() {
    FirewallChains none =
        new FirewallChains(
            command -> {
              throw new HostException(HostException.Kind.NOT_FOUND, "cannot run");
            },
            new ManualTimers());
    assertThat(none.step()).isEqualTo(Lane.Next.DONE);
  }

  @Test
  void whatIsRefusedIsTriedAgain() {
    tables.refused = "KUBE-FIREWALL";
    assertThat(chains.step()).isEqualTo(LATER);
    tables.refused = "none";
    chains.step();
    assertThat(tables.content).contains("iptables filter KUBE-FIREWALL " + DROP);
  }
}
