package dev.jubelet.volume.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.google.protobuf.ByteString;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ListPage;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.WatchStream;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.testing.time.ManualTimers;
import dev.jubelet.volume.certificate.IssuedCertificates.CertificateCount;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.projection.PodCertificates.Credential;
import dev.jubelet.volume.projection.PodCertificates.Source;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCertificateProjection;
import io.fabric8.kubernetes.api.model.PodCertificateProjectionBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class IssuedCertificatesTest {
  private static final Pod POD =
      new PodBuilder()
          .withNewMetadata()
          .withName("web")
          .withNamespace("shop")
          .withUid("uid-1")
          .endMetadata()
          .withNewSpec()
          .endSpec()
          .build();
  private static final Source SOURCE =
      new Source(
          "tls",
          0,
          new PodCertificateProjectionBuilder()
              .withSignerName("example.com/signer")
              .withKeyType("ED25519")
              .build());
  private static final String CHAIN =
      "-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n";

  private final ManualTimers timers = new ManualTimers();
  private final Requests requests = new Requests();
  private final BlockingQueue<PodUid> woken = new LinkedBlockingQueue<>();
  private final List<NodeEvent> events = new ArrayList<>();
  private final IssuedCertificates certificates = agent();

  private IssuedCertificates agent() {
    return new IssuedCertificates(
        new CertificateIssuer(
            requests,
            (type, wanted) ->
                new PodKeys.Made("key-" + requests.asked.size() + "\n", ByteString.EMPTY)),
        requests,
        woken::add,
        events::add,
        timers,
        (RandomGenerator) () -> 0L);
  }

  /** An API server where the test is the signer. */
  private final class Requests implements CertificateRequests, ListWatch<PodCertificateRequest> {
    final List<String> asked = new ArrayList<>();
    final BlockingQueue<WatchEvent<PodCertificateRequest>> told = new LinkedBlockingQueue<>();
    final CountDownLatch firstAsked = new CountDownLatch(1);
    Optional<ApiException> failure = Optional.empty();

    @Override
    public Made ask(Pod pod, PodCertificateProjection projection, ByteString stub) {
      if (failure.isPresent()) {
        throw failure.get();
      }
      asked.add("req-" + asked.size());
      firstAsked.countDown();
      return new Made(asked.getLast(), timers.now());
    }

    /** Comes after the first request, so that the pod is always woken by it. */
    @Override
    public ListPage<PodCertificateRequest> list(ListRequest request) {
      try {
        firstAsked.await();
        return new ListPage<>(List.of(), "1", "");
      } catch (InterruptedException e) {
        throw new ApiException(ApiException.Kind.CANCELLED, "interrupted", e);
      }
    }

    @Override
    public WatchStream<PodCertificateRequest> watch(String version, Duration longest) {
      return new WatchStream<>() {
        @Override
        public @Nullable WatchEvent<PodCertificateRequest> next() {
          try {
            return told.take();
          } catch (InterruptedException e) {
            throw new ApiException(ApiException.Kind.CANCELLED, "interrupted", e);
          }
        }

        @Override
        public void close() {
          // The interrupt that goes with a close is enough.
        }
      };
    }

    void tell(String name, String status) {
      try {
        told.add(
            new WatchEvent.Modified<>(
                KubernetesJson.mapper()
                    .readValue(
                        """
                        {"apiVersion": "certificates.k8s.io/v1beta1", "kind": "PodCertificateRequest",
                         "metadata": {"namespace": "shop", "name": "%s"},
                         "spec": {"podUID": "uid-1"}, "status": %s}\
                        """
                            .formatted(name, status),
                        PodCertificateRequest.class),
                "2"));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(e);
      }
    }

    void issue(String name, Duration refreshIn, Duration endIn) {
      tell(
          name,
          """
          {"conditions": [{"type": "Issued"}], "certificateChain": "%s",
           "beginRefreshAt": "%s", "notAfter": "%s"}\
          """
              .formatted(
                  ("a name: of somebody\n" + CHAIN).replace("\n", "\\n"),
                  timers.now().plus(refreshIn),
                  timers.now().plus(endIn)));
    }
  }

  @AfterEach
  void close() {
    certificates.close();
  }

  private Credential credential() {
    return certificates.of(POD, SOURCE);
  }

  private void awaitWake() throws InterruptedException {
    assertThat(woken.take()).isEqualTo(PodUid.of(POD));
  }

  /** As it comes to be: asked for, issued, and the pod woken by the watch. */
  private void have() throws InterruptedException {
    assertThatThrownBy(this::credential).hasMessage("credential bundle is not issued yet");
    awaitWake();
    requests.issue("req-0", Duration.ofHours(1), Duration.ofHours(2));
    awaitWake();
    assertThat(credential()).isEqualTo(new Credential("key-0\n", CHAIN));
  }

  @Test
  void aPodWaitsForItsCertificateAndIsWokenByIt() throws InterruptedException {
    assertThatThrownBy(this::credential)
        .isInstanceOfSatisfying(VolumeException.class, e -> assertThat(e.isWaiting()).isTrue());
    awaitWake();
    assertThatThrownBy(this::credential).isInstanceOf(VolumeException.class);
    assertThat(requests.asked).containsExactly("req-0");
    assertThat(certificates.counts())
        .containsExactly(
            Map.entry(new CertificateCount("example.com/signer", "not_yet_issued"), 1));
    requests.issue("req-0", Duration.ofHours(1), Duration.ofHours(2));
    awaitWake();
    assertThat(credential().chain()).isEqualTo(CHAIN);
    assertThat(certificates.counts())
        .containsExactly(Map.entry(new CertificateCount("example.com/signer", "fresh"), 1));
  }

  @Test
  void aPodThatWaitsForLongIsToldWhatFor() {
    assertThatThrownBy(this::credential).isInstanceOf(VolumeException.class);
    timers.advance(Duration.ofMinutes(3));
    assertThatThrownBy(this::credential)
        .hasMessageContaining("nobody has decided on PodCertificateRequest req-0")
        .isInstanceOfSatisfying(VolumeException.class, e -> assertThat(e.isWaiting()).isFalse());
  }

  @Test
  void aTimerWakesThePodForItsNextCertificateAndTheOldOneStaysUntilThen()
      throws InterruptedException {
    have();
    timers.advance(Duration.ofHours(1).plusMillis(1));
    awaitWake();
    assertThat(credential().key()).isEqualTo("key-0\n");
    assertThat(requests.asked).containsExactly("req-0", "req-1");
    requests.issue("req-1", Duration.ofHours(1), Duration.ofHours(2));
    awaitWake();
    assertThat(credential().key()).isEqualTo("key-1\n");
    assertThat(requests.asked).hasSize(2);
  }

  @Test
  void aRenewalThatCannotBeAskedForIsTriedAgainAndPeopleAreTold() throws InterruptedException {
    have();
    requests.failure = Optional.of(new ApiException(ApiException.Kind.UNAVAILABLE, "away"));
    timers.advance(Duration.ofHours(1).plusMillis(1));
    awaitWake();
    assertThat(credential().key()).isEqualTo("key-0\n");
    for (int minute = 0; minute < 11; minute++) {
      timers.advance(Duration.ofMinutes(1).plusMillis(1));
      awaitWake();
      assertThat(credential().key()).isEqualTo("key-0\n");
    }
    assertThat(events)
        .extracting(NodeEvent::reason)
        .containsExactly("CertificateOverdueForRefresh");
    requests.failure = Optional.empty();
    timers.advance(Duration.ofMinutes(1).plusMillis(1));
    awaitWake();
    credential();
    assertThat(requests.asked).hasSize(2);
  }

  @Test
  void aRequestThatVanishesIsMadeAgain() throws InterruptedException {
    assertThatThrownBy(this::credential).isInstanceOf(VolumeException.class);
    awaitWake();
    timers.advance(Duration.ofMinutes(10).plusMillis(1));
    awaitWake();
    assertThatThrownBy(this::credential).hasMessage("credential bundle is not issued yet");
    assertThat(requests.asked).containsExactly("req-0", "req-1");
  }

  @Test
  void aDenialIsForGood() throws InterruptedException {
    assertThatThrownBy(this::credential).isInstanceOf(VolumeException.class);
    awaitWake();
    requests.tell(
        "req-0",
        "{\"conditions\": [{\"type\": \"Denied\", \"reason\": \"No\", \"message\": \"m\"}]}");
    awaitWake();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(this::credential)
          .hasMessage("PodCertificateRequest was permanently denied: reason=\"No\" message=\"m\"");
    }
    assertThat(events).extracting(NodeEvent::reason).containsExactly("Denied");
    assertThat(requests.asked).hasSize(1);
  }

  @Test
  void aServerThatIsAwayIsToldWithItsReason() {
    requests.failure = Optional.of(new ApiException(ApiException.Kind.FORBIDDEN, "not yours"));
    assertThatThrownBy(this::credential)
        .isInstanceOf(VolumeException.class)
        .hasMessage("while creating a PodCertificateRequest: not yours");
  }

  @Test
  void anotherAgentAsksAnew() throws InterruptedException {
    have();
    try (IssuedCertificates next = agent()) {
      assertThatThrownBy(() -> next.of(POD, SOURCE))
          .hasMessage("credential bundle is not issued yet");
    }
    assertThat(requests.asked).hasSize(2);
  }

  @Test
  void nothingIsLeftOfAPodThatIsReleased() throws InterruptedException {
    have();
    certificates.release(PodUid.of(POD));
    timers.advance(Duration.ofHours(3));
    assertThat(woken).isEmpty();
    assertThat(certificates.counts()).isEmpty();
  }
}
