package dev.jubelet.benchmark.floor;

import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.PodSandboxConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * How the agent describes a pod to the runtime, to be repeated under other names: all texts are
 * kept but the pod's name, its UID and the node's directory.
 *
 * @param files what the agent wrote for the pod to be mounted, by path
 * @param calls what the agent called from the manifest to Ready, in order
 */
public record PodTemplate(
    String name,
    String uid,
    Path directory,
    PodSandboxConfig sandbox,
    ContainerConfig container,
    Map<Path, String> files,
    List<String> calls) {
  /** The agent would end a pod with its labels that it does not know. */
  private static final String AGENTS_LABELS = "io.kubernetes.pod.";

  static final String FLOOR_LABELS = "dev.jubelet.floor.";
  static final String UID_LABEL = FLOOR_LABELS + "uid";

  public PodTemplate {
    files = Map.copyOf(files);
    calls = List.copyOf(calls);
  }

  /** The same pod under another name and in another directory. */
  record Copy(
      String uid, PodSandboxConfig sandbox, ContainerConfig container, Map<Path, String> files) {}

  Copy copy(String newName, Path newDirectory, String imageId, String script) {
    String newUid =
        UUID.nameUUIDFromBytes(newName.getBytes(StandardCharsets.UTF_8))
            .toString()
            .replace("-", "");
    TextRewrite rewrite = new TextRewrite(text -> renamed(text, newName, newUid, newDirectory));
    ContainerConfig described = rewrite.apply(ContainerConfig.class, container);
    return new Copy(
        newUid,
        rewrite.apply(PodSandboxConfig.class, sandbox),
        described.toBuilder()
            .setImage(ImageSpec.newBuilder(described.getImage()).setImage(imageId))
            .clearCommand()
            .addAllCommand(List.of("sh", "-c", script))
            .build(),
        renamedFiles(newName, newUid, newDirectory));
  }

  private Map<Path, String> renamedFiles(String newName, String newUid, Path newDirectory) {
    return files.entrySet().stream()
        .collect(
            java.util.stream.Collectors.toMap(
                file -> Path.of(renamed(file.getKey().toString(), newName, newUid, newDirectory)),
                Map.Entry::getValue));
  }

  private String renamed(String text, String newName, String newUid, Path newDirectory) {
    return text.replace(directory.toString(), newDirectory.toString())
        .replace(uid, newUid)
        .replace(name, newName)
        .replace(AGENTS_LABELS, FLOOR_LABELS);
  }
}
