package dev.jubelet.it.apiserver;

import static dev.jubelet.it.apiserver.ApiLink.PODS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.jubelet.base.ByteBudget;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.pod.event.ApiEvents;
import dev.jubelet.pod.event.EventSink;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectKind;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.objects.ApiObjects;
import dev.jubelet.pod.objects.ApiRuntimeClasses;
import dev.jubelet.pod.objects.ApiServices;
import dev.jubelet.pod.objects.ObjectRequests;
import dev.jubelet.pod.objects.ServiceAccountTokens;
import dev.jubelet.pod.objects.Token;
import dev.jubelet.pod.objects.TokenKey;
import dev.jubelet.pod.objects.TokenRequests;
import dev.jubelet.testing.lab.ControlPlane;
import dev.jubelet.testing.lab.NeedsControlPlane;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What pods need besides themselves, from a real API server, with no more rights than a node. */
@NeedsControlPlane
class PodObjectsIT {
  private static final String NODE = "n1";
  private static final int MANY = 150;
  private static final ObjectKey SETTINGS =
      new ObjectKey(ObjectKind.CONFIG_MAP, "shop", "settings");

  private static final String OBJECTS =
      """
      apiVersion: v1
      kind: Namespace
      metadata: {name: shop}
      ---
      apiVersion: v1
      kind: ServiceAccount
      metadata: {name: clerk, namespace: shop}
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: settings, namespace: shop}
      data: {mode: fast}
      ---
      apiVersion: v1
      kind: Secret
      metadata: {name: keys, namespace: shop}
      stringData: {password: s3cret}
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: web, namespace: shop}
      spec: {ports: [{port: 80}]}
      ---
      apiVersion: node.k8s.io/v1
      kind: RuntimeClass
      metadata: {name: sandboxed}
      handler: kata
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: web, namespace: shop}
      spec:
        nodeName: n1
        serviceAccountName: clerk
        volumes:
        - name: token
          projected: {sources: [{serviceAccountToken: {path: token, audience: vault}}]}
        containers:
        - name: main
          image: web
          envFrom: [{configMapRef: {name: settings}}, {secretRef: {name: keys}}]
      """;

  private static ControlPlane plane;

