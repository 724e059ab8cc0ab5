package dev.jubelet.resource.firewall;

import java.util.ArrayList;
import java.util.List;

/** Which chains and rules there have to be. Pure. */
final class FirewallRules {
  private static final String HINT = "KUBE-IPTABLES-HINT";
  private static final String FIREWALL = "KUBE-FIREWALL";
  private static final String CANARY = "KUBE-KUBELET-CANARY";
  private static final String FILTER = "filter";
  private static final String MANGLE = "mangle";

  /**
   * Packets to a loopback address that come from elsewhere. Some network plugins let the kernel
   * route such addresses, which would open every port that listens on loopback only.
   */
  private static final List<String> DROP =
      List.of(
          "-m",
          "comment",
          "--comment",
          "block incoming localnet connections",
          "--dst",
          "127.0.0.0/8",
          "!",
          "--src",
          "127.0.0.0/8",
          "-m",
          "conntrack",
          "!",
          "--ctstate",
          "RELATED,ESTABLISHED,DNAT",
          "-j",
          "DROP");

  /** One of the two families of addresses, with its program. */
  enum Family {
    IPV4("iptables"),
    IPV6("ip6tables");

    private final String program;

    Family(String program) {
      this.program = program;
    }

    String program() {
      return program;
    }
  }

  /** Something that has to be there: how to see it, and how to make it. */
  record Wanted(List<String> look, List<String> make) {}

  private FirewallRules() {}

  /** The chains that tell whether somebody has emptied a table. */
  static List<Wanted> canaries() {
    List<Wanted> wanted = new ArrayList<>();
    for (String table : List.of(MANGLE, "nat", FILTER)) {
      wanted.add(chain(table, CANARY));
    }
    return wanted;
  }

  /** All that has to be there, in the order in which it can be made; the canaries last. */
  static List<Wanted> all(Family family) {
    List<Wanted> wanted = new ArrayList<>();
    wanted.add(chain(MANGLE, HINT));
    if (family == Family.IPV4) {
      wanted.add(chain(FILTER, FIREWALL));
      wanted.add(rule("-I", "INPUT", List.of("-j", FIREWALL)));
      wanted.add(rule("-I", "OUTPUT", List.of("-j", FIREWALL)));
      wanted.add(rule("-A", FIREWALL, DROP));
    }
    wanted.addAll(canaries());
    return wanted;
  }

  private static Wanted chain(String table, String name) {
    return new Wanted(List.of("-t", table, "-S", name), List.of("-t", table, "-N", name));
  }

  private static Wanted rule(String how, String chain, List<String> rule) {
    return new Wanted(
        joined(List.of("-t", FILTER, "-C", chain), rule),
        joined(List.of("-t", FILTER, how, chain), rule));
  }

  private static List<String> joined(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return List.copyOf(all);
  }
}
