package dev.jubelet.it.registry;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.testing.cri.CriProxy;
import dev.jubelet.testing.cri.ProxyAction;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An agent that is killed when the image is there and its record is not. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class KilledPullIT extends RegistrySuite {
  private final Detour detour;

  KilledPullIT(PrivateContainerd containerd) {
    Detour made = Detour.to(containerd);
    super(containerd, made.proxy().endpoint().text());
    detour = made;
  }

  /** The proxy before containerd, with its clock. */
  private record Detour(CriProxy proxy, SystemTimers timers) {
    static Detour to(PrivateContainerd containerd) {
      SystemTimers timers = new SystemTimers();
      Path socket =
          containerd.directory().resolve("pull-" + System.identityHashCode(timers) + ".sock");
      return new Detour(
          new CriProxy(socket, CriEndpoint.parse(containerd.endpoint()), timers), timers);
    }
  }

  @Override
  @AfterEach
  void close() {
    super.close();
    detour.proxy().close();
    detour.timers().close();
  }

  @Test
  void leavesTheImageToThoseWhoCanPullIt() throws InterruptedException {
    String image = push("killed/app", BASIC) + ":1";
    node.startKubelet();
    secret("good", GOOD);
    CountDownLatch pulled = new CountDownLatch(1);
    detour
        .proxy()
        .rules()
        .onCall(
            "PullImage",
            1,
            new ProxyAction.RunAfter(
                () -> {
                  node.killKubelet();
                  pulled.countDown();
                }));
    pod("owner", image, "IfNotPresent", "good");
    pulled.await();
    node.remove("owner");
    pod("lurker", image, "Never");
    node.startKubelet();
    awaitWaiting("lurker", "ErrImageNeverPull");
    pod("owner", image, "IfNotPresent", "good");
    node.awaitReady("owner");
  }
}
