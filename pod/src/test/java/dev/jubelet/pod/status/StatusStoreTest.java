package dev.jubelet.pod.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.PodReport;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StatusStoreTest {
  private final StatusStore store = new StatusStore();
  private final List<String> told = new ArrayList<>();
  private final Pod pod = Pods.pod("a").container("main").build();

  @Test
  void listenersHearOfWhatIsNewOnly() {
    store.subscribe(new Listener());
    store.put(pod, status("Pending"));
    store.put(pod, status("Pending"));
    store.put(pod, status("Running"));
    assertThat(told).containsExactly("reported uid-a Pending", "reported uid-a Running");
  }

  @Test
  void theLastWordIsMarkedAndToldThoughTheStatusIsTheSame() {
    store.subscribe(new Listener());
    store.put(pod, status("Failed"));
    assertThat(store.report(PodUid.of(pod)).map(PodReport::over)).contains(false);
    store.conclude(pod, status("Failed"));
    assertThat(store.report(PodUid.of(pod)).map(PodReport::over)).contains(true);
    assertThat(told).hasSize(2);
  }

  @Test
  void aForgottenPodHasNoReport() {
    store.put(pod, status("Running"));
    store.subscribe(new Listener());
    store.forget(PodUid.of(pod));
    assertThat(told).containsExactly("forgotten uid-a");
    assertThat(store.all()).isEmpty();
    assertThat(store.find(PodUid.of(pod))).isEmpty();
  }

  private static PodStatus status(String phase) {
    PodStatus status = new PodStatus();
    status.setPhase(phase);
    return status;
  }

  private final class Listener implements StatusStore.Listener {
    @Override
    public void reported(PodUid uid) {
      told.add("reported " + uid + " " + store.find(uid).orElseThrow().getPhase());
    }

    @Override
    public void forgotten(PodUid uid) {
      told.add("forgotten " + uid);
    }
  }
}