  private final SystemTimers timers = new SystemTimers();
  private ApiLink link;
  private Pod pod;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    plane = ControlPlane.start();
    Path objects = directory.resolve("objects.yaml");
    Files.writeString(objects, OBJECTS);
    plane.kubectl("apply", "-f", objects.toString());
  }

  @AfterAll
  static void stop() {
    plane.close();
  }

  @BeforeEach
  void connect() {
    link = new ApiLink(Kubeconfig.read(plane.nodeKubeconfig(NODE)), timers);
    pod = authorized("web");
  }

  @AfterEach
  void close() {
    link.close();
    timers.close();
  }

  /** One key with this value, whatever the object's identity. */
  private static Consumer<Lookup> found(String key, String value) {
    return lookup ->
        assertThat(lookup)
            .isInstanceOfSatisfying(
                Lookup.Found.class,
                found ->
                    assertThat(found.values())
                        .isEqualTo(Map.of(key, ByteString.copyFromUtf8(value))));
  }

  @Test
  void aChangeOfAConfigMapIsKnownWithinASecond() throws InterruptedException {
    BlockingQueue<Set<ObjectKey>> changes = new LinkedBlockingQueue<>();
    try (ApiObjects objects =
        ApiObjects.watching(
            ObjectRequests.of(link.client(), 4), changes::add, budget(), timers, new Random(1))) {
      objects.register(pod);
      assertThat(objects.configMap("shop", "settings")).satisfies(found("mode", "fast"));
      assertThat(objects.secret("shop", "keys")).satisfies(found("password", "s3cret"));

      plane.kubectl(
          "-n", "shop", "patch", "configmap", "settings", "-p", "{\"data\":{\"mode\":\"slow\"}}");

      assertThat(changes.poll(1, TimeUnit.SECONDS)).containsExactly(SETTINGS);
      assertThat(objects.configMap("shop", "settings")).satisfies(found("mode", "slow"));
      objects.unregister(PodUid.of(pod));
      assertThat(objects.configMap("shop", "settings")).isInstanceOf(Lookup.Failed.class);
    }
    plane.kubectl(
        "-n", "shop", "patch", "configmap", "settings", "-p", "{\"data\":{\"mode\":\"fast\"}}");
  }

  @Test
  void moreObjectsAreWatchedThanOneConnectionHasRoomFor(@TempDir Path directory)
      throws IOException {
    Path file = directory.resolve("many.yaml");
    Files.writeString(file, many("old"));
    plane.kubectl("apply", "-f", file.toString());
    Set<ObjectKey> changed = ConcurrentHashMap.newKeySet();
    try (ApiObjects objects =
        ApiObjects.watching(
            ObjectRequests.of(link.client(), 4),
            changed::addAll,
            budget(),
            timers,
            new Random(1))) {
      objects.register(authorized("many"));
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () ->
                  IntStream.range(0, MANY)
                      .allMatch(i -> objects.configMap("shop", "m" + i) instanceof Lookup.Found));
      changed.clear();

      Files.writeString(file, many("new"));
      plane.kubectl("apply", "-f", file.toString());

      Awaitility.await().atMost(Duration.ofSeconds(30)).until(changed::size, size -> size == MANY);
      assertThat(objects.configMap("shop", "m7")).satisfies(found("mode", "new"));
    }
  }

  /** The server learns which pods are a node's only a moment after they are made. */
  private Pod authorized(String name) {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptionsMatching(
            e -> e instanceof ApiException refused && refused.kind() == ApiException.Kind.FORBIDDEN)
        .until(() -> link.client().get(PODS.object("shop", name)), Objects::nonNull);
  }

  private static String many(String mode) {
    String maps =
        IntStream.range(0, MANY)
            .mapToObj(
                i ->
                    """
                    apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: m%d, namespace: shop}
                    data: {mode: %s}
                    ---
                    """
                        .formatted(i, mode))
            .collect(Collectors.joining());
    String references =
        IntStream.range(0, MANY)
            .mapToObj(i -> "{configMapRef: {name: m%d}}".formatted(i))
            .collect(Collectors.joining(", "));
    return maps
        + """
        apiVersion: v1
        kind: Pod
        metadata: {name: many, namespace: shop}
        spec:
          nodeName: n1
          serviceAccountName: clerk
          containers: [{name: main, image: web, envFrom: [%s]}]
        """
            .formatted(references);
  }

  @Test
  void theOtherStrategiesAskTheServer() {
    ObjectRequests requests = ObjectRequests.of(link.client(), 4);
    try (ApiObjects cached =
            ApiObjects.caching(requests, () -> Duration.ofMinutes(1), budget(), timers);
        ApiObjects asked = ApiObjects.asking(requests)) {
      cached.register(pod);
      assertThat(cached.secret("shop", "keys")).satisfies(found("password", "s3cret"));
      assertThat(asked.secret("shop", "keys")).satisfies(found("password", "s3cret"));
      assertThat(asked.secret("shop", "others")).isInstanceOf(Lookup.Failed.class);
    }
  }

  @Test
  void aTokenIsForThisPodOnly() {
    ServiceAccountTokens tokens =
        new ServiceAccountTokens(TokenRequests.of(link.client()), timers, () -> 0.5);

    Token token =
        tokens.token(new TokenKey(PodKey.of(pod), PodUid.of(pod), "clerk", List.of("vault"), 600));

    String claims =
        new String(
            Base64.getUrlDecoder().decode(token.value().split("\\.", -1)[1]),
            StandardCharsets.UTF_8);
    assertThat(claims)
        .contains("\"aud\":[\"vault\"]", "\"uid\":\"" + PodUid.of(pod) + "\"", "shop:clerk");
    assertThat(token.life()).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(11));
    assertThat(Duration.between(timers.now(), token.expires())).isPositive();
    assertThatThrownBy(
            () ->
                tokens.token(
                    new TokenKey(PodKey.of(pod), new PodUid("other"), "clerk", List.of(), 600)))
        .isInstanceOf(ApiException.class)
        .hasMessageStartingWith("failed to fetch token: ");
  }

  @Test
  void servicesAndRuntimeClassesAreKnown() {
    try (ApiServices services =
        new ApiServices(ApiServices.source(link.client()), timers, new Random(1))) {
      services.start();

      assertThat(services.in("shop").orElseThrow())
          .singleElement()
          .satisfies(
              service -> {
                assertThat(service.name()).isEqualTo("web");
                assertThat(service.address()).isNotEmpty();
                assertThat(service.ports().getFirst().number()).isEqualTo(80);
              });
    }
    ApiRuntimeClasses classes =
        new ApiRuntimeClasses(ApiRuntimeClasses.request(link.client()), timers);
    assertThat(classes.handler("sandboxed")).contains("kata");
    assertThat(classes.handler("other")).isEmpty();
  }

  @Test
  void eventsAreToldAndCounted() {
    try (ApiEvents events = new ApiEvents(NODE, EventSink.of(link.client()), timers, () -> 0.5)) {
      for (int i = 1; i <= 3; i++) {
        events.accept(
            new NodeEvent(
                timers.now(),
                NodeEvent.Type.WARNING,
                "Unhealthy",
                "Liveness probe failed: down",
                PodKey.of(pod),
                PodUid.of(pod),
                "spec.containers{main}"));
        String wanted = i + " Warning Unhealthy kubelet n1 spec.containers{main};";
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(this::told, wanted::equals);
      }
      events.accept(
          new NodeEvent(
              timers.now(), NodeEvent.Type.NORMAL, "Starting", "Starting.", null, null, ""));
      Awaitility.await()
          .atMost(Duration.ofSeconds(10))
          .until(
              () -> plane.kubectl("get", "events", "-o", "jsonpath={.items[*].reason}"),
              "Starting"::equals);
    }
  }

  private static ByteBudget budget() {
    return new ByteBudget(1 << 20);
  }

  private String told() {
    return plane.kubectl(
        "-n",
        "shop",
        "get",
        "events",
        "-o",
        "jsonpath={range .items[*]}{.count} {.type} {.reason} {.source.component} {.source.host}"
            + " {.involvedObject.fieldPath};{end}");
  }
}
