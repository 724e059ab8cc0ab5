package dev.jubelet.it.cri;

import dev.jubelet.edge.cri.CriCalls;
import dev.jubelet.edge.cri.CriClient;
import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.testing.cri.CriContainerContract;
import dev.jubelet.testing.cri.CriSandboxContract;
import dev.jubelet.testing.cri.CriServiceContract;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.PrivateContainerd;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The suites that the fake runtime keeps, on a real containerd. */
abstract class CriContractSuite {
  private final PrivateContainerd containerd;
  private final CriClient client;

  @TempDir private Path logs;

  CriContractSuite(PrivateContainerd containerd) {
    this.containerd = containerd;
    CriEndpoint endpoint = CriEndpoint.parse(containerd.endpoint());
    this.client = new CriClient(endpoint, endpoint, Duration.ofSeconds(30), CriCalls.UNHEARD);
  }

  @AfterEach
  void disconnect() {
    client.close();
  }

  /** Sandboxes. */
  @Nested
  final class Sandboxes extends CriSandboxContract {
    @Override
    protected CriRuntime runtime() {
      return client;
    }

    @Override
    protected String image() {
      return containerd.image();
    }

    @Override
    protected String logDirectory() {
      return logs.toString();
    }

    @Override
    protected String cgroupParent() {
      return containerd.cgroup();
    }
  }

  /** Containers. */
  @Nested
  final class Containers extends CriContainerContract {
    @Override
    protected CriRuntime runtime() {
      return client;
    }

    @Override
    protected String image() {
      return containerd.image();
    }

    @Override
    protected String logDirectory() {
      return logs.toString();
    }

    @Override
    protected String cgroupParent() {
      return containerd.cgroup();
    }
  }

  /** Version, health, images and events. */
  @Nested
  final class Services extends CriServiceContract {
    @Override
    protected CriRuntime runtime() {
      return client;
    }

    @Override
    protected String image() {
      return containerd.image();
    }

    @Override
    protected String logDirectory() {
      return logs.toString();
    }

    @Override
    protected String cgroupParent() {
      return containerd.cgroup();
    }

    @Override
    protected boolean hasEvents() {
      return containerd.generation() == ContainerdGeneration.TWO;
    }
  }
}
