package dev.jubelet.resource.firewall;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.edge.host.HostException;
import dev.jubelet.resource.firewall.FirewallRules.Family;
import dev.jubelet.resource.firewall.FirewallRules.Wanted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the chains there: makes them at the start and again when somebody has emptied the tables,
 * which a chain of no other use tells. They stay when the agent ends. What fails is only logged.
 *
 * <p>Thread: lane {@code iptables}. Owns: which families are taken care of.
 */
public final class FirewallChains implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FirewallChains.class);
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);
  private static final String LOCK_SECONDS = "5";

  private final HostCommands commands;
  private final Lane lane;
  private final Set<Family> families = EnumSet.allOf(Family.class);
  private final Set<Family> made = EnumSet.noneOf(Family.class);
  private final Map<Family, String> lastFailures = new EnumMap<>(Family.class);
  private volatile boolean closed;

  public FirewallChains(HostCommands commands, Timers timers) {
    this.commands = commands;
    this.lane = new Lane("iptables", this::step, timers);
  }

  public void start() {
    lane.wake();
  }

  @Override
  public void close() {
    closed = true;
    lane.interruptAndWake();
  }

  /** Looks once. */
  Lane.Next step() {
    for (Family family : List.copyOf(families)) {
      if (!closed) {
        keep(family);
      }
    }
    return closed || families.isEmpty() ? Lane.Next.DONE : new Lane.Next.After(LOOK_AGAIN);
  }

  private void keep(Family family) {
    try {
      if (!made.contains(family) || !isUntouched(family)) {
        made.remove(family);
        make(family);
        made.add(family);
        log.atInfo().addKeyValue("protocol", family).log("Initialized iptables rules");
      }
      lastFailures.remove(family);
    } catch (HostException e) {
      failed(family, e);
    }
  }

  private boolean isUntouched(Family family) {
    return FirewallRules.canaries().stream().allMatch(canary -> isThere(family, canary));
  }

  private void make(Family family) {
    for (Wanted wanted : FirewallRules.all(family)) {
      if (!isThere(family, wanted)) {
        HostCommands.Result result = run(family, wanted.make());
        if (!result.succeeded()) {
          throw new HostException(
              HostException.Kind.UNSUPPORTED,
              String.join(" ", wanted.make()) + ": " + result.output().strip());
        }
      }
    }
  }

  private boolean isThere(Family family, Wanted wanted) {
    return run(family, wanted.look()).succeeded();
  }

  private HostCommands.Result run(Family family, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(family.program(), "-w", LOCK_SECONDS));
    command.addAll(arguments);
    return commands.run(command);
  }

  /**
   * A program that is missing is not looked for again; other failures are told when they change.
   */
  private void failed(Family family, HostException e) {
    if (closed) {
      return;
    }
    boolean isMissing = e.kind() == HostException.Kind.NOT_FOUND;
    if (isMissing) {
      families.remove(family);
    }
    String cause = String.valueOf(e.getMessage());
    if (!cause.equals(lastFailures.put(family, cause))) {
      log.atWarn()
          .addKeyValue("protocol", family)
          .addKeyValue("error", cause)
          .log(
              isMissing
                  ? "No iptables on this machine; running without its chains"
                  : "Failed to initialize iptables rules; retrying");
    }
  }
}
