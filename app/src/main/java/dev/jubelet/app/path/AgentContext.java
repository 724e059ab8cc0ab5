package dev.jubelet.app.path;

import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.metric.Meters;
import dev.jubelet.app.node.NodeProfile;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.edge.host.PathWatcher;
import dev.jubelet.node.shutdown.ShutdownNotice;
import dev.jubelet.pod.event.EventLog;
import dev.jubelet.pod.sync.LoopInbox;
import dev.jubelet.resource.eviction.pressure.NodePressures;

/**
 * What exists before any part of the agent is put together, and what all assemblies share.
 *
 * @param pressures what the node is short of
 * @param shutdown whether the machine is about to go down
 * @param inbox by which everybody reaches the sync loop and, through it, the pods
 */
public record AgentContext(
    KubeletOptions options,
    NodeProfile node,
    CriRuntime cri,
    String runtimeName,
    PathWatcher files,
    Meters meters,
    EventLog eventLog,
    LoopInbox inbox,
    NodePressures pressures,
    ShutdownNotice shutdown,
    Timers timers) {
  private static final int REMEMBERED_EVENTS = 1000;

  public AgentContext(
      KubeletOptions options,
      NodeProfile node,
      CriRuntime cri,
      String runtimeName,
      PathWatcher files,
      Meters meters,
      Timers timers) {
    this(
        options,
        node,
        cri,
        runtimeName,
        files,
        meters,
        new EventLog(REMEMBERED_EVENTS),
        new LoopInbox(),
        new NodePressures(),
        new ShutdownNotice(),
        timers);
  }
}
