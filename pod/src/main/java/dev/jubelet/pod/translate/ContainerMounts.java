package dev.jubelet.pod.translate;

import static dev.jubelet.pod.translate.spec.SpecValues.hostNetwork;
import static dev.jubelet.pod.translate.spec.SpecValues.list;
import static dev.jubelet.pod.translate.spec.SpecValues.terminationMessagePath;

import dev.jubelet.api.cri.Mount;
import dev.jubelet.api.cri.UserNamespace;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SubPathMount;
import dev.jubelet.pod.translate.env.Environment;
import dev.jubelet.pod.translate.net.HostnameRules;
import dev.jubelet.pod.translate.net.HostsFile;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All mounts of a container (volumes, hosts file, termination message file) and the files behind
 * those that are the agent's own. Thread: any.
 */
record ContainerMounts(List<Mount> mounts, List<PreparedFile> files, List<SubPathMount> subPaths) {
  private static final String ETC_HOSTS = "/etc/hosts";

  static ContainerMounts of(
      ContainerRequest request, Environment environment, ContainerSettings settings) {
    List<Mount> mounts = new ArrayList<>();
    List<PreparedFile> files = new ArrayList<>();
    List<SubPathMount> subPaths = new ArrayList<>();
    Pod pod = request.pod();
    Container container = request.container();
    boolean selinux = settings.security().selinuxEnabled();
    List<VolumeMount> volumeMounts = list(container.getVolumeMounts());
    for (int i = 0; i < volumeMounts.size(); i++) {
      VolumeMount wanted = volumeMounts.get(i);
      Mount mount =
          VolumeMounts.of(pod, container.getName(), wanted, request.surroundings(), selinux);
      Optional<String> path = SubPathRules.of(wanted, environment);
      if (path.isEmpty()) {
        mounts.add(mount);
      } else if (mount.hasImage()) {
        // The runtime shows the image, and so the part of it.
        mounts.add(mount.toBuilder().setImageSubPath(path.get()).build());
      } else {
        SubPathMount part = subPath(request, settings, i, mount, path.get());
        subPaths.add(part);
        mounts.add(mount.toBuilder().setHostPath(part.target().toString()).build());
      }
    }
    if (needsHostsFile(request)) {
      PreparedFile hosts = hostsFile(request, settings);
      files.add(hosts);
      mounts.add(ownMount(hosts.path(), ETC_HOSTS, selinux));
    }
    PreparedFile lastWords = PreparedFile.writable(terminationFile(request, settings));
    files.add(lastWords);
    mounts.add(
        ownMount(
            lastWords.path(), VolumeMounts.absolute(terminationMessagePath(container)), selinux));
    return new ContainerMounts(idMapped(mounts, pod, settings), files, subPaths);
  }

  /** What the mount of this index shows of its volume. */
  private static SubPathMount subPath(
      ContainerRequest request, ContainerSettings settings, int index, Mount whole, String path) {
    String volume = request.container().getVolumeMounts().get(index).getName();
    return new SubPathMount(
        volume,
        Path.of(whole.getHostPath()),
        path,
        settings
            .paths()
            .subPath(PodUid.of(request.pod()), volume, request.container().getName(), index));
  }

  /** Not before the pod has an address, and not over a mount of the container itself. */
  private static boolean needsHostsFile(ContainerRequest request) {
    boolean ready = hostNetwork(request.pod()) || !request.surroundings().podIps().isEmpty();
    return ready
        && list(request.container().getVolumeMounts()).stream()
            .noneMatch(mount -> mount.getMountPath().equals(ETC_HOSTS));
  }

  private static PreparedFile hostsFile(ContainerRequest request, ContainerSettings settings) {
    Pod pod = request.pod();
    PodSurroundings around = request.surroundings();
    var aliases = pod.getSpec().getHostAliases();
    String content =
        hostNetwork(pod)
            ? HostsFile.hostNetwork(around.nodeHosts(), aliases)
            : HostsFile.ownNetwork(
                around.podIps(), HostnameRules.of(pod, settings.clusterDomain()), aliases);
    return PreparedFile.readable(settings.paths().etcHosts(PodUid.of(pod)), content);
  }

  private static Path terminationFile(ContainerRequest request, ContainerSettings settings) {
    return settings
        .paths()
        .containerDirectory(PodUid.of(request.pod()), request.container().getName())
        .resolve(request.instance().terminationFile());
  }

  private static Mount ownMount(Path hostPath, String containerPath, boolean selinux) {
    return Mount.newBuilder()
        .setHostPath(hostPath.toString())
        .setContainerPath(containerPath)
        .setSelinuxRelabel(selinux)
        .build();
  }

  /** In a user namespace every mount is seen through the pod's ids. */
  private static List<Mount> idMapped(List<Mount> mounts, Pod pod, ContainerSettings settings) {
    UserNamespace ids = settings.security().isolation().userNamespace().apply(pod);
    return mounts.stream()
        .map(
            mount ->
                mount.toBuilder()
                    .addAllUidMappings(ids.getUidsList())
                    .addAllGidMappings(ids.getGidsList())
                    .build())
        .toList();
  }
}
