package dev.jubelet.app.path;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.config.field.ResourceFields;
import dev.jubelet.app.config.field.RuntimeFields;
import dev.jubelet.app.flags.OwnFlags;
import dev.jubelet.app.node.Reservations;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.edge.host.OpenFileLimit;
import dev.jubelet.edge.systemd.SystemdUnits;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.worker.CgroupLifecycle;
import dev.jubelet.resource.AgentOomScore;
import dev.jubelet.resource.CgroupDriver;
import dev.jubelet.resource.CgroupMounts;
import dev.jubelet.resource.CgroupNames;
import dev.jubelet.resource.CgroupVersion;
import dev.jubelet.resource.HugePages;
import dev.jubelet.resource.NodeCapacity;
import dev.jubelet.resource.PodCgroups;
import dev.jubelet.resource.cgroup.CgroupException;
import dev.jubelet.resource.cgroup.Cgroups;
import dev.jubelet.resource.cgroup.KernelSettings;
import dev.jubelet.resource.cgroup.MemoryReservation;
import dev.jubelet.resource.cgroup.NodeCgroupRules;
import dev.jubelet.resource.cgroup.NodeCgroupSettings;
import dev.jubelet.resource.cgroup.NodeCgroups;
import dev.jubelet.resource.cgroup.NodeOfCgroups;
import dev.jubelet.resource.cgroup.PodCgroupKeeper;
import dev.jubelet.resource.cgroup.PodCgroupRules;
import dev.jubelet.resource.cgroup.PodCgroupSettings;
import dev.jubelet.resource.cgroup.ProcessPlaces;
import dev.jubelet.resource.cgroup.ReservedCgroups;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The cgroups that this agent makes, put together. */
public final class CgroupAssembly {
  private static final Logger log = LoggerFactory.getLogger(CgroupAssembly.class);
  private static final Path PROC = Path.of("/proc");
  private static final String PODS = "pods";
  private static final List<String> NEEDED_V1 = List.of("cpu", "cpuacct", "cpuset", "memory");

  public final CgroupMounts mounts;
  public final CgroupNames names;

  /** The cgroups of pods that have ended. */
  public final PodCgroups ended;

  private final AgentContext in;
  private final KubeletConfig config;
  private final NodeCgroupRules rules;
  private final Cgroups cgroups;
  private final PodCgroupKeeper keeper;
  private final NodeCgroups node;

  CgroupAssembly(AgentContext in) {
    this.in = in;
    this.config = in.options().config();
    this.mounts = CgroupMounts.read(CgroupMounts.MOUNT_TABLE, CgroupMounts.USUAL_TOP);
    this.names =
        new CgroupNames(
            config.get(ResourceFields.CGROUP_DRIVER).equals("systemd")
                ? CgroupDriver.SYSTEMD
                : CgroupDriver.CGROUPFS,
            config.get(ResourceFields.CGROUP_ROOT),
            config.get(ResourceFields.CGROUPS_PER_QOS));
    SystemdUnits systemd = new SystemdUnits(SystemdUnits.PRIVATE_SOCKET, in.timers());
    this.ended = new PodCgroups(names, mounts.hierarchies(), new CgroupEnds(systemd));
    this.cgroups =
        new Cgroups(
            mounts, names.driver(), new SystemdSlices(systemd), in.meters().cgroups, in.timers());
    this.rules = new NodeCgroupRules(nodeSettings());
    this.keeper =
        new PodCgroupKeeper(names, cgroups, new PodCgroupRules(podSettings()), in.meters().cgroups);
    this.node =
        new NodeCgroups(
            new NodeCgroups.Parts(names, cgroups, rules, keeper), enforces(PODS), in.timers());
    if (memory() != MemoryReservation.OFF) {
      in.meters().cgroups.addMemoryQos(node::memoryAsked);
    }
  }

  CgroupLifecycle lifecycle() {
    return new CgroupAdapter(ended, keeper, node, in.meters().cgroups, in.timers());
  }

  /** A guest of the machine makes cgroups of its own pods only, and changes nothing above them. */
  void addTo(Lifecycle lifecycle, boolean ownsNode, NodeOfCgroups around) {
    if (!ownsNode) {
      return;
    }
    lifecycle.add("kernel settings", this::ensureKernelSettings, () -> {});
    lifecycle.add("cgroups", () -> start(around), node::close);
    lifecycle.add("open files", this::setOpenFiles, () -> {});
    ProcessPlaces places =
        new ProcessPlaces(
            mounts,
            PROC,
            new ProcessPlaces.Wish(
                config.get(ResourceFields.KUBELET_CGROUPS),
                config.get(ResourceFields.SYSTEM_CGROUPS)),
            () ->
                AgentOomScore.set(AgentOomScore.OWN_FILE, config.get(RuntimeFields.OOM_SCORE_ADJ)),
            in.timers());
    lifecycle.add("own cgroup and out-of-memory score", places::start, places::close);
  }

