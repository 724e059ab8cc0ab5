package dev.jubelet.benchmark.floor;

import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.CreateContainerRequest;
import dev.jubelet.api.cri.Mount;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.RunPodSandboxRequest;
import dev.jubelet.base.Timers;
import dev.jubelet.benchmark.node.Workload;
import dev.jubelet.testing.cri.CallScript;
import dev.jubelet.testing.cri.CriServer;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lets the agent start a pod on a runtime that only pretends, and keeps what it asked for. */
public final class TemplateRecorder {
  private static final String NAME = "template";

  private TemplateRecorder() {}

  public static PodTemplate record(PrivateContainerd containerd, Timers timers) {
    FakeCri fake = new FakeCri(timers, FakeProfile.containerd2());
    fake.images().add(containerd.image());
    Path socket = containerd.directory().resolve("fake.sock");
    try (CriServer server = new CriServer(fake, socket);
        TestNode node = TestNode.prepare(containerd, server.endpoint().text(), "")) {
      node.startKubelet();
      fake.script().forget();
      node.apply(NAME + ".yaml", Workload.WILLING.manifest(NAME, containerd.image()));
      node.awaitReady(NAME);
      return template(node, fake.script());
    }
  }

  private static PodTemplate template(TestNode node, CallScript asked) {
    PodSandboxConfig sandbox = asked.requests(RunPodSandboxRequest.class).getFirst().getConfig();
    ContainerConfig container = asked.requests(CreateContainerRequest.class).getFirst().getConfig();
    return new PodTemplate(
        sandbox.getMetadata().getName(),
        sandbox.getMetadata().getUid(),
        node.directory(),
        sandbox,
        container,
        files(node.directory(), container),
        asked.calls().stream()
            .filter(TemplateRecorder::isForOnePod)
            .map(CallScript.Call::rpc)
            .toList());
  }

  /** The audit and the health check ask for everything at once, whenever it is their time. */
  private static boolean isForOnePod(CallScript.Call call) {
    return !call.request().equals(call.request().getDefaultInstanceForType());
  }

  private static Map<Path, String> files(Path directory, ContainerConfig container) {
    Map<Path, String> files = new HashMap<>();
    List<Path> mounted =
        container.getMountsList().stream().map(Mount::getHostPath).map(Path::of).toList();
    try {
      for (Path path : mounted) {
        if (path.startsWith(directory) && Files.isRegularFile(path)) {
          files.put(path, Files.readString(path));
        }
      }
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