  private void ensureKernelSettings() {
    KernelSettings.Care otherwise =
        in.options().flags().get(OwnFlags.KEEP_KERNEL_SETTINGS)
            ? KernelSettings.Care.LEAVE
            : KernelSettings.Care.SET;
    KernelSettings.ensure(
        KernelSettings.PROC_SYS,
        config.get(ResourceFields.PROTECT_KERNEL_DEFAULTS)
            ? KernelSettings.Care.REFUSE
            : otherwise);
  }

  private void setOpenFiles() {
    long files = config.get(RuntimeFields.MAX_OPEN_FILES);
    if (!OpenFileLimit.set(files)) {
      log.atWarn()
          .addKeyValue("maxOpenFiles", files)
          .log(
              "Failed to set rlimit on max file handles; it needs the capability CAP_SYS_RESOURCE");
    }
  }

  private void start(NodeOfCgroups around) {
    Reservations.of(config)
        .problem(in.node().capacity())
        .ifPresent(
            problem -> {
              throw new CgroupException(problem);
            });
    if (mounts.version() == CgroupVersion.V1) {
      checkVersionOne(around);
    }
    node.start(around);
    new ReservedCgroups(names, cgroups, rules).enforce(reserved(), around);
  }

  private void checkVersionOne(NodeOfCgroups around) {
    List<String> missing =
        NEEDED_V1.stream().filter(controller -> mounts.of(controller).isEmpty()).toList();
    if (!missing.isEmpty()) {
      throw new CgroupException(
          "system validation failed - Following Cgroup subsystem not mounted: " + missing);
    }
    around.tell(
        NodeEvent.Type.WARNING,
        "CgroupV1",
        "cgroup v1 support is unsupported and will be removed in a future release");
  }

  private List<ReservedCgroups.Reserved> reserved() {
    Reservations kept = Reservations.of(config);
    List<ReservedCgroups.Reserved> reserved = new ArrayList<>();
    for (boolean cpuOnly : new boolean[] {false, true}) {
      String ending = cpuOnly ? "-compressible" : "";
      if (enforces("system-reserved" + ending)) {
        reserved.add(
            new ReservedCgroups.Reserved(
                ReservedCgroups.Owner.SYSTEM,
                config.get(ResourceFields.SYSTEM_RESERVED_CGROUP),
                Amounts.of(kept.system()),
                cpuOnly));
      }
      if (enforces("kube-reserved" + ending)) {
        reserved.add(
            new ReservedCgroups.Reserved(
                ReservedCgroups.Owner.KUBE,
                config.get(ResourceFields.KUBE_RESERVED_CGROUP),
                Amounts.of(kept.kube()),
                cpuOnly));
      }
    }
    return reserved;
  }

  private boolean enforces(String what) {
    return config.get(ResourceFields.ENFORCE_NODE_ALLOCATABLE).contains(what);
  }

  /** Without enforcement pods share all that there is. */
  private NodeCgroupSettings nodeSettings() {
    Amounts has = Amounts.of(in.node().capacity());
    Amounts left = enforces(PODS) ? has.minus(Reservations.of(config).together()) : has;
    long pids = NodeCapacity.processes(PROC);
    return new NodeCgroupSettings(
        left.milliCpu(),
        left.memoryBytes(),
        pids + (enforces(PODS) ? left.get(Amounts.PID).longValue() : 0),
        HugePages.sizes(HugePages.POOLS),
        memory(),
        memoryKept());
  }

  private OptionalInt memoryKept() {
    String percent = config.get(ResourceFields.QOS_RESERVED).get(Amounts.MEMORY);
    return percent == null || !config.features().enabled("QOSReserved")
        ? OptionalInt.empty()
        : OptionalInt.of(Integer.parseInt(percent.replace("%", "").strip()));
  }

  private PodCgroupSettings podSettings() {
    return new PodCgroupSettings(
        config.get(PodFields.CPU_CFS_QUOTA),
        config.get(PodFields.CPU_CFS_QUOTA_PERIOD),
        Optional.ofNullable(config.get(PodFields.POD_PIDS_LIMIT)).orElse(-1L),
        HugePages.sizes(HugePages.POOLS),
        memory());
  }

  private MemoryReservation memory() {
    if (mounts.version() == CgroupVersion.V1 || !config.features().enabled("MemoryQoS")) {
      return MemoryReservation.OFF;
    }
    return config.get(ResourceFields.MEMORY_RESERVATION_POLICY).equals("TieredReservation")
        ? MemoryReservation.TIERED
        : MemoryReservation.NONE;
  }
}
